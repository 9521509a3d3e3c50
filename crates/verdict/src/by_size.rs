//! All inputs in order of size, each once.
//!
//! For each size, a depth-first search through the choices of a walk, which goes back to the latest choice that can be
//! made differently. What the rest of the walk costs at least and at most is known before a choice, so few walks
//! come to nothing.

use problem::Unlisted;

use crate::description::{Description, Kind};
use crate::domain::Domain;
use crate::possible::{Cost, View};
use crate::rest::Bound;
use crate::walk::{Mark, Walk};

/// How many candidates are looked at in vain before the listing ends: a second, or some.
const PATIENCE: usize = 4_000_000;

/// How many candidates an input may take, and one more for each choice of the one before.
const EXPECTED: usize = 1000;

/// How many choices an input may have, so that memory suffices.
const MOST: usize = 300_000;

/// How many choices all inputs may have, so that long ones are listed for a second, or some.
const MOST_IN_ALL: usize = 20_000_000;

/// A choice, and how far its candidates were tried.
struct Open<'d> {
    domain: Domain,
    mark: Mark<'d>,
    /// The number of the next candidate: the value nearest zero is 0, then come one more, one less, two more …
    next: u64,
    /// What follows, where that costs the same for all values, except for what `bound` knows.
    same_rest: Option<Cost>,
    /// The numbers that the value is bound to.
    bound: Option<Bound>,
}

/// What the search looks for, and how far it came.
struct SizeSearch {
    size: i128,
    /// Whether there may be larger inputs.
    is_cut: bool,
    /// How many candidates were looked at beyond what is expected of the inputs so far.
    tried: usize,
    /// How many choices the inputs so far have.
    listed: usize,
}

/// The iterator over all inputs; if the description has test cases, over those that have one.
pub(crate) struct BySize<'d> {
    walk: Walk<'d>,
    /// The choices of the walk.
    open: Vec<Open<'d>>,
    search: SizeSearch,
}

impl<'d> BySize<'d> {
    pub(crate) fn new(description: &'d Description) -> Self {
        let size = View::of_nothing(&description.slots).nodes(&description.nodes).map_or(0, |cost| cost.0);
        // As if all smaller ones had been listed.
        let search = SizeSearch { size: size - 1, is_cut: true, tried: 0, listed: 0 };
        Self { walk: Walk::new(description), open: Vec::new(), search }
    }

    /// Walks to the next input.
    pub(crate) fn next_input(&mut self) -> Option<Result<&Walk<'d>, Unlisted>> {
        self.search.tried = self.search.tried.saturating_sub(EXPECTED + self.open.len());
        self.search.listed += self.open.len();
        loop {
            if self.search.tried > PATIENCE || self.open.len() > MOST || self.search.listed > MOST_IN_ALL {
                // This was the last.
                self.open.clear();
                self.search = SizeSearch { size: self.search.size, is_cut: false, tried: 0, listed: 0 };
                return Some(Err(Unlisted));
            }
            if !self.choose() {
                if !std::mem::replace(&mut self.search.is_cut, false) {
                    return None;
                }
                self.search.size += 1;
                self.walk = Walk::new(self.walk.description);
                self.walk.steps = Some(Vec::new());
            }
            match self.walk.next() {
                Ok(Some(mut domain)) => {
                    if self.walk.description.has_cases && domain.slot == 0 {
                        // There is one test case.
                        (domain.low, domain.high) = (1, 1);
                    }
                    let its = &self.walk.description.slots[domain.slot];
                    let has_same_rest = its.is_value() && !its.is_used;
                    let same_rest = has_same_rest.then(|| self.walk.rest_of(&domain, domain.low));
                    let bound = self.walk.bound(&domain);
                    self.open.push(Open { domain, mark: self.walk.mark(), next: 0, same_rest, bound });
                }
                Ok(None) if i128::from(self.walk.size) == self.search.size => return Some(Ok(&self.walk)),
                Ok(None) => self.search.is_cut |= i128::from(self.walk.size) > self.search.size,
                Err(_) => {}
            }
        }
    }

    /// Makes the latest choice that can be made differently, if there is one.
    fn choose(&mut self) -> bool {
        while let Some(open) = self.open.last_mut() {
            self.walk.go_back(&open.mark);
            if let Some(value) = self.search.find(&self.walk, open)
                && self.walk.give(&open.domain, value).is_ok()
            {
                return true;
            }
            self.open.pop();
        }
        false
    }
}

impl SizeSearch {
    /// The next candidate that can lead to an input of the size.
    fn find(&mut self, walk: &Walk<'_>, Open { domain, next, same_rest, bound, .. }: &mut Open<'_>) -> Option<i64> {
        let left = self.size - i128::from(walk.size);
        let its = &walk.description.slots[domain.slot];
        let is_value = its.is_value();
        if let Some(Err(_)) = same_rest {
            return None;
        }
        let graph = walk.levels.last().and_then(|level| level.graph.as_deref());
        if *next == 0 {
            // Nearer values are out of range, or cannot reach the size.
            let out = domain.low.saturating_sub(domain.nearest).max(domain.nearest.saturating_sub(domain.high)).max(0);
            let reach = if let Some(Ok(rest)) = same_rest { left.saturating_sub(rest.1) - 1 } else { 0 };
            *next = 2 * u64::try_from(reach).unwrap_or(0).max(out as u64).min(u64::MAX / 4);
        }
        loop {
            self.tried += 1;
            let number = *next;
            let cost = if is_value { i128::from(number / 2) + 1 } else { 0 };
            if number / 2 > domain.high.abs_diff(domain.nearest).max(domain.low.abs_diff(domain.nearest)) {
                return None;
            }
            if cost > left {
                self.is_cut = true;
                return None;
            }
            *next += 1;
            let distance = (number / 2) as i64;
            let value = domain.nearest.checked_add(if number.is_multiple_of(2) { distance } else { -distance });
            if let Some(value) = value.filter(|&value| domain.allows(value) && number != 1)
                && !walk.has_come(domain, value)
                && let Ok(rest) = same_rest.unwrap_or_else(|| walk.rest_of(domain, value))
            {
                let left = left - cost;
                if rest.0 > left {
                    self.is_cut = true;
                    // Each row and each letter costs something.
                    if same_rest.is_some() || matches!(its.kind, Kind::Length(_)) && i128::from(value) > left {
                        return None;
                    }
                } else if rest.1 >= left
                    && let Some(rest) = bound.as_ref().map_or(Some(rest), |bound| bound.narrow(graph, value, rest))
                {
                    self.is_cut |= rest.0 > left;
                    if (rest.0..=rest.1).contains(&left) {
                        return Some(value);
                    }
                }
            }
        }
    }
}
