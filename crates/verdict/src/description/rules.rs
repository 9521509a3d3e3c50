//! What the grammar does not say: what belongs together in a description, and how large its inputs are.

use std::cmp::Ordering::{Greater, Less};

use super::parse::Parser;
use super::scan::Parsed;
use super::{Condition, Description, Kind, LONGEST, Node, Repeat, Slot, first_words};
use crate::expression::{Expression, Function};

impl Parser<'_> {
    /// Refuses descriptions whose largest input has too many values.
    pub(super) fn check_length(&self) -> Parsed<()> {
        let Description { slots, budgets, .. } = &self.description;
        let mut all = 0_i128;
        for slot in slots {
            let mut total: i128 = 1;
            for count in &slot.path {
                total = total.saturating_mul(self.view().count(count).1);
                let Some(counter) = count.counter().map(|counter| &slots[counter]) else { continue };
                let is_fixed = |part: &_| matches!(part, Expression::Number { .. } | Expression::Binary(..));
                if slot.path.len() > 1 && counter.bounds_have(|part| !is_fixed(part)) {
                    // A length may be smaller if another is large.
                    total = 0;
                }
                let budgets = counter.budgets.iter().map(|&number| &budgets[number]);
                let bounds = budgets.filter(|budget| !budget.comparison.contains(&Greater));
                total = bounds.map(|budget| self.view().range(&budget.right, 0).1).fold(total, i128::min);
            }
            all = all.saturating_add(total);
            let named = |count: &Expression| Some(&slots[count.counter()?]).filter(|counter| counter.is_number());
            let counters: Vec<_> = slot.path.iter().filter_map(named).collect();
            let fix = match counters[..] {
                [.., inner] if !inner.path.is_empty() => {
                    format!(", as by `where sum({}) <= 2e5` after the rows", inner.name)
                }
                [outer, inner] => format!(", as by `{}: 1..1e6/{}`", inner.name, outer.name),
                _ => String::new(),
            };
            let message = format!("there can be {all} values up to here; expected at most {LONGEST}{fix}");
            self.require(all <= LONGEST, slot.at, message)?;
        }
        Ok(())
    }

    /// Whether a block has test cases: their number is the only value before it, and after it there are only conditions
    /// that are easily kept when test cases are added.
    pub(super) fn has_cases(&self, nodes: &[Node]) -> bool {
        let is_bound = |Condition { left, comparison, right, .. }: &Condition| {
            let is_sum = matches!(left, Expression::Aggregate(of) if of.function != Function::Length);
            let is_fixed = matches!(right, Expression::Number { .. });
            is_sum && is_fixed && comparison.contains(&Less) && !comparison.contains(&Greater)
        };
        let [Node::Value(0), Node::Literal(_), Node::Repeat(rows), rest @ ..] = nodes else { return false };
        let (low, high) = self.view().legal(0);
        let is_last = rest.iter().all(|node| matches!(node, Node::Where(all) if all.iter().all(is_bound)));
        rows.count == Expression::Name(0) && is_last && low <= 1 && high >= 1
    }

    /// The ends of the edges that rows are.
    pub(super) fn graph(&self, body: &[Node], first: usize, at: usize) -> Parsed<[usize; 2]> {
        let slots = &self.description.slots;
        let first = first + slots[first..].iter().take_while(|slot| !slot.is_value()).count();
        let is_scalar = |slot: &Slot| slot.is_number() && slot.places == 0 && slot.path.len() == self.path.len() + 1;
        let is_same = matches!(&slots[first..], [one, other, ..]
        if is_scalar(one) && is_scalar(other) && (&one.low, &one.high) == (&other.low, &other.high)
            && !one.bounds_have(|part| match part {
            Expression::Name(slot) => *slot >= first,
            part => *part == Expression::Index,
        }));
        let is_graph = is_same && !body.iter().any(|node| matches!(node, Node::Either(..)));
        let wanted = "a graph is the first two names of its rows, with the same range, as in `u: 1..n, v: 1..n`";
        self.require(is_graph, at, wanted)?;
        let (low, high) = self.view().legal(first);
        let vertices = high - low + 1;
        let message = format!("up to {vertices} vertices are possible; expected at most {LONGEST}");
        self.require(vertices <= LONGEST, at, message)?;
        Ok([first, first + 1])
    }

    pub(super) fn can_be_empty(&self, item: Option<&Node>) -> bool {
        let Some(Node::Repeat(repeat)) = item else { return false };
        self.view().count(&repeat.count).0 == 0 || self.can_be_empty(repeat.body.last())
    }

    /// Marks the values that say how large an input is.
    pub(super) fn mark_lengths(&mut self, expression: &Expression) {
        let mut names = Vec::new();
        expression.any(&mut |part| {
            if let Expression::Name(slot) = part {
                names.push(*slot);
            }
            false
        });
        for slot in names {
            let its = &mut self.description.slots[slot];
            if !std::mem::replace(&mut its.is_length, true) {
                let bounds = [its.low.clone(), its.high.clone()];
                for bound in &bounds {
                    self.mark_lengths(bound);
                }
            }
        }
    }

    /// The first words of what follows rows that are not announced.
    pub(super) fn ends(&self, rows: &Repeat, next: &[Node]) -> Parsed<Vec<Vec<u8>>> {
        let at = self.description.slots[rows.slots.start - 1].at;
        let message = "expected a literal that cannot begin a row after rows that are not announced, or the end of \
                       the input";
        match first_words(next) {
            None if next.is_empty() && self.path.is_empty() => Ok(Vec::new()),
            Some(ends) if !ends.iter().any(|end| self.can_begin(rows, end)) => {
                Ok(ends.into_iter().map(<[u8]>::to_vec).collect())
            }
            _ => self.error(at, message),
        }
    }

    fn can_begin(&self, rows: &Repeat, word: &[u8]) -> bool {
        if let Some(words) = first_words(&rows.body) {
            return words.contains(&word);
        }
        // The first value; before it may be its length.
        let mut of_rows = rows.slots.clone().map(|slot| (slot, &self.description.slots[slot]));
        match of_rows.find(|(_, slot)| slot.is_value()) {
            Some((_, Slot { kind: Kind::Letter(class), .. })) => word.iter().all(|letter| class.contains(letter)),
            Some((slot, _)) => {
                let (low, high) = self.view().legal(slot);
                let number = str::from_utf8(word).ok().and_then(|word| word.replace('.', "").parse::<i128>().ok());
                number.is_some_and(|number| (low..=high).contains(&number))
            }
            None => false,
        }
    }
}
