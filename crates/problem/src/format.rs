//! What an input is made of, as data.

use std::ops::RangeInclusive;

use crate::case::Word;
use crate::diagnostic::Diagnostic;
use crate::text::push_number;

/// What an input is made of, and the limits that its judge's statement promises.
///
/// The limits are enforced only in [`Layout::Exact`](crate::Layout::Exact).
#[derive(Clone, Debug)]
pub struct Format {
    /// What a case is called, in the singular: "board".
    pub noun: &'static str,
    /// What the size of a case counts, in the singular: "cell".
    pub unit: &'static str,
    /// How many cases there are, and how the input says so.
    pub count: Count,
    /// The lines of a case.
    pub case: &'static [Line],
}

/// How many cases an input has.
#[derive(Clone, Debug)]
pub enum Count {
    /// The input begins with a line that says how many follow.
    Announced(RangeInclusive<usize>),
    /// The input simply ends after the last one.
    ToTheEnd(RangeInclusive<usize>),
}

/// The fields of a line, from left to right, separated by one space each.
pub type Line = &'static [Field];

/// A part of a line.
#[derive(Clone, Debug)]
pub enum Field {
    /// A word, such as a row of cells.
    Word {
        /// What it is, with an article: "a board".
        name: &'static str,
        /// How many characters it has, each of which counts as one [unit](Format::unit).
        length: RangeInclusive<usize>,
        /// Checks the word as soon as it is read, so that an error in it is reported before anything that follows it.
        /// `None` leaves the check to the dialect's `solve`.
        check: Option<fn(Word<'_>) -> Result<(), Diagnostic>>,
    },
    /// A whole number.
    Number {
        /// What it is, with an article: "the length of a strip".
        name: &'static str,
        /// Its value.
        value: RangeInclusive<usize>,
    },
}

impl Count {
    /// How many cases the judge gives.
    pub fn range(&self) -> RangeInclusive<usize> {
        match self {
            Self::Announced(range) | Self::ToTheEnd(range) => range.clone(),
        }
    }
}

impl Field {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Word { name, .. } | Self::Number { name, .. } => name,
        }
    }
}

impl Format {
    /// The sizes of the cases that this judge gives. The size of a case is the number of characters of all its words or,
    /// if it has none, the sum of its numbers.
    pub fn sizes(&self) -> RangeInclusive<usize> {
        let fields = || self.case.iter().copied().flatten();
        let has_words = fields().any(|field| matches!(field, Field::Word { .. }));
        let ranges = fields().filter_map(|field| match field {
            Field::Word { length, .. } => Some(length),
            Field::Number { value, .. } => (!has_words).then_some(value),
        });
        ranges.fold(0..=0, |sum, range| sum.start() + range.start()..=sum.end().saturating_add(*range.end()))
    }

    /// An input of these cases, in the exact layout. A case is its text in the input, with slashes between its lines.
    ///
    /// ```
    /// use problem::{Count, Field, Format};
    ///
    /// const ROW: &[Field] = &[Field::Word { name: "a row", length: 3..=3, check: None }];
    /// let grids = Format { noun: "grid", unit: "cell", count: Count::Announced(1..=9), case: &[ROW, ROW] };
    /// assert_eq!(grids.input(&[b"X../...".to_vec(), b".X./..X".to_vec()]), b"2\nX..\n...\n.X.\n..X\n");
    /// assert_eq!(grids.case(b"2\nX..\n...\n.X.\n..X\n", 2), Some(b".X./..X".to_vec()));
    /// ```
    pub fn input(&self, cases: &[Vec<u8>]) -> Vec<u8> {
        let mut input = Vec::new();
        self.begin(cases.len(), &mut input);
        for case in cases {
            self.push(case, &mut input);
        }
        input
    }

    /// Appends the line that announces this many cases, if inputs begin with one.
    pub fn begin(&self, cases: usize, input: &mut Vec<u8>) {
        if let Count::Announced(_) = self.count {
            push_number(input, cases);
            input.push(b'\n');
        }
    }

    /// Appends a case, which is given as for [`input`](Self::input).
    pub fn push(&self, case: &[u8], input: &mut Vec<u8>) {
        input.extend(case.iter().map(|&byte| if self.case.len() > 1 && byte == b'/' { b'\n' } else { byte }));
        input.push(b'\n');
    }
}
