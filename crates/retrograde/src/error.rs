//! Errors in solving a game.

use std::fmt;

use crate::cell::Cell;
use crate::memory::OutOfMemory;
use crate::table::State;

/// Why a game cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// A successor or a predecessor of a position has a rank that is not below [`Ranked::ranks`](crate::Ranked::ranks).
    RankOutOfRange {
        /// The rank.
        rank: u64,
        /// The rank of the position that has the successor or predecessor.
        from: u64,
    },
    /// A move leaves the game: a successor has [no rank](crate::NO_RANK), and its value is not known.
    NoRank {
        /// The rank of the position that has the successor.
        from: u64,
    },
    /// A successor or a predecessor has a rank that [`Ranked::unrank`](crate::Ranked::unrank) has no position for, or
    /// its canonical position has a rank whose position is not canonical.
    NoPosition {
        /// The rank.
        rank: u64,
        /// The rank of the position that has the successor or predecessor; `None` if another worker found the move.
        from: Option<u64>,
    },
    /// There are positions, but none is [canonical](crate::Game::canonical).
    NotCanonical {
        /// The rank of the first one.
        rank: u64,
    },
    /// A position has more than 32,767 moves. With predecessors, the moves of all symmetric positions count together.
    /// Moves to positions of known value do not count, except that those that draw count as one.
    TooManyMoves {
        /// The rank of the position.
        rank: u64,
    },
    /// A position is won or lost in more than 16,383 plies, or has a move to a known value that wins in so many, even
    /// if another one wins sooner.
    DistanceTooLong {
        /// The rank of the position.
        rank: u64,
    },
    /// A position is visited as a predecessor more often than it has moves.
    /// [`audit_with_predecessors`](crate::audit_with_predecessors()) reports such an error more precisely, and also
    /// finds missing predecessors.
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
            Self::RankOutOfRange { rank, from } => write!(
                f,
                "the position of rank {from} has a successor or predecessor of rank {rank}, which is out of range; \
                 audit the game"
            ),
            Self::NoRank { from } => write!(
                f,
                "the position of rank {from} has a successor without a rank, whose value is not known; audit the game"
            ),
            Self::NoPosition { rank, from: None } => {
                write!(
                    f,
                    "a move leads from or to rank {rank}, but no canonical position has that rank; audit the game"
                )
            }
            Self::NoPosition { rank, from: Some(from) } => write!(
                f,
                "the position of rank {from} has a successor or predecessor of rank {rank}, but no canonical position \
                 has that rank; audit the game"
            ),
            Self::NotCanonical { rank } => write!(
                f,
                "the position of rank {rank} is not canonical, nor is any other; make canonical positions represent \
                 themselves, and audit the game"
            ),
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
                "successors and predecessors disagree on the moves from rank {from} to rank {to}; audit the game, or \
                 solve it without predecessors"
            ),
            Self::MoveCount { rank } => write!(
                f,
                "the number of moves that the game gives for the position of rank {rank} is wrong, or counts one to a \
                 known \
                 value; audit the game"
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
