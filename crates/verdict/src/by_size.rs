//! All inputs in order of size, each once.
//!
//! For each size, a depth-first search through the choices of the walk: each walk repeats the choices of the one before,
//! except the last one that can be made differently. What the rest of the walk costs at least and at most is known before
//! a choice, so few walks come to nothing.

use problem::Unlisted;

use crate::chosen::{Chosen, Domain, State, Stop};
use crate::description::{Description, Kind};
use crate::possible::View;
use crate::walk::{Chooser, Walk};

/// How many steps are made in vain before the listing ends: a second, or some.
const PATIENCE: usize = 4_000_000;

/// Answers choices so that the size is `size`.
struct Enumerator {
    size: i128,
    /// The choices of the latest walk, each with the number and the value of the candidate after it.
    choices: Vec<(Chosen, Option<(u64, i64)>)>,
    /// How many of them are repeated, after which the last one gets its next candidate.
    repeated: usize,
    /// How many choices this walk has made.
    made: usize,
    /// Whether there may be larger inputs.
    is_cut: bool,
    /// How many candidates were looked at, and choices repeated, beyond what is expected of the inputs so far.
    steps: usize,
}

impl Enumerator {
    /// The first candidate, from number `number` on, that can lead to an input of the size.
    fn find(&mut self, state: &State<'_>, domain: &Domain, mut number: u64) -> Option<(u64, i64)> {
        if state.description.has_cases && domain.slot == 0 {
            // There is one test case.
            return (number == 0).then_some((0, 1));
        }
        let left = self.size - i128::from(state.size);
        let its = &state.description.slots[domain.slot];
        let is_value = its.is_value();
        // Where nothing depends on the value, what follows costs the same for all.
        let has_same_rest = is_value && !its.is_used;
        let same_rest = has_same_rest.then(|| state.rest(domain, domain.low));
        if let Some(Err(_)) = same_rest {
            return None;
        }
        // If this is the second end of an edge, the edges before it, its first end, and how many edges follow.
        let graph = state.levels.last().and_then(|level| {
            let (_, ends) = level.element.repeat.graph.filter(|(_, ends)| ends[1] == domain.slot)?;
            Some((level.graph.as_ref()?, state.latest_value(ends[0]), level.left().1))
        });
        let is_edge = |value: i64| graph.is_none_or(|(graph, first, left)| graph.allow([first, value], left).is_ok());
        if number == 0 {
            // Nearer values are out of range, or cannot reach the size.
            let out = domain.low.saturating_sub(domain.nearest).max(domain.nearest.saturating_sub(domain.high)).max(0);
            let reach = if let Some(Ok(rest)) = same_rest { left.saturating_sub(rest.1) - 1 } else { 0 };
            number = 2 * u64::try_from(reach).unwrap_or(0).max(out as u64).min(u64::MAX / 4);
        }
        loop {
            self.steps += 1;
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
                    if same_rest.is_some() || matches!(its.kind, Kind::Length(_)) {
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

impl<'d> Chooser<'d> for Enumerator {
    const TRIES: usize = 0;
    const DRAWS: [usize; 3] = [usize::MAX, usize::MAX, 1];
    const MOST: usize = 1_000_000;

    fn repeated(&mut self, slot: usize) -> Option<Chosen> {
        let (chosen, _) = self.choices[..self.repeated].get(self.made).filter(|(chosen, _)| chosen.slot == slot)?;
        self.made += 1;
        self.steps += 1;
        Some(*chosen)
    }

    fn draw_again(&mut self, choices: usize) -> bool {
        while self.choices.len() > choices && self.choices.pop_if(|(_, next)| next.is_none()).is_some() {}
        (self.repeated, self.made) = (self.choices.len().saturating_sub(1), choices);
        self.choices.len() > choices && self.steps <= PATIENCE
    }

    fn choose(&mut self, state: &State<'d>, domain: &Domain, _: usize) -> Result<i64, Stop> {
        let next = if self.made < self.choices.len() { self.choices.pop() } else { None };
        let Some((number, value)) = next.and_then(|(_, next)| next).or_else(|| self.find(state, domain, 0)) else {
            return state.stop("nothing is possible here".to_owned());
        };
        let next = self.find(state, domain, number + 1);
        self.choices.push((Chosen { slot: domain.slot, value, nearest: domain.nearest }, next));
        self.made += 1;
        Ok(value)
    }
}

/// The iterator over all inputs; if the description has test cases, over those that have one.
pub(crate) struct BySize<'d>(Walk<'d, Enumerator>);

impl<'d> BySize<'d> {
    pub(crate) fn new(description: &'d Description) -> Self {
        let size = View::of_nothing(&description.slots).nodes(&description.nodes).map_or(0, |cost| cost.0);
        // As if all smaller ones had been listed.
        let size = size - 1;
        Self(Walk::new(
            description,
            Enumerator { size, choices: Vec::new(), repeated: 0, made: 0, is_cut: true, steps: 0 },
        ))
    }

    /// Walks to the next input. It stays in the state that is returned.
    pub(crate) fn next_input(&mut self) -> Option<Result<&State<'d>, Unlisted>> {
        /// How many steps an input may take.
        const EXPECTED: usize = 1000;
        self.0.chooser.steps = self.0.chooser.steps.saturating_sub(EXPECTED);
        loop {
            let enumerator = &mut self.0.chooser;
            if enumerator.steps > PATIENCE {
                // This was the last.
                (enumerator.choices, enumerator.steps, enumerator.is_cut) = (Vec::new(), 0, false);
                return Some(Err(Unlisted));
            }
            if !enumerator.draw_again(0) {
                if !std::mem::replace(&mut enumerator.is_cut, false) {
                    return None;
                }
                enumerator.size += 1;
            }
            if self.0.run().is_ok() && i128::from(self.0.state.size) == self.0.chooser.size {
                return Some(Ok(&self.0.state));
            }
        }
    }
}
