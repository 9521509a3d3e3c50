//! One walk through a description. It reads, makes, enumerates and repeats inputs: what it meets is the same, and only
//! who answers its choices differs.

use problem::count_of;

use crate::description::{Condition, Kind, Line, Node, Repeat, Sequence};
use crate::state::{Chosen, Domain, Level, Moment, State, Stop};

/// Answers the choices of a walk.
pub(crate) trait Chooser {
    /// How often a line or an element is chosen before it is given up because it breaks a condition.
    const PATIENCE: usize = 1;

    /// The next choice, if it is the same as in the walk before.
    fn repeated(&mut self) -> Option<Chosen> {
        None
    }

    /// Chooses a value.
    fn choose(&mut self, state: &State<'_>, domain: &Domain) -> Result<i64, Stop>;

    /// Whether an element follows in the innermost sequence; only a reader of rows that are not announced says no.
    fn has_element(&mut self, _: &State<'_>) -> bool {
        true
    }

    /// Whether numbers of rows are only limits, as `has_element` says where rows end.
    const FINDS_ROWS: bool = false;

    /// Bytes were written from here on: literals, or a choice as text.
    fn wrote(&mut self, _: &State<'_>, _from: usize) -> Result<(), Stop> {
        Ok(())
    }
}

pub(crate) struct Walk<'d, C> {
    pub(crate) state: State<'d>,
    pub(crate) chooser: C,
}

type Walked = Result<(), Stop>;

impl<'d, C: Chooser> Walk<'d, C> {
    pub(crate) fn new(description: &'d crate::Description, chooser: C) -> Self {
        Self { state: State::new(description), chooser }
    }

    /// Walks through the whole description.
    pub(crate) fn run(&mut self) -> Walked {
        self.state.go_back(Moment::default());
        self.nodes(&self.state.description.nodes)
    }

    fn nodes(&mut self, nodes: &'d [Node]) -> Walked {
        for (number, node) in nodes.iter().enumerate() {
            self.state.pending.push(&nodes[number + 1..]);
            match node {
                Node::Literal(literal) => self.write(literal)?,
                Node::Value(slot) => self.value(*slot)?,
                Node::Line(line) if line.conditions.is_empty() => self.line(line)?,
                Node::Line(line) => self.again(|walk| walk.line(line))?,
                Node::Repeat(repeat) => self.repeat(repeat)?,
                Node::Where(conditions) => self.check(conditions)?,
            }
            self.state.pending.pop();
        }
        Ok(())
    }

    /// Walks through a part again if that may help.
    fn again(&mut self, mut part: impl FnMut(&mut Self) -> Walked) -> Walked {
        let start = self.state.moment();
        for _ in 1..C::PATIENCE {
            if part(self).is_ok() {
                return Ok(());
            }
            self.state.go_back(start);
        }
        part(self)
    }

    fn write(&mut self, bytes: &[u8]) -> Walked {
        let from = self.state.out.len();
        self.state.out.extend_from_slice(bytes);
        self.chooser.wrote(&self.state, from)
    }

    /// Checks conditions on the values so far. Errors are at the line that has just ended.
    fn check(&self, conditions: &[Condition]) -> Walked {
        for Condition { left, comparison, right, scale, text } in conditions {
            let view = self.state.view();
            let (left, right) = (view.value(left, *scale), view.value(right, *scale));
            if !comparison.contains(&left.cmp(&right)) {
                let before = self.state.out.strip_suffix(b"\n").unwrap_or_default();
                let at = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
                let message = format!("the condition {text} does not hold: {left} on the left, {right} on the right");
                return Err(Stop { at, message });
            }
        }
        Ok(())
    }

    fn line(&mut self, line: &'d Line) -> Walked {
        let chosen = if line.alternatives.len() > 1 { self.state.latest(line.choice) } else { 0 };
        self.nodes(&line.alternatives[chosen as usize])?;
        self.check(&line.conditions)
    }

    fn value(&mut self, slot: usize) -> Walked {
        let at = self.state.out.len();
        let chosen = if let Some(chosen) = self.chooser.repeated() {
            chosen
        } else {
            let domain = self.state.domain(slot)?;
            domain.chosen(self.chooser.choose(&self.state, &domain)?)
        };
        self.state.push(chosen);
        let value = chosen.value;
        let its = &self.state.description.slots[slot];
        match &its.kind {
            Kind::Number { places, .. } => write_number(value, *places, &mut self.state.out),
            Kind::Letter(class) => self.state.out.push(class[value as usize]),
            Kind::Length(..) | Kind::Alternative(_) => return Ok(()),
        }
        self.state.size += value.abs_diff(chosen.nearest) + 1;
        self.chooser.wrote(&self.state, at)
    }

    fn repeat(&mut self, repeat: &'d Repeat) -> Walked {
        let at = self.state.out.len();
        self.state.size += u64::from(repeat.kind == Sequence::Text);
        let count = self.state.view().value(&repeat.count, 0);
        let Ok(count) = usize::try_from(count) else {
            return self.state.stop(format!("no length is possible here, where it would be {count}"));
        };
        let counter = repeat.count.counter().map(|slot| self.state.chosen_at[slot]);
        let is_found = C::FINDS_ROWS && repeat.ends.is_some();
        let level = Level { repeat, counter, index: 0, count: (!is_found).then_some(count), at, choices: 0..0 };
        self.state.begin(level);
        let mut index = 0;
        while index < count && self.chooser.has_element(&self.state) {
            if index > 0 && repeat.kind == Sequence::Array {
                self.write(b" ")?;
            }
            self.state.begin_element(index);
            if repeat.is_checked {
                self.again(|walk| walk.element(repeat))?;
            } else {
                self.element(repeat)?;
            }
            index += 1;
        }
        self.state.levels.pop();
        if let Some(counter) = counter.filter(|_| is_found) {
            let chosen = &mut self.state.choices[counter];
            chosen.value = index as i64;
            let low = chosen.low;
            if low > index as i64 {
                return self
                    .state
                    .stop(format!("{} before this; expected from {low} to {count}", count_of(index, "row")));
            }
        }
        let refusal = repeat.graph.and_then(|_| self.state.edges.final_refusal());
        refusal.map_or(Ok(()), |message| Err(Stop { at, message }))
    }

    fn element(&mut self, repeat: &'d Repeat) -> Walked {
        self.nodes(&repeat.body)?;
        self.state.end_element()
    }
}

/// Writes a number whose last `places` digits are decimals.
pub(crate) fn write_number(value: i64, places: u8, out: &mut Vec<u8>) {
    if places == 0 {
        return out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
    }
    let sign = if value < 0 { "-" } else { "" };
    let (digits, unit, width) = (value.unsigned_abs(), 10_u64.pow(places.into()), usize::from(places));
    out.extend_from_slice(format!("{sign}{}.{:0width$}", digits / unit, digits % unit).as_bytes());
}
