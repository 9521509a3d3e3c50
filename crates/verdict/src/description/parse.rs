//! The grammar of descriptions, and which names are known where.

use super::scan::{Parsed, place};
use super::{Description, Kind, LONGEST, Node, Properties, Repeat, SequenceKind, Slot, first_words};
use crate::expression::{Expression, Operator};
use crate::possible::View;

/// What rows can be that are the edges of a graph.
const PROPERTIES: [&str; 5] = ["tree", "simple", "connected", "acyclic", "directed"];

pub(super) fn parse(text: &str) -> Parsed<Description> {
    let mut parser = Parser {
        text: text.as_bytes(),
        at: 0,
        description: Description::default(),
        path: Vec::new(),
        has_index: false,
        is_independent: false,
        operands: 0,
    };
    let nodes = parser.block()?;
    if nodes.is_empty() || parser.peek().is_some() {
        return parser.missing("a line of the input, as in `n: 1..10`");
    }
    if let Err(slot) = parser.view().nodes(&nodes) {
        let Slot { name, at, .. } = &parser.description.slots[slot];
        let message = "expected a larger range, or another number of rows: for a tree, `n-1`";
        return parser.error(*at, format!("nothing is possible for {name}; {message}"));
    }
    parser.check_length()?;
    let has_cases = parser.is_independent && parser.has_cases(&nodes);
    Ok(Description { nodes, has_cases, ..parser.description })
}

pub(super) struct Parser<'t> {
    pub(super) text: &'t [u8],
    pub(super) at: usize,
    pub(super) description: Description,
    /// The lengths of the sequences that the parser is in.
    pub(super) path: Vec<Expression>,
    /// Whether `#` has a meaning here.
    pub(super) has_index: bool,
    /// Whether the latest of the outermost blocks is a description by itself.
    is_independent: bool,
    /// How many operands the outermost expression has so far.
    pub(super) operands: usize,
}

/// The smallest and the largest value, and how many decimals they have.
type Bounds = (Expression, Expression, u8);

impl Parser<'_> {
    /// What is known while nothing is chosen.
    pub(super) fn view(&self) -> View<'_> {
        View::of_nothing(&self.description.slots)
    }

    /// The slot with a name, if it is known here.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.description.slots.iter().position(|slot| slot.scope.is_some() && slot.name == name)
    }

    fn block(&mut self) -> Parsed<Vec<Node>> {
        let mut nodes: Vec<Node> = Vec::new();
        self.separators();
        while !matches!(self.peek(), None | Some(b'}')) {
            self.statement(&mut nodes)?;
            self.spaces();
            if !matches!(self.peek(), None | Some(b'\n' | b';' | b'}')) {
                return match self.peek_name() {
                    Some(word) if PROPERTIES.contains(&word) => self.missing(&format!("`where {word}`")),
                    Some(_) => self.missing(
                        "`,`, `;`, a new line or `where`, or `distinct` or `sorted` after an array or a value of rows",
                    ),
                    None if self.peek() == Some(b'#') => self.missing("a comment to begin its line, or `;` before it"),
                    None => self.missing("`,`, `;` or a new line"),
                };
            }
            self.separators();
        }
        for number in 0..nodes.len() {
            let (rows, next) = nodes[number..].split_first_mut().expect("a node");
            if let Node::Repeat(rows) = rows
                && rows.ends.is_some()
            {
                let conditions = next.iter().take_while(|node| matches!(node, Node::Where(_))).count();
                rows.ends = Some(self.ends(rows, &next[conditions..])?);
            }
        }
        Ok(nodes)
    }

    fn statement(&mut self, nodes: &mut Vec<Node>) -> Parsed<()> {
        let begins_line = self.peek() == Some(b'"') || matches!(self.after_name(), Some(b':' | b'['));
        if !begins_line && self.eat_word("where") {
            nodes.push(Node::Where(self.conditions(false)?.0));
            return Ok(());
        }
        if begins_line { self.line(nodes, false).map(|_| ()) } else { self.rows(nodes) }
    }

    fn rows(&mut self, nodes: &mut Vec<Node>) -> Parsed<()> {
        let known = nodes.len();
        let count = self.count(SequenceKind::Rows, nodes)?;
        if !self.eat_word("x") {
            return self.missing("`:` after a name, or `x` after a number of rows");
        }
        let had_index = std::mem::replace(&mut self.has_index, true);
        self.path.push(count.clone());
        let (first, at) = (self.description.slots.len(), self.spaces());
        let (mut body, mut properties) = (Vec::new(), Properties::default());
        let is_block = self.eat("{");
        if is_block {
            self.require(self.path.len() <= 20, at, "this is too deep; expected at most 20 blocks inside each other")?;
            body = self.block()?;
            if self.path.len() == 1 {
                let text = str::from_utf8(&self.text[at + 1..self.at]).unwrap_or_default();
                self.is_independent = parse(text).is_ok();
            }
            self.expect("}")?;
        } else {
            properties = self.line(&mut body, true)?;
        }
        self.path.pop();
        self.has_index = had_index;
        let complete = self.description.slots.len();
        for scope in self.description.slots[first..].iter_mut().filter_map(|slot| slot.scope.as_mut()) {
            *scope = (self.path.len(), complete);
        }
        let is_graph = properties != Properties { distinct: properties.distinct, ..Properties::default() };
        let graph = if is_graph { Some((properties, self.graph(&body, first, at)?)) } else { None };
        if let Some((properties, [first_end, _])) = graph {
            let its = &mut self.description.slots[first_end];
            its.is_of_tree = properties.connected && properties.forest;
            let vertices = its.high.clone();
            self.mark_lengths(&vertices);
        }
        let mut rows = self.sequence(SequenceKind::Rows, count, body, first);
        rows.compared.extend(properties.distinct.then_some(None));
        rows.is_checked |= is_block || properties.distinct || matches!(rows.body.last(), Some(Node::Where(_)));
        rows.graph = graph;
        rows.ends = (nodes.len() > known).then(Vec::new);
        nodes.push(Node::Repeat(Box::new(rows)));
        Ok(())
    }

    /// The sequence that the parser has just left, with the slots from the first on.
    fn sequence(&mut self, kind: SequenceKind, count: Expression, body: Vec<Node>, first: usize) -> Repeat {
        let slots = first..self.description.slots.len();
        let depth = self.path.len() + 1;
        let is_compared = |slot: &usize| {
            let its = &self.description.slots[*slot];
            its.depth() == depth && (its.is_distinct || its.is_sorted && !its.is_number())
        };
        let compared: Vec<_> = slots.clone().filter(is_compared).map(Some).collect();
        let is_number = |slot: usize| self.description.slots[slot].is_number();
        let is_direct = |slot: &usize| is_number(*slot) && self.description.slots[*slot].depth() == depth;
        let numbers = slots.clone().filter(is_direct).collect();
        let is_checked = compared.iter().any(|slot| !slot.is_some_and(is_number));
        Repeat { kind, count, body, slots, numbers, ends: None, compared, graph: None, is_checked }
    }

    /// A line, of rows or by itself.
    fn line(&mut self, nodes: &mut Vec<Node>, is_row: bool) -> Parsed<Properties> {
        let choice = self.description.slots.len();
        if self.peek() == Some(b'"') {
            self.choice(
                "the alternative",
                Kind::Alternative(Vec::new()),
                (Expression::integer(0), Expression::integer(0), 0),
                self.at,
            );
        }
        let (mut alternatives, mut words) = (Vec::new(), Vec::new());
        loop {
            let at = self.spaces();
            let items = self.items()?;
            let is_last = !self.eat("|");
            if !is_last || !alternatives.is_empty() {
                let word = first_words(&items).map(|words| words[0].to_vec());
                let message = "an alternative begins with a literal that no other has, as in `\"1\", i: 1..n`";
                self.require(word.is_some() && !words.contains(&word), at, message)?;
                words.push(word);
                self.description.slots[choice..].iter_mut().for_each(|slot| slot.scope = None);
            }
            alternatives.push(items);
            if is_last {
                break;
            }
        }
        if words.is_empty() {
            nodes.append(&mut alternatives[0]);
        } else {
            let its = &mut self.description.slots[choice];
            its.high = Expression::integer(words.len() as i128 - 1);
            its.kind = Kind::Alternative(words.into_iter().flatten().collect());
            self.description.slots[choice + 1..].iter_mut().for_each(|slot| slot.is_optional = true);
            nodes.extend([Node::Value(choice), Node::Either(choice, alternatives)]);
        }
        if !self.eat_word("where") {
            return Ok(Properties::default());
        }
        let (conditions, properties) = self.conditions(is_row)?;
        nodes.extend((!conditions.is_empty()).then_some(Node::Where(conditions)));
        Ok(properties)
    }

    fn items(&mut self) -> Parsed<Vec<Node>> {
        let mut items = Vec::new();
        loop {
            let (at, is_first) = (self.spaces(), items.is_empty());
            let is_condition = self.peek_name() == Some("where") && !matches!(self.after_name(), Some(b':' | b'['));
            self.require(is_first || !is_condition, at, "expected no comma before `where`")?;
            match self.literal()? {
                Some(literal) => items.push(Node::Literal(literal)),
                None => self.item(&mut items)?,
            }
            let has_more = self.eat(",");
            let message = "this can be empty, so it must stand alone on its line; expected a length from 1";
            self.require((is_first && !has_more) || !self.can_be_empty(items.last()), at, message)?;
            let latest = self.description.slots.last().map(|slot| &slot.kind);
            let has_spaces = matches!(latest, Some(Kind::Letter(class)) if class.contains(&b' '));
            let is_array = matches!(items.last(), Some(Node::Repeat(repeat)) if repeat.kind == SequenceKind::Array);
            let message = "a string with spaces must be the last item of its line, and not in an array";
            self.require(!has_spaces || !has_more && !is_array, at, message)?;
            items.push(Node::Literal(if has_more { b" ".to_vec() } else { b"\n".to_vec() }));
            if !has_more {
                return Ok(items);
            }
        }
    }

    /// Adds a slot, which has no name in the description if it is a choice.
    fn choice(&mut self, name: &str, kind: Kind, (low, high, places): Bounds, at: usize) -> usize {
        self.description.slots.push(Slot {
            name: name.to_owned(),
            is_of_tree: false,
            is_used: matches!(kind, Kind::Alternative(_)),
            is_length: false,
            kind,
            low,
            high,
            places,
            at,
            scope: None,
            path: self.path.clone(),
            is_optional: false,
            is_distinct: false,
            is_sorted: false,
            budgets: Vec::new(),
        });
        self.description.slots.len() - 1
    }

    /// A named value.
    fn item(&mut self, nodes: &mut Vec<Node>) -> Parsed<()> {
        let at = self.at;
        let name = self.name("a name with its range, as in `n: 1..10`, or a literal")?.to_owned();
        if let Some(other) = self.find(&name) {
            let place = place(self.text, self.description.slots[other].at);
            return self.error(at, format!("{name} is already a name, at {place}; expected another one"));
        }
        let (had_index, depth, first) = (self.has_index, self.path.len(), self.description.slots.len());
        let mut array = None;
        if self.eat("[") {
            let count = self.count(SequenceKind::Array, nodes)?;
            self.expect("]")?;
            self.path.push(count.clone());
            self.has_index = true;
            array = Some(count);
        }
        if !self.eat(":") {
            return self.missing("`:` and a range after each name, as in `l: 1..9, r: 1..9`");
        }
        let mut values = Vec::new();
        let (kind, bounds, length) = self.kind(&mut values)?;
        self.has_index = had_index;
        let (word, mut flags) = (self.spaces(), [false; 2]);
        while let Some(flag) = self.one_of(&[("distinct", 0), ("sorted", 1)]) {
            flags[flag] = true;
        }
        let message = "this is about several values, but here is one; expected an array or rows";
        self.require(flags == [false; 2] || !self.path.is_empty(), word, message)?;
        self.path.extend(length.clone());
        let slot = self.choice(&name, kind, bounds, at);
        let its = &mut self.description.slots[slot];
        [its.is_distinct, its.is_sorted] = flags;
        its.scope = Some((depth, slot + 1));
        let mut value = Node::Value(slot);
        if let Some(length) = length {
            self.path.pop();
            value = Node::Repeat(Box::new(self.sequence(SequenceKind::Text, length, vec![value], slot)));
        }
        values.push(value);
        if let Some(count) = array {
            self.path.pop();
            values = vec![Node::Repeat(Box::new(self.sequence(SequenceKind::Array, count, values, first)))];
        }
        nodes.append(&mut values);
        Ok(())
    }

    /// A number, its bounds and how many decimals it has, or a letter and the length of the string.
    fn kind(&mut self, nodes: &mut Vec<Node>) -> Parsed<(Kind, Bounds, Option<Expression>)> {
        let at = self.spaces();
        if self.eat("[") {
            let class = self.class()?;
            self.expect("{")?;
            let length = self.count(SequenceKind::Text, nodes)?;
            if !self.eat("}") {
                return self.missing("`}`, after a length such as `{3}` or `{1..5}`");
            }
            let bounds = (Expression::integer(0), Expression::integer(class.len() as i128 - 1), 0);
            return Ok((Kind::Letter(class), bounds, Some(length)));
        }
        let low = self.expression()?;
        if !self.eat("..") {
            return self.missing("`..` and the largest value, as in `1..5`");
        }
        let high = self.expression()?;
        let text = self.since(at);
        let mut places = 0;
        if self.eat_word("places") {
            places = match self.number()? {
                Some(Expression::Number { digits, decimals: 0 }) if digits < 10 => digits as u8,
                _ => return self.missing("a number of decimals from 0 to 9"),
            };
        }
        let (from, to) = (self.range(at, &low, places)?, self.range(at, &high, places)?);
        let message = format!("the range {text} is always empty; expected the smaller bound first");
        self.require(from.0 <= to.1, at, message)?;
        let is_within = from.0 >= i64::MIN.into() && to.1 <= i64::MAX.into();
        let message = "a bound can be past 64 bits; expected -2^63 to 2^63 - 1, as by `min(…, 1e18)`";
        self.require(is_within, at, message)?;
        Ok((Kind::Number, (low, high, places), None))
    }

    /// The number of elements of a sequence. A choice of it becomes a node of its own.
    fn count(&mut self, kind: SequenceKind, nodes: &mut Vec<Node>) -> Parsed<Expression> {
        let at = self.spaces();
        let low = self.expression()?;
        let high = if kind != SequenceKind::Array && self.eat("..") { Some(self.expression()?) } else { None };
        let of = ["rows", "values", "letters"][kind as usize];
        let (from, to) = (self.range(at, &low, 0)?.0, self.range(at, high.as_ref().unwrap_or(&low), 0)?.1);
        let message = format!("no number of {of} is possible; expected at least 0, and the smaller first");
        self.require(from <= to && to >= 0, at, message)?;
        let message = format!("up to {to} {of} are possible; expected at most {LONGEST}");
        self.require(to <= LONGEST, at, message)?;
        self.mark_lengths(&low);
        let Some(high) = high else { return Ok(low) };
        self.mark_lengths(&high);
        let low = Expression::binary(Operator::Maximum, low, Expression::integer(0));
        let slot = self.choice("the length", Kind::Length(kind), (low, high, 0), at);
        nodes.push(Node::Value(slot));
        Ok(Expression::Name(slot))
    }
}
