//! What a description must be beyond its grammar, and what its values must leave possible.

use problem::quote;

use super::parse::Parser;
use super::scan::Parsed;
use super::{
    Body, Comparison, Condition, Count, Description, Graph, Item, Kind, LONGEST, Line, Requirement, Rows, Rule, Slot,
    Statement,
};
use crate::expression::{Expression, Function, TOO_LARGE};
use crate::view::View;

impl Parser<'_> {
    /// Refuses numbers that may be past 128 bits.
    pub(super) fn check_size(&self, at: usize, expression: &Expression, scale: u8) -> Parsed<()> {
        let (low, high) = self.view().range(expression, scale);
        if low > -TOO_LARGE && high < TOO_LARGE {
            return Ok(());
        }
        self.scan.error(at, "a value of this can be past 128 bits; expected smaller numbers")
    }

    /// Checks the range of a number.
    pub(super) fn check_range(&self, at: usize, low: &Expression, high: &Expression, places: u8) -> Parsed<()> {
        self.check_scale(at, low, places)?;
        self.check_scale(at, high, places)?;
        let view = self.view();
        let (from, to) = (view.range(low, places), view.range(high, places));
        if from.0 > to.1 {
            let text = self.scan.since(at);
            return self.scan.error(at, format!("the range {text} is always empty; expected the smaller bound first"));
        }
        if from.0 < i128::from(i64::MIN) || to.1 > i128::from(i64::MAX) {
            return self
                .scan
                .error(at, "a bound can be past 64 bits; expected -2^63 to 2^63 - 1, as by `min(…, 1e18)`");
        }
        Ok(())
    }

    /// Checks a number of rows, values or letters.
    pub(super) fn count(&self, at: usize, low: Expression, high: Option<Expression>, of: &str) -> Parsed<Count> {
        let count = Count { low, high };
        self.check_scale(at, &count.low, 0)?;
        self.check_scale(at, count.most(), 0)?;
        let view = self.view();
        let (from, to) = (view.range(&count.low, 0), view.range(count.most(), 0));
        if to.1 < 0 || from.0 > to.1 {
            return self
                .scan
                .error(at, format!("no number of {of} is possible; expected at least 0, and the smaller first"));
        }
        if to.1 > LONGEST {
            let message = format!("up to {} {of} are possible; expected at most {LONGEST}", to.1);
            return self.scan.error(at, message);
        }
        Ok(count)
    }

    /// Checks that enough different values are possible.
    pub(super) fn check_different(&self, slot: &Slot, at: usize) -> Parsed<()> {
        let Some(Rule::Different(count, low, high)) = slot.different() else { return Ok(()) };
        let view = self.view();
        let room = view.range(&high, slot.places()).1 - view.range(&low, slot.places()).0 + 1;
        let least = view.range(&count.low, 0).0;
        if least <= room {
            return Ok(());
        }
        self.scan.error(
            at,
            format!("{least} different values are wanted, but the range has {room}; expected a larger range"),
        )
    }

    /// Checks that a graph with a property can have one of these numbers of edges.
    pub(super) fn check_edges(&self, count: &Count, graph: &Graph, at: usize) -> Parsed<()> {
        if self.view().is_graph_possible(count, graph) {
            return Ok(());
        }
        self.scan.error(
            at,
            "no graph with this number of rows has the property; expected another number, as `n-1` for a tree",
        )
    }

    /// Checks what follows rows that are not announced.
    pub(super) fn close(&self, rows: &mut Statement, next: Option<&Statement>, at: usize) -> Parsed<()> {
        let Statement::Rows(rows) = rows else { return Ok(()) };
        let wanted =
            "expected a literal that cannot begin a row after rows that are not announced, or the end of the input";
        let first = match (&rows.body, next) {
            (_, None) if self.path.is_empty() => return Ok(()),
            (Body::Line(line), _) => Some(line),
            (Body::Block(block), _) => match block.statements.first() {
                Some(Statement::Line(line)) => Some(line),
                _ => None,
            },
        };
        let ends = match next {
            Some(Statement::Line(line)) => Rows::first_words(line),
            _ => None,
        };
        let (Some(ends), Some(first)) = (ends, first) else { return self.scan.error(at, wanted) };
        if let Some(end) = ends.iter().find(|end| self.can_begin(first, end)) {
            return self
                .scan
                .error(at, format!("a row can begin with {}, which follows the rows; {wanted}", quote(end)));
        }
        rows.ends = ends;
        Ok(())
    }

    fn can_begin(&self, line: &Line, word: &[u8]) -> bool {
        if let Some(words) = Rows::first_words(line) {
            return words.iter().any(|first| first == word);
        }
        let Item::Slot(slot) = line.alternatives[0][0] else { return false };
        let view = self.view();
        match &self.description.slots[slot].kind {
            Kind::Number { low, high, places } => {
                let number: Option<i128> =
                    str::from_utf8(word).ok().and_then(|word| word.replace('.', "").parse().ok());
                number
                    .is_some_and(|number| (view.range(low, *places).0..=view.range(high, *places).1).contains(&number))
            }
            Kind::Text { class, .. } => word.iter().all(|letter| class.contains(letter)),
        }
    }
}

impl Count {
    pub(crate) fn most(&self) -> &Expression {
        self.high.as_ref().unwrap_or(&self.low)
    }
}

impl Slot {
    /// What it requires that its values are distinct.
    fn different(&self) -> Option<Rule> {
        let Kind::Number { low, high, .. } = &self.kind else { return None };
        if !self.is_distinct || low.uses_index() || high.uses_index() {
            return None;
        }
        let of_array = self.length.clone().map(|low| Count { low, high: None });
        let count = of_array.or_else(|| self.path.last().cloned())?;
        Some(Rule::Different(count, low.clone(), high.clone()))
    }
}

/// Adds what follows from the whole: the requirements, and the test cases.
pub(super) fn complete(description: &mut Description) {
    let mut requirements = Vec::new();
    for (number, slot) in description.slots.iter().enumerate() {
        let mut require = |path: &[Count], scale, rule| {
            let (path, alternative) = (path.to_vec(), slot.alternative);
            requirements.push(Requirement { slot: number, path, alternative, scale, rule });
        };
        let zero = Expression::integer(0);
        let mut inside = slot.path.clone();
        if let Some(length) = &slot.length {
            require(&inside, 0, Rule::Range(zero.clone(), length.clone()));
            inside.push(Count { low: length.clone(), high: None });
        }
        match &slot.kind {
            Kind::Number { low, high, places } => require(&inside, *places, Rule::Range(low.clone(), high.clone())),
            Kind::Text { length: Count { low, high: Some(high) }, .. } => {
                require(&inside, 0, Rule::Range(low.clone(), high.clone()));
            }
            Kind::Text { length, .. } => require(&inside, 0, Rule::Range(zero, length.low.clone())),
        }
        if let Some(rule) = slot.different() {
            require(
                if slot.length.is_some() { &slot.path } else { &slot.path[..slot.path.len() - 1] },
                slot.places(),
                rule,
            );
        }
    }
    of_rows(&description.block.statements, &mut Vec::new(), &mut requirements);
    let slots = &mut description.slots;
    for (number, requirement) in requirements.iter().enumerate() {
        let mut needed = vec![false; slots.len()];
        let expressions = match &requirement.rule {
            Rule::Range(low, high) => vec![low, high],
            Rule::Different(count, low, high) => vec![&count.low, count.most(), low, high],
            Rule::Graph(count, graph) => vec![&count.low, count.most(), &graph.low, &graph.high],
        };
        let guards = requirement.path.iter().flat_map(|count| [&count.low, count.most()]);
        let all: Vec<&Expression> = expressions.into_iter().chain(guards).collect();
        for expression in all {
            mark_needed(expression, slots, &mut needed);
        }
        for (slot, _) in needed.iter().enumerate().filter(|&(_, needed)| *needed) {
            let slot = &mut slots[slot];
            if requirement.alternative.is_none() || requirement.alternative == slot.alternative {
                slot.requirements.push(number);
            }
        }
    }
    description.requirements = requirements;
    description.cases = test_cases(description);
}

/// The requirements of rows: that there is a number of them, and a graph.
fn of_rows(statements: &[Statement], path: &mut Vec<Count>, requirements: &mut Vec<Requirement>) {
    for statement in statements {
        let Statement::Rows(rows) = statement else { continue };
        let mut require = |rule| {
            let (slot, path) = (rows.slots.start, path.clone());
            requirements.push(Requirement { slot, path, alternative: None, scale: 0, rule });
        };
        match &rows.count.high {
            Some(high) => require(Rule::Range(rows.count.low.clone(), high.clone())),
            None => require(Rule::Range(Expression::integer(0), rows.count.low.clone())),
        }
        if let Some(graph) = &rows.graph {
            require(Rule::Graph(rows.count.clone(), graph.clone()));
        }
        if let Body::Block(block) = &rows.body {
            path.push(rows.count.clone());
            of_rows(&block.statements, path, requirements);
            path.pop();
        }
    }
}

/// Marks the names that an expression needs, with those that their ranges need.
fn mark_needed(expression: &Expression, slots: &[Slot], needed: &mut [bool]) {
    expression.any(&mut |part| {
        if let Expression::Name(slot) = part
            && !std::mem::replace(&mut needed[*slot], true)
            && let Kind::Number { low, high, .. } = &slots[*slot].kind
        {
            mark_needed(low, slots, needed);
            mark_needed(high, slots, needed);
        }
        false
    });
}

/// The number of test cases: the first value, if a block of this number of rows follows that uses no name from outside.
fn test_cases(description: &Description) -> Option<usize> {
    let [Statement::Line(line), Statement::Rows(rows), rest @ ..] = description.block.statements.as_slice() else {
        return None;
    };
    let is_alone = matches!(line.alternatives.as_slice(), [items] if matches!(items.as_slice(), [Item::Slot(0)]));
    let is_count =
        rows.count.high.is_none() && rows.count.low == Expression::Name(0) && description.slots[0].is_scalar();
    let is_block = matches!(rows.body, Body::Block(_)) && line.conditions.is_empty();
    // Conditions over all test cases must be ones that are easily kept when more are added.
    let is_bound = |condition: &Condition| {
        let is_number = matches!(condition.right, Expression::Number { .. });
        let is_sum = matches!(&condition.left, Expression::Aggregate(of) if of.function != Function::Length);
        is_number && is_sum && matches!(condition.comparison, Comparison::AtMost | Comparison::Less)
    };
    let is_last = rest.iter().all(|statement| matches!(statement, Statement::Where(all) if all.iter().all(is_bound)));
    let (low, high) = View::of_nothing(&description.slots).legal(0);
    // The first name of a block that is the test case is slot 1, and nothing inside may need slot 0 or the row's index.
    let is_own = !rows.uses_outside(description);
    (is_alone && is_count && is_block && is_last && is_own && low <= 1 && high >= 1).then_some(0)
}

impl Rows {
    /// Whether the body uses a name from outside, or the index of the row.
    fn uses_outside(&self, description: &Description) -> bool {
        let start = self.slots.start;
        let mut is_outside = |part: &Expression| match part {
            Expression::Name(slot) => *slot < start,
            Expression::Aggregate(aggregate) => aggregate.slot < start,
            _ => false,
        };
        let mut expressions: Vec<&Expression> = Vec::new();
        for slot in &description.slots[self.slots.clone()] {
            let counts = slot.path[1..].iter().flat_map(|count| [&count.low, count.most()]);
            expressions.extend(counts.chain(&slot.length));
            match &slot.kind {
                Kind::Number { low, high, .. } => {
                    if slot.depth() == 1 && slot.length.is_none() && (low.uses_index() || high.uses_index()) {
                        return true;
                    }
                    expressions.extend([low, high]);
                }
                Kind::Text { length, .. } => expressions.extend([&length.low, length.most()]),
            }
        }
        if let Body::Block(block) = &self.body {
            conditions(&block.statements, &mut expressions);
        }
        expressions.into_iter().any(|expression| expression.any(&mut is_outside))
    }
}

/// The two sides of all conditions of these statements.
fn conditions<'a>(statements: &'a [Statement], expressions: &mut Vec<&'a Expression>) {
    for statement in statements {
        let own = match statement {
            Statement::Line(line) => &line.conditions,
            Statement::Where(own) => own,
            Statement::Rows(rows) => match &rows.body {
                Body::Line(line) => &line.conditions,
                Body::Block(block) => {
                    conditions(&block.statements, expressions);
                    continue;
                }
            },
        };
        expressions.extend(own.iter().flat_map(|condition| [&condition.left, &condition.right]));
    }
}
