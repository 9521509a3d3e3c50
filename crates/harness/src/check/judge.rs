//! Which judge a case is for, and whether a failure looks as if it were for another one.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::{fmt, io};

use problem::{Dialect, Problem, could_be_given};

use crate::source::display_name;

/// Why a case is taken to be for a judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChosenBy {
    /// The caller chose it.
    Option,
    /// The nearest folder that names a judge has this name.
    Folder(String),
    /// The answer file begins as the answers for this judge do.
    AnswerForm,
    /// Nothing says otherwise.
    Default,
}

impl fmt::Display for ChosenBy {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Option => out.write_str("by --judge"),
            Self::Folder(name) => write!(out, "by the folder {name}"),
            Self::AnswerForm => out.write_str("by the form of the answers"),
            Self::Default => out.write_str("by default"),
        }
    }
}

/// The dialect of an input, whose answer may be in a file, and the reason for it. The path of the input decides by its nearest
/// folder that names a judge, so it should be absolute.
pub(crate) fn dialect_of<P: Problem>(input: &Path, answer: Option<&Path>) -> (&'static Dialect<P>, ChosenBy) {
    let folders = input.ancestors().skip(1).filter_map(Path::file_name);
    let by_folder =
        folders.filter_map(|name| Some((P::dialect(name.to_str()?)?, ChosenBy::Folder(display_name(name)))));
    let by_answer = || {
        let answer = beginning(answer?).ok()?;
        let dialect = P::DIALECTS.iter().find(|dialect| dialect.recognizes(&answer))?;
        Some((dialect, ChosenBy::AnswerForm))
    };
    by_folder.into_iter().next().or_else(by_answer).unwrap_or((&P::DIALECTS[0], ChosenBy::Default))
}

/// The first bytes of a regular file.
fn beginning(path: &Path) -> io::Result<Vec<u8>> {
    const ENOUGH: u64 = 4096;
    let mut bytes = Vec::new();
    // Reading a pipe might never end.
    if fs::metadata(path)?.is_file() {
        File::open(path)?.take(ENOUGH).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// What to add to a message about a wrong output that is in the form of another judge's.
pub(super) fn hint_about_output<P: Problem>(dialect: &Dialect<P>, output: &[u8]) -> Option<String> {
    if dialect.recognizes(output) {
        return None;
    }
    let other = P::DIALECTS.iter().find(|other| other.recognizes(output))?;
    Some(format!("; it has the form of answers for {0}: try --judge {0}", other.name))
}

/// What to add to a message about an invalid input that is a valid one for another judge: if for several, the one whose answers
/// begin as the answer file does.
pub(super) fn hint_about_input<P: Problem>(
    dialect: &Dialect<P>,
    input: &[u8],
    answer: Option<&Path>,
) -> Option<String> {
    let is_for = |other: &&'static Dialect<P>| *other != dialect && could_be_given(other, input);
    let valid: Vec<&Dialect<P>> = P::DIALECTS.iter().filter(is_for).collect();
    let answer = answer.and_then(|answer| beginning(answer).ok()).unwrap_or_default();
    let other = valid.iter().find(|other| other.recognizes(&answer)).or(valid.first())?;
    Some(format!("; it is a valid input for {0}: try --judge {0}", other.name))
}
