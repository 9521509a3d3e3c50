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
#[allow(missing_docs, reason = "the line of a variant tells its fields")]
pub enum TierError {
    /// Play may re-enter a part: each of these leads to the next one, and the last one to the first.
    Cycle { parts: Vec<String> },
    /// The name of a part cannot be the name of a file.
    Name { part: String },
    /// Two parts have this name, or names that differ in capital letters only.
    SameName { part: String },
    /// The names of the game and of a part are together longer than a header allows.
    LongName { part: String, bytes: usize },
    /// A part needs more memory than is allowed, in bytes: of several to be solved, the one that needs most.
    Memory { part: String, needed: u64, allowed: u64 },
    /// Another run is solving parts in the folder.
    Locked { folder: PathBuf },
    /// A folder or a file that is not a part cannot be used, or the file of a part that is to be solved cannot be
    /// created.
    Io { path: PathBuf, error: io::Error },
    /// A part that is needed is not in the folder, where its file would have this path.
    NotSolved { part: String, path: PathBuf },
    /// The file of a part cannot be used.
    Load { part: String, error: LoadError },
    /// A move leads to this position of a part that [`Tiered::next_parts`](super::Tiered::next_parts) does not name.
    MoveLeaves { from: String, to: String, position: String },
    /// A position is not a position of the part that it belongs to.
    NoPosition { part: String, position: String },
    /// A part cannot be solved.
    Solve { part: String, error: SolveError },
    /// A part is solved but its file, of this number of bytes, cannot be written. The error names the file.
    Save { part: String, bytes: u64, error: io::Error },
    /// The code of the game is wrong in a part.
    Audit { part: String, error: AuditError },
    /// A part has a wrong value.
    Verify { part: String, error: VerifyError },
}

impl TierError {
    /// The error in looking up a position in the file of a part, or in loading it.
    pub(crate) fn of_file(part: String, error: LoadError) -> Self {
        match error.kind() {
            LoadErrorKind::NoPosition { position } => Self::NoPosition { part, position: position.clone() },
            _ => Self::Load { part, error },
        }
    }
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
                 without '.' at the start; and no name of a device"
            ),
            Self::SameName { part } => {
                write!(f, "two parts are named {part:?}; give them names that differ also in lower case")
            }
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
            Self::Io { path, error } => write!(f, "cannot use {}: {error}", path.display()),
            Self::NotSolved { part, path } => {
                write!(f, "part {part} is not solved: no file {}; solve it first", path.display())
            }
            Self::Load { part, error } => {
                let advice = match error.kind() {
                    LoadErrorKind::Io(_) => "",
                    LoadErrorKind::OtherGame { .. } | LoadErrorKind::OtherRanks { .. } => {
                        ", or remove the file and solve the part again, or use another folder"
                    }
                    _ => ", or remove the file and solve the part again",
                };
                write!(f, "part {part}: {error}{advice}")
            }
            Self::MoveLeaves { from, to, position } => write!(
                f,
                "a move from part {from} leads to part {to}, to {position}; name the part among the next parts, or \
                 give the position a known value"
            ),
            Self::NoPosition { part, position } => write!(f, "part {part} has no such position: {position}"),
            Self::Solve { part, error } => write!(f, "part {part}: {error}"),
            Self::Save { part, bytes, error } => write!(
                f,
                "part {part} is solved, but its file of {bytes} bytes cannot be written; make room and solve it \
                 again: {error}"
            ),
            Self::Audit { part, error } => write!(f, "part {part}: {error}"),
            Self::Verify { part, error } => write!(f, "part {part}: {error}"),
        }
    }
}

impl std::error::Error for TierError {}
