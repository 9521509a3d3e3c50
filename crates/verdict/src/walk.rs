//! One walk through a description. It reads, makes, enumerates and repeats inputs: what it meets is the same, and only
//! who answers its choices differs.

use problem::count_of;

use crate::description::{Condition, Description, Kind, Node, Repeat, Sequence};
use crate::graph::Graph;
use crate::state::{Chosen, Domain, Level, Moment, State, Stop};

/// Answers the choices of a walk.
pub(crate) trait Chooser<'d> {
    /// How often a choice is made before it is given up because it is refused; 0 if it never is.
    const TRIES: usize = 1;

    /// How often an element, and the whole input, is chosen before it is given up because it breaks a condition.
    const DRAWS: [usize; 2] = [1; 2];

    /// Whether the chooser finds where rows that are not announced end, so that their number is only a limit.
    const FINDS_ROWS: bool = false;

    /// How many choices may be made from one input to the next, so that time and memory suffice.
    const MOST: usize = usize::MAX;

    /// Chooses a value, after this number of others that were refused.
    fn choose(&mut self, state: &State<'d>, domain: &Domain, refused: usize) -> Result<i64, Stop>;

    /// A condition was broken, so choices are made again.
    fn draw_again(&mut self) {}

    /// Whether an element follows in the innermost sequence.
    fn has_element(&mut self, _: &State<'_>) -> bool {
        true
    }

    /// Bytes were written from here on: literals, or a choice as text.
    fn wrote(&mut self, _: &State<'_>, _from: usize) -> Result<(), Stop> {
        Ok(())
    }
}

pub(crate) struct Walk<'d, C> {
    pub(crate) state: State<'d>,
    pub(crate) chooser: C,
    /// The beginnings of the input, and of elements, that may be chosen again, and how often.
    again: Vec<(Moment<'d>, usize)>,
    /// How many choices may still be made.
    pub(crate) left: usize,
}

type Walked = Result<(), Stop>;

impl<'d, C: Chooser<'d>> Walk<'d, C> {
    pub(crate) fn new(description: &'d Description, chooser: C) -> Self {
        let state = State::new(description);
        let again = vec![(state.moment(), C::DRAWS[1] - 1)];
        Self { state, chooser, again, left: C::MOST }
    }

    /// Walks to the end.
    pub(crate) fn run(&mut self) -> Walked {
        while let Some(nodes) = self.state.pending.last_mut() {
            let walked = if let Some((node, rest)) = nodes.split_first() {
                *nodes = rest;
                self.node(node)
            } else {
                self.end()
            };
            if let Err(stop) = walked {
                while self.again.pop_if(|(_, left)| *left == 0).is_some() {}
                let Some((moment, left)) = self.again.last_mut().filter(|_| self.left > 0) else { return Err(stop) };
                *left -= 1;
                self.state.go_back(moment);
                self.chooser.draw_again();
            }
        }
        Ok(())
    }

    fn node(&mut self, node: &'d Node) -> Walked {
        match node {
            Node::Literal(literal) => self.write(literal),
            Node::Value(slot) => {
                let domain = self.state.domain(*slot)?;
                let mut refused = 0;
                loop {
                    let value = self.chooser.choose(&self.state, &domain, refused)?;
                    refused += 1;
                    match if C::TRIES > 0 { self.state.refusal(&domain, value) } else { None } {
                        None => return self.give(domain.chosen(value)),
                        Some(refusal) if refused == C::TRIES => return self.state.stop(refusal),
                        Some(_) => {}
                    }
                }
            }
            Node::Either(choice, alternatives) => {
                self.state.pending.push(&alternatives[self.state.latest_value(*choice) as usize]);
                Ok(())
            }
            Node::Repeat(repeat) => self.repeat(repeat),
            Node::Where(conditions) => self.check(conditions),
        }
    }

    /// Ends the nodes that are pending: of an element, or of an alternative.
    fn end(&mut self) -> Walked {
        self.state.pending.pop();
        match self.state.levels.last() {
            Some(&Level { repeat, index, behind, .. }) if behind == self.state.pending.len() => {
                self.state.end_element()?;
                if repeat.is_checked && C::DRAWS[0] > 1 {
                    self.again.pop();
                }
                self.element(index + 1)
            }
            _ => Ok(()),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> Walked {
        let from = self.state.out.len();
        self.state.out.extend_from_slice(bytes);
        self.chooser.wrote(&self.state, from)
    }

    /// Checks conditions on the values so far. Errors are at the line that has just ended.
    fn check(&self, conditions: &[Condition]) -> Walked {
        for condition @ Condition { left, comparison, right, scale, .. } in conditions {
            let view = self.state.view();
            let (left, right) = (view.value(left, *scale), view.value(right, *scale));
            if !comparison.contains(&left.cmp(&right)) {
                let before = self.state.out.strip_suffix(b"\n").unwrap_or_default();
                let at = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
                let message =
                    format!("the condition {condition} does not hold: {left} on the left, {right} on the right");
                return Err(Stop { at, message });
            }
        }
        Ok(())
    }

    /// Makes a choice.
    pub(crate) fn give(&mut self, chosen: Chosen) -> Walked {
        let at = self.state.out.len();
        if self.left == 0 {
            return self.state.stop(format!("{} choices were not enough", C::MOST));
        }
        self.left -= 1;
        self.state.push(chosen);
        match &self.state.description.slots[chosen.slot].kind {
            Kind::Number { places, .. } => write_number(chosen.value, *places, &mut self.state.out),
            Kind::Letter(class) => self.state.out.push(class[chosen.value as usize]),
            Kind::Length(..) | Kind::Alternative(_) => return Ok(()),
        }
        self.state.size += chosen.value.abs_diff(chosen.nearest) + 1;
        self.chooser.wrote(&self.state, at)
    }

    fn repeat(&mut self, repeat: &'d Repeat) -> Walked {
        self.state.size += u64::from(repeat.kind == Sequence::Text);
        let count = self.state.view().value(&repeat.count, 0);
        let Ok(count) = usize::try_from(count) else {
            return self.state.stop(format!("no length is possible here, where it would be {count}"));
        };
        let counter = repeat.count.counter().and_then(|slot| self.state.latest(slot));
        if let Some((properties, [end, _])) = repeat.graph {
            let vertices = self.state.view().legal(end);
            self.state.graphs.push(Graph::new(properties, vertices));
        }
        self.state.levels.push(Level {
            repeat,
            counter,
            index: 0,
            count,
            is_found: C::FINDS_ROWS && repeat.ends.is_some(),
            start: (self.state.out.len(), self.state.choices.len()),
            at: 0,
            choices: 0..0,
            behind: self.state.pending.len(),
        });
        self.element(0)
    }

    /// Begins an element of the innermost sequence, or ends it.
    fn element(&mut self, index: usize) -> Walked {
        let Some(&Level { repeat, count, is_found, counter, start, .. }) = self.state.levels.last() else {
            return Ok(());
        };
        if index < count && self.chooser.has_element(&self.state) {
            if index > 0 && repeat.kind == Sequence::Array {
                self.write(b" ")?;
            }
            let (at, choice) = (self.state.out.len(), self.state.choices.len());
            let level = self.state.levels.last_mut().expect("a level");
            (level.index, level.at, level.choices.start) = (index, at, choice);
            self.state.size += u64::from(repeat.kind == Sequence::Rows);
            self.state.pending.push(&repeat.body);
            if repeat.is_checked && C::DRAWS[0] > 1 {
                self.again.push((self.state.moment(), C::DRAWS[0] - 1));
            }
            return Ok(());
        }
        if repeat.graph.is_some() {
            if let Some(message) = self.state.graphs.last().and_then(Graph::final_refusal) {
                return Err(Stop { at: start.0, message: message.to_owned() });
            }
            // Only a search goes back behind its end.
            self.state.graphs.pop_if(|_| C::TRIES > 0);
        }
        self.state.levels.pop();
        if let Some(counter) = counter.filter(|_| is_found) {
            let slot = self.state.choices[counter].slot;
            let low = self.state.view().legal(slot).0;
            self.state.choices[counter].value = index as i64;
            if low > index as i128 {
                let found = count_of(index, "row");
                return self.state.stop(format!("{found} before this; expected from {low} to {count}"));
            }
        }
        Ok(())
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
