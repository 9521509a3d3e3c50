//! Errors in solving a game part by part.

use std::path::PathBuf;
use std::{fmt, io};

use crate::audit::AuditError;
use crate::error::SolveError;
use crate::files::{LoadError, LoadErrorKind, MAX_NAME};
use crate::verify::VerifyError;

/// Why a part of a game cannot be solved, verified or looked up. Parts have the names that the
/// [game](super::Tiered::part_name) gives them.
#[derive(Debug)]
#[non_exhaustive]
pub enum TierError {
    /// Play may re-enter a part, by what the game says.
    Cycle {
        /// Each part leads to the next one, and the last one to the first. A single one leads to itself.
        parts: Vec<String>,
    },
    /// The name of a part cannot be the name of a file, or another part has the same one.
    Name {
        /// The name.
        part: String,
    },
    /// The names of the game and of a part are together longer than a header allows.
    LongName {
        /// The part.
        part: String,
        /// Their length, in bytes.
        bytes: usize,
    },
    /// The memory that is allowed is not enough for a part.
    Memory {
        /// The part: of several to be solved, the one that needs most.
        part: String,
        /// The number of bytes that would do.
        needed: u64,
        /// The number of bytes that is allowed.
        allowed: u64,
    },
    /// Another run is solving parts in the folder.
    Locked {
        /// The folder.
        folder: PathBuf,
    },
    /// A folder or a file that is not a part cannot be used, or the file of a part that is to be solved cannot be
    /// created. The error is the [source](std::error::Error::source).
    Io {
        /// The folder or the file.
        path: PathBuf,
        /// What has happened.
        error: io::Error,
    },
    /// A part that is needed is not in the folder.
    NotSolved {
        /// The part.
        part: String,
        /// Where its file would be.
        path: PathBuf,
    },
    /// Of a part that is needed, some shares are in the folder, but not those of all workers.
    MissingShare {
        /// The part.
        part: String,
        /// Where the first share would be that is missing.
        path: PathBuf,
        /// The number of shares of the part.
        shares: u64,
    },
    /// The file of a part cannot be used.
    Load {
        /// The part.
        part: String,
        /// Why not, with the path of the file.
        error: LoadError,
    },
    /// A move leads to a part that [`Tiered::next_parts`](super::Tiered::next_parts) does not name.
    MoveLeaves {
        /// The part before the move.
        from: String,
        /// The part after it.
        to: String,
        /// The position after it.
        position: String,
    },
    /// A position is not a position of the part that it belongs to.
    NoPosition {
        /// The part.
        part: String,
        /// The position.
        position: String,
    },
    /// A part cannot be solved.
    Solve {
        /// The part.
        part: String,
        /// Why not.
        error: SolveError,
    },
    /// A part is solved but its file cannot be written. The error is the [source](std::error::Error::source) and names
    /// the file.
    Save {
        /// The part.
        part: String,
        /// The size of the file, in bytes.
        bytes: u64,
        /// What has happened.
        error: io::Error,
    },
    /// The code of the game is wrong in a part.
    Audit {
        /// The part.
        part: String,
        /// What is wrong.
        error: AuditError,
    },
    /// A part has a wrong value.
    Verify {
        /// The part.
        part: String,
        /// Which one.
        error: VerifyError,
    },
}

impl fmt::Display for TierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cycle { parts } if parts.len() == 1 => {
                write!(f, "part {} is named among its own next parts; name other parts only", parts[0])
            }
            Self::Cycle { parts } => {
                let (first, all) = (parts.first().map_or("", |part| part), parts.join(" -> "));
                write!(f, "play re-enters a part: {all} -> {first}; make these one part")
            }
            Self::Name { part } => write!(
                f,
                "part {part:?} needs another name, for its file: at most 100 letters, digits, '-', '+', '_' and '.', \
                 without \
                 '.' at the start; no name of a device; and different from the other parts, also in lower case"
            ),
            Self::LongName { part, bytes } => write!(
                f,
                "the names of the game and of part {part} take {bytes} bytes together; shorten them to {MAX_NAME} bytes"
            ),
            Self::Memory { part, needed, allowed } => {
                write!(f, "part {part} does not fit into {allowed} bytes of memory; allow {needed} bytes")
            }
            Self::Locked { folder } => {
                write!(f, "{}: another run is solving parts here; wait until it has ended", folder.display())
            }
            // The error itself is the source.
            Self::Io { path, .. } => write!(f, "cannot use {}", path.display()),
            Self::NotSolved { part, path } => {
                write!(f, "part {part} is not solved: there is no file {}; solve it first", path.display())
            }
            Self::MissingShare { part, path, shares } => write!(
                f,
                "part {part} is not solved: of its {shares} shares one is missing, {}; copy it there, or solve the \
                 part again",
                path.display()
            ),
            Self::Load { part, error } => {
                write!(f, "part {part}: {error}")?;
                match error.kind() {
                    LoadErrorKind::Io(_) | LoadErrorKind::NoPosition { .. } => Ok(()),
                    LoadErrorKind::OtherGame { .. } | LoadErrorKind::OtherRanks { .. } => {
                        write!(f, "; remove the file and solve the part again, or use another folder")
                    }
                    _ => write!(f, ", or remove the file and solve the part again"),
                }
            }
            Self::MoveLeaves { from, to, position } => {
                write!(
                    f,
                    "a move from part {from} leads to part {to}, to {position}; name the part among the next parts, \
                     or give the \
                     position a known value"
                )
            }
            Self::NoPosition { part, position } => {
                write!(f, "part {part} has no such position: {position}")
            }
            Self::Solve { part, error } => write!(f, "part {part}: {error}"),
            Self::Save { part, bytes, .. } => {
                write!(
                    f,
                    "part {part} is solved, but its file of {bytes} bytes cannot be written; make room and solve it \
                     again"
                )
            }
            Self::Audit { part, error } => write!(f, "part {part}: {error}"),
            Self::Verify { part, error } => write!(f, "part {part}: {error}"),
        }
    }
}

impl std::error::Error for TierError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { error, .. } | Self::Save { error, .. } => Some(error),
            // The error is part of the message; what it rests on is not.
            Self::Load { error, .. } => error.source(),
            _ => None,
        }
    }
}
