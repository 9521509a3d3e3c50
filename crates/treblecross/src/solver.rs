//! Which moves win, in time proportional to the board.

use std::fmt;

use grundy::{Nimber, Strip, StripTable};

use crate::rules::{Board, Treblecross};

/// Solves boards, and remembers the values of strips from one board to the next.
///
/// The first board with a strip of `n` cells pays for the table, some `n²/4` look-ups; after that a board costs a few
/// passes over its cells.
pub struct Solver {
    strips: StripTable<Treblecross>,
}

/// The longest strip that is solved. What is longer would take hours.
pub const LONGEST_STRIP: usize = 1 << 20;

/// That a board has a strip longer than [`LONGEST_STRIP`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StripTooLong {
    /// Its first cell, counted from 1.
    pub cell: usize,
    /// How many cells it has.
    pub length: usize,
}

impl fmt::Display for StripTooLong {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { length, .. } = self;
        write!(out, "a free strip of {length} cells; this program solves strips of up to {LONGEST_STRIP}")
    }
}

impl std::error::Error for StripTooLong {}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver that knows no strip yet.
    #[must_use]
    pub fn new() -> Self {
        Self { strips: StripTable::new(Treblecross) }
    }

    /// The cells on which an X wins, counted from 1, ascending: none if the player to move loses.
    ///
    /// ```
    /// use treblecross::{Board, Solver};
    ///
    /// let mut solver = Solver::new();
    /// let won = Board::parse(b".XX.").expect("a legal board");
    /// assert_eq!(solver.winning_moves(won), Ok(vec![1, 4]));
    /// let lost = Board::parse(b"......").expect("a legal board");
    /// assert_eq!(solver.winning_moves(lost), Ok(vec![]));
    /// ```
    pub fn winning_moves(&mut self, board: Board<'_>) -> Result<Vec<usize>, StripTooLong> {
        let completing = board.completing_cells();
        if !completing.is_empty() {
            return Ok(completing);
        }
        let sum = self.nim_sum(board)?;
        let mut cells = Vec::new();
        if !sum.is_zero() {
            for (first, length) in board.strips() {
                // What the strip must become so that the sum is zero.
                let target = sum + self.strip(length);
                cells.extend(self.moves_to(length, target).map(|at| first + at));
            }
        }
        Ok(cells)
    }

    /// The xor of all strips of a board on which no cell completes three. The player to move wins if it is not zero.
    pub(crate) fn nim_sum(&mut self, board: Board<'_>) -> Result<Nimber, StripTooLong> {
        if let Some((cell, length)) = board.strips().max_by_key(|&(_, length)| length) {
            if length > LONGEST_STRIP {
                return Err(StripTooLong { cell, length });
            }
            self.strips.grow_to(length);
        }
        Ok(board.strips().map(|(_, length)| self.strip(length)).sum())
    }

    pub(crate) fn strip(&self, length: usize) -> Nimber {
        self.strips.nimber(Strip::between((), length, ()))
    }

    /// What an X on cell `at` of a strip, counted from 0, leaves to its left and to its right.
    pub(crate) fn parts(length: usize, at: usize) -> [usize; 2] {
        [at, length - at - 1].map(|side| side.saturating_sub(2))
    }

    fn moves_to(&self, length: usize, target: Nimber) -> impl Iterator<Item = usize> {
        (0..length).filter(move |&at| {
            let [left, right] = Self::parts(length, at);
            self.strip(left) + self.strip(right) == target
        })
    }
}
