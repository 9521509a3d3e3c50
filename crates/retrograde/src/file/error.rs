//! Why a saved solution is refused.

use std::path::PathBuf;
use std::{fmt, io};

/// A saved solution cannot be used.
#[derive(Debug)]
pub struct LoadError {
    /// The file that it is in, if it was opened by its path.
    pub path: Option<PathBuf>,
    /// Why.
    pub reason: Refusal,
}

/// Why a saved solution cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// It cannot be read.
    Unreadable(io::Error),
    /// It does not begin as a saved solution does.
    Foreign,
    /// It was saved in a format that this version of the library does not know.
    Version {
        /// The format's version.
        found: u32,
    },
    /// It is of a game with another name.
    OtherGame {
        /// The name.
        found: String,
    },
    /// It is of a game with another number of ranks.
    OtherRanks {
        /// How many ranks.
        found: u32,
    },
    /// It ends too early.
    Truncated {
        /// How many bytes it has.
        bytes: u64,
    },
    /// What it says does not fit its checksum.
    Damaged {
        /// The number of the first byte of the part that the checksum is for.
        from: u64,
    },
    /// No canonical position of the game that was solved has this rank.
    NoPosition {
        /// The rank.
        rank: u32,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(out, "{}: {}", path.display(), self.reason),
            None => write!(out, "{}", self.reason),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(out, "the solution cannot be read: {error}"),
            Self::Foreign => write!(out, "this is no solution that was saved; solve the game and save it"),
            Self::Version { found } => {
                write!(out, "the solution was saved in format {found}, and only format 1 is known; save it anew")
            }
            Self::OtherGame { found } => write!(out, "this is the solution of another game, {found:?}"),
            Self::OtherRanks { found } => {
                write!(out, "this is the solution of another game or of other rules: it has {found} ranks")
            }
            Self::Truncated { bytes } => {
                write!(out, "the solution ends too early, after {bytes} bytes; copy or save it again")
            }
            Self::Damaged { from } => {
                write!(out, "the solution is damaged at or after byte {from}; copy or save it again")
            }
            Self::NoPosition { rank } => {
                write!(out, "rank {rank} is asked for, but no canonical position has it; audit the game")
            }
        }
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.reason {
            Refusal::Unreadable(error) => Some(error),
            _ => None,
        }
    }
}
