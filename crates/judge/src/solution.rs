//! An input solved as a whole: nothing can be written before everything was read.

use std::io::{self, Read, Write};

use crate::fault::{InputError, Place};
use crate::problem::Problem;
use crate::scan::{Layout, Scanner};

/// The answers to every case of one input.
pub struct Solution<P: Problem> {
    dialect: P::Dialect,
    answers: Vec<P::Answer>,
    ignored_from: Option<Place>,
}

/// Solves a whole input.
pub fn solve<P: Problem>(dialect: P::Dialect, layout: Layout, source: impl Read) -> Result<Solution<P>, InputError> {
    let mut input = Scanner::new(source, layout);
    let answers = P::solve(dialect, &mut input)?;
    Ok(Solution { dialect, answers, ignored_from: input.finish()? })
}

/// A case and its answer.
pub(crate) struct AnsweredCase<'s, P: Problem> {
    dialect: P::Dialect,
    answer: &'s P::Answer,
    /// The judge's bytes.
    pub(crate) expected: Vec<u8>,
}

impl<P: Problem> AnsweredCase<'_, P> {
    /// Whether these lines are as right, though they differ from the expected ones.
    pub(crate) fn is_right(&self, other: &[u8]) -> Result<(), String> {
        P::is_right(self.dialect, self.answer, other)
    }
}

impl<P: Problem> Solution<P> {
    /// Where the input goes on after its last case. Nobody has looked at what stands there.
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

    /// The answers one by one.
    pub(crate) fn cases(&self) -> impl Iterator<Item = AnsweredCase<'_, P>> {
        (1..).zip(&self.answers).map(|(number, answer)| {
            let mut expected = Vec::new();
            P::write(self.dialect, number, answer, &mut expected);
            AnsweredCase { dialect: self.dialect, answer, expected }
        })
    }

    /// Writes the judge's bytes, in large pieces.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        const PIECE: usize = 64 * 1024;
        let mut piece = Vec::with_capacity(PIECE + 1024);
        for (number, answer) in (1..).zip(&self.answers) {
            P::write(self.dialect, number, answer, &mut piece);
            if piece.len() >= PIECE {
                out.write_all(&piece)?;
                piece.clear();
            }
        }
        out.write_all(&piece)
    }

    /// The judge's bytes.
    ///
    /// # Panics
    ///
    /// Never: memory takes every write.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write_to(&mut bytes).expect("memory takes every write");
        bytes
    }
}
