//! What a walk has chosen so far, and what this allows next.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use crate::description::{Condition, Description, LONGEST, Node, Repeat, Sequence};
use crate::expression::{Expression, Function, Span};
use crate::graph::Graph;
use crate::possible::{ANY_INDEX, Cost, View, add};

/// Why a walk ended early: what is wrong, at a byte of the text.
#[derive(Clone, Debug)]
pub(crate) struct Stop {
    pub(crate) at: usize,
    pub(crate) message: String,
}

/// What a slot may be next: a number from `low` to `high`.
#[derive(Clone, Debug)]
pub(crate) struct Domain {
    pub(crate) slot: usize,
    pub(crate) low: i64,
    pub(crate) high: i64,
    /// The legal value nearest zero.
    pub(crate) nearest: i64,
    /// What keeps a condition on a sum: the value if what is left is shared evenly.
    pub(crate) share: Option<i64>,
    /// What keeps conditions on counts: a value, how often it is still to come, and among how many.
    pub(crate) wanted: Vec<(i64, i128, i128)>,
}

/// What was chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chosen {
    pub(crate) slot: usize,
    pub(crate) value: i64,
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
    /// Of slots that are sorted, the latest.
    pub(crate) latest: BTreeMap<i64, Vec<i64>>,
    /// The graph whose edges are the elements.
    pub(crate) graph: Option<Graph>,
}

/// What was chosen so far.
#[derive(Debug)]
pub(crate) struct State<'d> {
    pub(crate) description: &'d Description,
    /// The text of what was chosen.
    pub(crate) out: Vec<u8>,
    pub(crate) choices: Vec<Chosen>,
    /// The elements of all sequences, as they ended, if they are wanted.
    pub(crate) elements: Option<Vec<Element<'d>>>,
    /// The size, as it is defined for inputs.
    pub(crate) size: u64,
    /// The sequences that the walk is in, and the nodes that follow.
    pub(crate) levels: Vec<Level<'d>>,
    pub(crate) pending: Vec<&'d [Node]>,
    /// The choices of each slot.
    chosen: Vec<Vec<usize>>,
    /// By budget, the sums or counts after each value of its slot.
    pub(crate) totals: Vec<Vec<i128>>,
}

impl Chosen {
    /// How far the value is from the one nearest zero.
    pub(crate) fn distance(&self) -> i64 {
        self.value.saturating_sub(self.nearest)
    }
}

impl Domain {
    /// Whether a value is in the range, and none that may not come again because of a condition on its count.
    pub(crate) fn allows(&self, value: i64) -> bool {
        let has_enough = |&(of, wanted, _): &(i64, i128, i128)| of == value && wanted <= 0;
        (self.low..=self.high).contains(&value) && !self.wanted.iter().any(has_enough)
    }
}

impl Level<'_> {
    /// How many elements follow the current one.
    pub(crate) fn left(&self) -> Span {
        let left = self.element.count as i128 - self.element.index as i128 - 1;
        if self.is_found { (0, LONGEST) } else { (left, left) }
    }
}

impl<'d> State<'d> {
    pub(crate) fn new(description: &'d Description) -> Self {
        Self {
            description,
            out: Vec::new(),
            choices: Vec::new(),
            elements: None,
            size: 0,
            levels: Vec::new(),
            pending: Vec::new(),
            chosen: vec![Vec::new(); description.slots.len()],
            totals: vec![vec![0]; description.budgets.len()],
        }
    }

    /// How much there is of what [`go_back`](Self::go_back) shortens.
    pub(crate) fn lengths(&self) -> [usize; 4] {
        [self.out.len(), self.choices.len(), self.levels.len(), self.pending.len()]
    }

    /// Forgets what was chosen since there was as much as this. The current element may have begun, but not ended.
    pub(crate) fn go_back(&mut self, [out, choices, levels, pending]: [usize; 4], size: u64) {
        for Chosen { slot, .. } in self.choices.drain(choices..) {
            self.chosen[slot].pop();
            for &number in &self.description.slots[slot].budgets {
                self.totals[number].pop();
            }
        }
        self.out.truncate(out);
        self.levels.truncate(levels);
        self.pending.truncate(pending);
        self.size = size;
    }

    /// Everything that was chosen is known.
    pub(crate) fn view(&self) -> View<'_> {
        let level = self.levels.iter().rev().find(|level| level.element.repeat.kind != Sequence::Text);
        let index = level.map_or(0, |level| level.element.index as i128 + 1);
        let nothing = View::of_nothing(&self.description.slots);
        View { state: Some(self), below: usize::MAX, index: (index, index), ..nothing }
    }

    /// Ends a walk here.
    pub(crate) fn stop<T>(&self, message: String) -> Result<T, Stop> {
        Err(Stop { at: self.out.len(), message })
    }

    /// Which element of the innermost sequence is the current one, from 0, and of how many.
    pub(crate) fn position(&self) -> (usize, usize) {
        self.levels.last().map_or((0, 1), |level| (level.element.index, level.element.count))
    }

    /// The latest choice of a slot.
    pub(crate) fn latest(&self, slot: usize) -> Option<usize> {
        self.chosen[slot].last().copied()
    }

    pub(crate) fn latest_value(&self, slot: usize) -> i64 {
        self.latest(slot).map_or(0, |choice| self.choices[choice].value)
    }

    /// How many choices of a slot there were when the current element of a depth began.
    fn mark(&self, slot: usize, depth: usize) -> usize {
        let start = if depth == 0 { 0 } else { self.levels[depth - 1].element.choices.start };
        self.chosen[slot].partition_point(|&choice| choice < start)
    }

    /// The values since the current element of a depth began.
    pub(crate) fn values_since(
        &self,
        slot: usize,
        depth: usize,
    ) -> impl DoubleEndedIterator<Item = i64> + ExactSizeIterator {
        self.chosen[slot][self.mark(slot, depth)..].iter().map(|&choice| self.choices[choice].value)
    }

    /// The values of a slot in the innermost sequence, of which there is one in each element of the sequence around it.
    pub(crate) fn values_of_sequence(&self, slot: usize) -> impl DoubleEndedIterator<Item = i64> {
        self.values_since(slot, self.levels.len().saturating_sub(1))
    }

    /// The choice of a slot.
    pub(crate) fn domain(&self, slot: usize) -> Result<Domain, Stop> {
        let its = &self.description.slots[slot];
        let (low, high) = self.view().legal(slot);
        let (low, high) = (integer(low), integer(high));
        let nearest = low.max(high.min(0));
        let mut domain = Domain { slot, low, high, nearest, share: None, wanted: Vec::new() };
        if its.is_sorted && its.is_number() {
            domain.low = self.values_of_sequence(slot).next_back().map_or(low, |latest| low.max(latest));
        }
        for &number in &its.budgets {
            self.keep_budget(number, &mut domain);
        }
        if domain.low > domain.high {
            return self.stop(format!("{} can have no value{}", its.name, self.kept(slot)));
        }
        Ok(domain)
    }

    /// What narrows the range of a slot, as messages end.
    pub(crate) fn kept(&self, slot: usize) -> String {
        let its = &self.description.slots[slot];
        let conditions = its.budgets.iter().map(|&number| self.description.budgets[number].to_string());
        let kept: Vec<_> = conditions.chain(its.is_sorted.then(|| "the order".to_owned())).collect();
        if kept.is_empty() { String::new() } else { format!(" that keeps {}", kept.join(" and ")) }
    }

    /// Narrows a choice to what a condition on a sum or a count allows.
    fn keep_budget(&self, number: usize, domain: &mut Domain) {
        let Condition { left: Expression::Aggregate(of), comparison, right, .. } = &self.description.budgets[number]
        else {
            return;
        };
        if self.levels[of.depth..].iter().any(|level| level.is_found) {
            return;
        }
        let slot = domain.slot;
        let (its, view) = (&self.description.slots[slot], self.view());
        let scale = if of.function == Function::Sum { its.places } else { 0 };
        let totals = &self.totals[number];
        let spent = totals[totals.len() - 1] - totals[self.mark(slot, of.depth)];
        let bound = view.value(right, scale) - spent;
        let beyond = i128::from(!comparison.contains(&Ordering::Equal));
        let least = if comparison.contains(&Ordering::Less) { i128::MIN / 2 } else { bound + beyond };
        let most = if comparison.contains(&Ordering::Greater) { i128::MAX / 2 } else { bound - beyond };
        // How many values are still to come. What later rows have is not known.
        let (mut later, mut fewer, mut more) = (view, 0, 0);
        for (level, depth) in self.levels[of.depth..].iter().zip(of.depth + 1..) {
            let of_level = View { below: level.element.repeat.slots.start, ..view };
            let each = of_level.values(slot, depth);
            (fewer, more) = (fewer + level.left().0 * each.0, more + level.left().1 * each.1);
            if depth == of.depth + 1 {
                later = of_level;
            }
        }
        if let Function::Count(of) = &of.function {
            let of = integer(view.value(of, its.places));
            if least > more {
                (domain.low, domain.high) = (domain.low.max(of), domain.high.min(of));
            } else if *comparison == [Ordering::Equal] {
                domain.wanted.push((of, bound, more + 1));
            } else if most <= 0 {
                domain.wanted.push((of, 0, 1));
            }
            return;
        }
        let (low, high) = View { below: later.below.min(slot), ..later }.legal(slot);
        let later = (if low < 0 { more } else { fewer } * low, if high < 0 { fewer } else { more } * high);
        domain.low = domain.low.max(integer(least.saturating_sub(later.1)));
        domain.high = domain.high.min(integer(most.saturating_sub(later.0)));
        domain.share = Some(integer(if most < i128::MAX / 2 { most } else { least } / (more + 1)));
    }

    /// Why a value is not allowed here, though it is in the range.
    pub(crate) fn refusal(&self, domain: &Domain, value: i64) -> Option<String> {
        let its = &self.description.slots[domain.slot];
        if !domain.allows(value) {
            return Some(format!("{} cannot have this value; expected one{}", its.name, self.kept(domain.slot)));
        }
        if self.has_come(domain, value) {
            return Some(format!("{} is {value} twice", its.name));
        }
        let slot = if its.is_used { self.rest_of_elements(domain, value).err()? } else { return None };
        let of = self.description.slots.get(slot);
        let fix = if of.is_some_and(|of| of.is_of_tree) { "; a tree of n vertices has n-1 rows" } else { "" };
        let of = of.map_or("the rows", |slot| &slot.name);
        Some(format!("{} = {value} leaves nothing possible for {of}{fix}", its.name))
    }

    /// Whether a value has come in the innermost sequence, though its values are distinct.
    pub(crate) fn has_come(&self, domain: &Domain, value: i64) -> bool {
        let is_in = |level: &Level<'_>| level.seen.contains(&[domain.slot as i64, value][..]);
        self.description.slots[domain.slot].is_distinct && self.levels.last().is_some_and(is_in)
    }

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

    /// What comes after this choice costs, if it is `value`.
    pub(crate) fn rest(&self, domain: &Domain, value: i64) -> Cost {
        let (view, own) = (self.view_after(domain, value), self.rest_of_elements(domain, value)?);
        self.levels.iter().try_fold(own, |all, level| {
            let (index, left) = (level.element.index as i128 + 1, level.left());
            Ok(add(all, view.elements(level.element.repeat, left, (index + 1, index + left.1))?))
        })
    }

    /// Notes a choice, and what it means for conditions.
    pub(crate) fn push(&mut self, chosen: Chosen) {
        let Chosen { slot, value, .. } = chosen;
        self.chosen[slot].push(self.choices.len());
        for &number in &self.description.slots[slot].budgets {
            let counted = match &self.description.budgets[number].left {
                Expression::Aggregate(of) if of.function != Function::Sum => of.counts(value).into(),
                _ => i128::from(value),
            };
            let totals = &mut self.totals[number];
            totals.push(totals[totals.len() - 1] + counted);
        }
        self.choices.push(chosen);
    }

    /// Begins an element of the innermost sequence.
    pub(crate) fn begin_element(&mut self, index: usize) {
        let (at, choice) = (self.out.len(), self.choices.len());
        if let Some(Level { element, .. }) = self.levels.last_mut() {
            (element.index, element.at, element.choices.start) = (index, at, choice);
            self.size += u64::from(element.repeat.kind == Sequence::Rows);
        }
    }

    /// Ends an element of the innermost sequence, if it is right. Later ones are compared with it.
    pub(crate) fn end_element(&mut self) -> Result<(), Stop> {
        let (slots, end) = (&self.description.slots, self.choices.len());
        let Some(level) = self.levels.last_mut() else { return Ok(()) };
        level.element.choices.end = end;
        if level.element.repeat.compared.is_empty() && level.graph.is_none() && self.elements.is_none() {
            return Ok(());
        }
        let (Element { repeat, at, .. }, left) = (level.element.clone(), level.left().1);
        let error = |message: String| Err(Stop { at, message });
        let mut units: Vec<Vec<i64>> = Vec::new();
        for &slot in &repeat.compared {
            let its = slot.map(|slot| &slots[slot]);
            let (level, name) = (&self.levels[self.levels.len() - 1], its.map_or("this row", |its| &its.name));
            let row = || self.choices[level.element.choices.clone()].iter().map(|chosen| chosen.value);
            let unit: Vec<i64> = match slot {
                Some(of) => [of as i64].into_iter().chain(self.values_since(of, self.levels.len())).collect(),
                None => [-1].into_iter().chain(row()).collect(),
            };
            if unit.len() == 1 && its.is_some_and(|its| its.is_optional) {
                continue;
            }
            if its.is_none_or(|its| its.is_distinct) && level.seen.contains(&unit) {
                return error(format!("{name} comes twice, but must be distinct"));
            }
            if its.is_some_and(|its| its.is_sorted) && level.latest.get(&unit[0]).is_some_and(|latest| unit < *latest) {
                return error(format!("{name} is not sorted: this comes before the one above or to the left"));
            }
            units.push(unit);
        }
        let edge = repeat.graph.map(|(_, ends)| ends.map(|slot| self.latest_value(slot)));
        let Some(level) = self.levels.last_mut() else { return Ok(()) };
        if let (Some(graph), Some(ends)) = (&mut level.graph, edge) {
            graph.push(ends, left).or_else(|message| error(message.to_owned()))?;
        }
        for unit in units {
            if slots.get(unit[0] as usize).is_some_and(|its| its.is_sorted) {
                level.latest.insert(unit[0], unit.clone());
            }
            level.seen.insert(unit);
        }
        if let Some(elements) = &mut self.elements {
            elements.push(level.element.clone());
        }
        Ok(())
    }
}

/// A number as 64 bits. Descriptions have no bounds past those.
pub(crate) fn integer(value: i128) -> i64 {
    value.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}
