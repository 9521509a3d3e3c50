//! One walk through a description. It reads, makes, enumerates and repeats inputs: what it meets is the same, and only
//! who answers its choices differs.

use std::collections::{BTreeMap, HashSet};

use problem::count_of;

use crate::chosen::{Chosen, Domain, Element, Level, State, Stop};
use crate::description::{Condition, Description, Kind, Node, Repeat, Sequence};
use crate::graph::Graph;

/// Answers the choices of a walk.
pub(crate) trait Chooser<'d> {
    /// How often a choice is made before it is given up because it is refused; 0 if it never is.
    const TRIES: usize = 1;

    /// How often an element, one that can be wrong only as a whole, and the whole input is chosen before it is given up
    /// because it breaks a condition.
    const DRAWS: [usize; 3] = [1; 3];

    /// Whether the chooser finds where rows that are not announced end, so that their number is only a limit.
    const FINDS_ROWS: bool = false;

    /// How many choices may be made for one input, so that time and memory suffice.
    const MOST: usize = usize::MAX;

    /// Chooses a value, after this number of others that were refused.
    fn choose(&mut self, state: &State<'d>, domain: &Domain, refused: usize) -> Result<i64, Stop>;

    /// The choice of a slot, if it is known without looking at what is possible.
    fn repeated(&mut self, _slot: usize) -> Option<Chosen> {
        None
    }

    /// A condition was broken. Whether choices after this number of them are to be made again.
    fn draw_again(&mut self, _choices: usize) -> bool {
        true
    }

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
    /// How many choices may still be made.
    left: usize,
}

type Walked = Result<(), Stop>;

impl<'d, C: Chooser<'d>> Walk<'d, C> {
    pub(crate) fn new(description: &'d Description, chooser: C) -> Self {
        Self { state: State::new(description), chooser, left: C::MOST }
    }

    /// Walks from the start to the end.
    pub(crate) fn run(&mut self) -> Walked {
        self.state.go_back([0; 4], 0);
        self.left = C::MOST;
        let nodes = &self.state.description.nodes;
        self.draw(C::DRAWS[2], |walk| walk.nodes(nodes))
    }

    /// Walks a part, again if a condition is broken, but at most this number of times.
    fn draw(&mut self, times: usize, part: impl Fn(&mut Self) -> Walked) -> Walked {
        let (lengths, size) = (self.state.lengths(), self.state.size);
        for _ in 1..times {
            let walked = part(self);
            if walked.is_ok() || self.left == 0 || !self.chooser.draw_again(lengths[1]) {
                return walked;
            }
            self.state.go_back(lengths, size);
        }
        part(self)
    }

    fn nodes(&mut self, mut nodes: &'d [Node]) -> Walked {
        let depth = self.state.pending.len();
        self.state.pending.push(nodes);
        while let Some((node, rest)) = nodes.split_first() {
            nodes = rest;
            self.state.pending[depth] = rest;
            self.node(node)?;
        }
        self.state.pending.pop();
        Ok(())
    }

    fn node(&mut self, node: &'d Node) -> Walked {
        match node {
            Node::Literal(literal) => self.write(literal),
            Node::Value(slot) => self.value(*slot),
            Node::Either(choice, all) => self.nodes(&all[self.state.latest_value(*choice) as usize]),
            Node::Repeat(repeat) => self.repeat(repeat),
            Node::Where(conditions) => self.check(conditions),
        }
    }

    /// Makes a choice.
    fn value(&mut self, slot: usize) -> Walked {
        if let Some(chosen) = self.chooser.repeated(slot) {
            return self.give(chosen);
        }
        let domain = self.state.domain(slot)?;
        let mut refused = 0;
        loop {
            let value = self.chooser.choose(&self.state, &domain, refused)?;
            refused += 1;
            match if C::TRIES > 0 { self.state.refusal(&domain, value) } else { None } {
                None => return self.give(Chosen { slot, value, nearest: domain.nearest }),
                Some(refusal) if refused == C::TRIES => return self.state.stop(refusal),
                Some(_) => {}
            }
        }
    }

    fn give(&mut self, chosen: Chosen) -> Walked {
        let at = self.state.out.len();
        if self.left == 0 {
            return self.state.stop(format!("{} choices were not enough", C::MOST));
        }
        self.left -= 1;
        self.state.push(chosen);
        let its = &self.state.description.slots[chosen.slot];
        match &its.kind {
            Kind::Number => write_number(chosen.value, its.places, &mut self.state.out),
            Kind::Letter(class) => self.state.out.push(class[chosen.value as usize]),
            Kind::Length(_) | Kind::Alternative(_) => return Ok(()),
        }
        self.state.size += chosen.value.abs_diff(chosen.nearest) + 1;
        self.chooser.wrote(&self.state, at)
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

    fn repeat(&mut self, repeat: &'d Repeat) -> Walked {
        self.state.size += u64::from(repeat.kind == Sequence::Text);
        let count = self.state.view().value(&repeat.count, 0);
        let Ok(count) = usize::try_from(count) else {
            return self.state.stop(format!("no length is possible here, where it would be {count}"));
        };
        let counter = repeat.count.counter().and_then(|slot| self.state.latest(slot));
        let graph = repeat.graph.map(|(properties, [end, _])| Graph::new(properties, self.state.view().legal(end)));
        let is_found = C::FINDS_ROWS && repeat.ends.is_some();
        let (start, choices) = (self.state.out.len(), self.state.choices.len());
        let element = Element { repeat, counter, index: 0, count, at: start, choices: choices..choices };
        self.state.levels.push(Level { element, is_found, seen: HashSet::new(), latest: BTreeMap::new(), graph });
        let mut index = 0;
        while index < count && self.chooser.has_element(&self.state) {
            if index > 0 && repeat.kind == Sequence::Array {
                self.write(b" ")?;
            }
            self.state.begin_element(index);
            self.draw(C::DRAWS[usize::from(repeat.is_checked)], |walk| {
                walk.nodes(&repeat.body)?;
                walk.state.end_element()
            })?;
            index += 1;
        }
        let level = self.state.levels.pop();
        if let Some(message) = level.and_then(|level| level.graph?.final_refusal()) {
            return Err(Stop { at: start, message: message.to_owned() });
        }
        if let Some(counter) = counter.filter(|_| is_found) {
            let low = self.state.view().legal(self.state.choices[counter].slot).0;
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
