//! What is possible at a moment of a walk: the ranges in which expressions lie, and what nodes cost.

use std::cmp::Ordering;

use crate::description::{Condition, LONGEST, Node, Repeat, SequenceKind, Slot};
use crate::expression::{Aggregate, Expression, Function, Operator, Span};
use crate::rest::Later;
use crate::walk::Walk;

/// Knows the values of some slots; of the others, what the description says.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) slots: &'a [Slot],
    pub(crate) walk: Option<&'a Walk<'a>>,
    /// The slots from here on are not known.
    pub(crate) below: usize,
    /// The slot that is chosen next, with the value that it may get.
    pub(crate) candidate: Option<(usize, i64)>,
    pub(crate) index: Span,
}

/// The least and the most that something adds to the size of an input, or a slot for which nothing is possible.
pub(crate) type Cost = Result<Span, usize>;

/// What the index of a row can be.
pub(crate) const ANY_INDEX: Span = (1, LONGEST);

pub(crate) fn add(a: Span, b: Span) -> Span {
    (a.0.saturating_add(b.0), a.1.saturating_add(b.1))
}

pub(crate) fn multiply(a: Span, b: Span) -> Span {
    Operator::Multiply.apply(a, b, 1)
}

const fn power(exponent: u8) -> i128 {
    10_i128.pow(exponent as u32)
}

impl<'a> View<'a> {
    pub(crate) fn of_nothing(slots: &'a [Slot]) -> Self {
        Self { slots, walk: None, below: 0, candidate: None, index: ANY_INDEX }
    }

    /// What is known outside of rows or arrays whose slots begin with `first`, with these indexes.
    pub(crate) fn outside(&self, first: usize, index: Span) -> Self {
        let candidate = self.candidate.filter(|&(slot, _)| slot < first);
        Self { below: self.below.min(first), candidate, index, ..*self }
    }

    /// The value, if all names in it are known. `scale` is the number of decimals of the result.
    pub(crate) fn value(&self, expression: &Expression, scale: u8) -> i128 {
        self.range(expression, scale).0
    }

    pub(crate) fn range(&self, expression: &Expression, scale: u8) -> Span {
        let scaled = |range: Span, decimals: u8| match scale.saturating_sub(decimals) {
            0 => range,
            more => multiply(range, (power(more), power(more))),
        };
        match expression {
            Expression::Number { digits, decimals } => scaled((*digits, *digits), *decimals),
            Expression::Name(slot) => {
                let range = self.known(*slot).map_or_else(|| self.legal(*slot), |value| (value.into(), value.into()));
                scaled(range, self.slots[*slot].places)
            }
            Expression::Index => scaled(self.index, 0),
            Expression::Aggregate(aggregate) => {
                let is_sum = aggregate.function == Function::Sum;
                scaled(self.aggregate(aggregate), if is_sum { self.slots[aggregate.slot].places } else { 0 })
            }
            Expression::Binary(operator, pair) => {
                operator.apply(self.range(&pair.0, scale), self.range(&pair.1, scale), power(scale))
            }
        }
    }

    /// The value of a slot.
    pub(crate) fn known(&self, slot: usize) -> Option<i64> {
        match (self.walk, self.candidate) {
            (_, Some((candidate, value))) if candidate == slot => Some(value),
            (Some(walk), _) if slot < self.below => Some(walk.latest_value(slot)),
            _ => None,
        }
    }

    /// The range of the values of a slot; of a string, of the places of its letters.
    pub(crate) fn legal(&self, slot: usize) -> Span {
        let Slot { low, high, places, .. } = &self.slots[slot];
        (self.range(low, *places).0, self.range(high, *places).1)
    }

    fn aggregate(&self, aggregate: &Aggregate) -> Span {
        let Aggregate { function, slot, depth, complete } = aggregate;
        if let Some(walk) = self.walk
            && *complete <= self.below
        {
            let values = walk.values_since(*slot, *depth);
            let value = match function {
                Function::Sum => values.map(i128::from).sum(),
                Function::Length => values.len() as i128,
                Function::Count(of) => {
                    let (low, high) = self.range(of, self.slots[*slot].places);
                    let most = values.filter(|&value| (low..=high).contains(&value.into())).count() as i128;
                    return (if low == high { most } else { 0 }, most);
                }
            };
            return (value, value);
        }
        // Of other rows, what they have inside is not known.
        let first = (0..*slot).rev().take_while(|&inside| self.slots[inside].depth() > *depth).last();
        let others = self.outside(first.unwrap_or(*slot), ANY_INDEX);
        let count = others.values(*slot, *depth);
        match function {
            Function::Sum => multiply(count, others.legal(*slot)),
            Function::Length => count,
            Function::Count(_) => (0, count.1),
        }
    }

    /// The number of elements of a sequence.
    pub(crate) fn count(&self, count: &Expression) -> Span {
        let (low, high) = self.range(count, 0);
        (low.max(0), high.max(0))
    }

    /// How many numbers or letters a slot has in one element of the sequence of a depth.
    pub(crate) fn values(&self, slot: usize, depth: usize) -> Span {
        let slot = &self.slots[slot];
        let all = slot.path.iter().skip(depth).fold((1, 1), |all, count| multiply(all, self.count(count)));
        if slot.is_optional { (0, all.1) } else { all }
    }

    pub(crate) fn nodes(&self, nodes: &[Node]) -> Cost {
        nodes.iter().try_fold((0, 0), |all, node| Ok(add(all, self.node(node)?)))
    }

    fn node(&self, node: &Node) -> Cost {
        match node {
            Node::Literal(_) | Node::Where(_) => Ok((0, 0)),
            Node::Value(slot) => {
                let (low, high) = self.legal(*slot);
                // The distance from the legal value nearest zero.
                let most = if low >= 0 || high <= 0 { high - low } else { high.max(-low) };
                let is_value = i128::from(self.slots[*slot].is_value());
                if low <= high { Ok((is_value, is_value * (1 + most))) } else { Err(*slot) }
            }
            Node::Either(choice, alternatives) => {
                if let Some(chosen) = self.known(*choice) {
                    return self.nodes(&alternatives[chosen as usize]);
                }
                let possible = alternatives.iter().filter_map(|items| self.nodes(items).ok());
                possible.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).ok_or(*choice)
            }
            Node::Repeat(repeat) => self.repeat(repeat),
        }
    }

    pub(crate) fn repeat(&self, repeat: &Repeat) -> Cost {
        let (low, high) = self.range(&repeat.count, 0);
        let (first, count) = (repeat.slots.start, (low.max(0), high));
        if count.0 > count.1 {
            return Err(first);
        }
        let cost = self.elements(&Later { repeat, count, level: None }, ANY_INDEX, None)?;
        Ok(if repeat.kind == SequenceKind::Text { add(cost, (1, 1)) } else { cost })
    }
}

impl Condition {
    /// The least and the most that the left side may be. If it may be any, that is half of the smallest or largest number.
    pub(crate) fn limits(&self, view: &View<'_>, scale: u8) -> Span {
        let (low, high) = view.range(&self.right, scale);
        let beyond = i128::from(!self.comparison.contains(&Ordering::Equal));
        let least = if self.comparison.contains(&Ordering::Less) { i128::MIN / 2 } else { low.saturating_add(beyond) };
        let most =
            if self.comparison.contains(&Ordering::Greater) { i128::MAX / 2 } else { high.saturating_sub(beyond) };
        (least, most)
    }
}
