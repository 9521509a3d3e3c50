//! The sources of packages, made ready to run.

use problem::{Source, Submission};

use crate::language::{Built, Language};

/// Makes a solution ready to run. `None`, and the test is skipped, if its language is not installed.
#[must_use]
pub fn submission(submission: &Submission) -> Option<Built> {
    build(submission.source.file, &submission.text())
}

/// Makes a validator ready to run. `None`, and the test is skipped, if its language is not installed.
#[must_use]
pub fn validator(source: &Source) -> Option<Built> {
    build(source.file, &source.text())
}

/// Judging systems compile C++ in this standard or in the one before.
fn build(file: &str, text: &str) -> Option<Built> {
    Language::build(file, text, if Language::of(file) == Language::Cpp { &["-std=c++20"] } else { &[] })
}
