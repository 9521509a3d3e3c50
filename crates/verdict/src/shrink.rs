//! Smaller inputs, one step from an input: a part is left out, or a value is nearer to zero, and what depends on that
//! follows. Each is walked through again, so it satisfies the description.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use crate::description::{Description, Kind};
use crate::expression::Expression;
use crate::state::{Choice, Domain, State};
use crate::walk::{Chooser, Stop, Walk};

/// Repeats choices, and brings those out of range back into it.
struct Replay {
    choices: Vec<i64>,
    /// Where a value is relative to the one nearest zero stays as it was, if these were the nearest ones.
    nearest: Option<Rc<[i64]>>,
    next: usize,
    /// What there is to know about the choices, if it is wanted.
    marks: Option<Vec<Mark>>,
}

/// A choice.
struct Mark {
    slot: Option<usize>,
    /// Whether it is an alternative, which is not larger or smaller than another.
    is_alternative: bool,
    low: i64,
    nearest: i64,
    /// The choice that is its upper bound.
    bound: Option<usize>,
    elements: Vec<Element>,
}

/// An element of a sequence that a choice is in.
struct Element {
    /// The choice that gives the length of the sequence, perhaps with a number added or subtracted.
    counter: Option<usize>,
    index: usize,
    count: usize,
    /// If it is an edge, its first choice.
    edge: Option<usize>,
}

impl Mark {
    fn new(state: &State<'_>, domain: &Domain<'_>) -> Self {
        let slot = if let Choice::Value(slot) = domain.kind { Some(slot) } else { None };
        let bound = slot.and_then(|slot| match state.description.slots[slot].kind {
            Kind::Number { high: Expression::Name(bound), .. } => Some(state.chosen_at[bound]),
            _ => None,
        });
        let elements = state.levels.iter().map(|level| Element {
            counter: level.counter,
            index: level.index,
            count: level.count.unwrap_or(0),
            edge: level.repeat.graph.map(|_| level.first_choice),
        });
        let is_alternative = matches!(domain.kind, Choice::Alternative(_));
        Self { slot, is_alternative, low: domain.low, nearest: domain.nearest, bound, elements: elements.collect() }
    }
}

impl Chooser for Replay {
    fn choose(&mut self, state: &State<'_>, domain: &Domain<'_>) -> Result<i64, Stop> {
        let stop = |message: &str| Stop { at: 0, message: message.to_owned() };
        let mut value = *self.choices.get(self.next).ok_or_else(|| stop("there are too few choices"))?;
        if let Some(nearest) = &self.nearest {
            value = value.saturating_sub(nearest[self.next]).saturating_add(domain.nearest);
        }
        let value = value.clamp(domain.low, domain.high);
        self.next += 1;
        if state.refusal(domain, value).is_some() {
            return Err(stop("the value breaks a rule"));
        }
        if let Some(marks) = &mut self.marks {
            marks.push(Mark::new(state, domain));
        }
        Ok(value)
    }
}

/// Walks through choices. `None` if they do not make an input.
fn replay(
    description: &Description,
    choices: Vec<i64>,
    nearest: Option<Rc<[i64]>>,
    marks: Option<Vec<Mark>>,
) -> Option<Walk<'_, Replay>> {
    let mut walk = Walk::new(description, Replay { choices, nearest, next: 0, marks });
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
    let size = state.size;
    let choices: Vec<i64> = state.choices.iter().map(|chosen| chosen.value).collect();
    let recorded = replay(description, choices.clone(), None, Some(Vec::new()));
    let Some(marks) = recorded.and_then(|walk| walk.chooser.marks) else { return Box::new(std::iter::empty()) };
    let nearest: Rc<[i64]> = marks.iter().map(|mark| mark.nearest).collect();
    let recorded = Rc::new(Recorded { choices, marks });
    let smaller = recorded.clone().steps().flat_map(move |step| {
        let (changed, nearest) = recorded.changed(step, &nearest);
        // What depends on a value follows it first, and then stays.
        let moved = nearest.and_then(|nearest| replay(description, changed.clone(), Some(nearest), None));
        let stayed = replay(description, changed, None, None);
        [moved, stayed].into_iter().flatten().map(|walk| walk.state).filter(move |state| state.size < size)
    });
    Box::new(smaller)
}

/// An input, and what there is to change about it.
struct Recorded {
    choices: Vec<i64>,
    marks: Vec<Mark>,
}

impl Recorded {
    fn steps(self: Rc<Self>) -> impl Iterator<Item = Step> {
        let bounds: BTreeSet<usize> = self.marks.iter().filter_map(|mark| mark.bound).collect();
        // How many elements a counter has at most.
        let mut counters: BTreeMap<usize, usize> = BTreeMap::new();
        for element in self.marks.iter().flat_map(|mark| &mark.elements) {
            if let Some(counter) = element.counter {
                let count = counters.entry(counter).or_default();
                *count = element.count.max(*count);
            }
        }
        let is_counter: BTreeSet<usize> = counters.keys().copied().collect();
        for &bound in &bounds {
            counters.entry(bound).or_insert_with(|| usize::try_from(self.choices[bound]).unwrap_or(0));
        }
        let slots: BTreeSet<usize> = self.marks.iter().filter_map(|mark| mark.slot).collect();
        let lengths = (0..usize::BITS).flat_map({
            let recorded = self.clone();
            move |halvings| {
                let length = |(&counter, &count): (&usize, &usize)| (counter, count, count.div_ceil(2) >> halvings);
                let is_possible = |&(counter, _, length): &(usize, usize, usize)| {
                    length > 0 && length as i64 <= recorded.choices[counter] - recorded.marks[counter].low
                };
                counters.iter().map(length).filter(is_possible).collect::<Vec<_>>()
            }
        });
        let removals = lengths.flat_map(move |(counter, count, length)| {
            let all = [Way::Vertices, Way::Values, Way::Plain];
            let ways = if bounds.contains(&counter) { 0..3 } else { 2..3 };
            let starts = (0..=count - length).rev().step_by(length);
            starts.flat_map(move |from| {
                all[ways.clone()]
                    .iter()
                    .map(move |&way| Step::Remove { counter, from, length, way })
                    .collect::<Vec<_>>()
            })
        });
        let replacements = (0..self.choices.len()).flat_map(move |choice| {
            let (value, mark) = (self.choices[choice], &self.marks[choice]);
            let is_value = !mark.is_alternative && !is_counter.contains(&choice);
            let distance = if is_value { value - mark.nearest } else { 0 };
            // Halved again and again: by single steps from a large value, nobody would see the end.
            let steps = (0..i64::BITS).map(move |halvings| distance / (1 << halvings.min(62)));
            steps.take_while(|&step| step != 0).map(move |step| Step::Replace { choice, value: value - step })
        });
        removals.chain(slots.into_iter().map(Step::Clear)).chain(replacements)
    }

    /// The choices after a step, and the nearest values if what depends on a value may follow it.
    fn changed(&self, step: Step, nearest: &Rc<[i64]>) -> (Vec<i64>, Option<Rc<[i64]>>) {
        let mut changed = self.choices.clone();
        match step {
            Step::Remove { counter, from, length, way } => {
                return (self.without(counter, from..from + length, way), None);
            }
            Step::Clear(slot) => {
                let its = self.marks.iter().zip(&mut changed).filter(|(mark, _)| mark.slot == Some(slot));
                its.for_each(|(mark, value)| *value = mark.nearest);
            }
            Step::Replace { choice, value } => changed[choice] = value,
        }
        (changed, Some(nearest.clone()))
    }

    /// The choices without some elements of all sequences with a counter.
    fn without(&self, counter: usize, range: std::ops::Range<usize>, way: Way) -> Vec<i64> {
        let (marks, choices) = (&self.marks, &self.choices);
        let elements = || marks.iter().map(|mark| mark.elements.iter().filter(|of| of.counter == Some(counter)));
        let bounded = || (0..choices.len()).filter(|&at| marks[at].bound == Some(counter));
        let mut count = elements().flatten().map(|element| element.count).max().unwrap_or(0);
        let mut removed: Vec<usize> = range.clone().collect();
        if way == Way::Vertices {
            count = count.max(usize::try_from(choices[counter]).unwrap_or(0));
            removed = self.order_of_vertices(counter, count)[range].to_vec();
            removed.sort_unstable();
        }
        // A sequence that is shorter by one, as the parents of all vertices but the first, ends with the others.
        let is_removed = |element: &Element| {
            let shift = count - element.count;
            let first_kept = removed.partition_point(|&index| index < shift);
            removed[first_kept..].binary_search(&(element.index + shift)).is_ok()
                || element.index + first_kept >= element.count
        };
        let stays = |element: &Element| way == Way::Vertices && element.edge.is_some();
        let mut gone: Vec<bool> =
            elements().map(|mut all| all.any(|element| !stays(element) && is_removed(element))).collect();
        let mut changed = choices.clone();
        changed[counter] -= removed.len() as i64;
        // The numbers that go, from 0.
        let number = |at: usize| choices[at] - marks[at].nearest;
        let mut numbers: Vec<i64> = match way {
            Way::Plain => Vec::new(),
            Way::Values => bounded().filter(|&at| gone[at]).map(number).collect(),
            Way::Vertices => removed.iter().map(|&index| index as i64).collect(),
        };
        numbers.sort_unstable();
        // The edges that go with them, and what counts these.
        let is_hit = |at: &usize| way == Way::Vertices && numbers.binary_search(&number(*at)).is_ok();
        let of_edge = |at: usize| marks[at].elements.iter().find_map(|of| Some((of.edge?, of.counter)));
        let edges: BTreeMap<usize, Option<usize>> = bounded().filter(is_hit).filter_map(of_edge).collect();
        for &other in edges.values().flatten().filter(|&&other| other != counter) {
            changed[other] -= 1;
        }
        for (mark, is_gone) in marks.iter().zip(&mut gone) {
            *is_gone |= mark.elements.iter().any(|element| element.edge.is_some_and(|edge| edges.contains_key(&edge)));
        }
        for at in bounded() {
            changed[at] -= numbers.partition_point(|&other| other < number(at)) as i64;
        }
        changed.into_iter().zip(gone).filter(|(_, is_gone)| !is_gone).map(|(choice, _)| choice).collect()
    }

    /// The vertices in an order in which the last ones can be left out of a connected graph: breadth first.
    fn order_of_vertices(&self, counter: usize, count: usize) -> Vec<usize> {
        let ends = (0..self.choices.len()).filter_map(|at| {
            let mark = &self.marks[at];
            let edge = mark.elements.iter().find_map(|element| element.edge);
            let vertex = usize::try_from(self.choices[at] - mark.nearest).ok()?;
            (mark.bound == Some(counter) && vertex < count).then_some((edge?, vertex))
        });
        let ends: Vec<(usize, usize)> = ends.collect();
        let mut neighbours = vec![Vec::new(); count];
        for pair in ends.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            neighbours[pair[0].1].push(pair[1].1);
            neighbours[pair[1].1].push(pair[0].1);
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
