//! The grammar of descriptions, and which names are known where.

use problem::quote;

use super::scan::{Parsed, Scanner};
use super::{Block, Body, Count, Description, Graph, Item, Kind, Line, Properties, Rows, Slot, Statement, expect};
use crate::expression::Expression;
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
    pub(super) names: Vec<Name>,
    /// The numbers of rows of the rows that the parser is in.
    pub(super) path: Vec<Count>,
    alternative: Option<usize>,
    alternatives: usize,
    /// Whether `#` has a meaning here.
    pub(super) has_index: bool,
}

pub(super) struct Name {
    pub(super) slot: usize,
    at: usize,
    /// The depth of the block in which all its values are.
    pub(super) depth: usize,
    /// What is complete once the slots below this one are.
    pub(super) complete: usize,
    pub(super) has_ended: bool,
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
