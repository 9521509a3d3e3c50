//! Inconsistencies in a game.

use std::fmt;

#[cfg(doc)]
use crate::game::{Game, Ranked};

/// An inconsistency in a game. Positions are named by their ranks: `rank` is the one that was looked at, and `found` is
/// what its method returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "fields are ranks, or named after what they hold")]
pub enum AuditError {
    /// The position that [`Ranked::unrank`] returns for a rank has another rank, or none.
    RankOfUnrank { rank: u64, found: Option<u64> },
    /// [`Ranked::unrank`] does not return a successor, a predecessor or the canonical position of `from` for its rank,
    /// or that rank is out of range; `None` if there is none.
    UnrankOfRank { from: u64, rank: Option<u64> },
    /// [`Game::move_count`] is not the number of successors.
    MoveCount { rank: u64, found: u32, expected: u32 },
    /// [`Game::move_count`] returns a number, but a successor has a known value.
    KnownSuccessor { rank: u64 },
    /// [`Game::known_value`] differs between this position, a successor or a predecessor of it, and the canonical
    /// position of the same.
    KnownValue { rank: u64 },
    /// [`Game::successors`] and [`Game::predecessors`] disagree on whether there is a move, on how often it
    /// occurs, or on whether it keeps the turn. With symmetries, moves between two classes of symmetric positions count
    /// together, so [`Game::orbit`] may be wrong instead. Both positions are canonical.
    Predecessors { from: u64, to: u64 },
    /// [`Game::predecessors`] visits positions, but [`Game::LISTS_PREDECESSORS`] is not set, so that they are not used.
    Undeclared { rank: u64 },
    /// The canonical position of a canonical position is another one.
    CanonicalOfCanonical { rank: u64 },
    /// A position and its canonical position do not have symmetric successors, symmetric predecessors, or the same
    /// ending.
    Symmetry { rank: u64, canonical: u64 },
    /// [`Game::orbit`] is not the number of positions with the same canonical position, or not what it is for that one.
    Orbit { rank: u64, found: u32, expected: u64 },
}

impl fmt::Display for AuditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RankOfUnrank { rank, found: Some(found) } => write!(f, "unrank({rank}) has rank {found}"),
            Self::RankOfUnrank { rank, found: None } => write!(f, "unrank({rank}) returns a position without a rank"),
            Self::UnrankOfRank { from, rank: None } => {
                write!(f, "rank {from} has a successor or canonical position without a rank, whose value is not known")
            }
            Self::UnrankOfRank { from, rank: Some(rank) } => {
                write!(f, "rank {from} leads to rank {rank}, but unrank({rank}) returns another position or none")
            }
            Self::MoveCount { rank, found, expected } => {
                write!(f, "move_count of rank {rank} is {found}, but it has {expected} successors")
            }
            Self::KnownSuccessor { rank } => {
                write!(f, "move_count of rank {rank} counts a successor of known value; return None there")
            }
            Self::KnownValue { rank } => write!(
                f,
                "known_value of rank {rank}, or of one of its successors or predecessors, differs from its \
                 canonical position's"
            ),
            Self::Predecessors { from, to } => write!(
                f,
                "successors and predecessors disagree on the moves from rank {from} to rank {to}, or orbit is wrong \
                 for one of them"
            ),
            Self::Undeclared { rank } => {
                write!(f, "rank {rank} has predecessors, which are not used; set LISTS_PREDECESSORS, or visit none")
            }
            Self::CanonicalOfCanonical { rank } => {
                write!(f, "the canonical position of rank {rank} has a different canonical position itself")
            }
            Self::Symmetry { rank, canonical } => {
                write!(f, "rank {rank} and its canonical rank {canonical} have other moves or another ending")
            }
            Self::Orbit { rank, found, expected } => {
                write!(f, "orbit of rank {rank} is {found}, but {expected} positions have the same canonical position")
            }
        }
    }
}

impl std::error::Error for AuditError {}
