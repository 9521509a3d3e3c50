//! Errors in an input, with their places.

use std::fmt;

use crate::text::count_newlines;

/// A place in an input. Lines and columns are counted from 1, columns in bytes; a byte-order mark does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    /// The first one.
    pub(crate) const START: Self = Self { line: 1, column: 1 };

    /// The place after a text that begins here.
    pub(crate) fn after(self, text: &[u8]) -> Self {
        match text.iter().rposition(|&byte| byte == b'\n') {
            Some(last) => Self { line: self.line + count_newlines(text), column: text.len() - last },
            None => Self { column: self.column + text.len(), ..self },
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.line, self.column)
    }
}

/// An error at a place of an input: one line that also says what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Where it is.
    pub place: Place,
    /// What is wrong and how to fix it: one line without a full stop.
    pub message: String,
}

/// The part of an input that is in memory, and where it begins.
#[derive(Debug)]
pub(crate) struct Buffer {
    pub(crate) bytes: Vec<u8>,
    pub(crate) from: Place,
    /// Its white space: bit `i % 64` of word `i / 64` is byte `i`. After its end everything is white space.
    pub(crate) gaps: Vec<u64>,
}

impl Buffer {
    /// An error at a byte of this part, or at its end.
    pub(crate) fn error(&self, index: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic { place: self.from.after(&self.bytes[..index]), message: message.into() }
    }
}

impl Diagnostic {
    /// An error at a column of the first line, such as a cell of a row.
    pub fn in_row(column: usize, message: String) -> Self {
        Self { place: Place { line: 1, column }, message }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for Diagnostic {}
