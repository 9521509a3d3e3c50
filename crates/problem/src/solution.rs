//! Solving an input as a whole: nothing is written before everything has been read.
//!
//! Until all answers are known they are values, not text: half a million yes-or-no answers take half a million bytes.

use std::fmt;
use std::io::{self, Read, Write};

use crate::diagnostic::{Diagnostic, Place};
use crate::problem::{Dialect, Problem};
use crate::read::Cases;
use crate::read::Layout;

/// The answers to every case of one input.
pub struct CaseAnswers<P: Problem> {
    dialect: &'static Dialect<P>,
    answers: Vec<P::Answer>,
    ignored_from: Option<Place>,
}

impl<P: Problem> fmt::Debug for CaseAnswers<P> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (dialect, cases) = (self.dialect.name, self.answers.len());
        out.debug_struct("CaseAnswers").field("dialect", &dialect).field("cases", &cases).finish_non_exhaustive()
    }
}

/// Solves a whole input as it is read.
///
/// # Errors
///
/// The first error in the input, or in reading it. What follows is not read.
pub fn solve<P: Problem>(
    dialect: &'static Dialect<P>,
    layout: Layout,
    input: impl Read,
) -> Result<CaseAnswers<P>, Diagnostic> {
    /// How many answers have room from the beginning, if that number is announced. Memory that is not used costs nothing,
    /// and to grow takes 3 % of the time for 20,000 boards.
    const ROOM: usize = 1 << 16;
    let mut cases = Cases::begin(&dialect.format, input, layout)?;
    let mut solver = P::Solver::default();
    let mut answers = Vec::with_capacity(cases.announced.unwrap_or(1).min(ROOM));
    while let Some(case) = cases.next_case()? {
        answers.push((dialect.solve)(&mut solver, case)?);
    }
    Ok(CaseAnswers { dialect, answers, ignored_from: cases.finish()? })
}

impl<P: Problem> CaseAnswers<P> {
    /// The dialect of the input.
    pub fn dialect(&self) -> &'static Dialect<P> {
        self.dialect
    }

    /// The place where the input continues after its last case, if it does. What follows was ignored.
    pub fn ignored_from(&self) -> Option<Place> {
        self.ignored_from
    }

    /// How many cases the input has.
    pub fn cases(&self) -> usize {
        self.answers.len()
    }

    /// The answer to a case, counted from 1.
    pub(crate) fn answer(&self, case: usize) -> &P::Answer {
        &self.answers[case - 1]
    }

    /// The same in the judge's bytes.
    pub(crate) fn text(&self, case: usize) -> Vec<u8> {
        let mut text = Vec::new();
        (self.dialect.write)(case, self.answer(case), &mut text);
        text
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
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // Writing to memory never fails.
        let _ = self.write_to(&mut bytes);
        bytes
    }
}
