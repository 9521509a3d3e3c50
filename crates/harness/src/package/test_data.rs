//! The cases of a package, made of fixtures.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::Context;
use problem::{
    Comparison, Conformance, Count, Dialect, InputError, Layout, Package, Problem, Submission, Verdict, conformance,
    solve,
};

use crate::cases::Expectation;
use crate::check::{CheckPlan, Fixture, Subject, check};
use crate::clock::SystemClock;

/// The cases of a package.
#[derive(Debug, Default)]
pub(crate) struct TestData {
    /// Those that everybody may see; at least one.
    pub(crate) sample: Vec<TestCase>,
    /// Those that only judges see; at least one.
    pub(crate) secret: Vec<TestCase>,
    /// Names and inputs that the judge would not give.
    pub(crate) invalid: Vec<(String, Vec<u8>)>,
    /// How many of the secret cases are those that the wrong submissions fail.
    pub(crate) added: usize,
    /// How many fixtures were left out because another one has the same input.
    pub(crate) repeated: usize,
    /// How many inputs have other white space than the fixture, because the judge would not give it.
    pub(crate) rewritten: usize,
    /// The smallest case, if it became the sample because no fixture is called one.
    pub(crate) sample_by_size: Option<String>,
}

/// A case of a package.
#[derive(Clone, Debug)]
pub(crate) struct TestCase {
    pub(crate) name: String,
    pub(crate) input: Vec<u8>,
    pub(crate) answer: Vec<u8>,
}

/// Makes the cases of a package of fixtures that were found in these folders, and adds those on which its wrong submissions fail.
///
/// The samples are the fixtures that are called so by their files or folders. All answers are those of the solver.
///
/// # Errors
///
/// If a fixture is broken, or its answer is wrong.
pub(crate) fn test_data<P: Problem>(
    package: &Package,
    dialect: &'static Dialect<P>,
    fixtures: &[Fixture<P>],
    folders: &[PathBuf],
) -> anyhow::Result<TestData> {
    require_right(fixtures)?;
    let mut data = TestData::default();
    let mut names = Names::default();
    let mut inputs = HashSet::new();
    let mut fixtures: Vec<_> = fixtures.iter().map(|fixture| (path_in(folders, &fixture.input), fixture)).collect();
    // Of cases with the same input the first one is kept, which shall be a sample.
    fixtures.sort_by_key(|(path, _)| !is_sample(path));
    for (path, fixture) in fixtures {
        let input = fs::read(&fixture.input).with_context(|| fixture.name.clone())?;
        let given = match fixture.expectation {
            Expectation::Answer(_) => conformance(&dialect.format, &input).unwrap_or(Conformance::Exact),
            Expectation::Rejection(_) => Conformance::Content(String::new()),
            Expectation::Output { .. } | Expectation::Broken(_) => continue,
        };
        let (input, is_rewritten) = match given {
            Conformance::Exact => (input, false),
            Conformance::WhiteSpace(rewritten) => (rewritten, true),
            Conformance::Content(_) => {
                if let Err(InputError::Invalid(_)) = solve(dialect, Layout::Exact, input.as_slice()) {
                    data.invalid.push((names.unique(name(&path)), input));
                }
                continue;
            }
        };
        if !inputs.insert(input.clone()) {
            data.repeated += 1;
            continue;
        }
        data.rewritten += usize::from(is_rewritten);
        let case = test_case(dialect, names.unique(name(&path)), input).with_context(|| fixture.name.clone())?;
        let cases = if is_sample(&path) { &mut data.sample } else { &mut data.secret };
        cases.push(case);
    }
    data.require_sample()?;
    for (name, input) in failing_inputs(package, dialect) {
        if inputs.insert(input.clone()) {
            data.secret.push(test_case(dialect, names.unique(name), input)?);
            data.added += 1;
        }
    }
    Ok(data)
}

/// Rejects fixtures that are broken, or whose answers are wrong.
fn require_right<P: Problem>(fixtures: &[Fixture<P>]) -> anyhow::Result<()> {
    let plan = CheckPlan { subject: Subject::Solver, comparison: Some(Comparison::Tokens), threads: 1 };
    check(fixtures, &plan, &SystemClock, |fixture, outcome| {
        match outcome.judgement().filter(|judgement| judgement.verdict != Verdict::Accepted) {
            Some(judgement) => anyhow::bail!("{}: {}; correct it first", fixture.name, judgement.message),
            None => Ok(ControlFlow::Continue(())),
        }
    })
}

fn test_case<P: Problem>(dialect: &'static Dialect<P>, name: String, input: Vec<u8>) -> anyhow::Result<TestCase> {
    let solution = solve(dialect, Layout::Exact, input.as_slice())?;
    Ok(TestCase { name, answer: solution.to_bytes(), input })
}

/// Inputs on which the submissions of a package fail that are not to be accepted, with names.
fn failing_inputs<P: Problem>(package: &Package, dialect: &Dialect<P>) -> Vec<(String, Vec<u8>)> {
    let format = &dialect.format;
    let input = |submissions: &[&Submission]| {
        let mut seen = HashSet::new();
        let cases = submissions.iter().map(|submission| submission.fails_on.as_bytes().to_vec());
        format.input(&cases.filter(|case| seen.insert(case.clone())).collect::<Vec<_>>())
    };
    let with_verdict = |verdict| {
        package.submissions.iter().filter(move |submission| submission.verdict == verdict).collect::<Vec<_>>()
    };
    let wrong = with_verdict(Verdict::WrongAnswer);
    let too_slow = with_verdict(Verdict::TimeLimitExceeded);
    if let Count::Announced(_) = format.count {
        let named = [("wrong-answers", &wrong), ("too-slow", &too_slow)].into_iter();
        return named.map(|(name, submissions)| (name.to_owned(), input(submissions))).collect();
    }
    let alone = |submission: &'static Submission| (name(Path::new(submission.source.file)), input(&[submission]));
    wrong.into_iter().chain(too_slow).map(alone).collect()
}

impl TestData {
    /// Makes the smallest case the sample if there is none.
    fn require_sample(&mut self) -> anyhow::Result<()> {
        if self.sample.is_empty() {
            let smallest = (0..self.secret.len()).min_by_key(|&index| self.secret[index].input.len());
            let smallest = smallest.context("no case that the judge could give, so there is nothing to package")?;
            let case = self.secret.remove(smallest);
            self.sample_by_size = Some(case.name.clone());
            self.sample.push(case);
        }
        Ok(())
    }
}

/// The path of an input in the first of the folders that holds it, with the name of that folder.
fn path_in(folders: &[PathBuf], input: &Path) -> PathBuf {
    let inside = folders.iter().find_map(|folder| {
        let rest = input.strip_prefix(folder).ok()?;
        Some(Path::new(folder.file_name().unwrap_or_default()).join(rest))
    });
    inside.unwrap_or_else(|| input.file_name().unwrap_or_default().into())
}

/// Whether a part of a path calls a case a sample: `sample`, `Samples`, `01-sample`, `example_2`.
fn is_sample(path: &Path) -> bool {
    path.iter().filter_map(OsStr::to_str).any(|part| {
        let part = part.to_ascii_lowercase();
        let part = part.trim_start_matches(|character: char| !character.is_alphabetic());
        part.starts_with("sample") || part.starts_with("example")
    })
}

/// The name of the case with this input, in the characters that all judging systems take. The folder that was given is left out,
/// and so are the names that the folders of a package have.
fn name(path: &Path) -> String {
    let path = path.with_extension("");
    let parts: Vec<&str> = path.iter().filter_map(OsStr::to_str).collect();
    let inner = if parts.len() > 1 { &parts[1..] } else { &parts[..] };
    let inner = inner.iter().filter(|part| !["data", "sample", "secret"].contains(part));
    let name = inner.copied().collect::<Vec<_>>().join("-");
    let is_plain = |character: char| character.is_ascii_alphanumeric() || character == '-';
    let name: String = name.chars().map(|character| if is_plain(character) { character } else { '-' }).collect();
    let name = name.trim_matches('-');
    if name.is_empty() { "case".to_owned() } else { name.to_owned() }
}

/// The names that are taken.
#[derive(Default)]
struct Names(HashMap<String, usize>);

impl Names {
    /// This name, or if it is taken the same with a number. Names that differ only in capitals are the same on some systems.
    fn unique(&mut self, name: String) -> String {
        let key = name.to_ascii_lowercase();
        let taken = *self.0.entry(key).and_modify(|taken| *taken += 1).or_insert(1);
        if taken == 1 { name } else { self.unique(format!("{name}-{taken}")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_of_letters_digits_and_hyphens() {
        let names = [
            ("uva/edge/01-first.in", "edge-01-first"),
            ("uva/sample/01.in", "01"),
            ("p/data/secret/1 größe_a.b.in", "1-gr--e-a-b"),
            ("input12.txt", "input12"),
            ("f/é.in", "case"),
        ];
        for (path, expected) in names {
            assert_eq!(name(Path::new(path)), expected);
        }
        let mut names = Names::default();
        let unique = ["a", "A", "a-2", "a"].map(|name| names.unique(name.to_owned()));
        assert_eq!(unique, ["a", "A-2", "a-2-2", "a-3"]);
    }

    #[test]
    fn samples_are_called_so() {
        for (path, expected) in [
            ("uva/sample/01.in", true),
            ("uva/Samples/1.in", true),
            ("t/01-sample.in", true),
            ("t/example_2.in", true),
            ("t/input1.txt", false),
            ("resampled/1.in", false),
        ] {
            assert_eq!(is_sample(Path::new(path)), expected, "{path}");
        }
    }
}
