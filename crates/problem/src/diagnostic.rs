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
    /// The place after a text.
    pub(crate) fn of(text: &[u8]) -> Self {
        let line = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        Self { line: 1 + count_newlines(text), column: 1 + text.len() - line }
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

impl Diagnostic {
    /// An error at a byte of an input, or at its end.
    pub(crate) fn at(input: &[u8], index: usize, message: impl Into<String>) -> Self {
        Self { place: Place::of(&input[..index]), message: message.into() }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for Diagnostic {}
