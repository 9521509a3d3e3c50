//! How one judge poses a problem: what an input is made of, and what an answer looks like.
//!
//! A dialect is data with two functions, not a trait. The format of an input is stated once, and reading, the exact
//! layout, generated cases and the case in a report all follow from it.

use std::fmt;
use std::ops::RangeInclusive;

use crate::case::{Case, Word};
use crate::compare::{Comparison, Difference};
use crate::diagnostic::Diagnostic;
use crate::generate::Generator;
use crate::problem::Problem;
use crate::read::Cases;
use crate::scan::{Layout, is_blank, without_byte_order_mark};
use crate::text::push_number;
use crate::verdict::Verdict;

/// A judge's version of a problem.
pub struct Dialect<P: Problem> {
    /// The name that `--judge` takes and that a folder of cases carries.
    pub name: &'static str,
    /// The judge and the number of the problem there, and the format in a few words.
    pub title: &'static str,
    /// Other names of the judge or of its problem, as folders carry them: lower-case letters and digits only.
    pub aliases: &'static [&'static str],
    /// What an input is made of.
    pub format: Format,
    /// Solves one case. An error names its place by the word or the character that is wrong.
    pub solve: fn(&mut P::Solver, Case<'_>) -> Result<P::Answer, Diagnostic>,
    /// Appends the answer to a case, counted from 1, exactly as the judge wants it: whole lines, and equally many for
    /// answers that are [equally right](Problem::accepts).
    pub write: fn(usize, &P::Answer, &mut Vec<u8>),
    /// What outputs look like, and how the judge compares them.
    pub output: OutputRule,
    /// Makes cases for `generate` and `stress`, if anything can.
    pub generator: Option<Generator>,
}

impl<P: Problem> fmt::Debug for Dialect<P> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Dialect").field("name", &self.name).field("format", &self.format).finish_non_exhaustive()
    }
}

impl<P: Problem> Dialect<P> {
    /// Whether `text`, such as the name of a folder, names this judge or its problem: `UVa`, `uva10561`, `UVa-10561`.
    pub fn is_called(&self, text: &str) -> bool {
        let plain: String = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        plain == self.name || self.aliases.contains(&plain.as_str())
    }

    /// Whether `output` begins as the answers of this dialect do.
    pub fn recognizes(&self, output: &[u8]) -> bool {
        let mut words = without_byte_order_mark(output).split(|&byte| is_blank(byte)).filter(|word| !word.is_empty());
        words.next().is_some_and(|first| self.output.first_words.iter().any(|word| word.as_bytes() == first))
    }

    /// The judge's verdict on an output with this difference.
    pub fn verdict(&self, difference: &Difference) -> Verdict {
        match difference.verdict() {
            Verdict::PresentationError => self.output.wrong_white_space,
            verdict => verdict,
        }
    }
}

/// Compares the names, which are different for all dialects of a problem.
impl<P: Problem> PartialEq for Dialect<P> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// What outputs look like, and how a judge compares them.
#[derive(Clone, Copy, Debug)]
pub struct OutputRule {
    /// The words that an answer can begin with, if they tell this dialect from the others of the problem; else empty.
    pub first_words: &'static [&'static str],
    /// Which white space has to be right.
    pub comparison: Comparison,
    /// The verdict if that white space alone is wrong: a presentation error, if the judge has that, or a wrong answer.
    pub wrong_white_space: Verdict,
}

impl OutputRule {
    /// All white space has to be right, or the verdict is a presentation error.
    pub const EXACT: Self =
        Self { first_words: &[], comparison: Comparison::Exact, wrong_white_space: Verdict::PresentationError };
    /// Outputs are compared [line by line](Comparison::Lines), and wrong white space is a wrong answer.
    pub const LINES: Self =
        Self { first_words: &[], comparison: Comparison::Lines, wrong_white_space: Verdict::WrongAnswer };
}

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
    /// As many whole numbers as the first number of the case says.
    Numbers {
        /// What each of them is, with an article: "the size of a heap".
        name: &'static str,
        /// The value of each.
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
            Self::Word { name, .. } | Self::Number { name, .. } | Self::Numbers { name, .. } => name,
        }
    }
}

impl Format {
    /// The sizes of the cases that this judge gives. The size of a case is
    ///
    /// - the total number of characters, if it consists of words;
    /// - the value of its number, if it has just one;
    /// - the number of [`Field::Numbers`] that follow, if it has such a field;
    /// - otherwise the number of its fields, which is the same for all cases.
    pub fn sizes(&self) -> RangeInclusive<usize> {
        let fields: Vec<&Field> = self.case.iter().copied().flatten().collect();
        let number =
            fields.iter().find_map(|field| if let Field::Number { value, .. } = field { Some(value) } else { None });
        let is_counted = fields.len() == 1 || fields.iter().any(|field| matches!(field, Field::Numbers { .. }));
        match number {
            Some(value) if is_counted => value.clone(),
            Some(_) => fields.len()..=fields.len(),
            None => fields.iter().fold(0..=0, |sum, field| match field {
                Field::Word { length, .. } => sum.start() + length.start()..=sum.end() + length.end(),
                _ => sum,
            }),
        }
    }

    /// An input of these cases, in the exact layout. A case is its text in the input, with slashes between its lines.
    ///
    /// ```
    /// use problem::{Count, Field, Format};
    ///
    /// const HEAPS: &[Field] = &[
    ///     Field::Number { name: "the number of heaps", value: 1..=9 },
    ///     Field::Numbers { name: "the size of a heap", value: 0..=99 },
    /// ];
    /// let heaps = Format { noun: "game", unit: "heap", count: Count::Announced(1..=9), case: &[HEAPS] };
    /// assert_eq!(heaps.input(&[b"1 7".to_vec(), b"2 3 5".to_vec()]), b"2\n1 7\n2 3 5\n");
    /// assert_eq!(heaps.case(b"2\n1 7\n2 3 5\n", 2), Some(b"2 3 5".to_vec()));
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

    /// Case `number` of an input, counted from 1, in the form that [`input`](Self::input) takes. What follows it need not
    /// be valid.
    pub fn case(&self, input: &[u8], number: usize) -> Option<Vec<u8>> {
        let mut cases = Cases::begin(self, input, Layout::Free).ok()?;
        let mut case = None;
        for _ in 0..number {
            case = Some(cases.next_case().ok()??.text.to_vec());
        }
        case
    }
}
