//! Random inputs of several kinds.

use std::collections::HashSet;

use problem::Rng;

use crate::description::{Description, Kind, Slot};
use crate::edges::{Shape, random_edges, shuffle};
use crate::expression::Expression;
use crate::state::{Choice, Domain, State};
use crate::walk::{Chooser, Stop, Walk};

/// What is special about the numbers of rows, values and letters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Lengths {
    /// Up to a size, and often just that.
    Grown,
    Largest,
    Smallest,
    /// Each at random the largest or the smallest.
    Thin,
}

/// What is special about numbers and letters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Values {
    Any,
    /// Near zero.
    Small,
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

#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) lengths: Lengths,
    pub(crate) values: Values,
    pub(crate) shape: Shape,
    /// Whether there is one test case; otherwise all that there can be.
    pub(crate) is_single: bool,
}

/// The kinds of random inputs, which take turns.
pub(crate) const KINDS: [(Values, Shape); 10] = [
    (Values::Any, Shape::Bushy),
    (Values::Small, Shape::Long),
    (Values::Few, Shape::Path),
    (Values::Equal, Shape::Star),
    (Values::Ascending, Shape::Path),
    (Values::Extreme, Shape::Bushy),
    (Values::Small, Shape::Bushy),
    (Values::Descending, Shape::Star),
    (Values::Any, Shape::Long),
    (Values::Few, Shape::Bushy),
];

/// The inputs with every bound at its largest or its smallest.
pub(crate) const EXTREMES: [(Lengths, Values, Shape); 12] = [
    (Lengths::Largest, Values::Any, Shape::Bushy),
    (Lengths::Largest, Values::Largest, Shape::Path),
    (Lengths::Largest, Values::Smallest, Shape::Star),
    (Lengths::Smallest, Values::Largest, Shape::Bushy),
    (Lengths::Smallest, Values::Smallest, Shape::Bushy),
    (Lengths::Largest, Values::Extreme, Shape::Long),
    (Lengths::Largest, Values::Ascending, Shape::Bushy),
    (Lengths::Largest, Values::Descending, Shape::Path),
    (Lengths::Largest, Values::Equal, Shape::Star),
    (Lengths::Thin, Values::Any, Shape::Long),
    (Lengths::Thin, Values::Largest, Shape::Bushy),
    (Lengths::Thin, Values::Smallest, Shape::Path),
];

/// How many draws may break a condition.
const DRAWS: usize = 1000;

pub(crate) struct Maker {
    rng: Rng,
    style: Style,
    /// The most rows, values or letters of a sequence, beyond the fewest possible.
    size: i64,
    cases: Option<usize>,
    /// Whether an earlier draw was in vain: extremes may be impossible.
    is_relaxed: bool,
    /// How many choices there were before the latest edge.
    latest_edge: Option<usize>,
    /// Values of a slot that are to come often.
    favourites: Vec<Vec<i64>>,
    /// The values of a sequence, in the order in which they are chosen.
    plans: Vec<Vec<i64>>,
}

/// Makes an input. The error names what a thousand draws did not meet.
pub(crate) fn make(description: &Description, rng: Rng, style: Style, size: i64) -> Result<State<'_>, String> {
    /// What draws in vain may write in all.
    const PATIENCE_IN_BYTES: usize = 1 << 26;
    let slots = description.slots.len();
    let maker = Maker {
        rng,
        style,
        size,
        cases: description.cases,
        is_relaxed: false,
        latest_edge: None,
        favourites: vec![Vec::new(); slots],
        plans: vec![Vec::new(); slots],
    };
    let mut walk = Walk::new(description, maker);
    let mut written = 0;
    for draw in 1.. {
        match walk.run() {
            Ok(()) => return Ok(walk.state),
            Err(stop) if draw == DRAWS || written > PATIENCE_IN_BYTES => {
                return Err(format!("no input was found in {draw} draws: {}", stop.message));
            }
            Err(_) => {}
        }
        written += walk.state.out.len();
        walk.chooser.is_relaxed = true;
        walk.chooser.latest_edge = None;
        walk.chooser.favourites.iter_mut().for_each(Vec::clear);
    }
    Err("no input was found".to_owned())
}

pub(crate) fn between(rng: &mut Rng, low: i64, high: i64) -> i64 {
    let span = usize::try_from(high.abs_diff(low)).unwrap_or(usize::MAX);
    low.wrapping_add(rng.between(0, span) as i64)
}

impl Maker {
    /// A length, or a number that lengths may depend on.
    fn length(&mut self, low: i64, high: i64) -> i64 {
        let high = match self.style.lengths {
            Lengths::Grown => high.min(low.saturating_add(self.size)),
            _ => high,
        };
        match self.style.lengths {
            _ if self.is_relaxed && self.rng.one_in(2) => between(&mut self.rng, low, high),
            Lengths::Largest => high,
            Lengths::Smallest => low,
            Lengths::Thin => {
                if self.rng.one_in(2) {
                    low
                } else {
                    high
                }
            }
            Lengths::Grown if self.rng.one_in(2) => high,
            Lengths::Grown => between(&mut self.rng, low, high),
        }
    }

    /// A number or a letter from a range.
    fn value(&mut self, slot: usize, low: i64, high: i64, nearest: i64) -> i64 {
        const FEW: usize = 3;
        let values = if self.is_relaxed && self.rng.one_in(2) { Values::Any } else { self.style.values };
        let favourites = match values {
            Values::Equal => 1,
            Values::Few => FEW,
            _ => 0,
        };
        if favourites > 0 {
            while self.favourites[slot].len() < favourites {
                let value = between(&mut self.rng, low, high);
                self.favourites[slot].push(value);
            }
            return self.favourites[slot][self.rng.below(favourites)].clamp(low, high);
        }
        match values {
            Values::Largest => high,
            Values::Smallest => low,
            Values::Extreme => {
                if self.rng.one_in(2) {
                    low
                } else {
                    high
                }
            }
            Values::Small => {
                let near = |distance: i64| nearest.saturating_add(distance).clamp(low, high);
                between(&mut self.rng, near(-self.size), near(self.size))
            }
            _ => between(&mut self.rng, low, high),
        }
    }

    /// Chooses all numbers of a sequence at once, if they are to be sorted or distinct and their range does not change.
    fn plan(&mut self, slots: &[Slot], slot: usize, domain: &Domain<'_>) {
        let its = &slots[slot];
        self.plans[slot].clear();
        let is_sorted = its.is_sorted || matches!(self.style.values, Values::Ascending | Values::Descending);
        if !(is_sorted || its.is_distinct) || domain.count < 2 || !its.budgets.is_empty() || !is_steady(slots, its) {
            return;
        }
        let Domain { low, high, nearest, count, .. } = *domain;
        let mut values: Vec<i64> = if its.is_distinct {
            let room = high.abs_diff(low).saturating_add(1);
            if room < count as u64 {
                return;
            }
            match self.style.values {
                Values::Largest => (0..count as i64).map(|number| high - number).collect(),
                Values::Smallest => (0..count as i64).map(|number| low + number).collect(),
                _ if room / 2 < count as u64 => {
                    let mut all: Vec<i64> = (low..=high).collect();
                    shuffle(&mut all, &mut self.rng);
                    all.truncate(count);
                    all
                }
                _ => {
                    let mut seen = HashSet::new();
                    let mut draw = || between(&mut self.rng, low, high);
                    std::iter::repeat_with(&mut draw).filter(|&value| seen.insert(value)).take(count).collect()
                }
            }
        } else {
            (0..count).map(|_| self.value(slot, low, high, nearest)).collect()
        };
        if is_sorted {
            values.sort_unstable();
        }
        if self.style.values == Values::Descending && !its.is_sorted {
            values.reverse();
        }
        self.plans[slot] = values;
    }

    /// Chooses all edges of a graph at once.
    fn plan_edges(&mut self, state: &State<'_>, domain: &Domain<'_>) {
        let Some((graph, _)) = state.graph() else { return };
        let vertices = usize::try_from(domain.high - domain.low + 1).unwrap_or(0);
        for slot in graph.ends {
            self.plans[slot].clear();
        }
        let shape = self.style.shape;
        let edges = random_edges(graph.properties, vertices, domain.count, shape, &mut self.rng);
        for (first, second) in edges.unwrap_or_default() {
            self.plans[graph.ends[0]].push(domain.low + first as i64);
            self.plans[graph.ends[1]].push(domain.low + second as i64);
        }
    }

    /// Narrows a range to what leaves something possible for later values, if that is one part of it.
    fn narrow(state: &State<'_>, slot: usize, domain: &mut Domain<'_>) {
        let leaves = |value| state.leaves_everything(slot, value);
        let (is_low, is_high) = (leaves(domain.low), leaves(domain.high));
        if is_low == is_high {
            return;
        }
        let (mut right, mut wrong) = if is_low { (domain.low, domain.high) } else { (domain.high, domain.low) };
        while right.abs_diff(wrong) > 1 {
            let middle = i64::midpoint(right, wrong);
            if leaves(middle) {
                right = middle;
            } else {
                wrong = middle;
            }
        }
        *(if is_low { &mut domain.high } else { &mut domain.low }) = right;
    }

    /// A value, some of which are to come a number of times.
    fn counted(&mut self, domain: &Domain<'_>) -> i64 {
        // As one draws cards: how many of the values are left, among how many.
        let among = domain.wanted.iter().map(|wanted| wanted.2).max().unwrap_or(1).max(1);
        let mut draw = self.rng.below(usize::try_from(among).unwrap_or(1)) as i128;
        for &(of, wanted, _) in &domain.wanted {
            if draw < wanted {
                return of;
            }
            draw -= wanted;
        }
        self.value(slot_of(domain), domain.low, domain.high, domain.nearest)
    }

    fn number(&mut self, state: &State<'_>, domain: &Domain<'_>, slot: usize) -> i64 {
        let its = &state.description.slots[slot];
        let mut domain = domain.clone();
        if Some(slot) == self.cases {
            let low = domain.low.max(1).min(domain.high);
            return if self.style.is_single { low } else { domain.high };
        }
        if !its.requirements.is_empty() {
            Self::narrow(state, slot, &mut domain);
        }
        let Domain { low, high, nearest, index, .. } = domain;
        let ends = state.graph().map_or([usize::MAX; 2], |(graph, _)| graph.ends);
        let is_again = slot == ends[0] && self.latest_edge.replace(state.choices.len()) == Some(state.choices.len());
        if is_again && let [Some(&first), Some(&second)] = ends.map(|end| self.plans[end].get(index)) {
            // The edge broke a condition, which its other direction may meet.
            (self.plans[ends[0]][index], self.plans[ends[1]][index]) = (second, first);
        }
        if index == 0 && !is_again {
            if slot == ends[0] {
                self.plan_edges(state, &domain);
            } else if slot != ends[1] {
                self.plan(&state.description.slots, slot, &domain);
            }
        }
        if let Some(&planned) = self.plans[slot].get(index) {
            return planned.clamp(low, high);
        }
        let is_extreme = if its.is_used {
            match self.style.lengths {
                Lengths::Grown => false,
                Lengths::Smallest => true,
                Lengths::Largest | Lengths::Thin => self.style.is_single,
            }
        } else {
            matches!(self.style.values, Values::Largest | Values::Smallest | Values::Extreme)
        };
        if let Some(share) = domain.share
            && !is_extreme
            && !self.rng.one_in(8)
        {
            return between(&mut self.rng, low, share.saturating_mul(2).clamp(low, high));
        }
        if its.is_used { self.length(low, high) } else { self.value(slot, low, high, nearest) }
    }
}

/// Whether the range of a value is the same in the whole array, or in all rows.
fn is_steady(slots: &[Slot], its: &Slot) -> bool {
    let Kind::Number { low, high, .. } = &its.kind else { return false };
    let depends = |expression: &Expression| {
        expression.any(&mut |part| match part {
            Expression::Index => true,
            Expression::Name(of) => its.length.is_none() && slots[*of].depth() >= its.depth(),
            Expression::Aggregate(of) => its.length.is_none() && of.depth >= its.depth(),
            _ => false,
        })
    };
    !depends(low) && !depends(high)
}

fn slot_of(domain: &Domain<'_>) -> usize {
    match domain.kind {
        Choice::Number(slot) | Choice::Letter(slot) | Choice::Length(slot) => slot,
        Choice::Rows(_) | Choice::Alternative(_) => 0,
    }
}

impl Chooser for Maker {
    const PATIENCE: usize = 100;

    fn choose(&mut self, state: &State<'_>, domain: &Domain<'_>) -> Result<i64, Stop> {
        const TRIES: usize = 200;
        let was_relaxed = self.is_relaxed;
        let Domain { low, high, nearest, .. } = *domain;
        for _ in 0..TRIES {
            let value = match domain.kind {
                Choice::Alternative(_) => between(&mut self.rng, low, high),
                Choice::Length(_) | Choice::Rows(_) => self.length(low, high),
                Choice::Number(_) | Choice::Letter(_) if !domain.wanted.is_empty() => self.counted(domain),
                Choice::Number(slot) => self.number(state, domain, slot),
                Choice::Letter(slot) => self.value(slot, low, high, nearest),
            };
            if (low..=high).contains(&value) && state.refusal(domain, value).is_none() {
                self.is_relaxed = was_relaxed;
                return Ok(value);
            }
            self.plans[slot_of(domain)].clear();
            self.is_relaxed = true;
        }
        self.is_relaxed = was_relaxed;
        let name = &state.description.slots[slot_of(domain)].name;
        Err(Stop { at: 0, message: format!("no value of {name} was found that leaves everything else possible") })
    }
}
