//! A walk through a description, from choice to choice. It reads, makes, lists and repeats inputs: what it meets is the
//! same, and only who answers its choices differs.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use problem::count_of;

use crate::description::{Condition, Description, Kind, LONGEST, Node, Repeat, SequenceKind};
use crate::domain::Domain;
use crate::expression::{Expression, Function, Span};
use crate::graph::Graph;
use crate::possible::View;

/// Why a walk ended early: what is wrong, at a byte of the text.
#[derive(Clone, Debug)]
pub(crate) struct Stop {
    pub(crate) at: usize,
    pub(crate) message: String,
}

type Walked = Result<(), Stop>;

/// What was chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chosen {
    pub(crate) slot: usize,
    pub(crate) value: i64,
    /// The legal value nearest zero.
    pub(crate) nearest: i64,
}

/// An element of a sequence.
#[derive(Clone, Debug)]
pub(crate) struct Element<'d> {
    pub(crate) repeat: &'d Repeat,
    /// The choice that the length of the sequence depends on.
    pub(crate) counter: Option<usize>,
    /// Which element it is, from 0.
    pub(crate) index: usize,
    /// How many there are; if that is found while reading, at most.
    pub(crate) count: usize,
    /// Where its text begins, and its choices, as far as they are made.
    pub(crate) at: usize,
    pub(crate) choices: Range<usize>,
}

/// A sequence that the walk is in.
#[derive(Debug)]
pub(crate) struct Level<'d> {
    /// The current element.
    pub(crate) element: Element<'d>,
    /// Whether the number of elements is found while reading.
    pub(crate) is_found: bool,
    /// The numbers, strings and rows that must not come again, each after its slot.
    pub(crate) seen: HashSet<Vec<i64>>,
    /// The strings of slots that are sorted, in the same form.
    sorted: BTreeMap<i64, Vec<Vec<i64>>>,
    /// The graph whose edges are the elements.
    pub(crate) graph: Option<Box<Graph>>,
    /// Where its text begins.
    start: usize,
    /// How many lists of nodes are pending around it.
    depth: usize,
    /// The size when the current element began, and how often it was drawn in vain.
    size: u64,
    pub(crate) draws: usize,
}

/// What happened to the sequences that the walk is in.
#[derive(Debug)]
pub(crate) enum Step<'d> {
    Began,
    /// An element ended: what later ones are compared with.
    Element(Element<'d>, Vec<Vec<i64>>),
    Ended(Box<Level<'d>>),
}

/// A choice to which a walk can go back.
#[derive(Debug)]
pub(crate) struct Mark<'d> {
    out: usize,
    choices: usize,
    size: u64,
    steps: usize,
    pending: Vec<&'d [Node]>,
}

/// What was chosen so far, and where the walk is.
#[derive(Debug)]
pub(crate) struct Walk<'d> {
    pub(crate) description: &'d Description,
    /// If an input is read, its text: what the walk writes is the same.
    pub(crate) text: Option<Vec<u8>>,
    /// The text of what was chosen.
    pub(crate) out: Vec<u8>,
    pub(crate) choices: Vec<Chosen>,
    /// The size, as it is defined for inputs.
    pub(crate) size: u64,
    /// The sequences that the walk is in, and the nodes that follow.
    pub(crate) levels: Vec<Level<'d>>,
    pub(crate) pending: Vec<&'d [Node]>,
    /// What happened so far, if it is wanted.
    pub(crate) steps: Option<Vec<Step<'d>>>,
    /// The choices of each slot.
    chosen: Vec<Vec<u32>>,
    /// By budget, the sums or counts after each value of its slot.
    pub(crate) totals: Vec<Vec<i128>>,
}

impl Chosen {
    /// How far the value is from the one nearest zero.
    pub(crate) fn distance(&self) -> i64 {
        self.value.saturating_sub(self.nearest)
    }
}

impl Level<'_> {
    /// How many elements follow the current one.
    pub(crate) fn left(&self) -> Span {
        let left = self.element.count as i128 - self.element.index as i128 - 1;
        if self.is_found { (0, LONGEST) } else { (left, left) }
    }
}

impl<'d> Walk<'d> {
    pub(crate) fn new(description: &'d Description) -> Self {
        Self {
            description,
            text: None,
            out: Vec::new(),
            choices: Vec::new(),
            size: 0,
            levels: Vec::new(),
            pending: vec![&description.nodes],
            steps: None,
            chosen: vec![Vec::new(); description.slots.len()],
            totals: vec![vec![0]; description.budgets.len()],
        }
    }

    /// Walks to the next choice; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Domain>, Stop> {
        while let Some(nodes) = self.pending.last_mut() {
            let Some((node, rest)) = nodes.split_first() else {
                self.pending.pop();
                if let Some(level) = self.levels.last().filter(|level| level.depth == self.pending.len()) {
                    let next = level.element.index + 1;
                    self.end_element()?;
                    self.begin_element(next)?;
                }
                continue;
            };
            *nodes = rest;
            match node {
                Node::Literal(literal) => self.write(literal)?,
                Node::Value(slot) => return self.domain(*slot).map(Some),
                Node::Either(choice, all) => self.pending.push(&all[self.latest_value(*choice) as usize]),
                Node::Repeat(repeat) => self.begin(repeat)?,
                Node::Where(conditions) => self.check(conditions)?,
            }
        }
        Ok(None)
    }

    /// Walks to the end, with choices that are made once.
    pub(crate) fn finish(mut self, mut choose: impl FnMut(&Self, &Domain) -> Result<i64, Stop>) -> Result<Self, Stop> {
        while let Some(domain) = self.next()? {
            let value = choose(&self, &domain)?;
            if let Some(refusal) = self.refusal(&domain, value) {
                return self.stop(refusal);
            }
            self.give(&domain, value)?;
        }
        Ok(self)
    }

    /// Makes the choice that is next.
    pub(crate) fn give(&mut self, domain: &Domain, value: i64) -> Walked {
        let &Domain { slot, nearest, .. } = domain;
        let (its, from) = (&self.description.slots[slot], self.out.len());
        for &number in &its.budgets {
            let counted = match &self.description.budgets[number].left {
                Expression::Aggregate(of) if of.function != Function::Sum => of.counts(value).into(),
                _ => i128::from(value),
            };
            let totals = &mut self.totals[number];
            totals.push(totals[totals.len() - 1] + counted);
        }
        self.chosen[slot].push(self.choices.len() as u32);
        self.choices.push(Chosen { slot, value, nearest });
        match &its.kind {
            Kind::Number => write_number(value, its.places, &mut self.out),
            Kind::Letter(class) => self.out.push(class[value as usize]),
            Kind::Length(_) | Kind::Alternative(_) => return Ok(()),
        }
        self.size = self.size.saturating_add(value.abs_diff(nearest)).saturating_add(1);
        self.compare_from(from)
    }

    /// This moment. Only a walk that keeps its steps can go back to it.
    pub(crate) fn mark(&self) -> Mark<'d> {
        let steps = self.steps.as_ref().map_or(0, Vec::len);
        let (out, choices) = (self.out.len(), self.choices.len());
        Mark { out, choices, size: self.size, steps, pending: self.pending.clone() }
    }

    pub(crate) fn go_back(&mut self, mark: &Mark<'d>) {
        self.forget(mark.out, mark.choices, mark.size);
        self.pending.clone_from(&mark.pending);
        let Some(steps) = &mut self.steps else { return };
        for step in steps.drain(mark.steps..).rev() {
            match (step, self.levels.last_mut()) {
                (Step::Ended(level), _) => self.levels.push(*level),
                (Step::Element(element, units), Some(level)) => {
                    level.element = element;
                    if let Some(graph) = &mut level.graph {
                        graph.pop();
                    }
                    for unit in units {
                        level.seen.remove(&unit);
                        level.sorted.get_mut(&unit[0]).map(Vec::pop);
                    }
                }
                _ => drop(self.levels.pop()),
            }
        }
    }

    /// Goes back to where the current element of a level began.
    pub(crate) fn begin_again(&mut self, level: usize) {
        let Level { element, size, depth, .. } = &self.levels[level];
        let (at, choices, size, depth, body) = (element.at, element.choices.start, *size, *depth, &element.repeat.body);
        self.forget(at, choices, size);
        self.levels.truncate(level + 1);
        self.pending.truncate(depth);
        self.pending.push(body);
    }

    fn forget(&mut self, out: usize, choices: usize, size: u64) {
        for Chosen { slot, .. } in self.choices.drain(choices..) {
            self.chosen[slot].pop();
            for &number in &self.description.slots[slot].budgets {
                self.totals[number].pop();
            }
        }
        self.out.truncate(out);
        self.size = size;
    }

    /// Everything that was chosen is known.
    pub(crate) fn view(&self) -> View<'_> {
        let level = self.levels.iter().rev().find(|level| level.element.repeat.kind != SequenceKind::Text);
        let index = level.map_or(0, |level| level.element.index as i128 + 1);
        let nothing = View::of_nothing(&self.description.slots);
        View { walk: Some(self), below: usize::MAX, index: (index, index), ..nothing }
    }

    /// Ends a walk here.
    pub(crate) fn stop<T>(&self, message: String) -> Result<T, Stop> {
        Err(Stop { at: self.out.len(), message })
    }

    /// The elements of all sequences, as they ended.
    pub(crate) fn elements(&self) -> impl Iterator<Item = &Element<'d>> {
        self.steps.iter().flatten().filter_map(|step| match step {
            Step::Element(element, ..) => Some(element),
            Step::Began | Step::Ended(_) => None,
        })
    }

    /// Which element of the innermost sequence is the current one, from 0, and of how many.
    pub(crate) fn position(&self) -> (usize, usize) {
        self.levels.last().map_or((0, 1), |level| (level.element.index, level.element.count))
    }

    /// The latest choice of a slot.
    pub(crate) fn latest(&self, slot: usize) -> Option<usize> {
        self.chosen[slot].last().map(|&choice| choice as usize)
    }

    pub(crate) fn latest_value(&self, slot: usize) -> i64 {
        self.latest(slot).map_or(0, |choice| self.choices[choice].value)
    }

    /// How many choices of a slot there were when the current element of a depth began.
    pub(crate) fn before(&self, slot: usize, depth: usize) -> usize {
        let start = if depth == 0 { 0 } else { self.levels[depth - 1].element.choices.start };
        self.chosen[slot].partition_point(|&choice| (choice as usize) < start)
    }

    /// The values since the current element of a depth began.
    pub(crate) fn values_since(
        &self,
        slot: usize,
        depth: usize,
    ) -> impl DoubleEndedIterator<Item = i64> + ExactSizeIterator {
        self.chosen[slot][self.before(slot, depth)..].iter().map(|&choice| self.choices[choice as usize].value)
    }

    fn write(&mut self, bytes: &[u8]) -> Walked {
        let from = self.out.len();
        match bytes {
            // Most are a space or a newline.
            [byte] => self.out.push(*byte),
            _ => self.out.extend_from_slice(bytes),
        }
        self.compare_from(from)
    }

    /// Checks conditions on the values so far. Errors are at the line that has just ended.
    fn check(&self, conditions: &[Condition]) -> Walked {
        for condition @ Condition { left, comparison, right, scale, .. } in conditions {
            let view = self.view();
            let (left, right) = (view.value(left, *scale), view.value(right, *scale));
            if !comparison.contains(&left.cmp(&right)) {
                let before = self.out.strip_suffix(b"\n").unwrap_or_default();
                let at = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
                let message =
                    format!("the condition {condition} does not hold: {left} on the left, {right} on the right");
                return Err(Stop { at, message });
            }
        }
        Ok(())
    }

    fn begin(&mut self, repeat: &'d Repeat) -> Walked {
        self.size += u64::from(repeat.kind == SequenceKind::Text);
        let count = self.view().value(&repeat.count, 0);
        let Ok(count) = usize::try_from(count) else {
            return self.stop(format!("no length is possible here, where it would be {count}"));
        };
        let counter = repeat.count.counter().and_then(|slot| self.latest(slot));
        let (start, choices) = (self.out.len(), self.choices.len());
        self.levels.push(Level {
            element: Element { repeat, counter, index: 0, count, at: start, choices: choices..choices },
            is_found: self.text.is_some() && repeat.ends.is_some(),
            seen: HashSet::new(),
            sorted: BTreeMap::new(),
            graph: repeat
                .graph
                .map(|(of, [end, _])| Box::new(Graph::new(of, self.view().legal(end), self.steps.is_some()))),
            start,
            depth: self.pending.len(),
            size: self.size,
            draws: 0,
        });
        if let Some(steps) = &mut self.steps {
            steps.push(Step::Began);
        }
        self.begin_element(0)
    }

    /// Begins an element of the innermost sequence, or ends the sequence.
    fn begin_element(&mut self, index: usize) -> Walked {
        let Some(Level { element: Element { repeat, count, .. }, is_found, .. }) = self.levels.last() else {
            return Ok(());
        };
        let repeat = *repeat;
        if index == *count || *is_found && self.has_no_row(repeat) {
            return self.end(index);
        }
        if index > 0 && repeat.kind == SequenceKind::Array {
            self.write(b" ")?;
        }
        self.size += u64::from(repeat.kind == SequenceKind::Rows);
        let (at, choice, size) = (self.out.len(), self.choices.len(), self.size);
        if let Some(level) = self.levels.last_mut() {
            (level.element.index, level.element.at, level.element.choices.start) = (index, at, choice);
            (level.size, level.draws) = (size, 0);
        }
        self.pending.push(&repeat.body);
        Ok(())
    }

    /// Ends an element of the innermost sequence, if it is right. Later ones are compared with it.
    fn end_element(&mut self) -> Walked {
        let (slots, end, depth) = (&self.description.slots, self.choices.len(), self.levels.len());
        let Some(level) = self.levels.last_mut() else { return Ok(()) };
        level.element.choices.end = end;
        let (level, Element { repeat, at, choices, .. }) = (&self.levels[depth - 1], &self.levels[depth - 1].element);
        let error = |message: String| Err(Stop { at: *at, message });
        let mut units: Vec<Vec<i64>> = Vec::new();
        for &slot in &repeat.compared {
            let its = slot.map(|slot| &slots[slot]);
            let name = its.map_or("this row", |its| &its.name);
            let unit: Vec<i64> = match slot {
                Some(of) => [of as i64].into_iter().chain(self.values_since(of, depth)).collect(),
                None => [-1].into_iter().chain(self.choices[choices.clone()].iter().map(|it| it.value)).collect(),
            };
            if unit.len() == 1 && its.is_some_and(|its| its.is_optional) {
                continue;
            }
            if level.seen.contains(&unit) {
                return error(format!("{name} comes twice, but must be distinct"));
            }
            if level.sorted.get(&unit[0]).and_then(|all| all.last()).is_some_and(|latest| unit < *latest) {
                return error(format!("{name} is not sorted: this comes before the one above or to the left"));
            }
            units.push(unit);
        }
        let (ends, at) = (repeat.graph.map(|(_, ends)| ends.map(|slot| self.latest_value(slot))), *at);
        let level = &mut self.levels[depth - 1];
        let left = level.left().1;
        if let (Some(graph), Some(ends)) = (&mut level.graph, ends) {
            graph.push(ends, left).map_err(|message| Stop { at, message: message.to_owned() })?;
        }
        if let Some(steps) = &mut self.steps {
            steps.push(Step::Element(level.element.clone(), units.clone()));
        }
        for unit in units {
            let its = slots.get(unit[0] as usize);
            if its.is_some_and(|its| its.is_sorted) {
                level.sorted.entry(unit[0]).or_default().push(unit.clone());
            }
            if its.is_none_or(|its| its.is_distinct) {
                level.seen.insert(unit);
            }
        }
        Ok(())
    }

    /// Ends the innermost sequence, which has a number of elements.
    fn end(&mut self, index: usize) -> Walked {
        let Some(level) = self.levels.pop() else { return Ok(()) };
        let refusal = level.graph.as_deref().and_then(Graph::final_refusal);
        let refusal = refusal.map(|message| Stop { at: level.start, message: message.to_owned() });
        let Element { counter, count, .. } = level.element;
        let counter = counter.filter(|_| level.is_found);
        if let Some(steps) = &mut self.steps {
            steps.push(Step::Ended(Box::new(level)));
        }
        if let Some(refusal) = refusal {
            return Err(refusal);
        }
        let Some(counter) = counter else { return Ok(()) };
        let low = self.view().legal(self.choices[counter].slot).0;
        self.choices[counter].value = index as i64;
        if low > index as i128 {
            let found = count_of(index, "row");
            return self.stop(format!("{found} before this; expected from {low} to {count}"));
        }
        Ok(())
    }
}

/// Writes a number whose last `places` digits are decimals.
pub(crate) fn write_number(value: i64, places: u8, out: &mut Vec<u8>) {
    if places == 0 {
        return out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
    }
    let sign = if value < 0 { "-" } else { "" };
    let (digits, unit, width) = (value.unsigned_abs(), 10_u64.pow(places.into()), usize::from(places));
    out.extend_from_slice(format!("{sign}{}.{:0width$}", digits / unit, digits % unit).as_bytes());
}
