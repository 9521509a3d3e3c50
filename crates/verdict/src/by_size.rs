//! All inputs in order of size, each once.
//!
//! For each size, a depth-first search through the choices of the walk. Each input is a walk of its own that repeats the
//! choices of the one before it up to the last that can be made differently. What the rest of the walk costs at least and
//! at most is known before a choice, so few walks come to nothing.

use crate::description::Description;
use crate::expression::Range;
use crate::state::{Choice, Domain, Pending, State};
use crate::view::View;
use crate::walk::{Chooser, Stop, Walk};

/// Answers choices so that the size is `size`.
#[derive(Default)]
pub(crate) struct Enumerator {
    size: i128,
    choices: Vec<Made>,
    /// How many choices the current walk has made.
    depth: usize,
    /// Whether there may be larger inputs.
    is_cut: bool,
    /// The slot of the number of test cases, which is the least possible.
    single: Option<usize>,
}

/// A choice, and the next one that there is instead of it.
struct Made {
    value: i64,
    next: Option<(u64, i64)>,
}

impl Enumerator {
    /// The first candidate, from number `number` on, that can lead to an input of the size.
    fn find(&mut self, state: &State<'_>, domain: &Domain<'_>, mut number: u64) -> Option<(u64, i64)> {
        let left = self.size - i128::from(state.size);
        let same_rest = state.has_same_rest(domain).then(|| state.rest(domain, domain.low));
        if let (Some(rest), 0) = (same_rest, number) {
            // Nearer values cannot reach the size.
            number = domain.number_of_cost(left.saturating_sub(rest.1));
        }
        loop {
            let (value, cost) = domain.candidate(number)?;
            if cost > left {
                self.is_cut = true;
                return None;
            }
            if let Some(value) = value {
                let rest = same_rest.unwrap_or_else(|| state.rest(domain, value));
                if cost + rest.0 > left {
                    self.is_cut = true;
                    if same_rest.is_some() || domain.is_length() {
                        return None;
                    }
                } else if cost + rest.1 >= left && state.refusal(domain, value).is_none() {
                    return Some((number, value));
                }
            }
            number += 1;
        }
    }
}

impl<'d> State<'d> {
    /// What comes after this choice costs, if it is `value`.
    fn rest(&self, domain: &Domain<'d>, value: i64) -> Range {
        let (slot, below) = match domain.kind {
            Choice::Number(slot) => (slot, slot + 1),
            Choice::Letter(slot) | Choice::Length(slot) => (slot, slot),
            Choice::Rows(rows) => (rows.slots.start, rows.slots.start),
            // If it declares nothing, what is known does not matter.
            Choice::Alternative(line) => (line.slots().start, line.slots().start),
        };
        let view = View { below, candidate: Some((slot, value)), ..self.view() };
        let mut all: Range = match domain.kind {
            Choice::Number(_) | Choice::Letter(_) => (0, 0),
            Choice::Length(slot) => (value.into(), i128::from(value) * (view.legal(slot).1 + 1)),
            Choice::Rows(rows) => {
                let row = view.row(rows);
                (row.0 * i128::from(value), row.1.saturating_mul(value.into()))
            }
            Choice::Alternative(line) => view.items(&line.alternatives[usize::try_from(value).unwrap_or(0)]),
        };
        for pending in &self.pending {
            let cost = match pending {
                Pending::Statements(statements) => view.statements(statements),
                Pending::Items(items) => view.items(items),
                Pending::Rows(rows, left) => {
                    let left = *left as i128;
                    let row = view.row(rows);
                    (row.0 * left, row.1.saturating_mul(left))
                }
                Pending::Elements { slot, next, left } => view.elements(*slot, *next, *left),
                Pending::Letters(letters, class) => (*letters as i128, (letters * class) as i128),
            };
            all = (all.0.saturating_add(cost.0), all.1.saturating_add(cost.1));
        }
        if let Some((graph, left)) = self.graph() {
            let owed = match (graph.ends[0] == slot, graph.ends[1] == slot) {
                (true, _) => self.edges.owed(&[value], left),
                (_, true) => self.edges.owed(&[self.latest(graph.ends[0]), value], left),
                _ => 0,
            };
            all.0 = all.0.saturating_add(owed);
        }
        all
    }

    /// Whether what follows costs the same whatever the choice is.
    fn has_same_rest(&self, domain: &Domain<'d>) -> bool {
        match domain.kind {
            Choice::Letter(_) => true,
            Choice::Number(slot) => {
                let its = &self.description.slots[slot];
                !its.is_used && !its.is_distinct && self.graph().is_none_or(|(graph, _)| !graph.ends.contains(&slot))
            }
            _ => false,
        }
    }
}

impl Domain<'_> {
    fn is_length(&self) -> bool {
        matches!(self.kind, Choice::Length(_) | Choice::Rows(_))
    }

    /// The candidate of a number, if it is in the range, and what it costs by itself. Costs never descend. `None` after
    /// the last.
    fn candidate(&self, number: u64) -> Option<(Option<i64>, i128)> {
        let cost = match self.kind {
            Choice::Number(_) => {
                // The nearest, then one more, one less, two more …
                let distance = i64::try_from(number / 2).ok()?;
                if number / 2 > self.high.abs_diff(self.nearest).max(self.low.abs_diff(self.nearest)) {
                    return None;
                }
                let value = if number.is_multiple_of(2) {
                    self.nearest.checked_add(distance)
                } else {
                    self.nearest.checked_sub(distance)
                };
                let legal = value.filter(|value| (self.low..=self.high).contains(value) && number != 1);
                return Some((legal, i128::from(distance) + 1));
            }
            Choice::Letter(_) => i128::from(number) + 1,
            _ => 0,
        };
        let value = self.low.checked_add(i64::try_from(number).ok()?).filter(|&value| value <= self.high)?;
        Some((Some(value), if matches!(self.kind, Choice::Letter(_)) { cost + i128::from(self.low) } else { cost }))
    }

    /// The first candidate that costs this or more.
    fn number_of_cost(&self, cost: i128) -> u64 {
        let narrowed = self.low.saturating_sub(self.nearest).max(self.nearest.saturating_sub(self.high)).max(0);
        let distance = u64::try_from(cost - 1).unwrap_or(0);
        match self.kind {
            Choice::Number(_) => 2 * distance.max(narrowed.unsigned_abs()).min(u64::MAX / 4),
            _ => distance.saturating_sub(self.low.unsigned_abs()),
        }
    }
}

impl Chooser for Enumerator {
    fn choose(&mut self, state: &State<'_>, domain: &Domain<'_>) -> Result<i64, Stop> {
        self.depth += 1;
        if self.depth < self.choices.len() {
            return Ok(self.choices[self.depth - 1].value);
        }
        let first = if self.depth == self.choices.len() {
            self.choices.pop().and_then(|made| made.next)
        } else if matches!(domain.kind, Choice::Number(slot) if Some(slot) == self.single) {
            Some((u64::MAX, domain.low.max(1).min(domain.high)))
        } else {
            self.find(state, domain, 0)
        };
        let Some((number, value)) = first else {
            return Err(Stop { at: 0, message: "nothing is possible here".to_owned() });
        };
        let next = if number == u64::MAX { None } else { self.find(state, domain, number + 1) };
        self.choices.push(Made { value, next });
        Ok(value)
    }
}

/// The iterator over all inputs.
pub(crate) struct BySize<'d> {
    walk: Walk<'d, Enumerator>,
    is_first: bool,
}

impl<'d> BySize<'d> {
    /// With `single`, the number of test cases is the least possible.
    pub(crate) fn new(description: &'d Description, single: bool) -> Self {
        let chooser = Enumerator { single: description.cases.filter(|_| single), ..Enumerator::default() };
        let mut walk = Walk::new(description, chooser);
        walk.chooser.size = walk.state.view().statements(&description.block.statements).0;
        Self { walk, is_first: true }
    }

    /// Walks to the next input. It stays in the state that is returned.
    pub(crate) fn next_input(&mut self) -> Option<&State<'d>> {
        loop {
            let chooser = &mut self.walk.chooser;
            if !std::mem::replace(&mut self.is_first, false) {
                while chooser.choices.pop_if(|made| made.next.is_none()).is_some() {}
                if chooser.choices.is_empty() {
                    if !chooser.is_cut {
                        return None;
                    }
                    chooser.size += 1;
                    chooser.is_cut = false;
                }
            }
            chooser.depth = 0;
            let walked = self.walk.run();
            if walked.is_ok() && i128::from(self.walk.state.size) == self.walk.chooser.size {
                return Some(&self.walk.state);
            }
        }
    }
}
