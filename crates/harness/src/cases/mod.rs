//! Which files of a folder are cases, in the layouts that judges and problem setters use.
//!
//! A case is an input and what is expected of it. `layouts.rs` has the table of what the two are called, and where they
//! lie; `tree.rs` reads the folders, and `search.rs` pairs files that differ only in these words, and says of each other
//! file what it lacks, or why it was not read.
//!
//! `.in`, `.out` and `.ans` are cases even if they are alone, and then broken; all other files are only if they have a
//! partner, or are named like files beside them that have one. Inputs in a folder `invalid` must be rejected, and the
//! folders of a Kattis package have roles of their own; of a package, only the test data are read.
//!
//! Hidden files and folders are not looked into, and not listed among the files that were not read: they are the
//! business of the tools that made them.

mod find;
mod layouts;
mod natural;
mod pattern;
mod role;
mod search;
mod tree;

use std::path::{Path, PathBuf};

use problem::Layout;

pub(crate) use find::{NoCase, find_cases};
pub use pattern::NamePattern;

/// A case as files: an input and what is expected of it.
#[derive(Clone, Debug)]
pub(crate) struct CaseFiles {
    /// The path of the input, as it was given or found. The file may be missing if the case is broken.
    pub(crate) input: PathBuf,
    /// The path from the root of the file system, by which cases are the same or not. Links are resolved as far as it
    /// was given.
    pub(crate) path: PathBuf,
    pub(crate) expectation: Expectation,
    /// How the files were recognized: `NAME.in with NAME.out`, `in/NAME with out/NAME`, `Kattis package`.
    pub(crate) layout: String,
}

/// The input or the answer of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Input,
    Answer,
}

impl Side {
    const BOTH: [Self; 2] = [Self::Input, Self::Answer];

    fn other(self) -> Self {
        if self == Self::Input { Self::Answer } else { Self::Input }
    }
}

/// The expected result of an input.
#[derive(Clone, Debug)]
pub(crate) enum Expectation {
    /// The answer in this file.
    Answer(PathBuf),
    /// An error, because the input lies in a folder of invalid ones: of the solver, or in the exact layout of a
    /// validator.
    Rejection(Layout),
    /// That this output is found to be right or wrong, and that the answer is right.
    Output { answer: PathBuf, output: PathBuf, rightness: Rightness },
    /// None: the case is broken, for this reason.
    Broken(String),
}

impl Expectation {
    /// The file with the right answer.
    pub(crate) fn answer(&self) -> Option<&Path> {
        match self {
            Self::Answer(answer) | Self::Output { answer, .. } => Some(answer),
            Self::Rejection(_) | Self::Broken(_) => None,
        }
    }

    /// Whether a candidate receives the input. The other cases are for the problem's own solver only.
    pub(crate) fn is_for_candidates(&self) -> bool {
        !matches!(self, Self::Rejection(_) | Self::Output { .. })
    }
}

/// Whether an output must be accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rightness {
    Right,
    Wrong,
}

/// A file in a searched folder that belongs to no case, and why.
pub(crate) type NotRead = (PathBuf, &'static str);
