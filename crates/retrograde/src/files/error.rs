//! Errors in loading a solution.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use super::layout::VERSION;

/// Why a saved solution cannot be used, and which file it is in.
#[derive(Debug)]
pub struct LoadError {
    path: Option<PathBuf>,
    kind: LoadErrorKind,
}

/// Why a saved solution cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum LoadErrorKind {
    /// The bytes cannot be read. The error is the [source](std::error::Error::source) of the [`LoadError`].
    Io(io::Error),
    /// The bytes do not start like a saved solution.
    NotASolution,
    /// The file has another version of the format.
    Version {
        /// The version.
        found: u32,
    },
    /// The solution was saved under another name.
    OtherGame {
        /// The name.
        found: String,
    },
    /// The solution has another number of ranks than the game.
    OtherRanks {
        /// The number of ranks.
        found: u64,
    },
    /// The end of the solution is missing.
    Truncated {
        /// The number of bytes there are.
        bytes: u64,
    },
    /// A checksum is wrong, or a header makes no sense.
    Damaged {
        /// Where the damaged part starts, in bytes.
        offset: u64,
    },
    /// The file is only a share of a solution.
    OnlyAShare,
    /// There are shares of the solution, but not this one.
    MissingShare {
        /// The number of shares of the solution.
        workers: u64,
    },
    /// The share is not the one that the name of the file says.
    OtherShare {
        /// The number of the worker that wrote it, from 0 on.
        worker: u64,
        /// The number of workers.
        workers: u64,
    },
    /// The share belongs to another solution than the first share.
    OtherSolution,
    /// The solution has no canonical position with the rank that was looked up.
    NoPosition {
        /// The rank, if it has one.
        rank: Option<u64>,
    },
}

impl LoadError {
    pub(crate) fn new(path: Option<&Path>, kind: LoadErrorKind) -> Self {
        Self { path: path.map(Path::to_owned), kind }
    }

    /// The file, if the solution was opened by its path.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Why the solution cannot be used.
    #[must_use]
    pub fn kind(&self) -> &LoadErrorKind {
        &self.kind
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(f, "{}: ", path.display())?;
        }
        match &self.kind {
            // The error itself is the source.
            LoadErrorKind::Io(_) => write!(f, "cannot read the solution"),
            LoadErrorKind::NotASolution => write!(f, "not a saved solution; solve the game and save it"),
            LoadErrorKind::Version { found } if *found < VERSION => write!(
                f,
                "format version {found} is old, expected version {VERSION}; solve the game and save the solution again"
            ),
            LoadErrorKind::Version { found } => write!(
                f,
                "format version {found} is unknown, expected version {VERSION}; read it with a newer release, or save \
                 the solution again"
            ),
            LoadErrorKind::OtherGame { found } => write!(f, "solution of another game, {found:?}"),
            LoadErrorKind::OtherRanks { found } => {
                write!(f, "solution of another game or other rules: it has {found} ranks")
            }
            LoadErrorKind::Truncated { bytes } => {
                write!(f, "the solution ends too early, after {bytes} bytes; copy or save it again")
            }
            LoadErrorKind::Damaged { offset } => {
                write!(f, "the solution is damaged at or after byte {offset}; copy or save it again")
            }
            LoadErrorKind::OnlyAShare => {
                write!(f, "only a share of a solution; open the path without the numbers of the share at its end")
            }
            LoadErrorKind::MissingShare { workers } => {
                write!(f, "one of {workers} shares of the solution is missing; copy it here or save it again")
            }
            LoadErrorKind::OtherShare { worker, workers } => {
                write!(
                    f,
                    "share {} of {workers}, by what it says; rename it, or save it again",
                    worker.saturating_add(1)
                )
            }
            LoadErrorKind::OtherSolution => {
                write!(f, "a share of another solution than the first share; copy or save all shares again")
            }
            LoadErrorKind::NoPosition { rank: Some(rank) } => {
                write!(f, "the solution has no canonical position of rank {rank}; audit the game")
            }
            LoadErrorKind::NoPosition { rank: None } => {
                write!(f, "the position has no rank; give one of the game")
            }
        }
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            LoadErrorKind::Io(error) => Some(error),
            _ => None,
        }
    }
}
