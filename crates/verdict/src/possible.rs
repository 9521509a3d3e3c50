//! What is possible at a moment of a walk: the ranges in which expressions lie, and what is still to come costs.

use crate::description::{LONGEST, Node, Properties, Repeat, Sequence, Slot};
use crate::expression::{Aggregate, Expression, Function, Operator, Span};
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
    Operator::Add.apply(a, b, 1)
}

fn multiply(a: Span, b: Span) -> Span {
    Operator::Multiply.apply(a, b, 1)
}

/// For different values of a range: the least sum of the distances of `fewest` from the value nearest zero, and by how much
/// the sum of `most` stays below as many times the longest distance. On two sides of zero, each distance comes twice.
fn distances_apart((low, high): Span, fewest: i128, most: i128) -> Span {
    let shorter = (-low).min(high).max(0);
    let longer = if shorter > 0 { (-low).max(high) } else { high - low };
    let paired = fewest.min(2 * shorter + 1);
    let single = fewest - paired;
    let least = paired * paired / 4 + single * shorter + single * (single + 1) / 2;
    let single = most.min(longer - shorter);
    let paired = most - single;
    let less = single * (single - 1) / 2 + paired * (longer - shorter) + (paired - 1).max(0).pow(2) / 4;
    (least, less)
}

const fn power(exponent: u8) -> i128 {
    10_i128.pow(exponent as u32)
}

impl<'a> View<'a> {
    pub(crate) fn of_nothing(slots: &'a [Slot]) -> Self {
        Self { slots, walk: None, below: 0, candidate: None, index: ANY_INDEX }
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
    fn known(&self, slot: usize) -> Option<i64> {
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
                    let of = self.value(of, self.slots[*slot].places);
                    values.filter(|&value| i128::from(value) == of).count() as i128
                }
            };
            return (value, value);
        }
        let count = self.values(*slot, *depth);
        match function {
            Function::Sum => multiply(count, self.legal(*slot)),
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

    /// How much more the edges of a graph cost than other rows; `None` if it cannot have one of these numbers of edges.
    fn graph(&self, of: Properties, end: usize, count: Span) -> Option<i128> {
        let Slot { low, high, .. } = &self.slots[end];
        let (low, high) = (self.range(low, 0), self.range(high, 0));
        let [fewest, most] = [high.0 - low.1 + 1, high.1 - low.0 + 1].map(|vertices| vertices.max(0));
        let pairs = most.saturating_mul(most - 1) / if of.is_two_way() { 1 } else { 2 };
        let is_possible = (!of.connected || (count.1 >= fewest - 1 && most > 0))
            && (!of.forest || count.0 <= (most - 1).max(0))
            && (!of.has_no_loops() || count.0 <= pairs || !of.simple && most > 1);
        is_possible.then(|| match low.0 {
            0.. if of.connected => fewest * (fewest - 1) / 2,
            _ if of.has_no_loops() => count.0,
            _ => 0,
        })
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
        let mut cost = self.elements(repeat, count, ANY_INDEX)?;
        if repeat.kind == Sequence::Text {
            cost = add(cost, (1, 1));
        }
        if let Some((properties, [end, _])) = repeat.graph {
            cost.0 += self.graph(properties, end, count).ok_or(first)?;
        }
        Ok(cost)
    }

    /// What this number of elements of a sequence costs, that are still to come.
    pub(crate) fn elements(&self, repeat: &Repeat, count: Span, index: Span) -> Cost {
        if count.1 <= 0 {
            return Ok((0, 0));
        }
        let first = repeat.slots.start;
        let candidate = self.candidate.filter(|&(slot, _)| slot < first);
        let view = Self { below: self.below.min(first), candidate, index, ..*self };
        let each = i128::from(repeat.kind == Sequence::Rows);
        let mut cost = match view.nodes(&repeat.body) {
            Ok(cost) => multiply(count, add(cost, (each, each))),
            Err(_) if count.0 == 0 => return Ok((0, 0)),
            refused => return refused,
        };
        for &slot in repeat.compared.iter().flatten() {
            let its = &self.slots[slot];
            if !its.is_number() || its.is_optional || its.bounds_have(|part| *part == Expression::Index) {
                continue;
            }
            let (low, high) = view.legal(slot);
            let all = high - low + 1;
            if count.0 > all {
                return Err(slot);
            }
            if its.is_steady(self.slots) {
                let (less, more) = distances_apart((low, high), count.0, count.1.min(all));
                cost = (cost.0 + less, cost.1 - more);
            }
        }
        Ok(cost)
    }
}
