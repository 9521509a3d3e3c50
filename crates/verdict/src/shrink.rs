//! Smaller inputs, one step from an input: a part is left out, or a value is nearer to zero, and what depends on that
//! follows. Each is walked through again, so it satisfies the description.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use problem::Attempt;

use crate::Input;
use crate::description::{Description, Kind};
use crate::expression::Expression;
use crate::state::{Chosen, Domain, Level, State, Stop};
use crate::walk::{Chooser, Walk};

/// Repeats choices, and brings those out of range back into it.
struct Replay<'r> {
    choices: Vec<i64>,
    /// Where a value is relative to the one nearest zero stays as it was, if these are the choices as they were.
    before: Option<&'r [Chosen]>,
    next: usize,
}

impl Chooser<'_> for Replay<'_> {
    fn choose(&mut self, state: &State<'_>, domain: &Domain) -> Result<i64, Stop> {
        let Some(&(mut value)) = self.choices.get(self.next) else {
            return state.stop("there are too few choices".to_owned());
        };
        if let Some(before) = self.before {
            value = value.saturating_sub(before[self.next].nearest).saturating_add(domain.nearest);
        }
        let value = value.clamp(domain.low, domain.high);
        self.next += 1;
        state.refusal(domain, value).map_or(Ok(value), |refusal| state.stop(refusal))
    }
}

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

#[derive(Clone)]
enum Step {
    /// Leaves some elements out of all sequences with a counter.
    Remove(usize, Range<usize>, Way),
    /// All values of a slot come nearer to the ones nearest zero, by at most this.
    Lower(usize, i64),
    Replace(usize, i64),
}

/// The inputs one step smaller than this one, the largest steps first.
pub(crate) fn smaller(state: State<'_>) -> impl Iterator<Item = Attempt<'_, Input>> {
    let State { description, choices, elements, size, .. } = state;
    // The latest choice of each slot.
    let mut latest = vec![None; description.slots.len()];
    let mut bounds = Vec::new();
    for (at, chosen) in choices.iter().enumerate() {
        bounds.push(match description.slots[chosen.slot].kind {
            Kind::Number { high: Expression::Name(high), .. } => latest[high],
            _ => None,
        });
        latest[chosen.slot] = Some(at);
    }
    let recorded = Recorded { description, choices, bounds, elements: elements.unwrap_or_default(), size };
    let recorded = Arc::new(recorded);
    recorded.clone().steps().flat_map(move |step| {
        // What depends on a value follows it first, and then stays.
        let follows = if matches!(step, Step::Remove(..)) { &[false][..] } else { &[true, false] };
        let recorded = recorded.clone();
        follows.iter().map(move |&follows| -> Attempt<'_, Input> {
            let (recorded, step) = (recorded.clone(), step.clone());
            Box::new(move || recorded.after(&step, follows))
        })
    })
}

/// A distance, halved again and again: by single steps from a large value, nobody would see the end.
fn halved(distance: i64) -> impl Iterator<Item = i64> {
    (0..i64::BITS).map(move |halvings| distance / (1 << halvings.min(62))).take_while(|&distance| distance != 0)
}

/// An input, and what there is to change about it.
struct Recorded<'d> {
    description: &'d Description,
    choices: Vec<Chosen>,
    /// The choices that are the upper bounds of others.
    bounds: Vec<Option<usize>>,
    elements: Vec<Level<'d>>,
    size: u64,
}

impl<'d> Recorded<'d> {
    /// The smaller input after a step, if there is one.
    fn after(&self, step: &Step, follows: bool) -> Option<Input> {
        let mut choices: Vec<i64> = self.choices.iter().map(|chosen| chosen.value).collect();
        match step {
            Step::Remove(counter, range, way) => choices = self.without(*counter, range.clone(), *way),
            Step::Replace(choice, value) => choices[*choice] = *value,
            Step::Lower(slot, by) => {
                let its = self.choices.iter().zip(&mut choices).filter(|(chosen, _)| chosen.slot == *slot);
                its.for_each(|(chosen, value)| *value -= chosen.distance().clamp(-by, *by));
            }
        }
        let before = follows.then_some(&self.choices[..]);
        let mut walk = Walk::new(self.description, Replay { choices, before, next: 0 });
        walk.run().ok()?;
        let is_smaller = walk.chooser.next == walk.chooser.choices.len() && walk.state.size < self.size;
        is_smaller.then(|| Input::of(&walk.state))
    }

    fn steps(self: Arc<Self>) -> impl Iterator<Item = Step> + use<'d> {
        let bounds: BTreeSet<usize> = self.bounds.iter().flatten().copied().collect();
        // How many elements a counter has at most.
        let mut counters: BTreeMap<usize, usize> = BTreeMap::new();
        for element in &self.elements {
            if let Some(counter) = element.counter {
                let count = counters.entry(counter).or_default();
                *count = (element.index + 1).max(*count);
            }
        }
        let is_counter: BTreeSet<usize> = counters.keys().copied().collect();
        for &bound in &bounds {
            counters.entry(bound).or_insert(usize::try_from(self.choices[bound].value).unwrap_or(0));
        }
        let mut farthest: BTreeMap<usize, i64> = BTreeMap::new();
        for chosen in &self.choices {
            let distance = farthest.entry(chosen.slot).or_default();
            *distance = chosen.distance().saturating_abs().max(*distance);
        }
        let lowered = farthest.into_iter().flat_map(|(slot, most)| halved(most).map(move |by| Step::Lower(slot, by)));
        let recorded = self.clone();
        let lengths = (0..usize::BITS).flat_map(move |halvings| {
            let length = |(&counter, &count): (&usize, &usize)| (counter, count, count.div_ceil(2) >> halvings);
            let is_possible = |&(counter, _, length): &(usize, usize, usize)| {
                length > 0 && length as i64 <= recorded.choices[counter].value - recorded.choices[counter].low
            };
            counters.iter().map(length).filter(is_possible).collect::<Vec<_>>()
        });
        let removals = lengths.flat_map(move |(counter, count, length)| {
            let ways = [Way::Vertices, Way::Values, Way::Plain].into_iter();
            let ways = ways.skip(if bounds.contains(&counter) { 0 } else { 2 });
            let starts = (0..=count - length).rev().step_by(length);
            starts.flat_map(move |from| ways.clone().map(move |way| Step::Remove(counter, from..from + length, way)))
        });
        let replacements = (0..self.choices.len()).flat_map(move |choice| {
            let chosen = self.choices[choice];
            let distance = if is_counter.contains(&choice) { 0 } else { chosen.distance() };
            halved(distance).map(move |by| Step::Replace(choice, chosen.value - by))
        });
        removals.chain(lowered).chain(replacements)
    }

    /// The choices without some elements of all sequences with a counter.
    fn without(&self, counter: usize, range: Range<usize>, way: Way) -> Vec<i64> {
        let choices = &self.choices;
        let elements = || self.elements.iter().filter(|element| element.counter == Some(counter));
        let bounded = || (0..choices.len()).filter(|&at| self.bounds[at] == Some(counter));
        let found = choices[counter].value as usize;
        let length = |element: &Level<'_>| if element.is_found { found } else { element.count };
        let mut count = elements().map(length).max().unwrap_or(0);
        let mut removed: Vec<usize> = range.clone().collect();
        if way == Way::Vertices {
            count = count.max(usize::try_from(choices[counter].value).unwrap_or(0));
            removed = self.order_of_vertices(counter, count)[range].to_vec();
            removed.sort_unstable();
        }
        let mut gone = vec![false; choices.len()];
        for element in elements().filter(|element| way != Way::Vertices || element.repeat.graph.is_none()) {
            // A sequence that is shorter by one, as the parents of all vertices but the first, ends with the others.
            let shift = count - length(element);
            let first_kept = removed.partition_point(|&index| index < shift);
            if removed[first_kept..].binary_search(&(element.index + shift)).is_ok()
                || element.index + first_kept >= length(element)
            {
                gone[element.choices.clone()].fill(true);
            }
        }
        let mut changed: Vec<i64> = choices.iter().map(|chosen| chosen.value).collect();
        changed[counter] -= removed.len() as i64;
        // The numbers that go, from 0.
        let number = |at: usize| choices[at].distance();
        let mut numbers: Vec<i64> = match way {
            Way::Plain => Vec::new(),
            Way::Values => bounded().filter(|&at| gone[at]).map(number).collect(),
            Way::Vertices => removed.iter().map(|&index| index as i64).collect(),
        };
        numbers.sort_unstable();
        for edge in self.elements.iter().filter(|element| element.repeat.graph.is_some() && way == Way::Vertices) {
            let mut ends = edge.choices.clone().filter(|&at| self.bounds[at] == Some(counter));
            if ends.any(|at| numbers.binary_search(&number(at)).is_ok()) {
                gone[edge.choices.clone()].fill(true);
                if let Some(other) = edge.counter.filter(|&other| other != counter) {
                    changed[other] -= 1;
                }
            }
        }
        for at in bounded() {
            changed[at] -= numbers.partition_point(|&other| other < number(at)) as i64;
        }
        changed.into_iter().zip(gone).filter(|(_, is_gone)| !is_gone).map(|(choice, _)| choice).collect()
    }

    /// The vertices in an order in which the last ones can be left out of a connected graph, and any that are leaves:
    /// by their height in a tree that spans it.
    fn order_of_vertices(&self, counter: usize, count: usize) -> Vec<usize> {
        let mut neighbours = vec![Vec::new(); count];
        for edge in self.elements.iter().filter(|element| element.repeat.graph.is_some()) {
            let ends = edge.choices.clone().filter(|&at| self.bounds[at] == Some(counter));
            let number = |at: usize| usize::try_from(self.choices[at].distance()).ok();
            let ends: Vec<usize> = ends.filter_map(number).collect();
            if let [first, second, ..] = ends[..]
                && first.max(second) < count
            {
                neighbours[first].push(second);
                neighbours[second].push(first);
            }
        }
        // Breadth first, each with the place of the one from which it was reached.
        let (mut found, mut seen) = (Vec::new(), vec![false; count]);
        for start in 0..count {
            let mut next = found.len();
            found.extend((!std::mem::replace(&mut seen[start], true)).then_some((start, None)));
            while let Some(&(vertex, _)) = found.get(next) {
                for &other in &neighbours[vertex] {
                    found.extend((!std::mem::replace(&mut seen[other], true)).then_some((other, Some(next))));
                }
                next += 1;
            }
        }
        let mut heights = vec![0; count];
        for at in (0..count).rev() {
            if let (_, Some(parent)) = found[at] {
                heights[parent] = heights[parent].max(heights[at] + 1);
            }
        }
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&at| Reverse(heights[at]));
        order.into_iter().map(|at| found[at].0).collect()
    }
}
