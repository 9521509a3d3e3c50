//! Inconsistencies in a game.

use std::fmt;

#[cfg(doc)]
use crate::game::{Game, Ranked};

/// An inconsistency in a game. Positions are named by their ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AuditError {
    /// The position that [`Ranked::unrank`] returns for a rank has another rank.
    RankOfUnrank {
        /// The rank.
        rank: u64,
        /// The rank of the position that is returned, if it has one.
        found: Option<u64>,
    },
    /// [`Ranked::unrank`] does not return a successor, a predecessor or a canonical position for its rank, or that rank
    /// is out of range.
    UnrankOfRank {
        /// The position that has the successor, the predecessor or the canonical position.
        from: u64,
        /// The rank of the other one, if it has one.
        rank: Option<u64>,
    },
    /// [`Game::move_count`] is not the number of successors.
    MoveCount {
        /// The position.
        rank: u64,
        /// What `move_count` returns.
        found: u32,
        /// The number of successors.
        expected: u32,
    },
    /// [`Game::move_count`] returns a number, but a successor has a known value.
    KnownSuccessor {
        /// The position.
        rank: u64,
    },
    /// [`Game::known_value`] differs between a position and its canonical position, or between a successor or
    /// predecessor and its canonical position.
    KnownValue {
        /// The position, or the one that has the successor or predecessor.
        rank: u64,
    },
    /// [`Game::successors`] and [`Game::predecessors`] disagree on whether there is a move, on how often it
    /// occurs, or on whether it keeps the turn. With symmetries, moves between two classes of symmetric positions count
    /// together, so [`Game::orbit`] may be wrong instead.
    Predecessors {
        /// The canonical position before the move.
        from: u64,
        /// The canonical position after it.
        to: u64,
    },
    /// [`Game::predecessors`] visits positions, but [`Game::LISTS_PREDECESSORS`] is not set, so that they are not used.
    Undeclared {
        /// The position.
        rank: u64,
    },
    /// The canonical position of a canonical position is another one.
    CanonicalOfCanonical {
        /// The position.
        rank: u64,
    },
    /// A position and its canonical position do not have symmetric successors, symmetric predecessors, or the same
    /// ending.
    Symmetry {
        /// The position.
        rank: u64,
        /// Its canonical position.
        canonical: u64,
    },
    /// [`Game::orbit`] is not the number of positions with the same canonical position.
    Orbit {
        /// The position.
        rank: u64,
        /// What `orbit` returns.
        found: u32,
        /// The number of positions, or what `orbit` returns for the canonical one.
        expected: u64,
    },
}

impl fmt::Display for AuditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RankOfUnrank { rank, found: Some(found) } => {
                write!(f, "unrank({rank}) returns a position of rank {found}")
            }
            Self::RankOfUnrank { rank, found: None } => write!(f, "unrank({rank}) returns a position without a rank"),
            Self::UnrankOfRank { from, rank: None } => {
                write!(f, "rank {from} has a successor or canonical position without a rank, whose value is not known")
            }
            Self::UnrankOfRank { from, rank: Some(rank) } => write!(
                f,
                "rank {from} has a successor, predecessor or canonical position of rank {rank}, but unrank({rank}) \
                 returns another one or none"
            ),
            Self::MoveCount { rank, found, expected } => {
                write!(f, "move_count of rank {rank} is {found}, but it has {expected} successors")
            }
            Self::KnownSuccessor { rank } => write!(
                f,
                "move_count of rank {rank} returns a number, but a successor has a known value; return None there"
            ),
            Self::KnownValue { rank } => write!(
                f,
                "known_value of rank {rank}, or of one of its successors or predecessors, is not that of its canonical \
                 position"
            ),
            Self::Predecessors { from, to } => {
                write!(
                    f,
                    "successors and predecessors disagree on the moves from rank {from} to rank {to}, or orbit is \
                     wrong for one of them"
                )
            }
            Self::Undeclared { rank } => write!(
                f,
                "rank {rank} has predecessors, which are not used; set LISTS_PREDECESSORS in the game, or visit none"
            ),
            Self::CanonicalOfCanonical { rank } => {
                write!(f, "the canonical position of rank {rank} has a different canonical position itself")
            }
            Self::Symmetry { rank, canonical } => write!(
                f,
                "rank {rank} and its canonical position, rank {canonical}, do not have symmetric moves or the same \
                 ending"
            ),
            Self::Orbit { rank, found, expected } => {
                write!(f, "orbit of rank {rank} is {found}, but {expected} positions have the same canonical position")
            }
        }
    }
}

impl std::error::Error for AuditError {}
