//! All inputs in order of size, each once.
//!
//! For each size, a depth-first search through the choices of the walk: after each input the walk goes back to the last
//! choice that can be made differently. What the rest of the walk costs at least and at most is known before a choice, so
//! few walks come to nothing.

use problem::Unlisted;

use crate::description::{Description, Kind};
use crate::state::{Domain, Moment, State, Stop};
use crate::view::View;
use crate::walk::{Chooser, Walk};

/// A choice that was made, and the number of its candidate.
struct Choice<'d> {
    before: Moment<'d>,
    domain: Domain,
    number: u64,
}

/// Answers choices so that the size is `size`.
struct Enumerator<'d> {
    size: i128,
    choices: Vec<Choice<'d>>,
    /// Whether there may be larger inputs.
    is_cut: bool,
    /// How many candidates were looked at since the last input.
    looked_at: usize,
}

impl Enumerator<'_> {
    /// The first candidate, from number `number` on, that can lead to an input of the size.
    fn find(&mut self, state: &State<'_>, domain: &Domain, mut number: u64) -> Option<(u64, i64)> {
        let left = self.size - i128::from(state.size);
        let its = &state.description.slots[domain.slot];
        let is_value = its.is_value();
        // Where nothing depends on the value, what follows costs the same for all.
        let has_same_rest = is_value && !its.is_used && !its.is_distinct;
        let same_rest = has_same_rest.then(|| state.rest(domain, domain.low));
        if let Some(Err(_)) = same_rest {
            return None;
        }
        // If this is the second end of an edge, the edges before it, its first end, and how many edges follow.
        let graph = state.levels.last().and_then(|level| {
            let (_, ends) = level.repeat.graph.filter(|(_, ends)| ends[1] == domain.slot)?;
            Some((state.graphs.last()?, state.latest_value(ends[0]), level.left().1))
        });
        let is_edge =
            |value: i64| graph.is_none_or(|(graph, first, left)| graph.refusal([first, value], left).is_none());
        if number == 0 {
            // Nearer values are out of range, or cannot reach the size.
            let out = domain.low.saturating_sub(domain.nearest).max(domain.nearest.saturating_sub(domain.high)).max(0);
            let reach = if let Some(Ok(rest)) = same_rest { left.saturating_sub(rest.1) - 1 } else { 0 };
            number = 2 * u64::try_from(reach).unwrap_or(0).max(out as u64).min(u64::MAX / 4);
        }
        loop {
            self.looked_at += 1;
            let cost = if is_value { i128::from(number / 2) + 1 } else { 0 };
            if number / 2 > domain.high.abs_diff(domain.nearest).max(domain.low.abs_diff(domain.nearest)) {
                return None;
            }
            if cost > left {
                self.is_cut = true;
                return None;
            }
            // The nearest value, then one more, one less, two more …
            let distance = (number / 2) as i64;
            let value = domain.nearest.checked_add(if number.is_multiple_of(2) { distance } else { -distance });
            if let Some(value) = value.filter(|&value| domain.allows(value) && number != 1)
                && !state.has_come(domain, value)
                && is_edge(value)
                && let Ok(rest) = same_rest.unwrap_or_else(|| state.rest(domain, value))
            {
                if cost + rest.0 > left {
                    self.is_cut = true;
                    if same_rest.is_some() || matches!(its.kind, Kind::Length(..)) {
                        return None;
                    }
                } else if cost + rest.1 >= left {
                    return Some((number, value));
                }
            }
            number += 1;
        }
    }
}

impl<'d> Chooser<'d> for Enumerator<'d> {
    const TRIES: usize = 0;
    // Each is kept with what there was before it.
    const MOST: usize = 1_000_000;

    fn choose(&mut self, state: &State<'d>, domain: &Domain, _: usize) -> Result<i64, Stop> {
        if state.description.has_cases && domain.slot == 0 {
            // There is one test case.
            return Ok(1);
        }
        let Some((number, value)) = self.find(state, domain, 0) else {
            return state.stop("nothing is possible here".to_owned());
        };
        self.choices.push(Choice { before: state.moment(), domain: domain.clone(), number });
        Ok(value)
    }
}

/// The iterator over all inputs; if the description has test cases, over those that have one.
pub(crate) struct BySize<'d>(Walk<'d, Enumerator<'d>>);

impl<'d> BySize<'d> {
    pub(crate) fn new(description: &'d Description) -> Self {
        let size = View::of_nothing(&description.slots).nodes(&description.nodes).map_or(0, |cost| cost.0);
        // As if all smaller ones had been listed.
        Self(Walk::new(description, Enumerator { size: size - 1, choices: Vec::new(), is_cut: true, looked_at: 0 }))
    }

    /// Walks to the next input. It stays in the state that is returned.
    pub(crate) fn next_input(&mut self) -> Option<Result<&State<'d>, Unlisted>> {
        /// How many candidates are looked at before the listing ends: a second, or some.
        const PATIENCE: usize = 4_000_000;
        self.0.chooser.looked_at = 0;
        loop {
            self.0.left = Enumerator::MOST;
            if self.0.chooser.looked_at > PATIENCE {
                // This was the last.
                self.0.chooser.choices.clear();
                self.0.chooser.is_cut = false;
                return Some(Err(Unlisted));
            }
            if !self.choose_differently() {
                let Enumerator { size, is_cut, .. } = &mut self.0.chooser;
                if !std::mem::replace(is_cut, false) {
                    return None;
                }
                *size += 1;
                self.0.state = State::new(self.0.state.description);
            }
            if self.0.run().is_ok() && i128::from(self.0.state.size) == self.0.chooser.size {
                return Some(Ok(&self.0.state));
            }
        }
    }

    /// Goes back to the last choice that has another candidate, and takes that; `false` if there is none.
    fn choose_differently(&mut self) -> bool {
        let Walk { state, chooser, .. } = &mut self.0;
        while let Some(Choice { before, domain, number }) = chooser.choices.pop() {
            state.go_back(&before);
            if let Some((number, value)) = chooser.find(state, &domain, number + 1) {
                let chosen = domain.chosen(value);
                chooser.choices.push(Choice { before, domain, number });
                return self.0.give(chosen).is_ok();
            }
        }
        false
    }
}
