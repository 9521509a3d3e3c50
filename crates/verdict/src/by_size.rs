//! All inputs in order of size, each once.
//!
//! For each size, a depth-first search through the choices of the walk. Each input is a walk of its own that repeats the
//! choices of the one before it up to the last that can be made differently. What the rest of the walk costs at least and
//! at most is known before a choice, so few walks come to nothing.

use crate::description::{Description, Kind};
use crate::state::{Chosen, Domain, State, Stop};
use crate::view::View;
use crate::walk::{Chooser, Walk};

/// Answers choices so that the size is `size`.
#[derive(Default)]
pub(crate) struct Enumerator {
    size: i128,
    /// Each with the next candidate that there is instead of it.
    choices: Vec<(Chosen, Option<(u64, i64)>)>,
    /// How many choices the current walk has made.
    depth: usize,
    /// Whether there may be larger inputs.
    is_cut: bool,
}

impl Enumerator {
    /// The first candidate, from number `number` on, that can lead to an input of the size.
    fn find(&mut self, state: &State<'_>, domain: &Domain, mut number: u64) -> Option<(u64, i64)> {
        let left = self.size - i128::from(state.size);
        let its = &state.description.slots[domain.slot];
        let is_value = its.is_value();
        // Where nothing depends on the value, what follows costs the same for all.
        let has_same_rest = is_value && !its.is_used && state.rule(domain.slot).is_none_or(|rule| !rule.is_distinct);
        let same_rest = has_same_rest.then(|| state.rest(domain, domain.low));
        if let Some(Err(_)) = same_rest {
            return None;
        }
        if number == 0 {
            // Nearer values are out of range, or cannot reach the size.
            let out = domain.low.saturating_sub(domain.nearest).max(domain.nearest.saturating_sub(domain.high)).max(0);
            let reach = if let Some(Ok(rest)) = same_rest { left.saturating_sub(rest.1) - 1 } else { 0 };
            number = 2 * u64::try_from(reach).unwrap_or(0).max(out as u64).min(u64::MAX / 4);
        }
        loop {
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
            if let Some(value) = value.filter(|value| (domain.low..=domain.high).contains(value) && number != 1)
                && let Ok(rest) = same_rest.unwrap_or_else(|| state.rest(domain, value))
            {
                if cost + rest.0 > left {
                    self.is_cut = true;
                    if same_rest.is_some() || matches!(its.kind, Kind::Length(..)) {
                        return None;
                    }
                } else if cost + rest.1 >= left && state.broken_rule(domain, value).is_none() {
                    return Some((number, value));
                }
            }
            number += 1;
        }
    }
}

impl Chooser for Enumerator {
    fn repeated(&mut self) -> Option<Chosen> {
        let is_last = self.depth + 1 >= self.choices.len();
        self.depth += usize::from(!is_last);
        (!is_last).then(|| self.choices[self.depth - 1].0)
    }

    fn choose(&mut self, state: &State<'_>, domain: &Domain) -> Result<i64, Stop> {
        self.depth += 1;
        // There is one test case.
        let is_single = state.description.has_cases && domain.slot == 0;
        let first = if is_single {
            Some((0, 1))
        } else if self.depth == self.choices.len() {
            self.choices.pop().and_then(|(_, next)| next)
        } else {
            self.find(state, domain, 0)
        };
        let Some((number, value)) = first else {
            return state.stop("nothing is possible here".to_owned());
        };
        let next = if is_single { None } else { self.find(state, domain, number + 1) };
        self.choices.push((domain.chosen(value), next));
        Ok(value)
    }
}

/// The iterator over all inputs; if the description has test cases, over those that have one.
pub(crate) struct BySize<'d> {
    walk: Walk<'d, Enumerator>,
    is_first: bool,
}

impl<'d> BySize<'d> {
    pub(crate) fn new(description: &'d Description) -> Self {
        let mut walk = Walk::new(description, Enumerator::default());
        walk.chooser.size = View::of_nothing(&description.slots).nodes(&description.nodes).map_or(0, |cost| cost.0);
        Self { walk, is_first: true }
    }

    /// Walks to the next input. It stays in the state that is returned.
    pub(crate) fn next_input(&mut self) -> Option<&State<'d>> {
        loop {
            let chooser = &mut self.walk.chooser;
            if !std::mem::replace(&mut self.is_first, false) {
                while chooser.choices.pop_if(|(_, next)| next.is_none()).is_some() {}
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
