//! The grammar of descriptions, and which names are known where.

use problem::quote;

use super::scan::{Parsed, Scanner};
use super::{
    Block, Body, Budget, Comparison, Condition, Count, Description, Graph, Item, Kind, Line, Properties, Rows, Slot,
    Statement, expect,
};
use crate::expression::{Aggregate, Expression, Function, Operator};
use crate::view::View;

pub(super) fn parse(text: &str) -> Parsed<Description> {
    let description = Description {
        block: Block { statements: Vec::new() },
        slots: Vec::new(),
        budgets: Vec::new(),
        requirements: Vec::new(),
        depth: 0,
        cases: None,
    };
    let scan = Scanner::new(text);
    let mut parser = Parser {
        scan,
        description,
        names: Vec::new(),
        path: Vec::new(),
        alternative: None,
        alternatives: 0,
        has_index: false,
    };
    parser.description.block = parser.block()?;
    if parser.scan.peek().is_some() {
        return parser.scan.missing("a statement");
    }
    if parser.description.block.statements.is_empty() {
        return parser.scan.error(0, "the description is empty; expected a line of the input, as in `n: 1..10`");
    }
    let mut description = parser.description;
    expect::complete(&mut description);
    Ok(description)
}

pub(super) struct Parser<'t> {
    pub(super) scan: Scanner<'t>,
    pub(super) description: Description,
    names: Vec<Name>,
    /// The numbers of rows of the rows that the parser is in.
    pub(super) path: Vec<Count>,
    alternative: Option<usize>,
    alternatives: usize,
    /// Whether `#` has a meaning here.
    has_index: bool,
}

struct Name {
    slot: usize,
    at: usize,
    /// The depth of the block in which all its values are.
    depth: usize,
    /// What is complete once the slots below this one are.
    complete: usize,
    has_ended: bool,
}

impl Parser<'_> {
    /// What is known while nothing is chosen.
    pub(super) fn view(&self) -> View<'_> {
        View::of_nothing(&self.description.slots)
    }

    fn block(&mut self) -> Parsed<Block> {
        let mut statements = Vec::new();
        // The rows that are not announced, and where they begin, until it is known what follows.
        let mut open: Option<(usize, usize)> = None;
        loop {
            self.scan.separators();
            let at = self.scan.at;
            if matches!(self.scan.peek(), None | Some(b'}')) {
                break;
            }
            let statement = self.statement()?;
            self.scan.spaces();
            if !matches!(self.scan.peek(), None | Some(b'\n' | b';' | b'}')) {
                return self.scan.missing("`,`, `;` or a new line");
            }
            if !matches!(statement, Statement::Where(_)) {
                if let Some((index, at)) = open.take() {
                    self.close(&mut statements[index], Some(&statement), at)?;
                }
                let is_open = matches!(&statement, Statement::Rows(rows) if rows.count.high.is_some());
                open = is_open.then_some((statements.len(), at));
            }
            statements.push(statement);
        }
        if let Some((index, at)) = open {
            self.close(&mut statements[index], None, at)?;
        }
        Ok(Block { statements })
    }

    fn statement(&mut self) -> Parsed<Statement> {
        if self.scan.peek_name() == Some("where") && !matches!(self.scan.after_name(), Some(b':' | b'[')) {
            self.scan.eat_word("where");
            let at = self.scan.at;
            let (conditions, properties) = self.conditions()?;
            if properties != Properties::default() {
                return self.scan.error(at, "a property belongs to rows; write it on their line, as in `where tree`");
            }
            return Ok(Statement::Where(conditions));
        }
        // An unknown name without a colon is more likely to be a line than a number of rows.
        let begins_line = match (self.scan.peek_name(), self.scan.after_name()) {
            (None, _) => self.scan.peek() == Some(b'"'),
            (Some(name), next) => match next {
                Some(b':' | b'[') => true,
                Some(b'(') => false,
                _ => self.names.iter().all(|known| self.description.slots[known.slot].name != name),
            },
        };
        if !begins_line {
            return Ok(Statement::Rows(Box::new(self.rows()?)));
        }
        let at = self.scan.at;
        let (line, properties) = self.line()?;
        if properties != Properties::default() {
            return self
                .scan
                .error(at, "a property is about rows, but this is a single line; expected `n x` before it");
        }
        Ok(Statement::Line(line))
    }

    fn rows(&mut self) -> Parsed<Rows> {
        let at = self.scan.at;
        let low = self.expression()?;
        let high = if self.scan.eat("..") { Some(self.expression()?) } else { None };
        if !self.scan.eat_word("x") {
            return self.scan.missing("`:` after a name, or `x` after a number of rows");
        }
        let count = self.count(at, low, high, "rows")?;
        self.path.push(count.clone());
        self.description.depth = self.description.depth.max(self.path.len());
        let had_index = std::mem::replace(&mut self.has_index, true);
        let first = self.description.slots.len();
        self.scan.spaces();
        let body_at = self.scan.at;
        let mut properties = Properties::default();
        let body = if self.scan.eat("{") {
            let block = self.block()?;
            self.scan.expect("}")?;
            Body::Block(block)
        } else {
            let line;
            (line, properties) = self.line()?;
            Body::Line(line)
        };
        self.path.pop();
        self.has_index = had_index;
        let slots = first..self.description.slots.len();
        for name in self.names.iter_mut().filter(|name| name.slot >= first) {
            (name.has_ended, name.depth, name.complete) = (true, self.path.len(), slots.end);
        }
        let mut rows = Rows { count, body, slots, ends: Vec::new(), properties, graph: None };
        if (Properties { distinct: false, ..properties }) != Properties::default() {
            let graph = self.graph(&rows, body_at)?;
            self.check_edges(&rows.count, &graph, at)?;
            rows.graph = Some(graph);
        }
        Ok(rows)
    }

    /// The graph of which these rows are the edges.
    fn graph(&self, rows: &Rows, at: usize) -> Parsed<Graph> {
        let wanted = "a graph is the first two names of its rows, with the same range, as in `u: 1..n, v: 1..n`";
        let Body::Line(Line { alternatives, .. }) = &rows.body else { return self.scan.error(at, wanted) };
        let slots = alternatives[0].iter().filter_map(|item| match item {
            Item::Slot(slot) => Some(*slot),
            Item::Literal(_) => None,
        });
        let slots: Vec<usize> = slots.take(2).collect();
        let ([first, second], 1) = (slots.as_slice(), alternatives.len()) else { return self.scan.error(at, wanted) };
        let slots = [&self.description.slots[*first], &self.description.slots[*second]];
        match slots.map(|slot| (&slot.kind, &slot.length)) {
            [
                (Kind::Number { low, high, places: 0 }, None),
                (Kind::Number { low: other_low, high: other_high, places: 0 }, None),
            ] if low == other_low && high == other_high => {
                let varies = |part: &Expression| match part {
                    Expression::Index => true,
                    Expression::Name(slot) => *slot >= rows.slots.start,
                    _ => false,
                };
                if low.any(&mut { varies }) || high.any(&mut { varies }) {
                    return self.scan.error(at, "the vertices of a graph may not depend on the row");
                }
                Ok(Graph { ends: [*first, *second], low: low.clone(), high: high.clone(), properties: rows.properties })
            }
            _ => self.scan.error(at, wanted),
        }
    }

    /// A line, and the properties of its rows.
    fn line(&mut self) -> Parsed<(Line, Properties)> {
        let mut alternatives: Vec<Vec<Item>> = Vec::new();
        let first_name = self.names.len();
        loop {
            let at = {
                self.scan.spaces();
                self.scan.at
            };
            let known = self.names.len();
            self.alternatives += 1;
            self.alternative = Some(self.alternatives);
            let items = self.items()?;
            let is_last = !self.scan.eat("|");
            if !(is_last && alternatives.is_empty()) {
                let Item::Literal(literal) = &items[0] else {
                    return self.scan.error(at, "an alternative begins with a literal, as in `\"1\", i: 1..n`");
                };
                let twice =
                    |items: &Vec<Item>| matches!(&items[0], Item::Literal(other) if word(other) == word(literal));
                if alternatives.iter().any(twice) {
                    let message =
                        format!("two alternatives begin with {}; expected another literal", quote(word(literal)));
                    return self.scan.error(at, message);
                }
                if !is_last || !alternatives.is_empty() {
                    self.names.truncate(known);
                }
            }
            alternatives.push(items);
            if is_last {
                break;
            }
        }
        self.alternative = None;
        if alternatives.len() == 1 {
            for name in &self.names[first_name..] {
                self.description.slots[name.slot].alternative = None;
            }
        }
        let mut line = Line { alternatives, conditions: Vec::new() };
        let mut properties = Properties::default();
        if self.scan.eat_word("where") {
            (line.conditions, properties) = self.conditions()?;
        }
        Ok((line, properties))
    }

    fn items(&mut self) -> Parsed<Vec<Item>> {
        let mut items = Vec::new();
        // The first item that can be empty, and where it is.
        let mut empty = None;
        let mut spaced = None;
        loop {
            self.scan.spaces();
            let at = self.scan.at;
            if let Some(at) = spaced.take() {
                return self.scan.error(at, "a string with spaces must be the last item of its line");
            }
            let item = match self.scan.literal()? {
                Some(literal) => Item::Literal(literal),
                None => Item::Slot(self.slot()?),
            };
            if let Item::Slot(slot) = item {
                let slot = &self.description.slots[slot];
                if self.view().least_words(slot) <= 0 {
                    empty = empty.or(Some(at));
                }
                if matches!(&slot.kind, Kind::Text { class, .. } if class.contains(&b' ')) {
                    spaced = Some(at);
                }
            }
            items.push(item);
            if !self.scan.eat(",") {
                break;
            }
        }
        match empty {
            Some(at) if items.len() > 1 => {
                self.scan.error(at, "this can be empty, so it must stand alone on its line; expected a length from 1")
            }
            _ => Ok(items),
        }
    }

    /// A named value.
    fn slot(&mut self) -> Parsed<usize> {
        let at = self.scan.at;
        let name = self.scan.name("a name with its range, as in `n: 1..10`, or a literal")?;
        if let Some(other) = self.names.iter().find(|other| self.description.slots[other.slot].name == name) {
            let place = self.scan.place(other.at);
            return self.scan.error(at, format!("{name} is already a name, at {place}; expected another one"));
        }
        let mut length = None;
        let had_index = self.has_index;
        if self.scan.eat("[") {
            let at = self.scan.at;
            let count = self.expression()?;
            length = Some(self.count(at, count, None, "values")?.low);
            self.scan.expect("]")?;
            self.has_index = true;
        }
        self.scan.expect(":")?;
        let kind = self.kind()?;
        self.has_index = had_index;
        let (mut is_distinct, mut is_sorted) = (false, false);
        loop {
            let word = self.scan.at;
            if self.scan.eat_word("distinct") {
                is_distinct = true;
            } else if self.scan.eat_word("sorted") {
                is_sorted = true;
            } else {
                break;
            }
            if length.is_none() && self.path.is_empty() {
                return self
                    .scan
                    .error(word, "this is about several values, but here is one; expected an array or rows");
            }
        }
        let number = self.description.slots.len();
        let slot = Slot {
            name,
            kind,
            length,
            is_distinct,
            is_sorted,
            path: self.path.clone(),
            alternative: self.alternative,
            is_used: false,
            budgets: Vec::new(),
            requirements: Vec::new(),
        };
        self.check_different(&slot, at)?;
        self.description.slots.push(slot);
        let depth = self.path.len();
        self.names.push(Name { slot: number, at, depth, complete: number + 1, has_ended: false });
        Ok(number)
    }

    fn kind(&mut self) -> Parsed<Kind> {
        self.scan.spaces();
        let at = self.scan.at;
        if !self.scan.eat("[") {
            let low = self.expression()?;
            self.scan.expect("..")?;
            let high = self.expression()?;
            let mut places = 0;
            if self.scan.eat_word("places") {
                places = match self.scan.number()? {
                    Some(Expression::Number { digits, decimals: 0 }) if digits < 10 => {
                        u8::try_from(digits).unwrap_or(0)
                    }
                    _ => return self.scan.missing("a number of decimals from 0 to 9"),
                };
            }
            self.check_range(at, &low, &high, places)?;
            return Ok(Kind::Number { low, high, places });
        }
        let class = self.scan.class()?;
        self.scan.expect("{")?;
        let at = self.scan.at;
        let low = self.expression()?;
        let high = if self.scan.eat("..") { Some(self.expression()?) } else { None };
        self.scan.expect("}")?;
        let length = self.count(at, low, high, "letters")?;
        Ok(Kind::Text { class, length })
    }

    fn conditions(&mut self) -> Parsed<(Vec<Condition>, Properties)> {
        let (mut conditions, mut properties) = (Vec::new(), Properties::default());
        loop {
            self.scan.spaces();
            let start = self.scan.at;
            let word = self.scan.peek_name().unwrap_or_default();
            let is_name = self.names.iter().any(|name| self.description.slots[name.slot].name == word);
            let property = match word {
                _ if is_name => None,
                "tree" => Some(&mut properties.tree),
                "simple" => Some(&mut properties.simple),
                "connected" => Some(&mut properties.connected),
                "acyclic" => Some(&mut properties.acyclic),
                "directed" => Some(&mut properties.directed),
                "distinct" => Some(&mut properties.distinct),
                _ => None,
            };
            if let Some(property) = property {
                *property = true;
                self.scan.eat_word(word);
            } else {
                conditions.push(self.condition(start)?);
            }
            if !self.scan.eat(",") {
                return Ok((conditions, properties));
            }
        }
    }

    fn condition(&mut self, start: usize) -> Parsed<Condition> {
        let left = self.expression()?;
        let comparisons = [
            ("!=", Comparison::Unequal),
            ("<=", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("==", Comparison::Equal),
            ("=", Comparison::Equal),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        let Some((_, comparison)) = comparisons.into_iter().find(|(symbol, _)| self.scan.eat(symbol)) else {
            return self.scan.missing("a comparison: `=`, `!=`, `<`, `<=`, `>` or `>=`");
        };
        let right = self.expression()?;
        let text = self.scan.since(start);
        let scale = self.scale(&left).max(self.scale(&right));
        self.check_size(start, &left, scale)?;
        self.check_size(start, &right, scale)?;
        self.budget(&left, comparison, &right);
        Ok(Condition { left, comparison, right, scale, text })
    }

    /// Keeps a condition on a sum or a count while values are chosen, if its bound is known before the first of them.
    fn budget(&mut self, left: &Expression, comparison: Comparison, right: &Expression) {
        let Expression::Aggregate(aggregate) = left else { return };
        let Aggregate { function, slot, depth, .. } = &**aggregate;
        let is_late = |part: &Expression| match part {
            Expression::Name(name) => *name >= *slot || self.description.slots[*name].depth() > *depth,
            Expression::Aggregate(other) => other.complete > *slot || other.depth > *depth,
            Expression::Index => true,
            _ => false,
        };
        let is_fixed = match function {
            Function::Length => return,
            Function::Sum => true,
            Function::Count(of) => {
                matches!(of, Expression::Number { .. }) && self.description.slots[*slot].places() == 0
            }
        };
        if is_fixed && comparison != Comparison::Unequal && !right.any(&mut { is_late }) {
            let (slot, depth) = (*slot, *depth);
            self.description.slots[slot].budgets.push(self.description.budgets.len());
            let (function, bound) = (function.clone(), right.clone());
            self.description.budgets.push(Budget { slot, depth, function, comparison, bound });
        }
    }

    /// How many decimals the numbers and names of an expression have.
    fn scale(&self, expression: &Expression) -> u8 {
        let mut most = 0;
        expression.any(&mut |part| {
            most = most.max(match part {
                Expression::Number { decimals, .. } => *decimals,
                Expression::Name(slot) => self.description.slots[*slot].places(),
                Expression::Aggregate(aggregate) if aggregate.function == Function::Sum => {
                    self.description.slots[aggregate.slot].places()
                }
                _ => 0,
            });
            false
        });
        most
    }

    pub(super) fn check_scale(&self, at: usize, expression: &Expression, places: u8) -> Parsed<()> {
        if self.scale(expression) <= places {
            return Ok(());
        }
        let scale = self.scale(expression);
        self.scan
            .error(at, format!("this has {scale} decimals, but the values have {places}; expected `places {scale}`"))
    }

    fn expression(&mut self) -> Parsed<Expression> {
        let mut left = self.term()?;
        loop {
            let operator = if self.scan.eat("+") {
                Operator::Add
            } else if self.scan.eat("-") {
                Operator::Subtract
            } else {
                return Ok(left);
            };
            left = Expression::binary(operator, left, self.term()?);
        }
    }

    fn term(&mut self) -> Parsed<Expression> {
        let mut left = self.unary()?;
        loop {
            self.scan.spaces();
            let at = self.scan.at;
            let operator = if self.scan.eat("*") {
                Operator::Multiply
            } else if self.scan.eat("/") {
                Operator::Divide
            } else if self.scan.eat("%") {
                Operator::Remainder
            } else {
                return Ok(left);
            };
            let right = self.unary()?;
            let divisor = self.view().range(&right, self.scale(&right));
            if operator.divides() && divisor.0 <= 0 && divisor.1 >= 0 {
                return self.scan.error(at, "the divisor can be 0; expected one that cannot, as in `max(1, …)`");
            }
            left = Expression::binary(operator, left, right);
        }
    }

    fn unary(&mut self) -> Parsed<Expression> {
        if self.scan.eat("-") {
            return Ok(match self.unary()? {
                Expression::Number { digits, decimals } => Expression::Number { digits: -digits, decimals },
                other => Expression::binary(Operator::Subtract, Expression::integer(0), other),
            });
        }
        if let Some(number) = self.scan.number()? {
            return Ok(number);
        }
        let at = self.scan.at;
        if self.scan.eat("(") {
            let inner = self.expression()?;
            self.scan.expect(")")?;
            return Ok(inner);
        }
        if self.scan.eat("#") {
            if !self.has_index {
                return self.scan.error(at, "`#` is the index in an array or of a row, but here is neither");
            }
            return Ok(Expression::Index);
        }
        let is_call = self.scan.after_name() == Some(b'(');
        let name = self.scan.name("a number or a name")?;
        if is_call { self.call(&name, at) } else { self.scalar(&name, at) }
    }

    fn call(&mut self, function: &str, at: usize) -> Parsed<Expression> {
        self.scan.expect("(")?;
        let expression = match function {
            "min" | "max" => {
                let left = self.expression()?;
                self.scan.expect(",")?;
                let operator = if function == "min" { Operator::Minimum } else { Operator::Maximum };
                Expression::binary(operator, left, self.expression()?)
            }
            "sum" | "len" | "count" => {
                let name_at = {
                    self.scan.spaces();
                    self.scan.at
                };
                let name = self.scan.name("a name")?;
                let &Name { slot, depth, complete, .. } = self.known(&name, name_at)?;
                let function = match (function, &self.description.slots[slot].kind) {
                    ("len", _) => Function::Length,
                    ("sum", Kind::Number { .. }) => Function::Sum,
                    ("sum", Kind::Text { .. }) => {
                        return self
                            .scan
                            .error(name_at, format!("{name} has no sum, as it is a string; expected `len({name})`"));
                    }
                    _ => Function::Count(self.counted(slot)?),
                };
                Expression::Aggregate(Box::new(Aggregate { function, slot, depth, complete }))
            }
            _ => {
                return self
                    .scan
                    .error(at, format!("unknown function {function}; expected min, max, sum, len or count"));
            }
        };
        self.scan.expect(")")?;
        Ok(expression)
    }

    /// What is counted: a number, or a letter as its place in the class.
    fn counted(&mut self, slot: usize) -> Parsed<Expression> {
        self.scan.expect(",")?;
        self.scan.spaces();
        let at = self.scan.at;
        let literal = self.scan.literal()?;
        match (&self.description.slots[slot].kind, literal) {
            (Kind::Number { places, .. }, None) => {
                let places = *places;
                let counted = self.expression()?;
                self.check_scale(at, &counted, places)?;
                Ok(counted)
            }
            (Kind::Text { class, .. }, Some(literal)) => {
                let place = class.iter().position(|letter| literal == [*letter]);
                match place {
                    Some(place) => Ok(Expression::integer(place as i128)),
                    None => self.scan.error(at, "expected one letter of the class"),
                }
            }
            (Kind::Number { .. }, Some(_)) => self.scan.error(at, "these are numbers; expected a number"),
            (Kind::Text { .. }, None) => self.scan.error(at, "these are letters; expected one in quotes"),
        }
    }

    fn scalar(&mut self, name: &str, at: usize) -> Parsed<Expression> {
        let &Name { slot, has_ended, .. } = self.known(name, at)?;
        let kind = &self.description.slots[slot];
        if has_ended {
            return self.scan.error(
                at,
                format!("{name} has a value in each row; expected sum({name}), len({name}) or count({name}, …)"),
            );
        }
        if !kind.is_scalar() {
            return self
                .scan
                .error(at, format!("{name} is not a single number; expected len({name}) or another function of it"));
        }
        self.description.slots[slot].is_used = true;
        Ok(Expression::Name(slot))
    }

    fn known(&self, name: &str, at: usize) -> Parsed<&Name> {
        match self.names.iter().find(|known| self.description.slots[known.slot].name == name) {
            Some(known) => Ok(known),
            None => self.scan.error(at, format!("{name} is not known here; expected a name that an earlier item has")),
        }
    }
}

/// The first word of a literal.
fn word(literal: &[u8]) -> &[u8] {
    literal.split(|&byte| byte == b' ').next().unwrap_or(literal)
}

impl Rows {
    /// The first words of a line, if it begins with literals.
    pub(super) fn first_words(line: &Line) -> Option<Vec<Vec<u8>>> {
        let words = line.alternatives.iter().map(|items| match &items[0] {
            Item::Literal(literal) => Some(word(literal).to_vec()),
            Item::Slot(_) => None,
        });
        words.collect()
    }
}
