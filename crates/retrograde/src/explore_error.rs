//! Errors in finding the positions of a game.

use std::fmt;

use crate::explored::MAX_POSITIONS;
use crate::memory::OutOfMemory;

/// Why the positions of a game cannot be found. Ranks are those of the whole game; those in errors of solving or
/// auditing a [`Subset`](crate::Subset) are its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExploreError {
    /// A position to start from is not a position of the game: it has no rank below
    /// [`Ranked::ranks`](crate::Ranked::ranks), or [`Ranked::unrank`](crate::Ranked::unrank) does not return its
    /// canonical position for its rank.
    Start {
        /// Which one, counted from 0.
        number: usize,
    },
    /// A successor is not a position of the game, in the same sense, and its value is not known.
    NoPosition {
        /// The rank of the successor, if it has one.
        rank: Option<u64>,
        /// The rank of the position that has the successor.
        from: u64,
    },
    /// A move leads out of the positions that were to be kept.
    MoveLeaves {
        /// The rank of the position before the move.
        from: u64,
        /// The rank of the position after it.
        to: u64,
    },
    /// More memory is needed than is [allowed](crate::Solver::memory), or than there is.
    OutOfMemory {
        /// The bytes needed.
        bytes: u64,
    },
    /// There are more than 4,294,967,295 positions without a formula for ranks.
    TooManyPositions,
}

impl fmt::Display for ExploreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { number } => write!(
                f,
                "start number {number}, counted from 0, is not a position of the game; give one that has a rank"
            ),
            Self::NoPosition { rank: None, from } => write!(
                f,
                "the position of rank {from} has a successor without a rank, whose value is not known; audit the game"
            ),
            Self::NoPosition { rank: Some(rank), from } => write!(
                f,
                "the position of rank {from} has a successor of rank {rank}, but that rank has another position or \
                 none; audit the game"
            ),
            Self::MoveLeaves { from, to } => write!(
                f,
                "a move from rank {from}, which is kept, leads to rank {to}, which is not; keep that too, or give its \
                 value as known"
            ),
            Self::OutOfMemory { bytes } => write!(
                f,
                "the positions take {bytes} bytes or more, which is more than there is or is allowed; \
                 allow more, or give the game a formula for ranks"
            ),
            Self::TooManyPositions => {
                write!(f, "there are more than {MAX_POSITIONS} positions; give the game a formula for ranks")
            }
        }
    }
}

impl std::error::Error for ExploreError {}

impl From<OutOfMemory> for ExploreError {
    fn from(OutOfMemory { bytes }: OutOfMemory) -> Self {
        Self::OutOfMemory { bytes }
    }
}
