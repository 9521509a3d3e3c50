//! What can be wrong with an input, and where.

use std::{fmt, io};

/// A place in an input. Lines and columns are counted from 1, columns in bytes; a byte-order mark counts for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    /// The place so many columns to the right.
    #[must_use]
    pub fn right(self, columns: usize) -> Self {
        Self { column: self.column + columns, ..self }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.line, self.column)
    }
}

/// Something that is wrong at a place of an input: one line, which also says what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub place: Place,
    /// What is wrong and how to mend it: one line without a full stop.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.place, self.what)
    }
}

/// Why an input has no answer.
#[derive(Debug)]
pub enum InputError {
    /// It was read, and is wrong.
    Fault(Fault),
    /// It could not be read.
    Io(io::Error),
}

impl From<Fault> for InputError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<io::Error> for InputError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(fault) => fault.fmt(out),
            Self::Io(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for InputError {}

/// A number of things, as a message names it.
///
/// ```
/// assert_eq!([1, 2].map(|cells| judge::count_of(cells, "cell")), ["1 cell", "2 cells"]);
/// ```
#[must_use]
pub fn count_of(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Foreign text as a message can show it: in quotes, on one line, and not long.
///
/// ```
/// assert_eq!(judge::quote(b"seven\t"), r"'seven\t'");
/// assert_eq!(judge::quote(&[b'x'; 99]), "'xxxxxxxxxxxxxxxxxxxxxxxx…'");
/// assert_eq!(judge::quote(b"caf\xC3\xA9 \xFF"), r"'café \xFF'");
/// ```
#[must_use]
pub fn quote(text: &[u8]) -> String {
    const SHOWN: usize = 24;
    let mut quoted = String::from("'");
    let mut shown = 0;
    for chunk in text.utf8_chunks() {
        let escaped = chunk.valid().chars().map(|c| match c {
            '\'' => c.to_string(),
            _ => c.escape_debug().to_string(),
        });
        for piece in escaped.chain(chunk.invalid().iter().map(|byte| format!("\\x{byte:02X}"))) {
            if shown == SHOWN {
                quoted.push_str("…'");
                return quoted;
            }
            quoted.push_str(&piece);
            shown += 1;
        }
    }
    quoted.push('\'');
    quoted
}
