//! Errors in solving a game.

use std::fmt;

use crate::cell::Cell;
use crate::memory::OutOfMemory;
use crate::table::State;

/// Why a game cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// A move leads from or to what is not a position of the game: it has no rank, although its value is not known, or
    /// one that [`Ranked::unrank`](crate::Ranked::unrank) has no canonical position for.
    NoPosition {
        /// The rank, if there is one.
        rank: Option<u64>,
        /// The rank of the position at the other end of the move; `None` if another worker found it.
        from: Option<u64>,
    },
    /// There are positions, but none is [canonical](crate::Game::canonical).
    NotCanonical {
        /// The rank of the first one.
        rank: u64,
    },
    /// A game that does not [list predecessors](crate::Game::LISTS_PREDECESSORS) has more than 2^31 ranks.
    TooManyRanks {
        /// The number of ranks.
        ranks: u64,
    },
    /// A position has more than 32,767 moves. With predecessors, the moves of all symmetric positions count together.
    /// Moves to positions of known value do not count, except that those that draw count as one.
    TooManyMoves {
        /// The rank of the position.
        rank: u64,
    },
    /// A position is won or lost in more than 16,383 plies, or has a move to a known value that wins as late, even
    /// if another one wins sooner.
    DistanceTooLong {
        /// The rank of the position.
        rank: u64,
    },
    /// A position is visited as a predecessor more often than it has moves. The [audit](crate::Solver::audit) reports
    /// such an error more precisely, and also finds missing predecessors.
    TooManyPredecessors {
        /// The rank of the position.
        rank: u64,
    },
    /// Successors and predecessors disagree on a move, as a sample of positions shows.
    Predecessors {
        /// The rank of the canonical position before the move.
        from: u64,
        /// The rank of the canonical position after it.
        to: u64,
    },
    /// [`Game::move_count`](crate::Game::move_count) has another result than there are successors, or counts one whose
    /// value is known, as a sample of positions shows.
    MoveCount {
        /// The rank of the position.
        rank: u64,
    },
    /// The values do not fit into memory.
    OutOfMemory {
        /// The size of a table that could not be made, in bytes.
        bytes: u64,
    },
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
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
            Self::NotCanonical { rank } => write!(
                f,
                "the position of rank {rank} is not canonical, nor is any other; make canonical positions represent \
                 themselves, and audit the game"
            ),
            Self::TooManyRanks { ranks } => {
                write!(
                    f,
                    "moves of {ranks} ranks are too many to be stored; list the game's predecessors, or use a subset"
                )
            }
            Self::TooManyMoves { rank } => {
                write!(f, "the position of rank {rank} has more than {} moves", State::MAX_MOVES)
            }
            Self::DistanceTooLong { rank } => {
                write!(f, "the position of rank {rank} is won or lost in more than {} plies", Cell::MAX_DISTANCE)
            }
            Self::TooManyPredecessors { rank } => write!(
                f,
                "the position of rank {rank} is visited as a predecessor more often than it has moves; audit the game"
            ),
            Self::Predecessors { from, to } => write!(
                f,
                "successors and predecessors disagree on the moves from rank {from} to rank {to}; audit the game"
            ),
            Self::MoveCount { rank } => write!(
                f,
                "the number of moves that the game gives for the position of rank {rank} is wrong, or counts one to a \
                 known value; audit the game"
            ),
            Self::OutOfMemory { bytes } => {
                write!(f, "a table of {bytes} bytes does not fit into memory; use a machine with more, or a subset")
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
