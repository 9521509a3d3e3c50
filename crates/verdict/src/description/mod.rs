//! What a description says: its statements, and the values that they name.

mod expect;
mod parse;
mod scan;
mod terms;

pub(crate) use scan::place;

use std::ops::Range;
use std::str::FromStr;

use problem::Diagnostic;

use crate::expression::{Expression, Function};

/// How many rows, values or letters one after another a description may have.
pub(crate) const LONGEST: i128 = 10_000_000;

/// A description of inputs. `ANY-PROBLEM` is the language; this reads it.
#[derive(Clone, Debug)]
pub struct Description {
    pub(crate) block: Block,
    pub(crate) slots: Vec<Slot>,
    pub(crate) budgets: Vec<Budget>,
    pub(crate) requirements: Vec<Requirement>,
    /// The deepest rows: 1 for rows that are not inside others.
    pub(crate) depth: usize,
    /// The slot of the number of test cases, if the description has test cases.
    pub(crate) cases: Option<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) statements: Vec<Statement>,
}

#[derive(Clone, Debug)]
pub(crate) enum Statement {
    Line(Line),
    Rows(Box<Rows>),
    Where(Vec<Condition>),
}

#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Of several, each begins with a literal.
    pub(crate) alternatives: Vec<Vec<Item>>,
    pub(crate) conditions: Vec<Condition>,
}

#[derive(Clone, Debug)]
pub(crate) enum Item {
    Literal(Vec<u8>),
    Slot(usize),
}

#[derive(Clone, Debug)]
pub(crate) struct Rows {
    pub(crate) count: Count,
    pub(crate) body: Body,
    /// What is declared inside.
    pub(crate) slots: Range<usize>,
    /// Of rows that are not announced, the first words of which one follows; none for the end of the input.
    pub(crate) ends: Vec<Vec<u8>>,
    /// What must hold over all rows.
    pub(crate) properties: Properties,
    pub(crate) graph: Option<Graph>,
}

#[derive(Clone, Debug)]
pub(crate) enum Body {
    Line(Line),
    Block(Block),
}

/// A number of rows, values or letters: from `low` to `high`, or `low` alone.
#[derive(Clone, Debug)]
pub(crate) struct Count {
    pub(crate) low: Expression,
    pub(crate) high: Option<Expression>,
}

/// Rows that are the edges of a graph: their first two values, whose range is the vertices.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) ends: [usize; 2],
    pub(crate) low: Expression,
    pub(crate) high: Expression,
    pub(crate) properties: Properties,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent, and named by the description")]
pub(crate) struct Properties {
    pub(crate) simple: bool,
    pub(crate) connected: bool,
    pub(crate) acyclic: bool,
    pub(crate) directed: bool,
    /// Connected and, without directions, acyclic.
    pub(crate) tree: bool,
    /// No row comes twice. This is about all rows, not about graphs alone.
    pub(crate) distinct: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Condition {
    pub(crate) left: Expression,
    pub(crate) comparison: Comparison,
    pub(crate) right: Expression,
    pub(crate) scale: u8,
    /// As the description has it.
    pub(crate) text: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// A named value: one number or string in each row, or an array.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// Of an array.
    pub(crate) length: Option<Expression>,
    pub(crate) is_distinct: bool,
    pub(crate) is_sorted: bool,
    /// The numbers of rows of all rows that this is in, from outside to inside.
    pub(crate) path: Vec<Count>,
    /// The alternative that this is in, as a number that no other has.
    pub(crate) alternative: Option<usize>,
    /// Whether another expression needs this value.
    pub(crate) is_used: bool,
    pub(crate) budgets: Vec<usize>,
    pub(crate) requirements: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Number { low: Expression, high: Expression, places: u8 },
    Text { class: Vec<u8>, length: Count },
}

/// A condition on a sum or a count that is kept while values are chosen.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    pub(crate) slot: usize,
    pub(crate) depth: usize,
    pub(crate) function: Function,
    pub(crate) comparison: Comparison,
    pub(crate) bound: Expression,
}

/// What earlier values must leave possible.
#[derive(Clone, Debug)]
pub(crate) struct Requirement {
    /// The slot that it is about; values of earlier ones are checked.
    pub(crate) slot: usize,
    /// It holds only if none of these is zero, from the depth of the value on.
    pub(crate) path: Vec<Count>,
    pub(crate) alternative: Option<usize>,
    pub(crate) scale: u8,
    pub(crate) rule: Rule,
}

#[derive(Clone, Debug)]
pub(crate) enum Rule {
    /// There is a number in this range.
    Range(Expression, Expression),
    /// There are enough different numbers in this range.
    Different(Count, Expression, Expression),
    /// A graph with this number of edges is possible.
    Graph(Count, Graph),
}

impl Line {
    /// What is declared in it.
    pub(crate) fn slots(&self) -> Range<usize> {
        let slots = self.alternatives.iter().flatten().filter_map(|item| match item {
            Item::Slot(slot) => Some(*slot),
            Item::Literal(_) => None,
        });
        let (mut first, mut end) = (None, 0);
        for slot in slots {
            first.get_or_insert(slot);
            end = slot + 1;
        }
        first.unwrap_or(0)..end
    }
}

impl Slot {
    pub(crate) fn places(&self) -> u8 {
        match self.kind {
            Kind::Number { places, .. } => places,
            Kind::Text { .. } => 0,
        }
    }

    pub(crate) fn depth(&self) -> usize {
        self.path.len()
    }

    /// Whether this is one number in its row.
    pub(crate) fn is_scalar(&self) -> bool {
        self.length.is_none() && matches!(self.kind, Kind::Number { .. })
    }
}

impl FromStr for Description {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        parse::parse(text)
    }
}
