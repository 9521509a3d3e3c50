//! Smaller inputs, one step from an input: a part is left out, or a value is nearer to zero, and what depends on that
//! follows. Each is walked through again, so it satisfies the description.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::description::{Description, Kind, Rows};
use crate::expression::Expression;
use crate::state::{Choice, Domain, State};
use crate::walk::{Chooser, Stop, Walk};

/// Repeats choices, and brings those out of range back into it.
struct Replay {
    choices: Vec<i64>,
    /// Where a value is relative to the one nearest zero stays as it was, if these were the nearest ones.
    nearest: Option<Vec<i64>>,
    next: usize,
    record: Record,
    is_recording: bool,
}

/// What there is to change about an input.
#[derive(Default)]
struct Record {
    marks: Vec<Mark>,
    spans: Vec<Span>,
    /// The spans that have begun and not ended.
    open: Vec<usize>,
}

/// A choice.
struct Mark {
    slot: Option<usize>,
    low: i64,
    nearest: i64,
    /// The choice that is its upper bound.
    bound: Option<usize>,
}

/// A sequence: rows, an array or a string.
struct Span {
    /// The choice that gives its length, perhaps with a number added or subtracted.
    counter: Option<usize>,
    /// Whether its elements are edges.
    is_graph: bool,
    /// Where its elements begin, and where the last one ends.
    starts: Vec<usize>,
}

impl Span {
    fn len(&self) -> usize {
        self.starts.len() - 1
    }
}

impl Chooser for Replay {
    fn choose(&mut self, state: &State<'_>, domain: &Domain<'_>) -> Result<i64, Stop> {
        let chosen = self.choices.get(self.next).filter(|_| domain.low <= domain.high);
        let wrong = |message: &str| Stop { at: 0, message: message.to_owned() };
        let mut value = *chosen.ok_or_else(|| wrong("there are too few choices"))?;
        if let Some(nearest) = &self.nearest {
            value = value.saturating_sub(nearest[self.next]).saturating_add(domain.nearest);
        }
        let value = value.clamp(domain.low, domain.high);
        self.next += 1;
        if state.refusal(domain, value).is_some() {
            return Err(wrong("the value breaks a rule"));
        }
        if self.is_recording {
            let slot = match domain.kind {
                Choice::Number(slot) | Choice::Letter(slot) => Some(slot),
                _ => None,
            };
            let bound = slot.and_then(|slot| match state.description.slots[slot].kind {
                Kind::Number { high: Expression::Name(bound), .. } => Some(state.chosen_at[bound]),
                _ => None,
            });
            self.record.marks.push(Mark { slot, low: domain.low, nearest: domain.nearest, bound });
        }
        Ok(value)
    }

    fn begin(&mut self, _: &State<'_>, counter: Option<usize>, rows: Option<&Rows>) {
        if self.is_recording {
            let is_graph = rows.is_some_and(|rows| rows.graph.is_some());
            self.record.open.push(self.record.spans.len());
            self.record.spans.push(Span { counter, is_graph, starts: Vec::new() });
        }
    }

    fn element(&mut self, state: &State<'_>) {
        if let Some(&span) = self.record.open.last() {
            self.record.spans[span].starts.push(state.choices.len());
        }
    }

    fn end(&mut self, state: &State<'_>) {
        self.element(state);
        self.record.open.pop();
    }
}

/// Walks through choices. `None` if they do not make an input.
fn replay(
    description: &Description,
    choices: Vec<i64>,
    nearest: Option<Vec<i64>>,
    is_recording: bool,
) -> Option<Walk<'_, Replay>> {
    let replay = Replay { choices, nearest, next: 0, record: Record::default(), is_recording };
    let mut walk = Walk::new(description, replay);
    walk.run().ok()?;
    (walk.chooser.next == walk.chooser.choices.len()).then_some(walk)
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

#[derive(Clone, Copy)]
enum Step {
    /// Leaves out `length` elements from `from` on of all sequences with this counter.
    Remove {
        counter: usize,
        from: usize,
        length: usize,
        way: Way,
    },
    /// All values of a slot become the ones nearest zero.
    Clear(usize),
    Replace {
        choice: usize,
        value: i64,
    },
}

/// The inputs one step smaller than this one, the largest steps first.
pub(crate) fn smaller<'d>(description: &'d Description, state: &State<'d>) -> Box<dyn Iterator<Item = State<'d>> + 'd> {
    let (choices, size) = (state.choices.clone(), state.size);
    let Some(walk) = replay(description, choices.clone(), None, true) else { return Box::new(std::iter::empty()) };
    let record = std::sync::Arc::new(walk.chooser.record);
    let steps = steps(&record, &choices);
    let nearest: Vec<i64> = record.marks.iter().map(|mark| mark.nearest).collect();
    let smaller = steps.flat_map(move |step| {
        let (changed, nearest) = match step {
            Step::Remove { counter, from, length, way } => (record.without(&choices, counter, from, length, way), None),
            Step::Clear(slot) => {
                let cleared = choices.iter().zip(&record.marks);
                let nearer = |(&choice, mark): (_, &Mark)| if mark.slot == Some(slot) { mark.nearest } else { choice };
                (Some(cleared.map(nearer).collect()), Some(nearest.clone()))
            }
            Step::Replace { choice, value } => {
                let mut changed = choices.clone();
                changed[choice] = value;
                (Some(changed), Some(nearest.clone()))
            }
        };
        // What depends on a value follows it first, and then stays.
        let moved = nearest.and_then(|nearest| replay(description, changed.clone()?, Some(nearest), false));
        let stayed = changed.and_then(|changed| replay(description, changed, None, false));
        [moved, stayed].into_iter().flatten().map(|walk| walk.state).filter(move |state| state.size < size)
    });
    Box::new(smaller)
}

fn steps(record: &std::sync::Arc<Record>, choices: &[i64]) -> impl Iterator<Item = Step> + use<> {
    // By counter, in order, how many elements there are.
    let mut counters: Vec<(usize, usize)> = Vec::new();
    for span in &record.spans {
        let Some(counter) = span.counter else { continue };
        match counters.iter_mut().find(|(other, _)| *other == counter) {
            Some((_, count)) => *count = span.len().max(*count),
            None => counters.push((counter, span.len())),
        }
    }
    let is_counter: HashSet<usize> = counters.iter().map(|&(counter, _)| counter).collect();
    let is_bound: HashSet<usize> = record.marks.iter().filter_map(|mark| mark.bound).collect();
    let mut vertices: Vec<usize> = is_bound.difference(&is_counter).copied().collect();
    vertices.sort_unstable();
    counters.extend(vertices.into_iter().map(|bound| (bound, usize::try_from(choices[bound]).unwrap_or(0))));
    let least: HashMap<usize, i64> = counters.iter().map(|&(at, _)| (at, choices[at] - record.marks[at].low)).collect();
    let removals = (1..usize::BITS).flat_map(move |halvings| {
        let lengths: Vec<_> =
            counters.iter().map(|&(counter, count)| (counter, count, count.div_ceil(2) >> (halvings - 1))).collect();
        let possible = lengths.into_iter().filter(|&(_, _, length)| length > 0);
        let possible: Vec<_> = possible.filter(|&(at, _, length)| length as i64 <= least[&at]).collect();
        let is_bound = is_bound.clone();
        possible.into_iter().flat_map(move |(counter, count, length)| {
            let ways = if is_bound.contains(&counter) {
                [Way::Vertices, Way::Values, Way::Plain].as_slice()
            } else {
                &[Way::Plain]
            };
            let starts = (0..=count - length).rev().step_by(length);
            starts.flat_map(move |from| ways.iter().map(move |&way| Step::Remove { counter, from, length, way }))
        })
    });
    let slots: HashSet<usize> = record.marks.iter().filter_map(|mark| mark.slot).collect();
    let mut slots: Vec<usize> = slots.into_iter().collect();
    slots.sort_unstable();
    let (record, choices) = (record.clone(), choices.to_vec());
    let replacements = (0..choices.len()).flat_map(move |choice| {
        let (value, nearest) = (choices[choice], record.marks[choice].nearest);
        let is_value = record.marks[choice].slot.is_some() && !is_counter.contains(&choice);
        let distance = if is_value { value - nearest } else { 0 };
        // Halved again and again: by single steps from a large value, nobody would see the end.
        let steps =
            (0..i64::BITS).map(move |halvings| distance / (1 << halvings.min(62))).take_while(|&step| step != 0);
        steps.map(move |step| Step::Replace { choice, value: value - step })
    });
    removals.chain(slots.into_iter().map(Step::Clear)).chain(replacements)
}

impl Record {
    /// The choices without some elements of all sequences with a counter.
    fn without(&self, choices: &[i64], counter: usize, from: usize, length: usize, way: Way) -> Option<Vec<i64>> {
        let mut changed = choices.to_vec();
        changed[counter] -= length as i64;
        let spans = || self.spans.iter().filter(|span| span.counter == Some(counter));
        let is_bounded = |choice: usize| self.marks[choice].bound == Some(counter);
        let count = spans().map(Span::len).max().unwrap_or(0);
        let count =
            if way == Way::Vertices { count.max(usize::try_from(choices[counter]).unwrap_or(0)) } else { count };
        let mut removed: Vec<usize> = (from..from + length).collect();
        if way == Way::Vertices {
            let order = self.order_of_vertices(choices, counter, count);
            removed = order.get(from..from + length)?.to_vec();
            removed.sort_unstable();
        }
        let below = |index: i64, all: &[i64]| all.partition_point(|&other| other < index) as i64;
        let mut gone = vec![false; choices.len()];
        for span in spans().filter(|span| way != Way::Vertices || !span.is_graph) {
            // A sequence that is shorter by one, as the parents of all vertices but the first, ends with the others.
            let shift = count.saturating_sub(span.len());
            let mut first_kept = 0;
            for &index in &removed {
                let element = index.checked_sub(shift).unwrap_or_else(|| {
                    first_kept += 1;
                    span.len().saturating_sub(first_kept)
                });
                gone[*span.starts.get(element)?..*span.starts.get(element + 1)?].fill(true);
            }
        }
        match way {
            Way::Plain => {}
            Way::Values => {
                let mut values: Vec<i64> =
                    (0..choices.len()).filter(|&at| gone[at] && is_bounded(at)).map(|at| choices[at]).collect();
                values.sort_unstable();
                for choice in (0..choices.len()).filter(|&choice| is_bounded(choice)) {
                    changed[choice] -= below(choices[choice], &values);
                }
            }
            Way::Vertices => {
                let removed: Vec<i64> = removed.iter().map(|&index| index as i64).collect();
                let is_hit = |choice: usize| {
                    is_bounded(choice) && removed.binary_search(&(choices[choice] - self.marks[choice].nearest)).is_ok()
                };
                for span in self.spans.iter().filter(|span| span.is_graph) {
                    for element in span.starts.windows(2).filter(|element| (element[0]..element[1]).any(is_hit)) {
                        gone[element[0]..element[1]].fill(true);
                        if let Some(other) = span.counter.filter(|&other| other != counter) {
                            changed[other] -= 1;
                        }
                    }
                }
                for choice in (0..choices.len()).filter(|&choice| is_bounded(choice)) {
                    changed[choice] -= below(choices[choice] - self.marks[choice].nearest, &removed);
                }
            }
        }
        Some(changed.into_iter().zip(gone).filter(|(_, is_gone)| !is_gone).map(|(choice, _)| choice).collect())
    }

    /// The vertices in an order in which the last ones can be left out of a connected graph: breadth first.
    fn order_of_vertices(&self, choices: &[i64], counter: usize, count: usize) -> Vec<usize> {
        let mut neighbours = vec![Vec::new(); count];
        for span in self.spans.iter().filter(|span| span.is_graph) {
            for element in span.starts.windows(2) {
                let mut ends = (element[0]..element[1]).filter(|&at| self.marks[at].bound == Some(counter));
                let mut vertex =
                    || ends.next().and_then(|at| usize::try_from(choices[at] - self.marks[at].nearest).ok());
                if let (Some(first), Some(second)) = (vertex(), vertex())
                    && first.max(second) < count
                {
                    neighbours[first].push(second);
                    neighbours[second].push(first);
                }
            }
        }
        let mut order = Vec::new();
        let mut seen = vec![false; count];
        for start in 0..count {
            let mut queue = VecDeque::from([start]);
            while let Some(vertex) = queue.pop_front() {
                if !std::mem::replace(&mut seen[vertex], true) {
                    order.push(vertex);
                    queue.extend(&neighbours[vertex]);
                }
            }
        }
        order
    }
}
