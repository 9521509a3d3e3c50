//! Smaller inputs, one step from an input: a part is left out, or a value is nearer to zero, and what depends on that
//! follows. Each is walked through again, so it satisfies the description.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::iter::once;
use std::ops::Range;
use std::sync::Arc;

use problem::Attempt;

use crate::Input;
use crate::expression::Expression;
use crate::walk::{Element, Walk};

/// The way to leave elements out, and what it means for values that are bounded by their number.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// They are vertices: edges go with them, and the others are numbered again.
    Vertices,
    /// The values left out are numbers of elements: those above them are numbered again.
    Values,
    /// Values stay, as far as they can.
    Plain,
}

/// The inputs one step smaller than this one, the largest steps first.
pub(crate) fn smaller(walk: Walk<'_>) -> impl Iterator<Item = Attempt<'_, Input>> {
    // The latest choice of each slot.
    let mut latest = vec![None; walk.description.slots.len()];
    let mut bounds = Vec::new();
    for (at, chosen) in walk.choices.iter().enumerate() {
        let its = &walk.description.slots[chosen.slot];
        bounds.push(match its.high {
            Expression::Name(high) if its.is_number() => latest[high],
            _ => None,
        });
        latest[chosen.slot] = Some(at);
    }
    Arc::new(Recorded { walk, bounds }).steps()
}

/// All of a distance, and the powers of two below it: by single steps from a large value, nobody would see the end. What
/// depends on the value follows it first, and then stays.
fn parts_of(distance: i64) -> impl Iterator<Item = (i64, bool)> {
    let powers = (0..i64::BITS - 1).rev().map(|power| 1 << power).filter(move |&power| power < distance);
    once(distance).filter(|&distance| distance > 0).chain(powers).flat_map(|part| [(part, true), (part, false)])
}

/// An input, and what there is to change about it.
struct Recorded<'d> {
    walk: Walk<'d>,
    /// The choices that are the upper bounds of others.
    bounds: Vec<Option<usize>>,
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

    fn steps(self: Arc<Self>) -> impl Iterator<Item = Attempt<'d, Input>> {
        let bounds: BTreeSet<usize> = self.bounds.iter().flatten().copied().collect();
        let mut counts: BTreeMap<usize, usize> = bounds.iter().map(|&counter| (counter, self.value(counter))).collect();
        for (counter, element) in self.walk.elements().filter_map(|element| Some((element.counter?, element))) {
            let count = counts.entry(counter).or_insert_with(|| self.value(counter));
            *count = self.length(element).max(*count);
        }
        let is_outside = |counter: usize| self.walk.description.slots[self.walk.choices[counter].slot].path.is_empty();
        let (outside, inside): (Vec<_>, Vec<_>) = counts.into_iter().partition(|&(counter, _)| is_outside(counter));
        // Whole test cases go before parts of them.
        let lengths = [outside, inside].into_iter().flat_map(|counts| {
            (0..usize::BITS).flat_map(move |halvings| {
                let length = move |(counter, count): (usize, usize)| (counter, count, count.div_ceil(2) >> halvings);
                counts.clone().into_iter().map(length).filter(|&(_, _, length)| length > 0)
            })
        });
        let recorded = self.clone();
        let removals = lengths.flat_map(move |(counter, count, length)| {
            let ways = [Way::Vertices, Way::Values, Way::Plain].into_iter();
            let ways = ways.skip(if bounds.contains(&counter) { 0 } else { 2 });
            let starts = (1..=count).rev().step_by(length).map(move |end| end.saturating_sub(length));
            let steps = starts.flat_map(move |from| ways.clone().map(move |way| (from..from + length, way)));
            let recorded = recorded.clone();
            steps.map(move |(range, way)| {
                recorded.attempt(None, move |it, choices| it.remove((counter, count), range.clone(), way, choices))
            })
        });
        // Their groups are found when no part can be left out.
        removals.chain(once(self).flat_map(Self::nearer))
    }

    /// Some choices come nearer to the values nearest zero together.
    fn nearer(self: Arc<Self>) -> impl Iterator<Item = Attempt<'d, Input>> {
        self.groups().into_iter().flat_map(move |group| {
            let recorded = self.clone();
            let distance = |&at: &usize| self.walk.choices[at].distance().saturating_abs();
            parts_of(group.iter().map(distance).max().unwrap_or_default()).map(move |(by, follows)| {
                let group = group.clone();
                recorded.attempt(Some(follows), move |it, choices| {
                    group.iter().for_each(|&at| choices[at] -= it.walk.choices[at].distance().clamp(-by, by));
                })
            })
        })
    }

    /// All choices of a slot, each by itself, all of the same value, and two that are close to one another: a program may
    /// be wrong because of their order, difference or sum. Only as many pairs as do not take long.
    fn groups(&self) -> Vec<Arc<[usize]>> {
        let choices = &self.walk.choices;
        let slot = |at: usize| &self.walk.description.slots[choices[at].slot];
        let far: Vec<usize> = (0..choices.len()).filter(|&at| choices[at].distance() != 0).collect();
        let values: Vec<usize> = far.iter().copied().filter(|&at| !slot(at).is_length).collect();
        let (mut slots, mut equal) = (BTreeMap::<_, Vec<_>>::new(), BTreeMap::<_, Vec<_>>::new());
        far.iter().for_each(|&at| slots.entry(choices[at].slot).or_default().push(at));
        values.iter().for_each(|&at| equal.entry((slot(at).is_number(), choices[at].value)).or_default().push(at));
        let slots: Vec<_> = slots.into_values().filter(|group| group.len() > 1).collect();
        let pairs = values.iter().enumerate().flat_map(|(index, &at)| {
            values[index + 1..].iter().take(128 / values.len()).map(move |&other| vec![at, other])
        });
        let others = equal.into_values().filter(|group| group.len() > 2).chain(pairs);
        let others: Vec<_> = others.filter(|group| !slots.contains(group)).collect();
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

    /// Leaves some elements out of all sequences with a counter, none of which has more than `count`.
    fn remove(&self, (counter, count): (usize, usize), range: Range<usize>, way: Way, changed: &mut Vec<i64>) {
        let choices = &self.walk.choices;
        let is_bounded = |at: &usize| self.bounds[*at] == Some(counter);
        let is_edge = |element: &&Element<'_>| way == Way::Vertices && element.repeat.graph.is_some();
        let mut removed: Vec<usize> = match way {
            Way::Vertices => self.order_of_vertices(counter, count)[range].to_vec(),
            Way::Values | Way::Plain => range.collect(),
        };
        removed.sort_unstable();
        let mut gone = vec![false; choices.len()];
        for element in self.walk.elements().filter(|element| element.counter == Some(counter) && !is_edge(element)) {
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
            Way::Plain => Vec::new(),
            Way::Values => (0..choices.len()).filter(|at| is_bounded(at) && gone[*at]).map(number).collect(),
            Way::Vertices => removed.iter().map(|&index| index as i64).collect(),
        };
        numbers.sort_unstable();
        changed[counter] -= removed.len() as i64;
        for edge in self.walk.elements().filter(is_edge) {
            let mut ends = edge.choices.clone().filter(is_bounded);
            if ends.any(|at| numbers.binary_search(&number(at)).is_ok()) {
                gone[edge.choices.clone()].fill(true);
                if let Some(other) = edge.counter.filter(|&other| other != counter) {
                    changed[other] -= 1;
                }
            }
        }
        for at in (0..choices.len()).filter(is_bounded) {
            changed[at] -= numbers.partition_point(|&other| other < number(at)) as i64;
        }
        let mut gone = gone.into_iter();
        changed.retain(|_| gone.next() == Some(false));
    }

    /// The vertices in an order in which the last ones can be left out of a connected graph, and any that are leaves:
    /// by their height in a tree that spans it.
    fn order_of_vertices(&self, counter: usize, count: usize) -> Vec<usize> {
        let mut neighbours = vec![Vec::new(); count];
        for edge in self.walk.elements().filter(|element| element.repeat.graph.is_some()) {
            let ends = edge.choices.clone().filter(|&at| self.bounds[at] == Some(counter));
            let ends: Vec<usize> = ends.filter_map(|at| self.walk.choices[at].distance().try_into().ok()).collect();
            if let [first, second, ..] = ends[..]
                && first.max(second) < count
            {
                neighbours[first].push(second);
                neighbours[second].push(first);
            }
        }
        // Breadth first, each with the one from which it was reached.
        let (mut order, mut parents) = (Vec::new(), vec![None; count]);
        for start in 0..count {
            let mut next = order.len();
            order.extend(parents[start].is_none().then_some(start));
            while let Some(&vertex) = order.get(next) {
                for &other in neighbours[vertex].iter().filter(|&&other| other != start) {
                    if parents[other].is_none() {
                        parents[other] = Some(vertex);
                        order.push(other);
                    }
                }
                next += 1;
            }
        }
        let mut heights = vec![0; count];
        for &vertex in order.iter().rev() {
            if let Some(parent) = parents[vertex] {
                heights[parent] = heights[parent].max(heights[vertex] + 1);
            }
        }
        order.sort_by_key(|&vertex| Reverse(heights[vertex]));
        order
    }
}
