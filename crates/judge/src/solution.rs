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

impl<P: Problem> Solution<P> {
    /// Where the input goes on after its last case. Nobody has looked at what stands there.
    #[must_use]
    pub fn ignored_from(&self) -> Option<Place> {
        self.ignored_from
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
