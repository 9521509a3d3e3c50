//! The grammar of descriptions, and which names are known where.

use std::cmp::Ordering::{Greater, Less};

use problem::quote;

use super::scan::{Parsed, place};
use super::{Condition, Count, Description, Kind, LONGEST, Line, Node, Properties, Repeat, Sequence, Slot};
use crate::expression::{Expression, Function};
use crate::view::View;

pub(super) fn parse(text: &str) -> Parsed<Description> {
    let mut parser = Parser {
        text: text.as_bytes(),
        at: 0,
        description: Description::default(),
        names: Vec::new(),
        path: Vec::new(),
        has_index: false,
        is_independent: false,
    };
    let nodes = parser.block()?;
    if parser.peek().is_some() {
        return parser.missing("a statement");
    }
    let empty = "the description is empty; expected a line of the input, as in `n: 1..10`";
    parser.require(!nodes.is_empty(), 0, empty)?;
    let has_cases = parser.is_independent && parser.has_cases(&nodes);
    Ok(Description { nodes, has_cases, ..parser.description })
}

pub(super) struct Parser<'t> {
    pub(super) text: &'t [u8],
    pub(super) at: usize,
    pub(super) description: Description,
    pub(super) names: Vec<Name>,
    /// The lengths of the sequences that the parser is in.
    pub(super) path: Vec<Count>,
    /// Whether `#` has a meaning here.
    pub(super) has_index: bool,
    /// Whether the latest of the outermost blocks is a description by itself.
    is_independent: bool,
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

    pub(super) fn find(&self, name: &str) -> Option<&Name> {
        self.names.iter().find(|known| self.description.slots[known.slot].name == name)
    }

    fn block(&mut self) -> Parsed<Vec<Node>> {
        let mut nodes: Vec<Node> = Vec::new();
        // The rows that are not announced, and where they begin, until it is known what follows.
        let mut open: Option<(usize, usize)> = None;
        loop {
            self.separators();
            let at = self.at;
            let node = if matches!(self.peek(), None | Some(b'}')) { None } else { Some(self.statement()?) };
            self.spaces();
            if node.is_some() && !matches!(self.peek(), None | Some(b'\n' | b';' | b'}')) {
                return self.missing("`,`, `;` or a new line");
            }
            if !matches!(node, Some(Node::Where(_)))
                && let Some((number, at)) = open.take()
                && let Node::Repeat(rows) = &mut nodes[number]
            {
                self.close(rows, node.as_ref(), at)?;
            }
            let Some(node) = node else { return Ok(nodes) };
            if matches!(&node, Node::Repeat(rows) if rows.count.high.is_some()) {
                open = Some((nodes.len(), at));
            }
            nodes.push(node);
        }
    }

    fn statement(&mut self) -> Parsed<Node> {
        if self.peek_name() == Some("where") && !matches!(self.after_name(), Some(b':' | b'[')) {
            self.eat_word("where");
            let at = self.at;
            let (conditions, properties) = self.conditions()?;
            let message = "a property belongs to rows; write it on their line, as in `where tree`";
            self.require(properties == Properties::default(), at, message)?;
            return Ok(Node::Where(conditions));
        }
        // An unknown name without a colon is more likely to be a line than a number of rows.
        let begins_line = match (self.peek_name(), self.after_name()) {
            (None, _) => self.peek() == Some(b'"'),
            (Some(_), Some(b':' | b'[')) => true,
            (Some(_), Some(b'(')) => false,
            (Some(name), _) => self.find(name).is_none(),
        };
        let at = self.at;
        if !begins_line {
            return self.rows();
        }
        let line = self.line()?;
        let message = "a property is about rows, but this is a single line; expected `n x` before it";
        self.require(line.properties == Properties::default(), at, message)?;
        Ok(Node::Line(line))
    }

    fn rows(&mut self) -> Parsed<Node> {
        let at = self.at;
        let count = self.count(Sequence::Rows)?;
        if !self.eat_word("x") {
            return self.missing("`:` after a name, or `x` after a number of rows");
        }
        let had_index = std::mem::replace(&mut self.has_index, true);
        self.enter(&count);
        let (first, body_at) = (self.description.slots.len(), self.spaces());
        let is_block = self.eat("{");
        let body = if is_block {
            let nodes = self.block()?;
            if self.path.len() == 1 {
                let text = str::from_utf8(&self.text[body_at + 1..self.at]).unwrap_or_default();
                self.is_independent = parse(text).is_ok();
            }
            self.expect("}")?;
            nodes
        } else {
            vec![Node::Line(self.line()?)]
        };
        let properties = if let [Node::Line(line)] = body.as_slice() { line.properties } else { Properties::default() };
        self.path.pop();
        self.has_index = had_index;
        let slots = first..self.description.slots.len();
        for name in self.names.iter_mut().filter(|name| name.slot >= first) {
            (name.has_ended, name.depth, name.complete) = (true, self.path.len(), slots.end);
        }
        let graph = match properties {
            Properties { simple: false, connected: false, acyclic: false, directed: false, tree: false, .. } => None,
            _ => Some(self.graph(&body, body_at)?),
        };
        let mut rows = self.sequence(Sequence::Rows, count, body, slots);
        rows.is_checked |= is_block || properties.distinct;
        (rows.properties, rows.graph) = (properties, graph);
        let rows = Node::Repeat(Box::new(rows));
        self.check_possible(&rows, at)?;
        Ok(rows)
    }

    /// Whether a block has test cases: their number is the only value before it, and after it there are only conditions
    /// that are easily kept when test cases are added.
    fn has_cases(&self, nodes: &[Node]) -> bool {
        let is_bound = |Condition { left, comparison, right, .. }: &Condition| {
            let is_sum = matches!(left, Expression::Aggregate(of) if of.function != Function::Length);
            let is_fixed = matches!(right, Expression::Number { .. });
            is_sum && is_fixed && comparison.contains(&Less) && !comparison.contains(&Greater)
        };
        let [Node::Line(Line { alternatives, conditions, .. }), Node::Repeat(rows), rest @ ..] = nodes else {
            return false;
        };
        let is_alone = matches!(alternatives[0][..], [Node::Value(0), _]) && conditions.is_empty();
        let is_counted = rows.count.high.is_none() && rows.count.low == Expression::Name(0);
        let (low, high) = self.view().legal(0);
        let is_last = rest.iter().all(|node| matches!(node, Node::Where(all) if all.iter().all(is_bound)));
        is_alone && is_counted && is_last && low <= 1 && high >= 1
    }

    /// The sequence that the parser has just left.
    fn sequence(&self, kind: Sequence, count: Count, body: Vec<Node>, slots: std::ops::Range<usize>) -> Repeat {
        let depth = self.path.len() + 1;
        let mut its = self.description.slots[slots.clone()].iter();
        let is_checked = its.any(|of| !of.is_number() && of.depth() == depth && (of.is_distinct || of.is_sorted));
        let (ends, properties) = (Vec::new(), Properties::default());
        Repeat { kind, depth, count, body, slots, ends, properties, graph: None, is_checked }
    }

    /// The ends of the edges that rows are.
    fn graph(&self, body: &[Node], at: usize) -> Parsed<[usize; 2]> {
        let wanted = "a graph is the first two names of its rows, with the same range, as in `u: 1..n, v: 1..n`";
        let [Node::Line(line)] = body else { return self.error(at, wanted) };
        let [first, second, ..] = &self.description.slots[line.first_slot..] else { return self.error(at, wanted) };
        let is_scalar = |slot: &Slot| slot.is_number() && slot.places() == 0 && slot.path.len() == self.path.len() + 1;
        let is_same = is_scalar(first) && is_scalar(second) && first.kind == second.kind;
        let varies = first.bounds_have(|part| match part {
            Expression::Name(slot) => *slot >= line.first_slot,
            part => *part == Expression::Index,
        });
        self.require(line.alternatives.len() == 1 && is_same && !varies, at, wanted)?;
        Ok([line.first_slot, line.first_slot + 1])
    }

    /// Refuses a sequence that cannot have its properties.
    fn check_possible(&self, node: &Node, at: usize) -> Parsed<()> {
        let (Err(slot), Node::Repeat(repeat)) = (self.view().node(node), node) else { return Ok(()) };
        if repeat.graph.is_some() {
            let wanted = "expected another number, as `n-1` for a tree";
            return self.error(at, format!("no graph with this number of rows has the property; {wanted}"));
        }
        let (least, (low, high)) = (self.view().count(&repeat.count).0, self.view().legal(slot));
        let room = high - low + 1;
        self.error(
            at,
            format!("{least} different values are wanted, but the range has {room}; expected a larger range"),
        )
    }

    fn line(&mut self) -> Parsed<Line> {
        let (first_slot, known) = (self.description.slots.len(), self.names.len());
        let (alternatives, conditions, properties) = (Vec::new(), Vec::new(), Properties::default());
        let mut line = Line { alternatives, conditions, properties, first_slot };
        loop {
            let at = self.spaces();
            let items = self.items()?;
            line.alternatives.push(items);
            let is_last = !self.eat("|");
            if !is_last || line.alternatives.len() > 1 {
                let Some(words) = line.first_words() else {
                    return self.error(at, "an alternative begins with a literal, as in `\"1\", i: 1..n`");
                };
                let word = words[words.len() - 1];
                let message = format!("two alternatives begin with {}; expected another literal", quote(word));
                self.require(words.iter().filter(|other| **other == word).count() == 1, at, message)?;
                self.names.truncate(known);
            }
            if is_last {
                break;
            }
        }
        for slot in &mut self.description.slots[first_slot..] {
            slot.is_optional = line.alternatives.len() > 1;
        }
        if self.eat_word("where") {
            (line.conditions, line.properties) = self.conditions()?;
        }
        Ok(line)
    }

    fn items(&mut self) -> Parsed<Vec<Node>> {
        let mut items = Vec::new();
        // The first item that can be empty, and where it is.
        let mut empty = None;
        let mut is_spaced = false;
        loop {
            let at = self.spaces();
            self.require(!is_spaced, at, "a string with spaces must be the last item of its line")?;
            if let Some(literal) = self.literal()? {
                items.push(Node::Literal(literal));
            } else {
                let item = self.item()?;
                empty = empty.or(self.can_be_empty(&item).then_some(at));
                is_spaced = matches!(&item, Node::Repeat(repeat) if self.has_spaces(repeat.slots.start));
                items.push(item);
            }
            if !self.eat(",") {
                break;
            }
            items.push(Node::Literal(b" ".to_vec()));
        }
        let message = "this can be empty, so it must stand alone on its line; expected a length from 1";
        self.require(empty.is_none() || items.len() == 1, empty.unwrap_or(0), message)?;
        items.push(Node::Literal(b"\n".to_vec()));
        Ok(items)
    }

    fn can_be_empty(&self, item: &Node) -> bool {
        let Node::Repeat(repeat) = item else { return false };
        self.view().range(&repeat.count.low, 0).0 <= 0 || self.can_be_empty(&repeat.body[0])
    }

    fn has_spaces(&self, slot: usize) -> bool {
        matches!(&self.description.slots[slot].kind, Kind::Letter(class) if class.contains(&b' '))
    }

    /// Goes into a sequence.
    fn enter(&mut self, count: &Count) {
        self.path.push(count.clone());
        self.description.depth = self.description.depth.max(self.path.len());
    }

    /// A named value.
    fn item(&mut self) -> Parsed<Node> {
        let at = self.at;
        let name = self.name("a name with its range, as in `n: 1..10`, or a literal")?.to_owned();
        if let Some(other) = self.find(&name) {
            let place = place(self.text, other.at);
            return self.error(at, format!("{name} is already a name, at {place}; expected another one"));
        }
        let (had_index, depth, slot) = (self.has_index, self.path.len(), self.description.slots.len());
        let mut sequences = Vec::new();
        if self.eat("[") {
            let count = self.count(Sequence::Array)?;
            self.expect("]")?;
            self.enter(&count);
            sequences.push((Sequence::Array, count));
            self.has_index = true;
        }
        self.expect(":")?;
        let (kind, length) = self.kind()?;
        self.has_index = had_index;
        if let Some(length) = length {
            self.enter(&length);
            sequences.push((Sequence::Text, length));
        }
        let path = self.path.clone();
        let (budgets, mut flags) = (Vec::new(), [false; 2]);
        let is_single = depth == 0 && !matches!(sequences[..], [(Sequence::Array, _), ..]);
        loop {
            let word = self.spaces();
            let Some(flag) = ["distinct", "sorted"].iter().position(|flag| self.eat_word(flag)) else { break };
            let message = "this is about several values, but here is one; expected an array or rows";
            self.require(!is_single, word, message)?;
            flags[flag] = true;
        }
        let [is_distinct, is_sorted] = flags;
        let of = Slot { name, kind, path, is_distinct, is_sorted, is_optional: false, is_used: false, budgets };
        self.description.slots.push(of);
        let mut node = Node::Value(slot);
        while let Some((kind, count)) = sequences.pop() {
            self.path.pop();
            node = Node::Repeat(Box::new(self.sequence(kind, count, vec![node], slot..self.description.slots.len())));
        }
        self.check_possible(&node, at)?;
        self.names.push(Name { slot, at, depth, complete: slot + 1, has_ended: false });
        Ok(node)
    }

    /// The range of a number, or the class of a string and its length.
    fn kind(&mut self) -> Parsed<(Kind, Option<Count>)> {
        let at = self.spaces();
        if self.eat("[") {
            let class = self.class()?;
            self.expect("{")?;
            let length = self.count(Sequence::Text)?;
            self.expect("}")?;
            return Ok((Kind::Letter(class), Some(length)));
        }
        let low = self.expression()?;
        self.expect("..")?;
        let high = self.expression()?;
        let text = self.since(at);
        let mut places = 0;
        if self.eat_word("places") {
            places = match self.number()? {
                Some(Expression::Number { digits, decimals: 0 }) if digits < 10 => digits as u8,
                _ => return self.missing("a number of decimals from 0 to 9"),
            };
        }
        self.check_scale(at, &low, places)?;
        self.check_scale(at, &high, places)?;
        let (from, to) = (self.view().range(&low, places), self.view().range(&high, places));
        let message = format!("the range {text} is always empty; expected the smaller bound first");
        self.require(from.0 <= to.1, at, message)?;
        let is_within = from.0 >= i64::MIN.into() && to.1 <= i64::MAX.into();
        let message = "a bound can be past 64 bits; expected -2^63 to 2^63 - 1, as by `min(…, 1e18)`";
        self.require(is_within, at, message)?;
        Ok((Kind::Number { low, high, places }, None))
    }

    /// The number of elements of a sequence.
    fn count(&mut self, kind: Sequence) -> Parsed<Count> {
        let at = self.spaces();
        let low = self.expression()?;
        let high = if kind != Sequence::Array && self.eat("..") { Some(self.expression()?) } else { None };
        let count = Count { low, high };
        let of = ["rows", "values", "letters"][kind as usize];
        self.check_scale(at, &count.low, 0)?;
        self.check_scale(at, count.most(), 0)?;
        let (from, to) = (self.view().range(&count.low, 0).0, self.view().range(count.most(), 0).1);
        let message = format!("no number of {of} is possible; expected at least 0, and the smaller first");
        self.require(from <= to && to >= 0, at, message)?;
        let message = format!("up to {to} {of} are possible; expected at most {LONGEST}");
        self.require(to <= LONGEST, at, message)?;
        Ok(count)
    }

    /// Checks what follows rows that are not announced.
    fn close(&self, rows: &mut Repeat, next: Option<&Node>, at: usize) -> Parsed<()> {
        if next.is_none() && self.path.is_empty() {
            return Ok(());
        }
        let wanted =
            "expected a literal that cannot begin a row after rows that are not announced, or the end of the input";
        let (Some(Node::Line(first)), Some(Node::Line(end))) = (rows.body.first(), next) else {
            return self.error(at, wanted);
        };
        let Some(ends) = end.first_words() else { return self.error(at, wanted) };
        if let Some(end) = ends.iter().find(|end| self.can_begin(first, end)) {
            let message = format!("a row can begin with {}, which follows the rows; {wanted}", quote(end));
            return self.error(at, message);
        }
        rows.ends = ends.into_iter().map(<[u8]>::to_vec).collect();
        Ok(())
    }

    fn can_begin(&self, line: &Line, word: &[u8]) -> bool {
        let slot = match &line.alternatives[0][0] {
            Node::Value(slot) => *slot,
            Node::Repeat(repeat) => repeat.slots.start,
            _ => return line.first_words().is_some_and(|words| words.contains(&word)),
        };
        match &self.description.slots[slot].kind {
            Kind::Letter(class) => word.iter().all(|letter| class.contains(letter)),
            Kind::Number { .. } => {
                let (low, high) = self.view().legal(slot);
                let number = str::from_utf8(word).ok().and_then(|word| word.replace('.', "").parse::<i128>().ok());
                number.is_some_and(|number| (low..=high).contains(&number))
            }
        }
    }
}
