//! Random inputs of several kinds.

use problem::Rng;

use crate::description::{Description, Kind, LONGEST, Properties};
use crate::domain::{Domain, UNIT, integer};
use crate::graph::random_edges;
use crate::walk::{Level, Stop, Walk};

/// What is special about the numbers and letters of an input, or about its lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pattern {
    Any,
    /// Near zero.
    Small,
    /// From the smallest up to a size, and often just that.
    Grown,
    Equal,
    /// Each at random the largest or the smallest.
    Extreme,
    /// A few different ones.
    Few,
    Ascending,
    Descending,
    Largest,
    Smallest,
}

use Pattern::{Any, Ascending, Descending, Equal, Extreme, Few, Grown, Largest, Small, Smallest};

/// The kinds of random inputs, which take turns.
pub(crate) const KINDS: [Pattern; 7] = [Any, Small, Few, Equal, Ascending, Extreme, Descending];

/// The inputs with every bound at its largest or its smallest: lengths, with values.
pub(crate) const EXTREMES: [(Pattern, &[Pattern]); 3] = [
    (Largest, &[Any, Largest, Smallest, Extreme, Ascending, Descending, Equal]),
    (Smallest, &[Largest, Smallest]),
    (Extreme, &[Any, Largest, Smallest]),
];

/// Makes an input.
pub(crate) struct Maker {
    pub(crate) rng: Rng,
    pub(crate) seed: u64,
    pub(crate) lengths: Pattern,
    pub(crate) values: Pattern,
    /// The most test cases.
    pub(crate) cases: usize,
    /// Which [kind](random_edges) of trees graphs have.
    pub(crate) shape: usize,
    /// The most rows, values or letters of a sequence, beyond the fewest possible.
    pub(crate) size: i64,
    /// Whether a draw was in vain: extremes may be impossible.
    pub(crate) is_relaxed: bool,
    /// How many draws of a whole input were in vain.
    pub(crate) in_vain: usize,
    /// By slot, the values of a sequence, in the order in which they are chosen.
    pub(crate) plans: Vec<Vec<i64>>,
}

fn between(rng: &mut Rng, low: i64, high: i64) -> i64 {
    let span = usize::try_from(high.abs_diff(low)).unwrap_or(usize::MAX);
    low.wrapping_add(rng.between(0, span) as i64)
}

pub(crate) fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, rng.below(last + 1));
    }
}

impl Maker {
    /// The largest number for the size; after draws in vain a larger one, as what is possible may begin far above `low`.
    fn grown(&self, &Domain { low, high, .. }: &Domain, refused: usize) -> i64 {
        let more = (1 << (refused / 4)) + (1 << (self.in_vain / 32)) - 2;
        low.saturating_add(self.size).saturating_add(more).min(high)
    }

    /// A number from a domain, of which `refused` draws have been rejected.
    fn draw(&mut self, domain: &Domain, values: Pattern, refused: usize) -> i64 {
        let &Domain { slot, low, high, nearest, .. } = domain;
        // After a draw in vain, what is special may be impossible.
        let is_free = values != Grown && (self.is_relaxed || refused > 0) && self.rng.one_in(2);
        let is_even = self.rng.one_in(2);
        let grown = self.grown(domain, refused);
        let near = |distance: i64| nearest.saturating_add(distance).clamp(low, high);
        match if is_free { Any } else { values } {
            Largest => high,
            Smallest => low,
            Extreme => [low, high][usize::from(is_even)],
            Grown if is_even => grown,
            Grown => between(&mut self.rng, low, grown),
            Small => between(&mut self.rng, near(-self.size), near(self.size)),
            Equal | Few => {
                let number = if values == Equal { 0 } else { self.rng.below(3) };
                // The same generator makes the same number again.
                let seed = self.seed.wrapping_add((3 * slot + number) as u64);
                between(&mut Rng::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)), low, high)
            }
            Any | Ascending | Descending => between(&mut self.rng, low, high),
        }
    }

    /// Chooses all numbers of a sequence at once, if they are to be sorted or distinct and their range does not change.
    fn plan(&mut self, walk: &Walk<'_>, domain: &Domain) {
        let (slots, count) = (&walk.description.slots, walk.position().1);
        let its = &slots[domain.slot];
        self.plans[domain.slot].clear();
        let is_ordered = its.is_sorted || matches!(self.values, Ascending | Descending);
        let spare = if its.is_distinct { count as u64 - 1 } else { 0 };
        let is_possible = its.budgets.is_empty() && its.is_steady(slots) && spare <= domain.high.abs_diff(domain.low);
        if count < 2 || !is_possible || !(is_ordered || its.is_distinct) {
            return;
        }
        let high = domain.high.wrapping_sub(spare as i64);
        let narrow = Domain { high, nearest: domain.nearest.min(high), ..domain.clone() };
        let mut values: Vec<i64> = (0..count).map(|_| self.draw(&narrow, self.values, 0)).collect();
        values.sort_unstable();
        if its.is_distinct {
            // Equal ones move apart, up to the bound.
            values.iter_mut().zip(0..).for_each(|(value, index)| *value += index);
        }
        if !is_ordered {
            shuffle(&mut values, &mut self.rng);
        } else if self.values == Descending && !its.is_sorted {
            values.reverse();
        }
        self.plans[domain.slot] = values;
    }

    /// Chooses all edges of a graph at once. Whether the ends of this one change places is drawn each time, as a
    /// condition on them may need it.
    fn plan_graph(&mut self, walk: &Walk<'_>, domain: &Domain, properties: Properties, ends: [usize; 2]) {
        let (index, count) = walk.position();
        if index == 0 {
            let vertices = usize::try_from(domain.high - domain.low + 1).unwrap_or(0);
            let edges = random_edges(properties, vertices, count, self.shape, &mut self.rng);
            for (end, at) in ends.into_iter().zip(0..) {
                self.plans[end] = edges.iter().map(|edge| domain.low + i64::from(edge[at])).collect();
            }
        }
        if let [Some(&first), Some(&second)] = ends.map(|end| self.plans[end].get(index))
            && !properties.directed
            && self.rng.one_in(2)
        {
            (self.plans[ends[0]][index], self.plans[ends[1]][index]) = (second, first);
        }
    }

    /// Makes a choice of a walk, again if it is refused.
    fn give(&mut self, walk: &mut Walk<'_>, domain: &Domain) -> Result<(), Stop> {
        const TRIES: usize = 200;
        let mut refused = 0;
        loop {
            let value = self.choose(walk, domain, refused);
            refused += 1;
            match walk.refusal(domain, value) {
                None => return walk.give(domain, value),
                Some(refusal) if refused == TRIES => return walk.stop(refusal),
                Some(_) => {}
            }
        }
    }

    /// Makes an input. What breaks a condition is drawn again: elements that can be wrong only as a whole, then all.
    pub(crate) fn make<'d>(&mut self, description: &'d Description) -> Result<Walk<'d>, Stop> {
        const DRAWS_OF_ELEMENT: usize = 100;
        const DRAWS: usize = 1000;
        // As many choices as time and memory allow.
        const MOST: i128 = 2 * LONGEST;
        let (mut walk, mut choices) = (Walk::new(description), 0);
        loop {
            let stop = match walk.next() {
                Ok(None) => return Ok(walk),
                Ok(Some(_)) if choices == MOST => return walk.stop(format!("{MOST} choices were not enough")),
                Ok(Some(domain)) => {
                    choices += 1;
                    self.give(&mut walk, &domain).err()
                }
                Err(stop) => Some(stop),
            };
            let Some(stop) = stop else { continue };
            self.is_relaxed = true;
            let can_be_drawn = |level: &mut Level<'_>| {
                level.draws += 1;
                level.element.repeat.is_checked && level.draws < DRAWS_OF_ELEMENT
            };
            if let Some(level) = walk.levels.iter_mut().rposition(can_be_drawn) {
                walk.begin_again(level);
                continue;
            }
            self.in_vain += 1;
            if self.in_vain == DRAWS {
                return Err(stop);
            }
            walk = Walk::new(description);
        }
    }

    fn choose(&mut self, walk: &Walk<'_>, domain: &Domain, refused: usize) -> i64 {
        // As one draws cards: how many of the values that are wanted are left, among how many.
        let among = domain.wanted.iter().map(|wanted| wanted.2).max().unwrap_or(1).max(1);
        let mut card = self.rng.below(usize::try_from(among).unwrap_or(1)) as i128;
        for &(of, wanted, _) in &domain.wanted {
            if card < wanted {
                return of;
            }
            card -= wanted;
        }
        let value = self.choose_freely(walk, domain, refused);
        let is_wanted = |value: &i64| domain.wanted.iter().any(|wanted| wanted.0 == *value);
        let graph = walk.levels.last().and_then(|level| level.element.repeat.graph);
        let is_planned = graph.is_some_and(|(_, ends)| ends.contains(&domain.slot));
        // If draws were in vain, perhaps too few were wanted, as it is not known how many values there are.
        if !is_wanted(&value) || is_planned || self.is_relaxed && self.rng.one_in(2) {
            return value;
        }
        let again = (0..32).map(|_| self.choose_freely(walk, domain, refused + 1)).find(|value| !is_wanted(value));
        again.unwrap_or(value)
    }

    /// As if no condition wanted a value.
    fn choose_freely(&mut self, walk: &Walk<'_>, domain: &Domain, refused: usize) -> i64 {
        let &Domain { slot, low, high, .. } = domain;
        if refused > 0 {
            self.plans[slot].clear();
        }
        let its = &walk.description.slots[slot];
        if slot == 0 && walk.description.has_cases {
            return i64::try_from(self.cases).map_or(high, |cases| cases.clamp(low, high));
        }
        let index = walk.position().0;
        match walk.levels.last().and_then(|level| level.element.repeat.graph) {
            Some((properties, ends)) if slot == ends[0] => self.plan_graph(walk, domain, properties, ends),
            Some((_, ends)) if slot == ends[1] => {}
            _ if index == 0 => self.plan(walk, domain),
            _ => {}
        }
        if let Some(&planned) = self.plans[slot].get(index) {
            return planned.clamp(low, high);
        }
        let values = match its.kind {
            Kind::Alternative(_) => Any,
            Kind::Length(_) => self.lengths,
            _ if its.is_length => self.lengths,
            _ => self.values,
        };
        match domain.share {
            // One of the last values may get all that is left; an early one would leave nothing to the others.
            Some((from, to, later))
                if !matches!(values, Largest | Smallest | Extreme)
                    && !self.rng.one_in(6 + later.clamp(0, 1 << 20).pow(2) as usize) =>
            {
                let most = if values == Grown { self.grown(domain, refused) } else { high };
                // Rounded up as often as the rest of the division says.
                let part = self.rng.below(UNIT as usize) as i128;
                let [from, to] = [from, to].map(|bound| integer(bound.saturating_add(part).div_euclid(UNIT)));
                let to = to.min(most).clamp(low, high);
                between(&mut self.rng, from.clamp(low, to), to)
            }
            _ => self.draw(domain, values, refused),
        }
    }
}
