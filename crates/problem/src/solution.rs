//! Solving an input as a whole: nothing is written before everything has been read.
//!
//! Until all answers are known they are values, not text: half a million yes-or-no answers take half a million bytes.

use std::fmt;
use std::io::{self, Read, Write};

use crate::diagnostic::{InputError, Place};
use crate::dialect::{Count, Dialect};
use crate::problem::Problem;
use crate::scan::{Layout, Scanner};

/// The answers to every case of one input.
pub struct Solution<P: Problem> {
    dialect: &'static Dialect<P>,
    answers: Vec<P::Answer>,
    ignored_from: Option<Place>,
}

impl<P: Problem> fmt::Debug for Solution<P> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (dialect, cases) = (self.dialect.name, self.answers.len());
        out.debug_struct("Solution").field("dialect", &dialect).field("cases", &cases).finish_non_exhaustive()
    }
}

/// Solves a whole input.
///
/// # Errors
///
/// The first error in the input, or a failure to read it.
pub fn solve<P: Problem>(
    dialect: &'static Dialect<P>,
    layout: Layout,
    source: impl Read,
) -> Result<Solution<P>, InputError> {
    let mut input = Scanner::new(source, layout);
    let answers = match dialect.format.count {
        Count::Announced(_) => solve_announced(dialect, &mut input)?,
        Count::ToTheEnd(_) => solve_to_the_end(dialect, &mut input)?,
    };
    Ok(Solution { dialect, answers, ignored_from: input.finish()? })
}

fn solve_announced<P: Problem>(dialect: &Dialect<P>, input: &mut Scanner<'_>) -> Result<Vec<P::Answer>, InputError> {
    /// How many cases are solved one by one before the next attempt to solve many at once.
    const ONE_BY_ONE: usize = 4096;
    /// How many answers have room from the beginning, if so many are announced. Memory that is not used costs nothing,
    /// and to grow takes 3 % of the time for 20,000 boards.
    const ROOM: usize = 1 << 16;
    let count = dialect.format.read_count(input)?;
    let mut solver = P::Solver::default();
    let mut answers = Vec::with_capacity(count.min(ROOM));
    while answers.len() < count {
        if input.layout() == Layout::Free {
            P::solve_many(dialect, &mut solver, input, count, &mut answers)?;
        }
        for read in answers.len()..count.min(answers.len() + ONE_BY_ONE) {
            let case = dialect.format.read_case(input, read, Some(count))?;
            answers.push((dialect.solve)(&mut solver, case)?);
        }
    }
    Ok(answers)
}

/// Solves cases until the input ends, at least one.
fn solve_to_the_end<P: Problem>(dialect: &Dialect<P>, input: &mut Scanner<'_>) -> Result<Vec<P::Answer>, InputError> {
    let format = &dialect.format;
    let mut solver = P::Solver::default();
    let mut answers = Vec::new();
    loop {
        let is_exact = input.layout() == Layout::Exact;
        if is_exact && !format.count.allows_more_than(answers.len()) {
            return Ok(answers);
        }
        let is_enough = !answers.is_empty() && (!is_exact || format.check_count(answers.len()).is_ok());
        if is_enough && input.is_at_end()? {
            return Ok(answers);
        }
        let case = format.read_case(input, answers.len(), None)?;
        answers.push((dialect.solve)(&mut solver, case)?);
    }
}

/// A case and its answer.
pub(crate) struct AnsweredCase<'s, P: Problem> {
    pub(crate) answer: &'s P::Answer,
    /// The answer in the judge's bytes.
    pub(crate) expected: Vec<u8>,
}

impl<P: Problem> Solution<P> {
    /// The dialect of the input.
    #[must_use]
    pub fn dialect(&self) -> &'static Dialect<P> {
        self.dialect
    }

    /// The place where the input continues after its last case, if it does. What follows was ignored.
    #[must_use]
    pub fn ignored_from(&self) -> Option<Place> {
        self.ignored_from
    }

    /// How many cases the input has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// Whether the input has no case.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// The cases with their answers.
    pub(crate) fn cases(&self) -> impl Iterator<Item = AnsweredCase<'_, P>> {
        (1..).zip(&self.answers).map(|(number, answer)| {
            let mut expected = Vec::new();
            (self.dialect.write)(number, answer, &mut expected);
            AnsweredCase { answer, expected }
        })
    }

    /// Writes the judge's bytes, in large pieces.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        const PIECE: usize = 64 * 1024;
        let mut piece = Vec::with_capacity(PIECE + 1024);
        let write = self.dialect.write;
        for (number, answer) in (1..).zip(&self.answers) {
            write(number, answer, &mut piece);
            if piece.len() >= PIECE {
                out.write_all(&piece)?;
                piece.clear();
            }
        }
        out.write_all(&piece)
    }

    /// The judge's bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // Writing to memory never fails.
        let _ = self.write_to(&mut bytes);
        bytes
    }
}
