//! The one error of the library.

use std::fmt;

/// Why something cannot be done, where, and what to do about it. Its text is one line.
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    kind: ErrorKind,
    rank: Option<u64>,
    part: Option<String>,
    file: Option<String>,
    text: String,
}

/// What kind of thing an [`Error`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The methods of the game contradict one another.
    Game,
    /// A game is larger than the library can count: in its positions, its moves or its distances.
    TooLarge,
    /// Tables do not fit into the memory that there is, or that is [allowed](crate::Solver::memory).
    Memory,
    /// A solution has a value that does not follow from the rules.
    WrongValue,
    /// What was asked for is not a position of the game.
    NoPosition,
    /// A part of the game has no file yet.
    NotSolved,
    /// A file belongs to another game, to other rules, or to another version of the format.
    OtherGame,
    /// A file is damaged or cut off.
    Damaged,
    /// A file or folder cannot be used, or another run is using it.
    Io,
    /// The [report of progress](crate::Solver::on_progress) has stopped the work.
    Stopped,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, text: impl Into<String>) -> Self {
        Self(Box::new(Inner { kind, rank: None, part: None, file: None, text: text.into() }))
    }

    /// An error about the position of a rank, which the text names.
    pub(crate) fn at_rank(kind: ErrorKind, rank: u64, text: impl Into<String>) -> Self {
        let mut error = Self::new(kind, text);
        error.0.rank = Some(rank);
        error
    }

    /// The error of a table of this number of bytes.
    pub(crate) fn memory(bytes: u64) -> Self {
        let text = format!("a table of {bytes} bytes does not fit into memory; use a larger machine, or a subset");
        Self::new(ErrorKind::Memory, text)
    }

    /// The error, about a part with this name unless it is about another one.
    pub(crate) fn in_part(mut self, name: &str) -> Self {
        self.0.part.get_or_insert_with(|| name.to_owned());
        self
    }

    /// The error, about this file or folder.
    #[cfg(feature = "files")]
    pub(crate) fn in_file(mut self, path: &std::path::Path) -> Self {
        self.0.file.get_or_insert_with(|| path.display().to_string());
        self
    }

    /// The name of the part that it is about.
    #[must_use]
    pub fn part(&self) -> Option<&str> {
        self.0.part.as_deref()
    }

    /// What it is about.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The rank of the position that it is about, in the game that was given: a [`Subset`](crate::Subset) has ranks of
    /// its own.
    #[must_use]
    pub fn rank(&self) -> Option<u64> {
        self.0.rank
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(part) = &self.0.part {
            write!(f, "part {part}: ")?;
        }
        if let Some(file) = &self.0.file {
            write!(f, "{file}: ")?;
        }
        f.write_str(&self.0.text)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({:?}: {self})", self.kind())
    }
}

impl std::error::Error for Error {}
