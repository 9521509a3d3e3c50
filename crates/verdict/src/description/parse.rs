//! The grammar of descriptions, and which names are known where.

use std::cmp::Ordering::{Greater, Less};

use problem::quote;

use super::scan::{Parsed, place};
use super::{Condition, Description, Kind, LONGEST, Node, Properties, Repeat, Sequence, Slot, first_words};
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
    parser.check_length()?;
    let has_cases = parser.is_independent && parser.has_cases(&nodes);
    Ok(Description { nodes, has_cases, ..parser.description })
}

pub(super) struct Parser<'t> {
    pub(super) text: &'t [u8],
    pub(super) at: usize,
    pub(super) description: Description,
    pub(super) names: Vec<Name>,
    /// The lengths of the sequences that the parser is in.
    pub(super) path: Vec<Expression>,
    /// Whether `#` has a meaning here.
    pub(super) has_index: bool,
    /// Whether the latest of the outermost blocks is a description by itself.
    is_independent: bool,
}

pub(super) struct Name {
    pub(super) slot: usize,
    /// The depth of the block in which all its values are.
    pub(super) depth: usize,
    /// What is complete once the slots below this one are.
    pub(super) complete: usize,
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
            let (at, known) = (self.at, nodes.len());
            if !matches!(self.peek(), None | Some(b'}')) {
                self.statement(&mut nodes)?;
                self.spaces();
                if !matches!(self.peek(), None | Some(b'\n' | b';' | b'}')) {
                    return self.missing("`,`, `;` or a new line");
                }
            }
            let (before, next) = nodes.split_at_mut(known);
            if !matches!(next, [Node::Where(_)])
                && let Some((number, at)) = open.take()
                && let Node::Repeat(rows) = &mut before[number]
            {
                rows.ends = Some(self.ends(rows, next, at)?);
            }
            match nodes[known..].last() {
                None => return Ok(nodes),
                Some(Node::Repeat(rows)) if rows.ends.is_some() => open = Some((nodes.len() - 1, at)),
                Some(_) => {}
            }
        }
    }

    fn statement(&mut self, nodes: &mut Vec<Node>) -> Parsed<()> {
        if self.peek_name() == Some("where") && !matches!(self.after_name(), Some(b':' | b'[')) {
            self.eat_word("where");
            let at = self.at;
            let (conditions, properties) = self.conditions()?;
            nodes.push(Node::Where(conditions));
            let message = "a property belongs to rows; write it on their line, as in `where tree`";
            return self.require(properties == Properties::default(), at, message);
        }
        // An unknown name without a colon is more likely to be a line than a number of rows.
        let begins_line = match (self.peek_name(), self.after_name()) {
            (None, _) => self.peek() == Some(b'"'),
            (Some(_), Some(b':' | b'[')) => true,
            (Some(_), Some(b'(' | b'x')) => false,
            (Some(name), _) => self.find(name).is_none(),
        };
        let at = self.at;
        if !begins_line {
            return self.rows(nodes);
        }
        let properties = self.line(nodes)?;
        let message = "a property is about rows, but this is a single line; expected `n x` before it; \
                       of an array, `a[n]: 1..9 distinct`";
        self.require(properties == Properties::default(), at, message)
    }

    fn rows(&mut self, nodes: &mut Vec<Node>) -> Parsed<()> {
        let (at, known) = (self.at, nodes.len());
        let count = self.count(Sequence::Rows, nodes)?;
        if !self.eat_word("x") {
            return self.missing("`:` after a name, or `x` after a number of rows");
        }
        let had_index = std::mem::replace(&mut self.has_index, true);
        self.path.push(count.clone());
        let (first, body_at) = (self.description.slots.len(), self.spaces());
        let (mut body, mut properties) = (Vec::new(), Properties::default());
        let is_block = self.eat("{");
        if is_block {
            body = self.block()?;
            if self.path.len() == 1 {
                let text = str::from_utf8(&self.text[body_at + 1..self.at]).unwrap_or_default();
                self.is_independent = parse(text).is_ok();
            }
            self.expect("}")?;
        } else {
            properties = self.line(&mut body)?;
        }
        self.path.pop();
        self.has_index = had_index;
        let end = self.description.slots.len();
        for name in self.names.iter_mut().filter(|name| name.slot >= first) {
            (name.depth, name.complete) = (self.path.len(), end);
        }
        let is_graph = properties != Properties { distinct: properties.distinct, ..Properties::default() };
        let graph = if is_graph { Some((properties, self.graph(&body, first, body_at)?)) } else { None };
        let mut rows = self.sequence(Sequence::Rows, count, body, first);
        rows.compared.extend(properties.distinct.then_some(None));
        rows.is_checked |= is_block || properties.distinct || matches!(rows.body.last(), Some(Node::Where(_)));
        rows.graph = graph;
        rows.ends = (nodes.len() > known).then(Vec::new);
        nodes.push(Node::Repeat(Box::new(rows)));
        self.check_possible(nodes, at)
    }

    /// Refuses sequences in sequences of which the largest input would have too many values.
    fn check_length(&self) -> Parsed<()> {
        let Description { slots, budgets, .. } = &self.description;
        for Slot { name, path, at, .. } in slots {
            let mut total: i128 = 1;
            for count in path {
                total = total.saturating_mul(self.view().count(count).1);
                let Some(slot) = count.counter() else { continue };
                if slots[slot].bounds_have(|part| !matches!(part, Expression::Number { .. } | Expression::Binary(..))) {
                    // A length may be smaller if another is large.
                    total = 0;
                }
                let budgets = slots[slot].budgets.iter().map(|&number| &budgets[number]);
                let bounds = budgets.filter(|budget| !budget.comparison.contains(&Greater));
                total = bounds.map(|budget| self.view().range(&budget.right, 0).1).fold(total, i128::min);
            }
            let message = format!("up to {total} values of {name} are possible; expected at most {LONGEST}, as by ");
            let fix = "`where sum(n) <= 2e5` after the rows, or by `w: 1..1e6/h`";
            self.require(total <= LONGEST, *at, message + fix)?;
        }
        Ok(())
    }

    /// Whether a block has test cases: their number is the only value before it, and after it there are only conditions
    /// that are easily kept when test cases are added.
    fn has_cases(&self, nodes: &[Node]) -> bool {
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

    /// The sequence that the parser has just left, with the slots from the first on.
    fn sequence(&mut self, kind: Sequence, count: Expression, body: Vec<Node>, first: usize) -> Repeat {
        let slots = first..self.description.slots.len();
        let depth = self.path.len() + 1;
        let is_compared = |slot: &usize| {
            let its = &self.description.slots[*slot];
            its.depth() == depth && (its.is_distinct || its.is_sorted && !its.is_number())
        };
        let compared: Vec<_> = slots.clone().filter(is_compared).map(Some).collect();
        let is_number = |slot: usize| self.description.slots[slot].is_number();
        let is_checked = compared.iter().any(|slot| !slot.is_some_and(is_number));
        Repeat { kind, depth, count, body, slots, ends: None, compared, graph: None, is_checked }
    }

    /// The ends of the edges that rows are.
    fn graph(&self, body: &[Node], first: usize, at: usize) -> Parsed<[usize; 2]> {
        let slots = &self.description.slots;
        let first = first + slots[first..].iter().take_while(|slot| !slot.is_value()).count();
        let is_scalar = |slot: &Slot| slot.is_number() && slot.places() == 0 && slot.path.len() == self.path.len() + 1;
        let is_same = matches!(&slots[first..], [one, other, ..]
        if is_scalar(one) && is_scalar(other) && one.kind == other.kind && !one.bounds_have(|part| match part {
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

    /// Refuses a sequence, the last of the nodes, that cannot have its properties.
    fn check_possible(&self, nodes: &[Node], at: usize) -> Parsed<()> {
        let Some(Node::Repeat(repeat)) = nodes.last() else { return Ok(()) };
        let Err(slot) = self.view().repeat(repeat) else { return Ok(()) };
        let (least, (low, high)) = (self.view().count(&repeat.count).0, self.view().legal(slot));
        let message = if repeat.graph.is_some() {
            "no graph with this number of rows has the property; expected another number, as `n-1` for a tree"
                .to_owned()
        } else {
            let room = high - low + 1;
            format!("{least} different values are wanted, but the range has {room}; expected a larger range")
        };
        self.error(at, message)
    }

    fn line(&mut self, nodes: &mut Vec<Node>) -> Parsed<Properties> {
        let (choice, known) = (self.description.slots.len(), self.names.len());
        if self.peek() == Some(b'"') {
            self.choice("the alternative", Kind::Alternative(Vec::new()));
        }
        let (mut alternatives, mut words) = (Vec::new(), Vec::new());
        loop {
            let at = self.spaces();
            let items = self.items()?;
            let is_last = !self.eat("|");
            if !is_last || !alternatives.is_empty() {
                let Some(word) = first_words(&items).map(|words| words[0].to_vec()) else {
                    return self.error(at, "an alternative begins with a literal, as in `\"1\", i: 1..n`");
                };
                let message = format!("two alternatives begin with {}; expected another literal", quote(&word));
                self.require(!words.contains(&word), at, message)?;
                words.push(word);
                self.names.truncate(known);
            }
            alternatives.push(items);
            if is_last {
                break;
            }
        }
        if words.is_empty() {
            nodes.append(&mut alternatives[0]);
        } else {
            self.description.slots[choice].kind = Kind::Alternative(words);
            self.description.slots[choice + 1..].iter_mut().for_each(|slot| slot.is_optional = true);
            nodes.extend([Node::Value(choice), Node::Either(choice, alternatives)]);
        }
        if !self.eat_word("where") {
            return Ok(Properties::default());
        }
        let (conditions, properties) = self.conditions()?;
        nodes.extend((!conditions.is_empty()).then_some(Node::Where(conditions)));
        Ok(properties)
    }

    fn items(&mut self) -> Parsed<Vec<Node>> {
        let mut items = Vec::new();
        // The first item that can be empty, and where it is.
        let mut empty = None;
        let (mut is_spaced, mut is_alone) = (false, true);
        loop {
            let at = self.spaces();
            self.require(!is_spaced, at, "a string with spaces must be the last item of its line")?;
            if let Some(literal) = self.literal()? {
                items.push(Node::Literal(literal));
            } else {
                self.item(&mut items)?;
                empty = empty.or(self.can_be_empty(items.last()).then_some(at));
                let latest = self.description.slots.last().map(|slot| &slot.kind);
                is_spaced = matches!(latest, Some(Kind::Letter(class)) if class.contains(&b' '));
            }
            if !self.eat(",") {
                break;
            }
            is_alone = false;
            items.push(Node::Literal(b" ".to_vec()));
        }
        let message = "this can be empty, so it must stand alone on its line; expected a length from 1";
        self.require(empty.is_none() || is_alone, empty.unwrap_or(0), message)?;
        items.push(Node::Literal(b"\n".to_vec()));
        Ok(items)
    }

    fn can_be_empty(&self, item: Option<&Node>) -> bool {
        let Some(Node::Repeat(repeat)) = item else { return false };
        self.view().count(&repeat.count).0 == 0 || self.can_be_empty(repeat.body.last())
    }

    /// Adds a slot without a name.
    fn choice(&mut self, name: &str, kind: Kind) -> usize {
        let is_used = matches!(kind, Kind::Alternative(_));
        self.description.slots.push(Slot {
            name: name.to_owned(),
            kind,
            at: self.at,
            path: self.path.clone(),
            is_optional: false,
            is_distinct: false,
            is_sorted: false,
            is_used,
            budgets: Vec::new(),
        });
        self.description.slots.len() - 1
    }

    /// A named value.
    fn item(&mut self, nodes: &mut Vec<Node>) -> Parsed<()> {
        let at = self.at;
        let name = self.name("a name with its range, as in `n: 1..10`, or a literal")?.to_owned();
        if let Some(other) = self.find(&name) {
            let place = place(self.text, self.description.slots[other.slot].at);
            return self.error(at, format!("{name} is already a name, at {place}; expected another one"));
        }
        let (had_index, depth, first) = (self.has_index, self.path.len(), self.description.slots.len());
        let mut array = None;
        if self.eat("[") {
            let count = self.count(Sequence::Array, nodes)?;
            self.expect("]")?;
            self.path.push(count.clone());
            self.has_index = true;
            array = Some(count);
        }
        self.expect(":")?;
        let mut values = Vec::new();
        let (kind, length) = self.kind(&mut values)?;
        self.has_index = had_index;
        let mut flags = [false; 2];
        loop {
            let word = self.spaces();
            let Some(flag) = ["distinct", "sorted"].iter().position(|flag| self.eat_word(flag)) else { break };
            let message = "this is about several values, but here is one; expected an array or rows";
            self.require(!self.path.is_empty(), word, message)?;
            flags[flag] = true;
        }
        if let Some(length) = &length {
            self.path.push(length.clone());
        }
        let slot = self.choice(&name, kind);
        let its = &mut self.description.slots[slot];
        (its.at, [its.is_distinct, its.is_sorted]) = (at, flags);
        values.push(Node::Value(slot));
        if let Some(length) = length {
            self.path.pop();
            let text = self.sequence(Sequence::Text, length, vec![Node::Value(slot)], slot);
            *values.last_mut().expect("the letter") = Node::Repeat(Box::new(text));
        }
        if let Some(count) = array {
            self.path.pop();
            values = vec![Node::Repeat(Box::new(self.sequence(Sequence::Array, count, values, first)))];
        }
        self.check_possible(&values, at)?;
        nodes.append(&mut values);
        self.names.push(Name { slot, depth, complete: slot + 1 });
        Ok(())
    }

    /// The range of a number, or the class of a string and its length.
    fn kind(&mut self, nodes: &mut Vec<Node>) -> Parsed<(Kind, Option<Expression>)> {
        let at = self.spaces();
        if self.eat("[") {
            let class = self.class()?;
            self.expect("{")?;
            let length = self.count(Sequence::Text, nodes)?;
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
        let (from, to) = (self.range(at, &low, places)?, self.range(at, &high, places)?);
        let message = format!("the range {text} is always empty; expected the smaller bound first");
        self.require(from.0 <= to.1, at, message)?;
        let is_within = from.0 >= i64::MIN.into() && to.1 <= i64::MAX.into();
        let message = "a bound can be past 64 bits; expected -2^63 to 2^63 - 1, as by `min(…, 1e18)`";
        self.require(is_within, at, message)?;
        Ok((Kind::Number { low, high, places }, None))
    }

    /// The number of elements of a sequence. A choice of it becomes a node of its own.
    fn count(&mut self, kind: Sequence, nodes: &mut Vec<Node>) -> Parsed<Expression> {
        let at = self.spaces();
        let low = self.expression()?;
        let high = if kind != Sequence::Array && self.eat("..") { Some(self.expression()?) } else { None };
        let of = ["rows", "values", "letters"][kind as usize];
        let (from, to) = (self.range(at, &low, 0)?.0, self.range(at, high.as_ref().unwrap_or(&low), 0)?.1);
        let message = format!("no number of {of} is possible; expected at least 0, and the smaller first");
        self.require(from <= to && to >= 0, at, message)?;
        let message = format!("up to {to} {of} are possible; expected at most {LONGEST}");
        self.require(to <= LONGEST, at, message)?;
        let Some(high) = high else { return Ok(low) };
        let slot = self.choice("the length", Kind::Length(kind, low, high));
        nodes.push(Node::Value(slot));
        Ok(Expression::Name(slot))
    }

    /// The first words of what follows rows that are not announced.
    fn ends(&self, rows: &Repeat, next: &[Node], at: usize) -> Parsed<Vec<Vec<u8>>> {
        if next.is_empty() && self.path.is_empty() {
            return Ok(Vec::new());
        }
        let wanted =
            "expected a literal that cannot begin a row after rows that are not announced, or the end of the input";
        let Some(ends) = first_words(next) else { return self.error(at, wanted) };
        if let Some(end) = ends.iter().find(|end| self.can_begin(rows, end)) {
            let message = format!("a row can begin with {}, which follows the rows; {wanted}", quote(end));
            return self.error(at, message);
        }
        Ok(ends.into_iter().map(<[u8]>::to_vec).collect())
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
