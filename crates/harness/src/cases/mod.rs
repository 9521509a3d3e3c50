//! Which files of a folder are cases, in the layouts that judges and problem setters use.
//!
//! A case is an input and what is expected of it. In the order in which they are looked for:
//!
//! - `NAME.in` (or `.inp`, `.input`) with `NAME.out`, `NAME.ans`, `NAME.a` or `NAME.output`. `.in`, `.out` and `.ans`
//!   are cases even if they are alone, and then broken; all other files are only if they have a partner, or are named
//!   like files beside them that have one.
//! - `01` with `01.a`, also `01.ans` and `01.out`: a name that ends in a digit.
//! - `input1.txt` with `output1.txt`: a word `in` or `input` of the name is `out`, `output`, `ans` or `answer` in the
//!   other one.
//! - `in/NAME` with `out/NAME`, and other folders that are called so; the names in them may differ in one of the ways
//!   above.
//!
//! Below a folder `data`, the folders `sample`, `secret`, `invalid_input`, `valid_output` and `invalid_output` are
//! those of a Kattis package. Inputs in a folder `invalid` or `invalid_input` must be rejected. Of a package, only the
//! test data are read. All extensions and words may be in capitals.
//!
//! Hidden files and folders are not looked into, and not counted among the files that were not read: they are the
//! business of the tools that made them.

mod change;
mod folder_pairs;
mod missing;
mod named;
mod names;
mod natural;
mod package;
mod pattern;
mod recognize;
mod role;
mod search;
mod tree;

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};

use problem::Layout;

pub(crate) use natural::compare_paths;
pub use pattern::NamePattern;
pub(crate) use search::find_cases;

/// A case as files: an input and what is expected of it.
#[derive(Clone, Debug)]
pub(crate) struct CaseFiles {
    /// The path of the input, as it was given or found. The file may be missing if the case is broken.
    pub(crate) input: PathBuf,
    /// The same with all links to folders resolved, by which cases are the same or not.
    pub(crate) canonical: PathBuf,
    pub(crate) expectation: Expectation,
    pub(crate) layout: CaseLayout,
}

/// The expected result of an input.
#[derive(Clone, Debug)]
pub(crate) enum Expectation {
    /// The answer in this file.
    Answer(PathBuf),
    /// An error, because the input lies in a folder of invalid ones: of the solver, or in the exact layout of a
    /// validator.
    Rejection(Layout),
    /// That this output is found to be right or wrong, and that the answer, if there is one, is right.
    Output { answer: Option<PathBuf>, output: PathBuf, is_right: Rightness },
    /// None: the case is broken, for this reason.
    Broken(String),
}

impl Expectation {
    /// The file with the right answer.
    pub(crate) fn answer(&self) -> Option<&Path> {
        match self {
            Self::Answer(answer) => Some(answer),
            Self::Output { answer, .. } => answer.as_deref(),
            Self::Rejection(_) | Self::Broken(_) => None,
        }
    }

    /// Whether a candidate receives the input. The other cases are for the problem's own solver only.
    pub(crate) fn is_for_candidates(&self) -> bool {
        !matches!(self, Self::Rejection(_) | Self::Output { .. })
    }

    fn broken(why: &str) -> Self {
        Self::Broken(why.to_owned())
    }

    fn unexpected_answer() -> Self {
        Self::broken("an answer in a folder of inputs that have none; move it")
    }
}

/// Whether an output must be accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rightness {
    Right,
    Wrong,
}

/// How the files of a case were recognized: `NAME.in with NAME.out`, `in/NAME with out/NAME`, `Kattis package`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CaseLayout(Cow<'static, str>);

impl CaseLayout {
    const PACKAGE: Self = Self(Cow::Borrowed("Kattis package"));

    fn new(text: impl Into<Cow<'static, str>>) -> Self {
        Self(text.into())
    }
}

impl fmt::Display for CaseLayout {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// What a search has found.
#[derive(Debug)]
pub(crate) struct FoundCases {
    /// In natural order of their paths.
    pub(crate) cases: Vec<CaseFiles>,
    /// The files in the searched folders that belong to no case, in natural order.
    pub(crate) not_read: Vec<PathBuf>,
}
