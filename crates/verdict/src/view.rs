//! What is known at a moment of a walk: the ranges in which expressions lie, and what is still to come costs.

use crate::description::{Body, Count, Graph, Item, Kind, LONGEST, Line, Requirement, Rows, Rule, Slot, Statement};
use crate::expression::{Aggregate, Expression, Function, Operator, Range};
use crate::state::State;

/// Knows the values of some slots; of the others, what the description says.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) slots: &'a [Slot],
    pub(crate) state: Option<&'a State<'a>>,
    /// The slots from here on are not known.
    pub(crate) below: usize,
    /// Slots in deeper rows are not known.
    pub(crate) depth: usize,
    /// A slot, with the value that it may get.
    pub(crate) candidate: Option<(usize, i64)>,
    pub(crate) index: Range,
}

const NO_COST: Range = (0, 0);

fn add(a: Range, b: Range) -> Range {
    Operator::Add.apply(a, b, 1)
}

fn multiply(a: Range, b: Range) -> Range {
    Operator::Multiply.apply(a, b, 1)
}

const fn power(exponent: u8) -> i128 {
    10_i128.pow(exponent as u32)
}

impl<'a> View<'a> {
    pub(crate) fn of_nothing(slots: &'a [Slot]) -> Self {
        Self { slots, state: None, below: 0, depth: usize::MAX, candidate: None, index: (1, LONGEST) }
    }

    /// The value, if all names in it are known. `scale` is the number of decimals of the result.
    pub(crate) fn value(&self, expression: &Expression, scale: u8) -> i128 {
        match expression {
            Expression::Number { digits, decimals } if *decimals == scale => *digits,
            _ => self.range(expression, scale).0,
        }
    }

    pub(crate) fn range(&self, expression: &Expression, scale: u8) -> Range {
        let scaled = |range: Range, decimals: u8| match scale.checked_sub(decimals) {
            Some(0) => range,
            Some(more) => multiply(range, (power(more), power(more))),
            None => (range.0 / power(decimals - scale), range.1 / power(decimals - scale)),
        };
        match expression {
            Expression::Number { digits, decimals } => scaled((*digits, *digits), *decimals),
            Expression::Name(slot) => scaled(self.name(*slot), self.slots[*slot].places()),
            Expression::Index => scaled(self.index, 0),
            Expression::Aggregate(aggregate) => {
                let is_sum = aggregate.function == Function::Sum;
                scaled(self.aggregate(aggregate), if is_sum { self.slots[aggregate.slot].places() } else { 0 })
            }
            Expression::Binary(operator, pair) => {
                operator.apply(self.range(&pair.0, scale), self.range(&pair.1, scale), power(scale))
            }
        }
    }

    fn name(&self, slot: usize) -> Range {
        if let Some(state) = self.state
            && slot < self.below
            && self.slots[slot].depth() <= self.depth
        {
            let value = match self.candidate {
                Some((candidate, value)) if candidate == slot => value,
                _ => state.latest(slot),
            };
            return (value.into(), value.into());
        }
        self.legal(slot)
    }

    /// The range of the values of a slot; of a string, of the places of its letters.
    pub(crate) fn legal(&self, slot: usize) -> Range {
        match &self.slots[slot].kind {
            Kind::Number { low, high, places } => (self.range(low, *places).0, self.range(high, *places).1),
            Kind::Text { class, .. } => (0, class.len() as i128 - 1),
        }
    }

    fn aggregate(&self, aggregate: &Aggregate) -> Range {
        let Aggregate { function, slot, depth, complete } = aggregate;
        if let Some(state) = self.state
            && *complete <= self.below
            && *depth <= self.depth
        {
            let values = state.values_since(*slot, *depth);
            let value = match function {
                Function::Sum => values.iter().map(|&value| i128::from(value)).sum(),
                Function::Length => values.len() as i128,
                Function::Count(of) => {
                    let of = self.value(of, self.slots[*slot].places());
                    values.iter().filter(|&&value| i128::from(value) == of).count() as i128
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

    pub(crate) fn count(&self, count: &Count) -> Range {
        (self.range(&count.low, 0).0.max(0), self.range(count.most(), 0).1.max(0))
    }

    /// How many numbers or letters a slot has in all rows below a depth.
    pub(crate) fn values(&self, slot: usize, depth: usize) -> Range {
        let slot = &self.slots[slot];
        let rows = slot.path.iter().skip(depth).fold((1, 1), |all, count| multiply(all, self.count(count)));
        let all = multiply(rows, self.values_in_row(slot));
        if slot.alternative.is_some() { (0, all.1) } else { all }
    }

    pub(crate) fn values_in_row(&self, slot: &Slot) -> Range {
        let letters = match &slot.kind {
            Kind::Number { .. } => (1, 1),
            Kind::Text { length, .. } => self.count(length),
        };
        multiply(letters, self.length(slot))
    }

    fn length(&self, slot: &Slot) -> Range {
        slot.length.as_ref().map_or((1, 1), |length| (self.range(length, 0).0.max(0), self.range(length, 0).1.max(0)))
    }

    /// How many words, or how many letters in its shortest word, a value has at least.
    pub(crate) fn least_words(&self, slot: &Slot) -> i128 {
        let letters = match &slot.kind {
            Kind::Number { .. } => 1,
            Kind::Text { length, .. } => self.range(&length.low, 0).0,
        };
        letters.min(slot.length.as_ref().map_or(1, |length| self.range(length, 0).0))
    }

    /// Whether a requirement can still be met, `depth` rows inside.
    pub(crate) fn is_possible(&self, requirement: &Requirement, depth: usize) -> bool {
        if requirement.path.iter().skip(depth).any(|count| self.count(count).0 == 0) {
            return true;
        }
        let scale = requirement.scale;
        match &requirement.rule {
            Rule::Range(low, high) => self.range(low, scale).0 <= self.range(high, scale).1,
            Rule::Different(count, low, high) => {
                self.count(count).0 <= self.range(high, scale).1 - self.range(low, scale).0 + 1
            }
            Rule::Graph(count, graph) => self.is_graph_possible(count, graph),
        }
    }

    pub(crate) fn is_graph_possible(&self, count: &Count, graph: &Graph) -> bool {
        let (least, most) = (self.range(&count.low, 0).0, self.range(count.most(), 0).1);
        let (low, high) = (self.range(&graph.low, 0), self.range(&graph.high, 0));
        // Never negative, so that no vertices have no edges.
        let fewest = high.0.saturating_sub(low.1).saturating_add(1).max(0);
        let vertices = high.1.saturating_sub(low.0).saturating_add(1).max(0);
        let properties = graph.properties;
        let pairs = vertices.saturating_mul(vertices - 1) / if properties.is_two_way() { 1 } else { 2 };
        (!properties.is_connected() || (most >= fewest - 1 && vertices > 0))
            && (!properties.is_forest() || least <= (vertices - 1).max(0))
            && (!(properties.simple || properties.acyclic) || least <= pairs || !properties.simple && vertices > 1)
    }

    /// What a value costs beyond 1: its distance from the legal value nearest zero.
    fn distance(&self, slot: usize) -> Range {
        let (low, high) = self.legal(slot);
        (0, if low >= 0 || high <= 0 { high - low } else { high.max(-low) }.max(0))
    }

    fn item(&self, item: &Item) -> Range {
        let Item::Slot(number) = item else { return NO_COST };
        let slot = &self.slots[*number];
        let length = self.length(slot);
        match &slot.kind {
            Kind::Text { class, length: letters } => {
                multiply(length, add((1, 1), multiply(self.count(letters), (1, class.len() as i128))))
            }
            Kind::Number { low, high, .. } if low.uses_index() || high.uses_index() => self.indexed(*number, 1, length),
            Kind::Number { .. } => {
                let cost = multiply(length, add((1, 1), self.distance(*number)));
                if slot.is_distinct && slot.length.is_some() { add(cost, self.distinct(*number, length)) } else { cost }
            }
        }
    }

    /// What elements cost whose range depends on their index, from the index `first` on.
    fn indexed(&self, slot: usize, first: i128, length: Range) -> Range {
        const ONE_BY_ONE: i128 = 32;
        let at = |index: Range| add((1, 1), Self { index, ..*self }.distance(slot));
        if length.1 > ONE_BY_ONE {
            return multiply(length, at((first, first + length.1)));
        }
        let costs = (0..length.1).map(|index| (index, at((first + index, first + index))));
        costs.fold(NO_COST, |(least, most), (index, cost)| {
            (if index < length.0 { least + cost.0 } else { least }, most + cost.1)
        })
    }

    /// How much more different values cost than any values.
    fn distinct(&self, slot: usize, length: Range) -> Range {
        let (low, high) = self.legal(slot);
        // The distances are 0, 1, 2 …, or 0, 1, 1, 2, 2 … on both sides of zero.
        let least = if low >= 0 || high <= 0 { length.0 * (length.0 - 1) / 2 } else { length.0 * length.0 / 4 };
        let is_exact = (low >= 0 || high <= 0) && length.0 == length.1;
        (least.max(0), if is_exact { -(length.1 * (length.1 - 1) / 2) } else { 0 })
    }

    pub(crate) fn items(&self, items: &[Item]) -> Range {
        items.iter().fold(NO_COST, |cost, item| add(cost, self.item(item)))
    }

    fn line(&self, line: &Line) -> Range {
        let costs = line.alternatives.iter().map(|items| self.items(items));
        costs.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or(NO_COST)
    }

    /// What one of these rows costs, which is not known.
    pub(crate) fn row(&self, rows: &Rows) -> Range {
        let view = Self { below: self.below.min(rows.slots.start), index: (1, LONGEST), ..*self };
        add(
            (1, 1),
            match &rows.body {
                Body::Line(line) => view.line(line),
                Body::Block(block) => view.statements(&block.statements),
            },
        )
    }

    fn rows(&self, rows: &Rows) -> Range {
        let count = self.count(&rows.count);
        let cost = multiply(count, self.row(rows));
        let Some(graph) = &rows.graph else { return cost };
        let (low, high) = (self.range(&graph.low, 0), self.range(&graph.high, 0));
        let more = if graph.properties.is_connected() && low.0 >= 0 {
            let fewest = (high.0 - low.1 + 1).max(0);
            fewest * (fewest - 1) / 2
        } else if graph.properties.has_no_loops() {
            count.0
        } else {
            0
        };
        (cost.0 + more, cost.1)
    }

    pub(crate) fn statements(&self, statements: &[Statement]) -> Range {
        let costs = statements.iter().map(|statement| match statement {
            Statement::Line(line) => self.line(line),
            Statement::Rows(rows) => self.rows(rows),
            Statement::Where(_) => NO_COST,
        });
        costs.fold(NO_COST, add)
    }

    /// What the elements of an array cost that are still to come: `left` of them, from the index `next` on.
    pub(crate) fn elements(&self, slot: usize, next: usize, left: usize) -> Range {
        let left = (left as i128, left as i128);
        let Slot { kind, is_distinct, .. } = &self.slots[slot];
        match kind {
            Kind::Text { class, length } => {
                multiply(left, add((1, 1), multiply(self.count(length), (1, class.len() as i128))))
            }
            Kind::Number { low, high, .. } if low.uses_index() || high.uses_index() => {
                self.indexed(slot, next as i128, left)
            }
            Kind::Number { .. } if *is_distinct => self.unused(slot, left.0),
            Kind::Number { .. } => multiply(left, add((1, 1), self.distance(slot))),
        }
    }

    /// What different values cost that are not used yet.
    fn unused(&self, slot: usize, left: i128) -> Range {
        const FEW: i128 = 64;
        let (low, high) = self.legal(slot);
        let Some(state) = self.state.filter(|_| high - low <= FEW) else {
            return multiply((left, left), add((1, 1), self.distance(slot)));
        };
        let nearest = 0.clamp(low, high.max(low));
        let is_candidate = |value| self.candidate.is_some_and(|(_, candidate)| i128::from(candidate) == value);
        let is_free = |value: &i128| !is_candidate(*value) && !state.is_used(slot, *value);
        let mut distances: Vec<i128> = (low..=high).filter(is_free).map(|value| (value - nearest).abs()).collect();
        distances.sort_unstable();
        let left = usize::try_from(left).unwrap_or(0).min(distances.len());
        let sum = |part: &[i128]| part.iter().sum::<i128>() + part.len() as i128;
        (sum(&distances[..left]), sum(&distances[distances.len() - left..]))
    }
}
