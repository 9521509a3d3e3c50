//! What a walk has chosen so far, and what this allows next.

use std::collections::HashSet;

use crate::description::{Budget, Comparison, Description, Graph, Item, Kind, Line, Rows, Statement};
use crate::expression::{Expression, Function, Range};
use crate::graph::Edges;
use crate::view::View;

/// One choice: a number from `low` to `high`.
#[derive(Clone, Debug)]
pub(crate) struct Domain<'d> {
    pub(crate) kind: Choice<'d>,
    pub(crate) low: i64,
    pub(crate) high: i64,
    /// The legal value nearest zero.
    pub(crate) nearest: i64,
    /// A number in a sequence: which of how many, from 0.
    pub(crate) index: usize,
    pub(crate) count: usize,
    /// What keeps a condition on a sum: the value if what is left is shared evenly.
    pub(crate) share: Option<i64>,
    /// What keeps conditions on counts: a value, how often it is still to come, and among how many.
    pub(crate) wanted: Vec<(i64, i128, i128)>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Choice<'d> {
    Number(usize),
    /// The place of a letter in its class.
    Letter(usize),
    /// The length of a string.
    Length(usize),
    /// A number of rows that is not announced.
    Rows(&'d Rows),
    Alternative(&'d Line),
}

/// What is still to come, from outside to inside.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pending<'d> {
    Statements(&'d [Statement]),
    Items(&'d [Item]),
    Rows(&'d Rows, usize),
    /// Elements of an array: `left` of them, from the index `next` on.
    Elements {
        slot: usize,
        next: usize,
        left: usize,
    },
    /// Letters of a class of this size.
    Letters(usize, usize),
}

#[derive(Debug)]
pub(crate) struct State<'d> {
    pub(crate) description: &'d Description,
    /// The text of what was chosen.
    pub(crate) out: Vec<u8>,
    pub(crate) choices: Vec<i64>,
    /// The size, as it is defined for inputs.
    pub(crate) size: u64,
    pub(crate) pending: Vec<Pending<'d>>,
    /// All values of each slot; of strings, the places of their letters.
    pub(crate) values: Vec<Vec<i64>>,
    /// The choice that gave the latest value of a slot.
    pub(crate) chosen_at: Vec<usize>,
    /// How many values a slot had when the current row of a depth began.
    pub(crate) marks: Vec<Vec<usize>>,
    /// `#`
    pub(crate) index: i64,
    /// By depth, which row is the current one, from 0, and how many there are.
    pub(crate) rows: Vec<(usize, usize)>,
    /// By depth, the rows that came, where none may come twice.
    pub(crate) seen: Vec<HashSet<Vec<i64>>>,
    /// By budget, the sum or the count so far.
    pub(crate) spent: Vec<i128>,
    pub(crate) used: Vec<HashSet<i64>>,
    pub(crate) used_texts: Vec<HashSet<Vec<u8>>>,
    /// The latest string of a slot that is sorted.
    pub(crate) latest_text: Vec<Vec<u8>>,
    pub(crate) edges: Edges,
}

impl<'d> Domain<'d> {
    pub(crate) fn of(kind: Choice<'d>, low: i64, high: i64) -> Self {
        Self { kind, low, high, nearest: 0.clamp(low, high), index: 0, count: 1, share: None, wanted: Vec::new() }
    }
}

impl<'d> State<'d> {
    pub(crate) fn new(description: &'d Description) -> Self {
        let slots = description.slots.len();
        Self {
            description,
            out: Vec::new(),
            choices: Vec::new(),
            size: 0,
            pending: Vec::new(),
            values: vec![Vec::new(); slots],
            chosen_at: vec![0; slots],
            marks: vec![vec![0; slots]; description.depth + 1],
            index: 0,
            rows: vec![(0, 1); description.depth + 1],
            seen: vec![HashSet::new(); description.depth + 1],
            spent: vec![0; description.budgets.len()],
            used: vec![HashSet::new(); slots],
            used_texts: vec![HashSet::new(); slots],
            latest_text: vec![Vec::new(); slots],
            edges: Edges::default(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.out.clear();
        self.choices.clear();
        self.size = 0;
        self.pending.clear();
        self.values.iter_mut().for_each(Vec::clear);
        self.spent.fill(0);
    }

    /// Everything that was chosen is known.
    pub(crate) fn view(&self) -> View<'_> {
        View {
            slots: &self.description.slots,
            state: Some(self),
            below: usize::MAX,
            depth: usize::MAX,
            candidate: None,
            index: (self.index.into(), self.index.into()),
        }
    }

    pub(crate) fn latest(&self, slot: usize) -> i64 {
        self.values[slot].last().copied().unwrap_or(0)
    }

    pub(crate) fn values_since(&self, slot: usize, depth: usize) -> &[i64] {
        &self.values[slot][self.marks[depth][slot]..]
    }

    pub(crate) fn is_used(&self, slot: usize, value: i128) -> bool {
        i64::try_from(value).is_ok_and(|value| self.used[slot].contains(&value))
    }

    /// The choice of a number, or of a letter, which is number `index` of `count`; `left` is how many come after it in
    /// its row.
    pub(crate) fn domain(&self, slot: usize, index: usize, count: usize, left: usize) -> Result<Domain<'d>, String> {
        let description = self.description;
        let its = &description.slots[slot];
        let (kind, low, high) = match &its.kind {
            Kind::Number { low, high, places } => {
                let view = self.view();
                let bounds = [view.value(low, *places), view.value(high, *places)];
                (Choice::Number(slot), integer(bounds[0])?, integer(bounds[1])?)
            }
            Kind::Text { class, .. } => (Choice::Letter(slot), 0, class.len() as i64 - 1),
        };
        if low > high {
            return Err(format!("{} can have no value: its range {low}..{high} is empty", its.name));
        }
        let mut domain = Domain { index, count, ..Domain::of(kind, low, high) };
        if its.is_sorted && matches!(its.kind, Kind::Number { .. }) && index > 0 {
            domain.low = low.max(self.latest(slot));
        }
        for &number in &its.budgets {
            self.keep_budget(number, left, &mut domain);
        }
        if domain.low > domain.high {
            let (before, conditions) =
                (self.latest(slot), if its.budgets.is_empty() { "it is sorted" } else { "of a condition" });
            return Err(format!("{} can have no value after {before}, because {conditions}", its.name));
        }
        Ok(domain)
    }

    /// Narrows a choice to what a condition on a sum or a count allows.
    fn keep_budget(&self, number: usize, left: usize, domain: &mut Domain<'d>) {
        let Budget { slot, depth, function, comparison, bound } = &self.description.budgets[number];
        let its = &self.description.slots[*slot];
        if self.rows[*depth..=its.depth()].iter().any(|&(_, count)| count == usize::MAX) {
            return;
        }
        let view = self.view();
        let scale = if *function == Function::Sum { its.places() } else { 0 };
        let bound = view.value(bound, scale) - self.spent[number];
        let (least, most) = match comparison {
            Comparison::Equal | Comparison::Unequal => (bound, bound),
            Comparison::AtMost => (i128::MIN / 2, bound),
            Comparison::Less => (i128::MIN / 2, bound - 1),
            Comparison::AtLeast => (bound, i128::MAX / 2),
            Comparison::Greater => (bound + 1, i128::MAX / 2),
        };
        let (fewer, more) = self.values_left(*slot, *depth, left);
        if let Function::Count(of) = function {
            let of = i64::try_from(view.value(of, its.places())).unwrap_or(i64::MAX);
            if least > more {
                (domain.low, domain.high) = (domain.low.max(of), domain.high.min(of));
            } else if *comparison == Comparison::Equal {
                domain.wanted.push((of, bound, more + 1));
            } else if most <= 0 {
                domain.wanted.push((of, 0, 1));
            }
            return;
        }
        // Later rows may have other bounds than this one.
        let (low, high) = View { below: *slot, depth: *depth, ..view }.legal(*slot);
        let later = (if low < 0 { more } else { fewer } * low, if high < 0 { fewer } else { more } * high);
        let clamp = |value: i128| i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX });
        domain.low = domain.low.max(clamp(least.saturating_sub(later.1)));
        domain.high = domain.high.min(clamp(most.saturating_sub(later.0)));
        domain.share = Some(clamp(if most < i128::MAX / 2 { most } else { least } / (more + 1)));
    }

    /// How many values of a slot come after the current one since a depth, if `left` do in its row.
    fn values_left(&self, slot: usize, depth: usize, left: usize) -> Range {
        let its = &self.description.slots[slot];
        let mut all = (left as i128, left as i128);
        for level in depth + 1..=its.depth() {
            let view = View { below: slot, depth: level - 1, ..self.view() };
            let in_row = view.values(slot, level);
            let rows = self.rows_left(level) as i128;
            all = (all.0 + rows * in_row.0, all.1 + rows * in_row.1);
        }
        all
    }

    /// Why a value is not allowed here, though it is in the range.
    pub(crate) fn refusal(&self, domain: &Domain<'d>, value: i64) -> Option<String> {
        let (Choice::Number(slot) | Choice::Letter(slot)) = domain.kind else { return None };
        let its = &self.description.slots[slot];
        if domain.wanted.iter().any(|&(of, wanted, _)| of == value && wanted <= 0) {
            return Some(format!("{} has too many of one value for a condition", its.name));
        }
        if matches!(domain.kind, Choice::Letter(_)) {
            return None;
        }
        if its.is_distinct && self.used[slot].contains(&value) {
            return Some(format!("{} is {value} twice", its.name));
        }
        if let Some((graph, rows)) = self.graph()
            && graph.ends[1] == slot
            && let Some(refusal) = self.edges.refusal(self.latest(graph.ends[0]), value, rows)
        {
            return Some(refusal);
        }
        let impossible = its.requirements.iter().find(|&&requirement| !self.leaves(requirement, slot, value));
        impossible.map(|&requirement| {
            let of = &self.description.slots[self.description.requirements[requirement].slot].name;
            format!("{} = {value} leaves nothing possible for {of}", its.name)
        })
    }

    /// Whether this value leaves something possible for all later ones.
    pub(crate) fn leaves_everything(&self, slot: usize, value: i64) -> bool {
        self.description.slots[slot].requirements.iter().all(|&requirement| self.leaves(requirement, slot, value))
    }

    fn leaves(&self, requirement: usize, slot: usize, value: i64) -> bool {
        let view = View {
            below: slot + 1,
            candidate: Some((slot, value)),
            index: (1, crate::description::LONGEST),
            ..self.view()
        };
        view.is_possible(&self.description.requirements[requirement], self.description.slots[slot].depth())
    }

    /// The graph of which this is an edge, and how many follow.
    pub(crate) fn graph(&self) -> Option<(&'d Graph, usize)> {
        self.pending.iter().rev().find_map(|pending| match pending {
            Pending::Rows(rows, left) => Some(rows.graph.as_ref().map(|graph| (graph, *left))),
            _ => None,
        })?
    }

    /// Notes a value, and what it means for conditions.
    pub(crate) fn push(&mut self, slot: usize, value: i64) {
        self.values[slot].push(value);
        self.chosen_at[slot] = self.choices.len();
        let description = self.description;
        for &number in &description.slots[slot].budgets {
            let budget = &description.budgets[number];
            self.spent[number] += match &budget.function {
                Function::Count(Expression::Number { digits, .. }) => i128::from(*digits == i128::from(value)),
                _ => value.into(),
            };
        }
    }

    fn rows_left(&self, depth: usize) -> usize {
        let (row, count) = self.rows[depth];
        count - row - 1
    }

    /// How many rows the current place is in.
    pub(crate) fn depth(&self) -> usize {
        self.pending.iter().filter(|pending| matches!(pending, Pending::Rows(..))).count()
    }

    /// Forgets what a slot was compared with.
    pub(crate) fn forget(&mut self, slot: usize) {
        let its = &self.description.slots[slot];
        if its.is_distinct {
            self.used[slot].clear();
            self.used_texts[slot].clear();
        }
        if its.is_sorted {
            self.latest_text[slot].clear();
        }
    }

    /// Begins rows, one level below.
    pub(crate) fn begin_rows(&mut self, rows: &Rows) -> Result<(), String> {
        let depth = self.depth() + 1;
        for slot in rows.slots.clone() {
            let its = &self.description.slots[slot];
            if its.length.is_none() && its.depth() == depth {
                self.forget(slot);
            }
        }
        self.seen[depth].clear();
        if let Some(graph) = &rows.graph {
            let view = self.view();
            let (low, high) = (integer(view.value(&graph.low, 0))?, integer(view.value(&graph.high, 0))?);
            self.edges.restart(graph.properties, low, high);
        }
        Ok(())
    }

    /// Begins a row of this depth.
    pub(crate) fn begin_row(&mut self, rows: &Rows, depth: usize, row: usize, count: usize) {
        self.index = i64::try_from(row + 1).unwrap_or(i64::MAX);
        self.rows[depth] = (row, count);
        self.size += 1;
        for slot in rows.slots.clone() {
            self.marks[depth][slot] = self.values[slot].len();
        }
        for (number, budget) in self.description.budgets.iter().enumerate() {
            if budget.depth == depth && rows.slots.contains(&budget.slot) {
                self.spent[number] = 0;
            }
        }
    }

    /// Ends a row that is right: later ones are compared with it.
    pub(crate) fn end_row(&mut self, rows: &Rows, depth: usize) {
        for slot in rows.slots.clone() {
            let its = &self.description.slots[slot];
            if !(its.is_distinct || its.is_sorted) || its.length.is_some() || its.depth() != depth {
                continue;
            }
            if its.is_scalar() {
                self.commit_number(slot);
            } else {
                let text = self.letters(slot, self.marks[depth][slot]);
                self.commit_text(slot, text);
            }
        }
        if let Some(graph) = &rows.graph {
            let [first, second] = graph.ends.map(|slot| self.latest(slot));
            self.edges.push(first, second);
        }
    }

    pub(crate) fn commit_number(&mut self, slot: usize) {
        if self.description.slots[slot].is_distinct {
            let latest = self.latest(slot);
            self.used[slot].insert(latest);
        }
    }

    pub(crate) fn commit_text(&mut self, slot: usize, text: Vec<u8>) {
        if self.description.slots[slot].is_distinct {
            self.used_texts[slot].insert(text.clone());
        }
        self.latest_text[slot] = text;
    }

    /// The letters of a slot from its value number `from` on.
    pub(crate) fn letters(&self, slot: usize, from: usize) -> Vec<u8> {
        let Kind::Text { class, .. } = &self.description.slots[slot].kind else { return Vec::new() };
        self.values[slot][from..].iter().map(|&place| class[usize::try_from(place).unwrap_or(0)]).collect()
    }
}

pub(crate) fn integer(value: i128) -> Result<i64, String> {
    i64::try_from(value).map_err(|_| "a bound is past 64 bits".to_owned())
}
