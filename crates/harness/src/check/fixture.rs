//! A case of a folder together with its judge.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use problem::{Dialect, Problem};

use super::which_judge::{Choice, ChosenBy, by_answer, by_default, by_folder};
use crate::cases::{CaseFiles, Expectation, NamePattern, find_cases};
use crate::source::display_name;

/// An input file and its expected result.
#[derive(Debug)]
pub struct Fixture<P: Problem> {
    /// The path of the input, as messages show it.
    pub name: String,
    /// The dialect of the input.
    pub dialect: &'static Dialect<P>,
    /// Why it is this dialect.
    pub chosen_by: ChosenBy,
    /// How the files of the case were recognized.
    pub layout: String,
    /// The path of the input. There may be no such file if the case is broken.
    pub input: PathBuf,
    pub(crate) expectation: Expectation,
}

impl<P: Problem> Fixture<P> {
    /// The path of the file with the right answer, unless the case is broken or has none.
    pub fn answer(&self) -> Option<&Path> {
        self.expectation.answer()
    }
}

/// What was found in folders.
#[derive(Debug)]
pub struct Found<P: Problem> {
    /// The fixtures, in the natural order of their names.
    pub fixtures: Vec<Fixture<P>>,
    /// The files that belong to no fixture, and why.
    pub not_read: Vec<(PathBuf, &'static str)>,
}

/// Finds fixtures. A path names a folder, which is searched with all folders below it, or one input; `names` is
/// the pattern of the names of inputs and answers, if they are unusual.
///
/// A fixture has the dialect `dialect` if given, else the nearest folder above it that names a judge decides, else it is
/// the one whose answers begin as its answer file does or, if that tells nothing, as those around it do, else the
/// default one.
///
/// # Errors
///
/// If one of `paths` cannot be read, or holds no case. An error in a single fixture, or in a folder further down, is
/// instead the result of judging that fixture.
pub fn find_fixtures<P: Problem>(
    paths: &[PathBuf],
    dialect: Option<&'static Dialect<P>>,
    names: Option<&NamePattern>,
) -> anyhow::Result<Found<P>> {
    let (cases, not_read) = find_cases(paths, names)?;
    let choose = |case: &CaseFiles| {
        let by_option = dialect.map(|dialect| (dialect, ChosenBy::Option));
        let by_names = by_option.or_else(|| by_folder(&case.input, &case.path));
        by_names.or_else(|| by_answer(&beginning(case.expectation.answer()?).ok()?))
    };
    let choices: Vec<Option<Choice<P>>> = cases.iter().map(choose).collect();
    // By folder: the dialect of all cases below it that were chosen by the form of their answers; `None` if they differ.
    let mut around: HashMap<PathBuf, Option<&'static Dialect<P>>> = HashMap::new();
    for (case, choice) in cases.iter().zip(&choices) {
        if let Some((dialect, ChosenBy::AnswerForm)) = choice {
            for folder in case.path.ancestors().skip(1) {
                let known = around.entry(folder.to_owned()).or_insert(Some(dialect));
                *known = known.filter(|known| known == dialect);
            }
        }
    }
    let by_nearest = |path: &Path| {
        let nearest = path.ancestors().skip(1).find_map(|folder| around.get(folder).copied())?;
        nearest.map(|dialect| (dialect, ChosenBy::AnswerForm))
    };
    let fixture = |(case, choice): (CaseFiles, Option<Choice<P>>)| {
        let (dialect, chosen_by) = choice.or_else(|| by_nearest(&case.path)).unwrap_or_else(by_default);
        let CaseFiles { input, expectation, layout, .. } = case;
        Fixture { name: display_name(&input), dialect, chosen_by, layout, input, expectation }
    };
    Ok(Found { fixtures: cases.into_iter().zip(choices).map(fixture).collect(), not_read })
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
