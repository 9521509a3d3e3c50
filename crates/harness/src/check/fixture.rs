//! A case of a folder together with its judge.

use std::fmt;
use std::path::PathBuf;

use problem::{Dialect, Problem};

use super::judge::{ChosenBy, dialect_of};
use crate::cases::{CaseFiles, CaseLayout, Expectation, NamePattern, find_cases};
use crate::source::display_name;

/// An input file and its expected result.
pub struct Fixture<P: Problem> {
    /// The path of the input, as messages show it.
    pub name: String,
    /// The dialect of the input.
    pub dialect: &'static Dialect<P>,
    /// Why it is this dialect.
    pub chosen_by: ChosenBy,
    /// How the files of the case were recognized.
    pub layout: CaseLayout,
    pub(crate) input: PathBuf,
    pub(crate) expectation: Expectation,
}

impl<P: Problem> fmt::Debug for Fixture<P> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, dialect, expectation, .. } = self;
        out.debug_struct("Fixture")
            .field("name", name)
            .field("dialect", &dialect.name)
            .field("expectation", expectation)
            .finish_non_exhaustive()
    }
}

/// What was found in folders.
#[derive(Debug)]
pub struct Found<P: Problem> {
    /// The fixtures, in the natural order of their names.
    pub fixtures: Vec<Fixture<P>>,
    /// The names of the files that belong to no fixture.
    pub not_read: Vec<String>,
}

/// Finds fixtures. A path is that of a folder, which is searched with all folders below it, or of one input; `names` is the
/// pattern of the names of inputs and answers, if they are unusual.
///
/// A fixture has the dialect `dialect` if given, else that of the nearest folder above it that names a judge, else the one whose
/// answers begin as its answer file does, else the default one.
///
/// # Errors
///
/// If one of `paths` cannot be read, or holds no case. An error in a single fixture, or in a folder further down, is instead the
/// result of judging that fixture.
pub fn find_fixtures<P: Problem>(
    paths: &[PathBuf],
    dialect: Option<&'static Dialect<P>>,
    names: Option<&NamePattern>,
) -> anyhow::Result<Found<P>> {
    let found = find_cases(paths, names)?;
    let fixture = |CaseFiles { input, canonical, expectation, layout }| {
        let (dialect, chosen_by) = match dialect {
            Some(dialect) => (dialect, ChosenBy::Option),
            None => dialect_of(&canonical, expectation.answer()),
        };
        Fixture { name: display_name(&input), dialect, chosen_by, layout, input, expectation }
    };
    let fixtures = found.cases.into_iter().map(fixture).collect();
    Ok(Found { fixtures, not_read: found.not_read.iter().map(display_name).collect() })
}
