//! Which judge a case is for.

use std::path::Path;
use std::{fmt, fs};

use problem::{Dialect, Problem};

use crate::source::display_name;

/// Why a case is taken to be for a judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChosenBy {
    /// The caller chose it.
    Option,
    /// The nearest folder that names a judge has this name.
    Folder(String),
    /// The answer file begins as the answers for this judge do, or, if it tells nothing, others do.
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

/// A dialect, and why it was chosen.
pub(crate) type Choice<P> = (&'static Dialect<P>, ChosenBy);

/// The choice by the nearest folder above a file that names a judge: in its path as given, else in its canonical path.
pub(super) fn by_folder<P: Problem>(path: &Path, canonical: &Path) -> Option<Choice<P>> {
    let mut folders =
        [path, canonical].into_iter().flat_map(|path| path.ancestors().skip(1)).filter_map(Path::file_name);
    folders.find_map(|name| Some((P::dialect(name.to_str()?)?, ChosenBy::Folder(display_name(name)))))
}

/// The choice by the nearest folder above one file that names a judge.
pub(crate) fn by_folder_of<P: Problem>(file: &Path) -> Option<Choice<P>> {
    by_folder(file, &fs::canonicalize(file).unwrap_or_default())
}

/// The choice by the beginning of an answer.
pub(crate) fn by_answer<P: Problem>(answer: &[u8]) -> Option<Choice<P>> {
    let dialect = P::DIALECTS.iter().find(|dialect| dialect.recognizes(answer))?;
    Some((dialect, ChosenBy::AnswerForm))
}

/// The choice if nothing says otherwise.
pub(crate) fn by_default<P: Problem>() -> Choice<P> {
    (&P::DIALECTS[0], ChosenBy::Default)
}
