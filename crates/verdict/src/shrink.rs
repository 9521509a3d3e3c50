//! Smaller inputs, one step from an input: a part is left out, or a value is nearer to zero, and what depends on that
//! follows. Each is walked through again, so it satisfies the description.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::iter::once;
use std::ops::Range;
use std::sync::Arc;

use problem::Attempt;

use crate::Input;
use crate::forest::Forest;
use crate::walk::{Element, Walk};

/// The way to leave elements out, and what it means for values that are bounded by their number.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// They are vertices: edges go with them, and the others are numbered again.
    Vertices,
    /// They are vertices, each merged with a neighbour, so that what was connected stays connected.
    Merged,
    /// The values left out are numbers of elements: those above them are numbered again.
    Values,
    /// Values stay, as far as they can.
    Plain,
    /// The same, but a number is less: by how many elements go, or by the sum of a slot in them.
    Less(usize, Option<usize>),
}

/// Elements to leave out of all sequences with a counter, none of which has more than `count`.
#[derive(Clone)]
struct Part {
    counter: usize,
    count: usize,
    ranges: [Range<usize>; 2],
}

/// Any two elements; of more than a few, those that are close to one another.
fn pairs((counter, count): (usize, usize)) -> impl Iterator<Item = Part> {
    const MOST: usize = 1024;
    (0..count.min(MOST)).flat_map(move |first| {
        let others = (first + 1..count).take(MOST / count);
        let ranges = move |second| [first, second].map(|at| Range { start: at, end: at + 1 });
        others.map(move |second| Part { counter, count, ranges: ranges(second) })
    })
}

/// Halves of the elements, quarters and so on down to single ones, of each counter in turn.
fn halves(counts: Vec<(usize, usize)>) -> impl Iterator<Item = Part> {
    let lengths = (0..usize::BITS).flat_map(move |halvings| {
        let length = move |(counter, count): (usize, usize)| (counter, count, count.div_ceil(2) >> halvings);
        counts.clone().into_iter().map(length).filter(|&(_, _, length)| length > 0)
    });
    lengths.flat_map(|(counter, count, length)| {
        let starts = (1..=count).rev().step_by(length).map(move |end| end.saturating_sub(length));
        starts.map(move |from| Part { counter, count, ranges: [from..from + length, 0..0] })
    })
}

/// The inputs one step smaller than this one, the largest steps first.
pub(crate) fn smaller(walk: Walk<'_>) -> impl Iterator<Item = Attempt<'_, Input>> {
    // The latest choice of each slot.
    let mut latest = vec![None; walk.description.slots.len()];
    let mut bounds = Vec::new();
    for (at, chosen) in walk.choices.iter().enumerate() {
        let its = &walk.description.slots[chosen.slot];
        let high = its.high.counter().filter(|_| its.is_number() && !its.is_length);
        bounds.push(high.and_then(|high| latest[high]));
        latest[chosen.slot] = Some(at);
    }
    let recorded = Recorded { walk, bounds, forests: BTreeMap::new() };
    let counts = recorded.counts();
    let forests = recorded.forests(&counts);
    Arc::new(Recorded { forests, ..recorded }).steps(counts)
}

/// An input, and what there is to change about it.
struct Recorded<'d> {
    walk: Walk<'d>,
    /// The choices that are the upper bounds of others.
    bounds: Vec<Option<usize>>,
    /// By the counter of its vertices, trees that span a graph.
    forests: BTreeMap<usize, Forest>,
}

impl<'d> Recorded<'d> {
    /// The input after a change of its choices, if there is one and it is smaller. If these stay in their places, what
    /// depends on them follows or not; if nothing does, only the former is an attempt.
    fn attempt(
        self: &Arc<Self>,
        follows: Option<bool>,
        change: impl Fn(&Self, &mut Vec<i64>) + Send + 'd,
    ) -> Attempt<'d, Input> {
        let recorded = self.clone();
        Box::new(move || {
            let before = &recorded.walk.choices;
            let mut choices: Vec<i64> = before.iter().map(|chosen| chosen.value).collect();
            change(&recorded, &mut choices);
            if before.iter().map(|chosen| &chosen.value).eq(&choices) {
                return None;
            }
            // Whether the value nearest zero is another one somewhere.
            let mut has_moved = false;
            let walk = Walk::new(recorded.walk.description).finish(|walk, domain| {
                let at = walk.choices.len();
                let Some(&(mut value)) = choices.get(at) else {
                    return walk.stop("there are too few choices".to_owned());
                };
                if follows.is_some() && before[at].nearest != domain.nearest {
                    has_moved = true;
                    if follows == Some(true) {
                        // Where the value is relative to the one nearest zero stays as it was.
                        value = value.saturating_sub(before[at].nearest).saturating_add(domain.nearest);
                    }
                }
                Ok(value.clamp(domain.low, domain.high))
            });
            let walk = walk.ok()?;
            let is_new = follows != Some(false) || has_moved;
            let is_smaller = walk.choices.len() == choices.len() && walk.size < recorded.walk.size;
            (is_new && is_smaller).then(|| Input::of(&walk))
        })
    }

    fn steps(self: Arc<Self>, counts: BTreeMap<usize, usize>) -> impl Iterator<Item = Attempt<'d, Input>> {
        let is_outside = |counter: usize| self.walk.description.slots[self.walk.choices[counter].slot].path.is_empty();
        let (outside, inside): (Vec<_>, Vec<_>) = counts.into_iter().partition(|&(counter, _)| is_outside(counter));
        let pairs = [&outside[..], &inside].concat().into_iter().flat_map(pairs);
        // Whole test cases go before parts of them.
        let parts = [outside, inside].into_iter().flat_map(halves).chain(pairs);
        let bounds: BTreeSet<usize> = self.bounds.iter().flatten().copied().collect();
        let (recorded, less) = (self.clone(), self.totals());
        let removals = parts.flat_map(move |part| {
            let is_graph = recorded.forests.contains_key(&part.counter);
            let is_bound = bounds.contains(&part.counter);
            let ways =
                [(Way::Vertices, is_bound), (Way::Merged, is_graph), (Way::Values, is_bound), (Way::Plain, true)];
            let ways = ways.into_iter().filter_map(|(way, is_possible)| is_possible.then_some(way));
            let recorded = recorded.clone();
            ways.chain(less.clone()).map(move |way| {
                let part = part.clone();
                recorded.attempt(None, move |it, choices| it.remove(&part, way, choices))
            })
        });
        // Their groups are found when no part can be left out.
        removals.chain(once(self).flat_map(Self::nearer))
    }

    /// The edges of graphs, each with the counter of its vertices and the choices of its ends, which have that bound.
    fn edges(&self) -> impl Iterator<Item = (&Element<'d>, usize, [usize; 2])> {
        self.walk.elements().filter_map(|edge| {
            let (_, slots) = edge.repeat.graph?;
            let mut ends = edge.choices.clone().filter(|&at| slots.contains(&self.walk.choices[at].slot));
            let ends = [ends.next()?, ends.next()?];
            Some((edge, self.bounds[ends[0]]?, ends))
        })
    }

    /// Which element or vertex a choice names, from 0, if it can be one.
    fn number(&self, at: usize) -> Option<usize> {
        usize::try_from(self.walk.choices[at].distance()).ok()
    }

    /// By counter, how many elements or vertices depend on it. A larger number is only a bound of others.
    fn counts(&self) -> BTreeMap<usize, usize> {
        let bounds = self.bounds.iter().flatten().filter(|&&bound| self.value(bound) <= self.bounds.len());
        let mut counts: BTreeMap<usize, usize> = bounds.map(|&counter| (counter, self.value(counter))).collect();
        let lengths = self.walk.elements().filter_map(|element| Some((element.counter?, self.length(element))));
        let ends = self
            .edges()
            .flat_map(|(_, counter, ends)| ends.map(|at| (counter, self.number(at).map_or(0, |it| it + 1))));
        for (counter, least) in lengths.chain(ends) {
            let count = counts.entry(counter).or_insert_with(|| self.value(counter));
            *count = least.max(*count);
        }
        counts
    }

    fn forests(&self, counts: &BTreeMap<usize, usize>) -> BTreeMap<usize, Forest> {
        let mut edges: BTreeMap<usize, Vec<[usize; 2]>> = BTreeMap::new();
        for (_, counter, ends) in self.edges() {
            if let [Some(first), Some(second)] = ends.map(|at| self.number(at)) {
                edges.entry(counter).or_default().push([first, second]);
            }
        }
        edges.into_iter().map(|(counter, edges)| (counter, Forest::new(counts[&counter], &edges))).collect()
    }

    /// The numbers of which there is one, with what may be counted in them.
    fn totals(&self) -> Vec<Way> {
        let slots = &self.walk.description.slots;
        let is_value = |&slot: &usize| slots[slot].is_number() && !slots[slot].is_length;
        let mut choices: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, chosen) in self.walk.choices.iter().enumerate().filter(|(_, chosen)| is_value(&chosen.slot)) {
            choices.entry(chosen.slot).or_default().push(at);
        }
        let (single, several): (Vec<_>, Vec<_>) = choices.into_iter().partition(|(_, choices)| choices.len() == 1);
        let less = |total: usize| {
            several.iter().map(move |(slot, _)| Way::Less(total, Some(*slot))).chain([Way::Less(total, None)])
        };
        single.iter().flat_map(|(_, choices)| less(choices[0])).collect()
    }

    /// Some choices come nearer to the values nearest zero together: all the way, or by a power of two, as by single steps
    /// nobody would see the end. What depends on them follows first, and then stays. Each group has the same number of
    /// steps whatever the distance is, so that after a step the next one is of the same group.
    fn nearer(self: Arc<Self>) -> impl Iterator<Item = Attempt<'d, Input>> {
        self.groups().into_iter().flat_map(move |group| {
            let chosen = |&at: &usize| &self.walk.choices[at];
            let most = group.iter().map(|at| chosen(at).distance().saturating_abs() as u64).max().unwrap_or_default();
            let is_used = group.iter().any(|at| self.walk.description.slots[chosen(at).slot].is_used);
            let steps = (0..u64::BITS).rev().flat_map(move |power| [(power, true), (power, false)]);
            let recorded = self.clone();
            steps.filter(move |&(_, follows)| follows || is_used).map(move |(power, follows)| {
                let by = if (1 << power) / 2 < most { most.min(1 << power) as i64 } else { 0 };
                let group = group.clone();
                recorded.attempt(Some(follows), move |it, choices| {
                    group.iter().for_each(|&at| choices[at] -= it.walk.choices[at].distance().clamp(-by, by));
                })
            })
        })
    }

    /// All choices of a slot, each by itself, and others: a program may be wrong because of their order, difference or sum.
    /// These are any of a few, or all of one absolute value, and two that are close to one another, as far as that does not
    /// take long.
    fn groups(&self) -> Vec<Arc<[usize]>> {
        const MOST: usize = 128;
        let choices = &self.walk.choices;
        let slot = |at: usize| &self.walk.description.slots[choices[at].slot];
        let far: Vec<usize> = (0..choices.len()).filter(|&at| choices[at].distance() != 0).collect();
        let values: Vec<usize> = far.iter().copied().filter(|&at| !slot(at).is_length).collect();
        let (mut slots, mut equal) = (BTreeMap::<_, Vec<_>>::new(), BTreeMap::<_, Vec<_>>::new());
        for &at in &far {
            slots.entry(choices[at].slot).or_default().push(at);
        }
        for &at in &values {
            equal.entry((slot(at).is_number(), choices[at].value.saturating_abs())).or_default().push(at);
        }
        let slots: Vec<Vec<usize>> = slots.into_values().filter(|group| group.len() > 1).collect();
        let others: Vec<Vec<usize>> = if values.len() <= MOST.ilog2() as usize {
            let chosen = |set: usize| (0..values.len()).filter(move |index| set >> index & 1 == 1);
            (0..1 << values.len()).map(|set| chosen(set).map(|index| values[index]).collect()).collect()
        } else {
            let pairs = values.iter().enumerate().flat_map(|(index, &at)| {
                values[index + 1..].iter().take(MOST / values.len()).map(move |&other| vec![at, other])
            });
            equal.into_values().filter(|group| group.len() > 2).chain(pairs).collect()
        };
        let others = others.into_iter().filter(|group| group.len() > 1 && !slots.contains(group)).collect::<Vec<_>>();
        slots.into_iter().chain(far.into_iter().map(|at| vec![at])).chain(others).map(Arc::from).collect()
    }

    fn value(&self, counter: usize) -> usize {
        usize::try_from(self.walk.choices[counter].value).unwrap_or(0)
    }

    /// How many elements there are in the sequence of this one.
    fn length(&self, element: &Element<'_>) -> usize {
        let found = element.counter.filter(|_| element.repeat.ends.is_some());
        found.map_or(element.count, |counter| self.value(counter))
    }

    /// The edges that go when their ends become these vertices: where one is missing, where both are now the same, and
    /// in a simple graph where an earlier edge has them already.
    fn lost_edges(&self, counter: usize, vertex: impl Fn(usize) -> Option<i64>) -> Vec<&Element<'d>> {
        let mut seen = HashSet::new();
        let lost = self.edges().filter(|&(edge, of, ends)| {
            if of != counter {
                return false;
            }
            let [Some(one), Some(other)] = ends.map(&vertex) else { return true };
            let [first, second] = ends.map(|at| self.walk.choices[at].value);
            let (is_directed, is_simple) = edge.repeat.graph.map_or((false, false), |(of, _)| (of.directed, of.simple));
            let ends = if is_directed { [one, other] } else { [one.min(other), one.max(other)] };
            one == other && first != second || is_simple && !seen.insert(ends)
        });
        lost.map(|(edge, ..)| edge).collect()
    }

    /// Takes a part out of the choices, or leaves them as they are where another way makes the same attempt.
    fn remove(&self, part: &Part, way: Way, changed: &mut Vec<i64>) {
        let Part { counter, count, ranges, .. } = part.clone();
        let choices = &self.walk.choices;
        let is_bounded = |at: &usize| self.bounds[*at] == Some(counter);
        let forest = self.forests.get(&counter).filter(|_| matches!(way, Way::Vertices | Way::Merged));
        let mut removed: Vec<usize> = ranges.into_iter().flatten().collect();
        if let Some(forest) = forest {
            for at in &mut removed {
                *at = forest.order[*at];
            }
        }
        removed.sort_unstable();
        let mut gone = vec![false; choices.len()];
        let counted = self.walk.elements().filter(|element| element.counter == Some(counter));
        for element in counted.filter(|element| forest.is_none() || element.repeat.graph.is_none()) {
            // A sequence that is shorter by one, as the parents of all vertices but the first, ends with the others.
            let (length, shift) = (self.length(element), count - self.length(element));
            let first_kept = removed.partition_point(|&index| index < shift);
            if removed[first_kept..].binary_search(&(element.index + shift)).is_ok()
                || element.index + first_kept >= length
            {
                gone[element.choices.clone()].fill(true);
            }
        }
        // The numbers that go, from 0.
        let number = |at: usize| choices[at].distance();
        let mut numbers: Vec<i64> = match way {
            Way::Plain | Way::Less(..) => Vec::new(),
            Way::Values => (0..choices.len()).filter(|at| is_bounded(at) && gone[*at]).map(number).collect(),
            Way::Vertices | Way::Merged => removed.iter().map(|&index| index as i64).collect(),
        };
        numbers.sort_unstable();
        if let Way::Less(total, of) = way {
            if !gone.contains(&true) {
                return;
            }
            let values = (0..choices.len()).filter(|&at| gone[at] && Some(choices[at].slot) == of);
            let sum = values.fold(0, |sum: i64, at| sum.saturating_add(choices[at].value));
            changed[total] = changed[total].saturating_sub(if of.is_some() { sum } else { removed.len() as i64 });
        }
        let stays = forest.map(|forest| forest.without(&removed, way == Way::Merged)).unwrap_or_default();
        let vertex = |at: usize| match self.number(at).and_then(|vertex| stays.get(vertex)) {
            Some(vertex) => vertex.map(|vertex| vertex as i64),
            None => Some(number(at)),
        };
        let lost = if forest.is_some() { self.lost_edges(counter, vertex) } else { Vec::new() };
        for edge in &lost {
            gone[edge.choices.clone()].fill(true);
        }
        let is_moved = |at: usize| !gone[at] && vertex(at).is_some_and(|vertex| vertex != number(at));
        if way == Way::Merged && !(0..choices.len()).filter(is_bounded).any(is_moved) {
            return;
        }
        changed[counter] -= removed.len() as i64;
        for other in lost.iter().filter_map(|edge| edge.counter).filter(|&other| other != counter) {
            changed[other] -= 1;
        }
        for at in (0..choices.len()).filter(is_bounded) {
            let vertex = vertex(at).unwrap_or(number(at));
            changed[at] += vertex - number(at) - numbers.partition_point(|&other| other < vertex) as i64;
        }
        let mut gone = gone.into_iter();
        changed.retain(|_| gone.next() == Some(false));
    }
}
