//! A case of a folder, with who knows the right answer to it.

use std::fs;
use std::path::{Path, PathBuf};

use problem::{Dialect, Problem};

use crate::answers::Answers;
use crate::cases::{CaseFiles, Expectation, NamePattern, NotRead, find_cases};
use crate::source::display_name;

/// An input file and its expected result.
#[derive(Debug)]
pub struct Fixture<'a> {
    /// The path of the input, as messages show it.
    pub name: String,
    /// Who knows the right answer.
    pub chosen: Chosen<'a>,
    /// How the files of the case are called.
    pub layout: String,
    /// The path of the input.
    pub input: PathBuf,
    pub(crate) expectation: Expectation,
}

/// Who knows the right answers to a case, and why they are asked.
#[derive(Clone, Debug)]
pub struct Chosen<'a> {
    /// The source of the right answers.
    pub answers: &'a dyn Answers,
    /// Their name in reports, such as the judge's.
    pub name: String,
    /// Why it is this one.
    pub reason: String,
}

impl Fixture<'_> {
    /// The path of the file with the right answer, if there is one.
    pub fn answer(&self) -> Option<&Path> {
        match &self.expectation {
            Expectation::Answer(answer) => Some(answer),
            _ => None,
        }
    }
}

/// What was found in folders.
#[derive(Debug)]
pub struct Found<'a> {
    /// The fixtures, in the natural order of their names.
    pub fixtures: Vec<Fixture<'a>>,
    /// The files that belong to no fixture, and why.
    pub not_read: Vec<NotRead>,
}

/// Finds fixtures. A path names a folder, which is searched with all folders below it, or one input; `names` is
/// the pattern of the names of inputs and answers, if they are unusual. `choose` says who knows the answer to an input.
///
/// # Errors
///
/// If one of `paths` cannot be read, or holds no case. An error in a single fixture, or in a folder further down, is
/// instead the result of judging that fixture.
pub fn find_fixtures<'a>(
    paths: &[PathBuf],
    names: Option<&NamePattern>,
    choose: impl Fn(&Path) -> Chosen<'a>,
) -> anyhow::Result<Found<'a>> {
    let (cases, not_read) = find_cases(paths, names)?;
    let fixture = |CaseFiles { input, expectation, layout, .. }: CaseFiles| Fixture {
        name: display_name(&input),
        chosen: choose(&input),
        layout,
        input,
        expectation,
    };
    Ok(Found { fixtures: cases.into_iter().map(fixture).collect(), not_read })
}

/// The judge of an input: the one that was chosen, else the one that the nearest folder above names, in the path as given
/// or else without links, else the default one.
pub fn choose_judge<P: Problem>(by_option: Option<&'static Dialect<P>>, input: &Path) -> Chosen<'static> {
    let by_folder = || {
        let canonical = fs::canonicalize(input).unwrap_or_default();
        let folders = [input, &canonical].map(|path| path.ancestors().skip(1).filter_map(Path::file_name));
        folders.into_iter().flatten().find_map(|name| Some((P::dialect(name.to_str()?)?, display_name(name))))
    };
    let (dialect, reason) = match by_option {
        Some(dialect) => (dialect, "by --judge".to_owned()),
        None => match by_folder() {
            Some((dialect, name)) => (dialect, format!("by the folder {name}")),
            None => (&P::DIALECTS[0], "by default".to_owned()),
        },
    };
    Chosen { answers: dialect, name: dialect.name.to_owned(), reason }
}

/// The dialect of that judge.
pub(crate) fn dialect_of<P: Problem>(by_option: Option<&str>, input: &Path) -> &'static Dialect<P> {
    let chosen = choose_judge::<P>(by_option.and_then(P::dialect), input);
    P::dialect(&chosen.name).expect("the name of a dialect")
}
