//! What is still to come costs: by the range of each value, and by what is known of the numbers of a sequence together,
//! which are sorted or distinct, have a sum, or are the ends of the edges of a graph.

use crate::description::{Properties, Repeat, SequenceKind, Slot};
use crate::domain::Domain;
use crate::expression::{Expression, Function, Span};
use crate::graph::{Graph, sum_of_vertices};
use crate::possible::{ANY_INDEX, Cost, View, add, multiply};
use crate::walk::{Level, Walk};

/// Elements of a sequence that are still to come.
#[derive(Clone, Copy)]
pub(crate) struct Later<'a> {
    pub(crate) repeat: &'a Repeat,
    pub(crate) count: Span,
    /// If the walk is in this sequence, the place of its level, and the level.
    pub(crate) level: Option<(usize, &'a Level<'a>)>,
}

/// The numbers of a slot that are still to come in a sequence.
struct LaterNumbers {
    count: Span,
    low: i128,
    high: i128,
    is_distinct: bool,
    /// Whether they are in each element, with the same range.
    is_steady: bool,
    is_sorted: bool,
    /// The latest one before them.
    latest: Option<i64>,
    /// What conditions leave to their sum.
    sums: Vec<Span>,
}

/// The numbers of a sequence that are still to come after a choice, if they are bound to it: the later ones of its slot,
/// or the ends of edges.
pub(crate) struct Bound {
    /// Each with whether it is of the slot of the choice.
    numbers: Vec<(LaterNumbers, bool)>,
    /// For the first or the second end of an edge, the first one if it is chosen before, and how many edges follow.
    edge: Option<(Option<i64>, i128)>,
}

impl View<'_> {
    /// What elements cost that are still to come, with these indexes. The numbers of the group `except` cost what their
    /// ranges say.
    pub(crate) fn elements(&self, later: &Later<'_>, index: Span, except: Option<&[usize]>) -> Cost {
        let &Later { repeat, count, .. } = later;
        let (mut cost, mut later) = ((0, 0), *later);
        if count.1 > 0 {
            let each = i128::from(repeat.kind == SequenceKind::Rows);
            match self.outside(repeat.slots.start, index).nodes(&repeat.body) {
                Ok(one) => cost = multiply(count, add(one, (each, each))),
                Err(_) if count.0 == 0 => later.count = (0, 0),
                refused => return refused,
            }
        }
        repeat
            .groups()
            .filter(|group| Some(*group) != except)
            .try_fold(cost, |cost, group| self.narrow(cost, &later, group))
    }

    /// What is left of a cost, if more is known of a group of numbers than their ranges, by which they are in it.
    fn narrow(&self, cost: Span, later: &Later<'_>, group: &[usize]) -> Cost {
        let mut all = (0, 0);
        for &slot in group.iter().filter(|&&slot| self.slots[slot].is_bound_to_others()) {
            all = add(all, self.numbers(slot, later).distances(None).ok_or(slot)?);
        }
        if let Some((properties, ends)) = later.repeat.graph.filter(|(_, ends)| group == ends) {
            all.0 = all.0.max(self.least_distances(properties, ends, later).ok_or(group[0])?);
        }
        Ok((cost.0 + all.0, cost.1 - all.1))
    }

    /// The numbers of a slot that are still to come. In the sequence that the walk is in, what is being chosen is none.
    fn numbers(&self, slot: usize, &Later { repeat, count, level }: &Later<'_>) -> LaterNumbers {
        let its = &self.slots[slot];
        let is_pending = i128::from(level.is_some() && slot > self.below);
        let view = self.outside(repeat.slots.start, ANY_INDEX);
        let [(low, highest_low), (lowest_high, high)] =
            [&its.low, &its.high].map(|bound| view.range(bound, its.places));
        let is_known = (low, high) == (highest_low, lowest_high);
        let count = add(count, (is_pending, is_pending));
        let is_bound = !its.is_optional && its.is_bound_to_others();
        let is_steady = is_bound && its.is_steady(self.slots);
        let latest = level.filter(|_| is_steady && its.is_sorted);
        // Where another value may be nearest zero, their sum does not say how far they are from it.
        let sums = its.budgets.iter().filter(|_| is_steady && is_known);
        LaterNumbers {
            count,
            low,
            high,
            is_distinct: is_bound && its.is_distinct && !its.bounds_have(|part| *part == Expression::Index),
            is_steady,
            is_sorted: is_steady && its.is_sorted,
            latest: latest.and_then(|(depth, _)| self.walk?.values_since(slot, depth).next_back()),
            sums: sums.filter_map(|&number| self.sum_of_later(number, slot, level)).collect(),
        }
    }

    /// What is left of a condition on the sum of a slot to its numbers that are still to come.
    fn sum_of_later(&self, number: usize, slot: usize, level: Option<(usize, &Level<'_>)>) -> Option<Span> {
        let (its, walk) = (&self.slots[slot], self.walk?);
        let condition = &walk.description.budgets[number];
        let Expression::Aggregate(of) = &condition.left else { return None };
        if of.function != Function::Sum || of.depth + 1 != its.depth() {
            return None;
        }
        let (least, most) = condition.limits(self, its.places);
        let totals = &walk.totals[number];
        let spent = level.map_or(0, |_| totals[totals.len() - 1] - totals[walk.before(slot, of.depth)]);
        Some((least.saturating_sub(spent), most.saturating_sub(spent)))
    }

    /// The least sum of the distances of the ends of edges that are still to come; `None` if there can be no such graph.
    fn least_distances(&self, of: Properties, ends: [usize; 2], later: &Later<'_>) -> Option<i128> {
        if let Some((_, Level { graph: Some(graph), .. })) = &later.level {
            return Some(graph.least_distances(ends.map(|end| self.known(end)), later.count.1));
        }
        let (count, Slot { low, high, .. }) = (later.count, &self.slots[ends[0]]);
        let (low, high) = (self.range(low, 0), self.range(high, 0));
        let [fewest, most] = [high.0 - low.1 + 1, high.1 - low.0 + 1].map(|vertices| vertices.max(0));
        let pairs = most.saturating_mul(most - 1) / if of.is_two_way() { 1 } else { 2 };
        let is_possible = (!of.connected || (count.1 >= fewest - 1 && most > 0))
            && (!of.forest || count.0 <= (most - 1).max(0))
            && (!of.has_no_loops() || count.0 <= pairs || !of.simple && most > 1);
        is_possible.then(|| of.least_distances(count.0, if low.0 < 0 { 0 } else { sum_of_vertices(fewest) }))
    }
}

/// For different values of a range: the least sum of the distances of `fewest` from the value nearest zero, and by how much
/// the sum of `most` stays below as many times the longest distance. On two sides of zero, each distance comes twice.
fn distances_apart((low, high): Span, fewest: i128, most: i128) -> Span {
    let shorter = (-low).min(high).max(0);
    let longer = if shorter > 0 { (-low).max(high) } else { high - low };
    let paired = fewest.min(2 * shorter + 1);
    let single = fewest - paired;
    let least = paired * paired / 4 + single * shorter + single * (single + 1) / 2;
    let single = most.min(longer - shorter);
    let paired = most - single;
    let less = single * (single - 1) / 2 + paired * (longer - shorter) + (paired - 1).max(0).pow(2) / 4;
    (least, less)
}

impl LaterNumbers {
    /// How much more the sum of their distances from the value nearest zero is at least, and how much less at most, than
    /// by their ranges alone, after a number of the same slot if there is one; `None` if nothing is possible.
    fn distances(&self, chosen: Option<i64>) -> Option<Span> {
        let &Self { count, mut low, high, .. } = self;
        let nearest = low.max(high.min(0));
        if let Some(latest) = chosen.or(self.latest).filter(|_| self.is_sorted) {
            low = low.max(i128::from(latest) + i128::from(self.is_distinct));
        }
        let room = (high - low + 1).max(0);
        if self.is_distinct && count.0 > room || self.is_steady && count.0 > 0 && room == 0 {
            return None;
        }
        if !self.is_steady || count.1 <= 0 {
            return Some((0, 0));
        }
        let farthest = (high - nearest).max(nearest - self.low);
        // The order allows only values that are not nearer than this.
        let moved = low.max(high.min(0)) - nearest;
        let (mut more, mut less) = (count.0 * moved, count.1 * (farthest - (high - nearest).max(nearest - low)));
        if self.is_distinct {
            let apart = distances_apart((low, high), count.0, count.1.min(room));
            (more, less) = (more + apart.0, less + apart.1);
        }
        for &(least, most) in &self.sums {
            let chosen = chosen.map_or(0, i128::from);
            // How much farther up all are than the values nearest zero.
            let of_nearest = multiply(count, (nearest, nearest));
            let up = (least.saturating_sub(chosen + of_nearest.1), most.saturating_sub(chosen + of_nearest.0));
            more = more.max(up.0).max(up.1.saturating_neg());
            match nearest {
                _ if nearest == self.low => less = less.max(count.1 * farthest - up.1),
                _ if nearest == high => less = less.max(count.1 * farthest + up.0),
                _ => {}
            }
        }
        (more <= count.1 * farthest - less).then_some((more, less))
    }
}

impl Bound {
    /// What is left of the cost of the rest if the choice is `value`; `None` if nothing is possible.
    pub(crate) fn narrow(&self, graph: Option<&Graph>, value: i64, rest: Span) -> Option<Span> {
        let mut all = (0, 0);
        for (numbers, is_own) in &self.numbers {
            all = add(all, numbers.distances(Some(value).filter(|_| *is_own))?);
        }
        if let (Some((first, left)), Some(graph)) = (self.edge, graph) {
            if first.is_some_and(|first| graph.allow([first, value], left).is_err()) {
                return None;
            }
            let ends = first.map_or([Some(value), None], |first| [Some(first), Some(value)]);
            all.0 = all.0.max(graph.least_distances(ends, left));
        }
        Some((rest.0 + all.0, rest.1 - all.1))
    }
}

impl Walk<'_> {
    /// What is known if this choice is `value`.
    fn view_after(&self, domain: &Domain, value: i64) -> View<'_> {
        View { below: domain.slot, candidate: Some((domain.slot, value)), index: ANY_INDEX, ..self.view() }
    }

    /// What comes after this choice in the current elements costs, if it is `value`. Whether something is possible in
    /// later elements does not depend on it.
    pub(crate) fn rest_of_elements(&self, domain: &Domain, value: i64) -> Cost {
        let view = self.view_after(domain, value);
        self.pending.iter().try_fold((0, 0), |all, nodes| Ok(add(all, view.nodes(nodes)?)))
    }

    /// What comes after this choice costs, if it is `value`. Of later numbers that it is bound to by itself, only the
    /// ranges are known, so that nothing depends on a value that no expression needs.
    pub(crate) fn rest_of(&self, domain: &Domain, value: i64) -> Cost {
        let (view, own) = (self.view_after(domain, value), self.rest_of_elements(domain, value)?);
        self.levels.iter().enumerate().try_fold(own, |all, (depth, level)| {
            let (index, left) = (level.element.index as i128 + 1, level.left());
            let later = Later { repeat: level.element.repeat, count: left, level: Some((depth, level)) };
            let bound = later.repeat.group_bound_to(domain.slot, view.slots);
            Ok(add(all, view.elements(&later, (index + 1, index + left.1), bound)?))
        })
    }

    /// The numbers that this choice is bound to, if there are any.
    pub(crate) fn bound(&self, domain: &Domain) -> Option<Bound> {
        let level = self.levels.last()?;
        let (slot, repeat) = (domain.slot, level.element.repeat);
        let later = Later { repeat, count: level.left(), level: Some((self.levels.len() - 1, level)) };
        let view = View { below: slot, index: ANY_INDEX, ..self.view() };
        let group = repeat.group_bound_to(slot, view.slots)?.iter();
        let group = group.filter(|&&other| view.slots[other].is_bound_to_others());
        let numbers = group.map(|&other| (view.numbers(other, &later), other == slot)).collect();
        let ends = repeat.graph.map(|(_, ends)| ends).filter(|ends| ends.contains(&slot));
        let first = |[first, _]: [usize; 2]| (first != slot).then(|| self.latest_value(first));
        Some(Bound { numbers, edge: ends.map(|ends| (first(ends), later.count.1)) })
    }
}
