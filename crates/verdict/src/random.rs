//! Random inputs of several kinds.

use problem::Rng;

use crate::description::{Description, Kind, LONGEST, Slot};
use crate::expression::Expression;
use crate::graph::{Shape, random_edges};
use crate::state::{Domain, State, Stop};
use crate::walk::{Chooser, Walk};

/// What is special about the numbers and letters of an input, or about its lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Values {
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

use Values::{Any, Ascending, Descending, Equal, Extreme, Few, Grown, Largest, Small, Smallest};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Sampling {
    pub(crate) lengths: Values,
    pub(crate) values: Values,
    pub(crate) shape: Shape,
    /// Whether there is one test case; otherwise all that there can be.
    pub(crate) is_single: bool,
}

/// The shapes and the kinds of random inputs, which take turns.
pub(crate) const SHAPES: [Shape; 4] = [Shape::Bushy, Shape::Path, Shape::Star, Shape::Long];
pub(crate) const KINDS: [Values; 7] = [Any, Small, Few, Equal, Ascending, Extreme, Descending];

/// The inputs with every bound at its largest or its smallest: lengths, with values.
pub(crate) const EXTREMES: [(Values, &[Values]); 3] = [
    (Largest, &[Any, Largest, Smallest, Extreme, Ascending, Descending, Equal]),
    (Smallest, &[Largest, Smallest]),
    (Extreme, &[Any, Largest, Smallest]),
];

pub(crate) struct Maker {
    rng: Rng,
    sampling: Sampling,
    /// The most rows, values or letters of a sequence, beyond the fewest possible.
    size: i64,
    /// Whether an earlier draw was in vain: extremes may be impossible.
    is_relaxed: bool,
    /// Values of a slot that are to come often.
    favourites: Vec<Vec<i64>>,
    /// The values of a sequence, in the order in which they are chosen.
    plans: Vec<Vec<i64>>,
}

/// Makes an input. The error names what a thousand draws did not meet.
pub(crate) fn make(description: &Description, rng: Rng, sampling: Sampling, size: i64) -> Result<State<'_>, String> {
    /// How many draws may break a condition. In all they may make as many choices as the largest input.
    const DRAWS: usize = 1000;
    let (favourites, plans) = (vec![Vec::new(); description.slots.len()], vec![Vec::new(); description.slots.len()]);
    let maker = Maker { rng, sampling, size, is_relaxed: false, favourites, plans };
    let mut walk = Walk::new(description, maker);
    let (mut draws, mut choices) = (0, 0);
    while let Err(stop) = walk.run() {
        (draws, choices) = (draws + 1, choices + walk.state.choices.len());
        if draws == DRAWS || choices >= Maker::MOST {
            return Err(format!("no input was found in {draws} draws: {}", stop.message));
        }
        walk.state = State::new(description);
        walk.chooser.is_relaxed = true;
        walk.chooser.favourites.iter_mut().for_each(Vec::clear);
    }
    Ok(walk.state)
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
    /// A number from a domain.
    fn draw(&mut self, domain: &Domain, values: Values) -> i64 {
        const FEW: usize = 3;
        let &Domain { slot, low, high, nearest, .. } = domain;
        // After a draw in vain, what is special may be impossible.
        let is_free = values != Grown && self.is_relaxed && self.rng.one_in(2);
        let is_even = self.rng.one_in(2);
        match if is_free { Any } else { values } {
            Largest => high,
            Smallest => low,
            Extreme => [low, high][usize::from(is_even)],
            Grown if is_even => high.min(low.saturating_add(self.size)),
            Grown => between(&mut self.rng, low, high.min(low.saturating_add(self.size))),
            Small => {
                let near = |distance: i64| nearest.saturating_add(distance).clamp(low, high);
                between(&mut self.rng, near(-self.size), near(self.size))
            }
            Equal | Few => {
                let count = if values == Equal { 1 } else { FEW };
                while self.favourites[slot].len() < count {
                    let value = between(&mut self.rng, low, high);
                    self.favourites[slot].push(value);
                }
                self.favourites[slot][self.rng.below(count)].clamp(low, high)
            }
            Any | Ascending | Descending => between(&mut self.rng, low, high),
        }
    }

    /// Chooses all numbers of a sequence at once, if they are to be sorted or distinct and their range does not change.
    fn plan(&mut self, state: &State<'_>, domain: &Domain) {
        let (slots, style, count) = (&state.description.slots, self.sampling.values, state.position().1);
        let its = &slots[domain.slot];
        self.plans[domain.slot].clear();
        let Slot { is_sorted, is_distinct, .. } = *its;
        let is_ordered = is_sorted || matches!(style, Ascending | Descending);
        let spare = if is_distinct { count as u64 - 1 } else { 0 };
        if !(is_ordered || is_distinct)
            || count < 2
            || !its.budgets.is_empty()
            || !is_steady(slots, its)
            || domain.high.abs_diff(domain.low) < spare
        {
            return;
        }
        let mut narrow = Domain { high: domain.high.wrapping_sub(spare as i64), ..domain.clone() };
        narrow.nearest = narrow.nearest.min(narrow.high);
        let mut values: Vec<i64> = (0..count).map(|_| self.draw(&narrow, style)).collect();
        values.sort_unstable();
        if is_distinct {
            // Equal ones move apart, up to the bound.
            values.iter_mut().zip(0..).for_each(|(value, index)| *value += index);
        }
        if !is_ordered {
            shuffle(&mut values, &mut self.rng);
        } else if style == Descending && !is_sorted {
            values.reverse();
        }
        self.plans[domain.slot] = values;
    }

    /// A value, some of which are to come a number of times.
    fn counted(&mut self, domain: &Domain) -> i64 {
        // As one draws cards: how many of the values are left, among how many.
        let among = domain.wanted.iter().map(|wanted| wanted.2).max().unwrap_or(1).max(1);
        let mut draw = self.rng.below(usize::try_from(among).unwrap_or(1)) as i128;
        for &(of, wanted, _) in &domain.wanted {
            if draw < wanted {
                return of;
            }
            draw -= wanted;
        }
        self.draw(domain, self.sampling.values)
    }

    fn value(&mut self, state: &State<'_>, domain: &Domain) -> i64 {
        let slot = domain.slot;
        if !domain.wanted.is_empty() {
            return self.counted(domain);
        }
        if slot == 0 && state.description.has_cases {
            return if self.sampling.is_single { 1 } else { domain.high };
        }
        let its = &state.description.slots[slot];
        let (low, high) = (domain.low, domain.high);
        let (index, count) = state.position();
        match state.levels.last().and_then(|level| level.repeat.graph) {
            Some((properties, ends)) if slot == ends[0] => {
                if index == 0 {
                    let vertices = usize::try_from(high - low + 1).unwrap_or(0);
                    let edges = random_edges(properties, vertices, count, self.sampling.shape, &mut self.rng);
                    for (end, at) in ends.into_iter().zip(0..) {
                        self.plans[end] = edges.iter().map(|edge| low + edge[at] as i64).collect();
                    }
                }
                // A condition on the ends may need the other direction, so it is drawn again with the edge.
                if let [Some(&first), Some(&second)] = ends.map(|end| self.plans[end].get(index))
                    && !properties.directed
                    && self.rng.one_in(2)
                {
                    (self.plans[ends[0]][index], self.plans[ends[1]][index]) = (second, first);
                }
            }
            Some((_, ends)) if slot == ends[1] => {}
            _ if index == 0 => self.plan(state, domain),
            _ => {}
        }
        if let Some(&planned) = self.plans[slot].get(index) {
            return planned.clamp(low, high);
        }
        // Lengths may depend on a value that others need.
        let values = match its.kind {
            Kind::Alternative(_) => Any,
            Kind::Length(..) => self.sampling.lengths,
            _ if its.is_used => self.sampling.lengths,
            _ => self.sampling.values,
        };
        let is_extreme = matches!(values, Largest | Smallest | Extreme);
        match domain.share {
            Some(share) if !is_extreme && !self.rng.one_in(8) => {
                between(&mut self.rng, low, share.saturating_mul(2).clamp(low, high))
            }
            _ => self.draw(domain, values),
        }
    }
}

/// Whether the range of a value is the same in the whole sequence.
fn is_steady(slots: &[Slot], its: &Slot) -> bool {
    !its.bounds_have(|part| match part {
        Expression::Index => true,
        Expression::Name(of) => slots[*of].depth() >= its.depth(),
        Expression::Aggregate(of) => of.depth >= its.depth(),
        _ => false,
    })
}

impl Chooser<'_> for Maker {
    const PATIENCE: usize = 100;
    const MOST: usize = LONGEST as usize;

    fn choose(&mut self, state: &State<'_>, domain: &Domain) -> Result<i64, Stop> {
        const TRIES: usize = 200;
        let was_relaxed = self.is_relaxed;
        let found = (0..TRIES).find_map(|_| {
            let value = self.value(state, domain);
            if domain.allows(value) && state.refusal(domain, value).is_none() {
                return Some(value);
            }
            self.is_relaxed = true;
            self.plans[domain.slot].clear();
            None
        });
        self.is_relaxed = was_relaxed;
        found.ok_or_else(|| {
            let name = &state.description.slots[domain.slot].name;
            Stop { at: 0, message: format!("no value of {name} was found that leaves everything else possible") }
        })
    }
}
