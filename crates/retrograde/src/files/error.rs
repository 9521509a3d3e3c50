//! Errors in loading a solution.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use crate::memory::OutOfMemory;

/// The version of the format, the only one that can be read.
pub(super) const VERSION: u32 = 3;

/// Why a saved solution cannot be used, and which file it is in.
#[derive(Debug)]
pub struct LoadError {
    path: PathBuf,
    kind: LoadErrorKind,
}

/// Why a saved solution cannot be used.
#[derive(Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the line of a variant tells its fields")]
pub enum LoadErrorKind {
    /// The bytes cannot be read.
    Io(io::Error),
    /// The bytes do not start like a saved solution, or are a part of one that an earlier release has written.
    NotASolution,
    /// The file has this version of the format.
    Version { found: u32 },
    /// The solution was saved under another name than expected.
    OtherGame { found: String, expected: String },
    /// The solution has another number of ranks than the game.
    OtherRanks { found: u64, expected: u64 },
    /// The solution ends too early, after this number of bytes.
    Truncated { bytes: u64 },
    /// From this byte on a checksum is wrong, or a header makes no sense.
    Damaged { offset: u64 },
    /// This is not a position of the solution, or the game is not the one that was solved.
    NoPosition { position: String },
}

impl LoadError {
    pub(crate) fn new(path: &Path, kind: LoadErrorKind) -> Self {
        Self { path: path.to_owned(), kind }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Why the solution cannot be used.
    #[must_use]
    pub fn kind(&self) -> &LoadErrorKind {
        &self.kind
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.kind {
            LoadErrorKind::Io(error) => write!(f, "cannot read the solution: {error}"),
            LoadErrorKind::NotASolution => write!(f, "not a saved solution; solve the game and save it"),
            LoadErrorKind::Version { found } => {
                write!(f, "format version {found}, expected version {VERSION}; ")?;
                write!(f, "read it with the release that saved it, or solve the game and save the solution again")
            }
            LoadErrorKind::OtherGame { found, expected } => {
                write!(f, "solution of another game, {found:?}, expected {expected:?}; use another file")
            }
            LoadErrorKind::OtherRanks { found, expected } => {
                write!(
                    f,
                    "solution of another game or other rules: {found} ranks, expected {expected}; use another file"
                )
            }
            LoadErrorKind::Truncated { bytes } => {
                write!(f, "the solution ends too early, after {bytes} bytes; copy or save it again")
            }
            LoadErrorKind::Damaged { offset } => {
                write!(f, "the solution is damaged at or after byte {offset}; copy or save it again")
            }
            LoadErrorKind::NoPosition { position } => {
                write!(f, "the solution has no such position: {position}; give one of the game, or audit the game")
            }
        }
    }
}

impl std::error::Error for LoadError {}

impl From<OutOfMemory> for LoadErrorKind {
    fn from(OutOfMemory { bytes }: OutOfMemory) -> Self {
        Self::Io(io::Error::new(io::ErrorKind::OutOfMemory, format!("{bytes} bytes do not fit into memory")))
    }
}

impl From<io::Error> for LoadErrorKind {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
