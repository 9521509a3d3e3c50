//! What a description says: a tree of nodes, and the values that they name.

mod parse;
mod rules;
mod scan;
mod terms;

pub(crate) use scan::place;

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;
use std::slice;
use std::str::FromStr;

use problem::{Diagnostic, Place};

use crate::expression::Expression;

/// How many rows, values or letters one after another a description may have.
pub(crate) const LONGEST: i128 = 10_000_000;

/// A description of inputs. `ANY-PROBLEM` is the language; this reads it.
#[derive(Clone, Debug, Default)]
pub struct Description {
    pub(crate) nodes: Vec<Node>,
    pub(crate) slots: Vec<Slot>,
    /// Conditions of which the left side is a sum or a count.
    pub(crate) budgets: Vec<Condition>,
    /// Whether the input is test cases. The first value is then their number.
    pub(crate) has_cases: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// What the input has here, with the space between two items and the newline after them.
    Literal(Vec<u8>),
    /// A number or a letter of a slot.
    Value(usize),
    /// One of several, each of which begins with a literal: the one that the latest value of a slot says.
    Either(usize, Vec<Vec<Node>>),
    Repeat(Box<Repeat>),
    Where(Vec<Condition>),
}

/// A sequence of elements: rows, an array or a string.
#[derive(Clone, Debug)]
pub(crate) struct Repeat {
    pub(crate) kind: SequenceKind,
    pub(crate) count: Expression,
    pub(crate) body: Vec<Node>,
    /// What is declared inside.
    pub(crate) slots: Range<usize>,
    /// The slots of numbers of which each element has one, or none if they are optional.
    pub(crate) numbers: Vec<usize>,
    /// Of rows that are not announced, the first words of which one follows; none for the end of the input.
    pub(crate) ends: Option<Vec<Vec<u8>>>,
    /// What is compared between elements when they end: distinct numbers of a slot, distinct or sorted strings, and,
    /// without a slot, distinct rows.
    pub(crate) compared: Vec<Option<usize>>,
    /// Of rows that are the edges of a graph, their first two values, whose range is the vertices.
    pub(crate) graph: Option<(Properties, [usize; 2])>,
    /// Whether an element can be wrong only as a whole. Then another is drawn instead of it.
    pub(crate) is_checked: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SequenceKind {
    Rows,
    Array,
    Text,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent, and named by the description")]
pub(crate) struct Properties {
    pub(crate) simple: bool,
    pub(crate) connected: bool,
    pub(crate) acyclic: bool,
    pub(crate) directed: bool,
    /// Acyclic even without directions.
    pub(crate) forest: bool,
    /// No row comes twice, in a graph or not.
    pub(crate) distinct: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Condition {
    pub(crate) left: Expression,
    pub(crate) comparison: Orderings,
    pub(crate) right: Expression,
    pub(crate) scale: u8,
    /// As the description has it, and where.
    pub(crate) text: String,
    pub(crate) place: Place,
}

/// How the left side may compare with the right one.
pub(crate) type Orderings = &'static [Ordering];

/// A value: a number or a letter with a name, one or more in each row, or an unnamed choice.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent of one another")]
pub(crate) struct Slot {
    /// Of an unnamed choice, what messages call it.
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// The smallest and the largest value; of a decimal in its last place.
    pub(crate) low: Expression,
    pub(crate) high: Expression,
    pub(crate) places: u8,
    /// Where it is in the description.
    pub(crate) at: usize,
    /// Where its name is known, the depth of the block in which all its values are; and what is complete once the slots
    /// below another one are.
    pub(crate) scope: Option<(usize, usize)>,
    /// The lengths of all sequences that its values are in, from outside to inside.
    pub(crate) path: Vec<Expression>,
    /// Whether it is in one of several alternatives.
    pub(crate) is_optional: bool,
    /// Whether its numbers or strings are distinct or not descending in the innermost sequence.
    pub(crate) is_distinct: bool,
    pub(crate) is_sorted: bool,
    /// Whether it is the first end of the edges of a tree.
    pub(crate) is_of_tree: bool,
    /// Whether another expression needs this value.
    pub(crate) is_used: bool,
    /// Whether the length of a sequence depends on it.
    pub(crate) is_length: bool,
    /// The conditions on its sum, or on how often it has a value, that are kept while values are chosen.
    pub(crate) budgets: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    Number,
    /// A letter of a string. Its value is its place in the class.
    Letter(Vec<u8>),
    /// The length of the string or the number of the rows that follow.
    Length(SequenceKind),
    /// Which alternative follows: their first words.
    Alternative(Vec<Vec<u8>>),
}

/// The first words that these nodes can have, if they begin with a literal.
pub(crate) fn first_words(nodes: &[Node]) -> Option<Vec<&[u8]>> {
    match nodes {
        [Node::Literal(literal), ..] => literal.split(|&byte| byte == b' ').next().map(|word| vec![word]),
        [Node::Value(_), Node::Either(_, all), ..] => {
            Some(all.iter().filter_map(|nodes| first_words(nodes)).flatten().collect())
        }
        _ => None,
    }
}

/// What the condition is, and where.
impl fmt::Display for Condition {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} at {} of the description", self.text, self.place)
    }
}

impl Repeat {
    /// Its numbers in groups, the ends of edges together, as what is known of one may say something of the other.
    pub(crate) fn groups(&self) -> impl Iterator<Item = &[usize]> {
        let ends = self.graph.as_ref().map(|(_, ends)| &ends[..]);
        let is_end = move |slot: &&usize| ends.is_some_and(|ends| ends.contains(slot));
        self.numbers.iter().filter(move |slot| !is_end(slot)).map(slice::from_ref).chain(ends)
    }

    /// The group of a slot, if what later numbers can be depends on a value of the slot.
    pub(crate) fn group_bound_to(&self, slot: usize, slots: &[Slot]) -> Option<&[usize]> {
        let is_bound = |group: &&[usize]| group.len() > 1 || slots[slot].is_sorted || !slots[slot].budgets.is_empty();
        self.groups().find(|group| group.contains(&slot)).filter(is_bound)
    }
}

impl Slot {
    /// Whether the value depends on others of the same slot.
    pub(crate) fn is_bound_to_others(&self) -> bool {
        self.is_distinct || self.is_sorted || !self.budgets.is_empty()
    }

    pub(crate) fn is_number(&self) -> bool {
        self.kind == Kind::Number
    }

    /// Whether it counts as a value of the input.
    pub(crate) fn is_value(&self) -> bool {
        matches!(self.kind, Kind::Number | Kind::Letter(_))
    }

    /// How many sequences one of its numbers or strings is in. `distinct` and `sorted` are about the innermost.
    pub(crate) fn depth(&self) -> usize {
        self.path.len() - usize::from(matches!(self.kind, Kind::Letter(_)))
    }

    /// Whether it is a number, and some part of its bounds is such a one.
    pub(crate) fn bounds_have(&self, mut test: impl FnMut(&Expression) -> bool) -> bool {
        self.is_number() && (self.low.any(&mut test) || self.high.any(&mut test))
    }

    /// Whether the range of a value is the same in the whole sequence.
    pub(crate) fn is_steady(&self, slots: &[Slot]) -> bool {
        !self.bounds_have(|part| match part {
            Expression::Index => true,
            Expression::Name(of) => slots[*of].depth() >= self.depth(),
            Expression::Aggregate(of) => of.depth >= self.depth(),
            _ => false,
        })
    }
}

impl FromStr for Description {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        parse::parse(text)
    }
}
