//! Which judge a case is for.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::{fmt, io};

use problem::{Dialect, Problem, hint_about_input};

use crate::source::display_name;

/// Why a case is taken to be for a judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChosenBy {
    /// The caller chose it.
    Option,
    /// The nearest folder that names a judge has this name.
    Folder(String),
    /// The answer file begins as the answers for this judge do, or, if there is none, the answer files around it do.
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

/// The choice by the beginning of an answer file.
pub(super) fn by_answer_file<P: Problem>(file: &Path) -> Option<Choice<P>> {
    let have_forms = P::DIALECTS.iter().any(|dialect| !dialect.output.first_words.is_empty());
    have_forms.then(|| beginning(file).ok()).flatten().and_then(|answer| by_answer(&answer))
}

/// The choice if nothing says otherwise.
pub(crate) fn by_default<P: Problem>() -> Choice<P> {
    (&P::DIALECTS[0], ChosenBy::Default)
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

/// What to add to a message about an invalid input that another judge could give: the one whose answers begin as the
/// answer file does, or any if that tells nothing.
pub(super) fn hint_by_answer_file<P: Problem>(
    dialect: &Dialect<P>,
    input: &[u8],
    answer: Option<&Path>,
) -> Option<String> {
    hint_about_input(dialect, input, answer.and_then(by_answer_file).map(|(dialect, _)| dialect))
}
