//! Errors in finding the positions of a game, and in solving it.

use std::fmt;

use crate::cell::Cell;
use crate::memory::OutOfMemory;
use crate::table::State;

/// Why the positions of a game cannot be found, or the game cannot be solved. Positions are named by their ranks in the
/// game that was given: a [`Subset`](crate::Subset) has its own ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each field is the rank or the number that its variant speaks of")]
pub enum SolveError {
    /// A position to start from, by its number from 0 on, is not a position of the game: it has no rank below
    /// [`Ranked::ranks`](crate::Ranked::ranks), or [`Ranked::unrank`](crate::Ranked::unrank) does not return its
    /// canonical position for its rank.
    Start { number: usize },
    /// A move leads from or to what is not a position of the game: it has no rank, although its value is not known, or
    /// one that [`Ranked::unrank`](crate::Ranked::unrank) has no canonical position for. The position at the other end
    /// of the move is `from`; `None` if another worker found it.
    NoPosition { rank: Option<u64>, from: Option<u64> },
    /// There are positions, but none is [canonical](crate::Game::canonical). This is the first one.
    NotCanonical { rank: u64 },
    /// There are more than 4,294,967,295 positions without a formula for ranks.
    TooManyPositions,
    /// A game that does not [list predecessors](crate::Game::LISTS_PREDECESSORS) has more than 2^31 ranks.
    TooManyRanks { ranks: u64 },
    /// A position has more than 32,767 moves. With predecessors, the moves of all symmetric positions count together.
    /// Moves to positions of known value do not count, except that those that draw count as one.
    TooManyMoves { rank: u64 },
    /// A position is won or lost in more than 16,383 plies, or has a move to a known value that wins as late, even
    /// if another one wins sooner.
    DistanceTooLong { rank: u64 },
    /// A position is visited as a predecessor more often than it has moves. The [audit](crate::Solver::audit) reports
    /// such an error more precisely, and also finds missing predecessors.
    TooManyPredecessors { rank: u64 },
    /// Successors and predecessors disagree on a move between canonical positions, as a sample shows.
    Predecessors { from: u64, to: u64 },
    /// [`Game::move_count`](crate::Game::move_count) has another result than there are successors, or counts one whose
    /// value is known, as a sample shows.
    MoveCount { rank: u64 },
    /// A table of this number of bytes is needed, which is more than the system has.
    OutOfMemory { bytes: u64 },
}

/// The largest number of positions without a formula for ranks: 32 bits hold the number of one plus 1.
pub(crate) const MAX_POSITIONS: u64 = u32::MAX as u64;

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { number } => {
                write!(f, "start number {number}, counted from 0, is not a position of the game; give one with a rank")
            }
            Self::NoPosition { rank, from } => {
                match from {
                    Some(from) => write!(f, "the position of rank {from} has a successor or predecessor ")?,
                    None => write!(f, "a move leads from or to a position ")?,
                }
                match rank {
                    Some(rank) => write!(f, "of rank {rank}, but no canonical position has that rank; audit the game"),
                    None => write!(f, "without a rank, whose value is not known; audit the game"),
                }
            }
            Self::NotCanonical { rank } => write!(f, "rank {rank} is not canonical, nor is any other; audit the game"),
            Self::TooManyPositions => {
                write!(f, "more than {MAX_POSITIONS} positions; give the game a formula for ranks")
            }
            Self::TooManyRanks { ranks } => {
                write!(f, "moves of {ranks} ranks are too many to be stored; list predecessors, or use a subset")
            }
            Self::TooManyMoves { rank } => write!(f, "rank {rank} has more than {} moves", State::MAX_MOVES),
            Self::DistanceTooLong { rank } => {
                write!(f, "rank {rank} is won or lost in more than {} plies", Cell::MAX_DISTANCE)
            }
            Self::TooManyPredecessors { rank } => {
                write!(f, "rank {rank} is visited as a predecessor more often than it has moves; audit the game")
            }
            Self::Predecessors { from, to } => {
                write!(f, "successors and predecessors disagree on moves from rank {from} to rank {to}; audit the game")
            }
            Self::MoveCount { rank } => write!(f, "move_count of rank {rank} is wrong; audit the game"),
            Self::OutOfMemory { bytes } => {
                write!(f, "a table of {bytes} bytes is more than there is; use a machine with more memory, or a subset")
            }
        }
    }
}

impl std::error::Error for SolveError {}

impl From<OutOfMemory> for SolveError {
    fn from(OutOfMemory { bytes }: OutOfMemory) -> Self {
        Self::OutOfMemory { bytes }
    }
}
