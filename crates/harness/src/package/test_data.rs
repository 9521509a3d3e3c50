//! The cases of a package, made of fixtures.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::iter;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::Context;
use problem::{
    Comparison, Conformance, Dialect, InputError, Layout, Package, Problem, Submission, Verdict, conformance, solve,
};

use crate::candidate::Supervisor;
use crate::cases::{Expectation, Rightness};
use crate::check::{CheckPlan, Fixture, Judgement, Subject, check};
use crate::clock::Clock;

/// The cases of a package.
#[derive(Debug, Default)]
pub(super) struct TestData {
    /// At least one is in each of [`SAMPLE`] and [`SECRET`].
    pub(super) cases: Vec<TestCase>,
    /// The first fixture with an answer whose input is not valid for the judge, and the reason.
    pub(super) first_left_out: Option<String>,
    /// How many of the secret cases were added because the wrong submissions fail them.
    pub(super) added: usize,
    /// How many fixtures were left out because another one has the same input.
    pub(super) repeated: usize,
    /// How many inputs have other white space than the fixture, because it is not valid for the judge.
    pub(super) rewritten: usize,
    /// Whether the sample is a generated case, as no fixture is called one.
    pub(super) has_generated_sample: bool,
}

/// The folder of cases that everybody may see.
pub(super) const SAMPLE: &str = "data/sample";
/// The folder of cases that only judges see.
pub(super) const SECRET: &str = "data/secret";
/// The folders of cases with an output that must be judged right or wrong.
pub(super) const OUTPUTS: [&str; 2] = ["data/valid_output", "data/invalid_output"];
/// The folder of inputs that are not valid for the judge.
pub(super) const INVALID: &str = "data/invalid_input";

/// A case of a package.
#[derive(Clone, Debug)]
pub(super) struct TestCase {
    pub(super) folder: &'static str,
    pub(super) name: String,
    pub(super) input: Vec<u8>,
    /// `None` for an invalid input.
    pub(super) answer: Option<Vec<u8>>,
    /// An output that must be judged.
    pub(super) output: Option<Vec<u8>>,
}

impl TestData {
    /// How many cases are in this folder.
    pub(super) fn count(&self, folder: &str) -> usize {
        self.cases.iter().filter(|case| case.folder == folder).count()
    }
}

/// Makes the cases of a package of fixtures that were found in these folders, and adds those on which its wrong
/// submissions fail.
///
/// The samples are the fixtures that are called so by their files or folders. All answers come from the solver.
///
/// # Errors
///
/// If a fixture is broken, or its answer is wrong, or if the judge could give none.
pub(super) fn test_data<P: Problem>(
    package: &Package,
    dialect: &'static Dialect<P>,
    fixtures: &[Fixture<P>],
    folders: &[PathBuf],
) -> anyhow::Result<TestData> {
    require_right(fixtures)?;
    let mut data = TestData::default();
    let mut names = HashSet::new();
    let mut inputs = HashSet::new();
    let mut add = |data: &mut TestData, folder, name: String, input: Vec<u8>, output| -> anyhow::Result<()> {
        let answer = match folder {
            INVALID => None,
            _ => Some(solve(dialect, Layout::Exact, input.as_slice()).with_context(|| name.clone())?.to_bytes()),
        };
        data.cases.push(TestCase { folder, name: unique(&mut names, name), input, answer, output });
        Ok(())
    };
    let mut fixtures: Vec<_> =
        fixtures.iter().map(|fixture| (CaseLocation::of(&fixture.input, folders), fixture)).collect();
    // Of cases with the same input the first one is kept, which shall be a sample.
    fixtures.sort_by_key(|(location, _)| !location.is_sample());
    for (location, fixture) in fixtures {
        let input = fs::read(&fixture.input).with_context(|| fixture.name.clone())?;
        let given = match fixture.expectation {
            Expectation::Rejection(_) => Conformance::Content(String::new()),
            _ => conformance(&dialect.format, &input).unwrap_or(Conformance::Exact),
        };
        let is_rewritten = matches!(given, Conformance::WhiteSpace(_));
        let input = match given {
            Conformance::Exact => input,
            Conformance::WhiteSpace(rewritten) => rewritten,
            Conformance::Content(reason) => {
                if fixture.expectation.answer().is_some() && data.first_left_out.is_none() {
                    data.first_left_out = Some(format!("{}: {reason}", fixture.name));
                }
                if let Err(InputError::Invalid(_)) = solve(dialect, Layout::Exact, input.as_slice()) {
                    add(&mut data, INVALID, location.name(), input, None)?;
                }
                continue;
            }
        };
        if let Expectation::Output { output, rightness, .. } = &fixture.expectation {
            let output = fs::read(output).with_context(|| fixture.name.clone())?;
            let folder = OUTPUTS[usize::from(*rightness != Rightness::Right)];
            add(&mut data, folder, location.name(), input, Some(output))?;
        } else if inputs.insert(input.clone()) {
            data.rewritten += usize::from(is_rewritten);
            add(&mut data, if location.is_sample() { SAMPLE } else { SECRET }, location.name(), input, None)?;
        } else {
            data.repeated += 1;
        }
    }
    if data.count(SAMPLE) + data.count(SECRET) == 0 {
        let reason = data.first_left_out.map(|reason| format!(" ({reason})")).unwrap_or_default();
        anyhow::bail!("no case that this judge could give{reason}, so there is nothing to package");
    }
    if data.count(SAMPLE) == 0 {
        // A case of the folder may have to stay secret.
        let input = smallest_input(dialect).context("no case is called a sample; name one so")?;
        let before = data.cases.len();
        data.cases.retain(|case| case.folder != SECRET || case.input != input);
        data.repeated += before - data.cases.len();
        inputs.insert(input.clone());
        add(&mut data, SAMPLE, "sample".to_owned(), input, None)?;
        data.has_generated_sample = true;
    }
    for (name, input) in failing_inputs(package, dialect) {
        if inputs.insert(input.clone()) {
            add(&mut data, SECRET, name, input, None)?;
            data.added += 1;
        }
    }
    Ok(data)
}

/// Rejects fixtures that are broken, or whose answers are wrong.
fn require_right<P: Problem>(fixtures: &[Fixture<P>]) -> anyhow::Result<()> {
    let supervisor = &Supervisor::default();
    fixtures.iter().try_for_each(|fixture| {
        let is_output = matches!(fixture.expectation, Expectation::Output { .. });
        // White space of answers does not matter, as the package gets the solver's. Outputs are copied as they are.
        let comparison = (!is_output).then_some(Comparison::Tokens);
        let plan = CheckPlan { subject: Subject::Solver, supervisor, clock: Clock::System, comparison, threads: 1 };
        check(slice::from_ref(fixture), &plan, |fixture, outcome| match outcome.failure() {
            Some(Judgement { message, difference, .. }) => {
                let Fixture { name, dialect, .. } = fixture;
                let judge = format!("; correct it first, or use --judge if it is not for {}", dialect.name);
                anyhow::bail!("{name}: {message}{}", if difference.is_some() { &judge } else { "" })
            }
            None => Ok(ControlFlow::Continue(())),
        })
    })
}

/// An input with the first of the smallest cases. `None` if cases cannot be generated.
fn smallest_input<P: Problem>(dialect: &Dialect<P>) -> Option<Vec<u8>> {
    let generator = dialect.generator?;
    let case = dialect.format.sizes().find_map(|size| (generator.enumerate)(size).next())?;
    Some(dialect.format.input(&[case]))
}

/// Inputs on which the submissions of a package fail that are not to be accepted, with the names of these.
fn failing_inputs<P: Problem>(package: &Package, dialect: &Dialect<P>) -> impl Iterator<Item = (String, Vec<u8>)> {
    let submissions = package.submissions().into_iter();
    let failing = submissions.filter(|submission| submission.verdict != Verdict::Accepted);
    failing.map(|Submission { source, fails_on, .. }| {
        let name = source.file.split('.').next().unwrap_or_default().replace('_', "-");
        (name, dialect.format.input(&[fails_on.as_bytes().to_vec()]))
    })
}

/// Where the input of a case lies: the name of the folder that was given, and the path below it. For a single file that
/// is the folder around it.
struct CaseLocation {
    root: OsString,
    below: PathBuf,
}

impl CaseLocation {
    fn of(input: &Path, folders: &[PathBuf]) -> Self {
        let below = |folder: &Path| input.strip_prefix(folder).ok().filter(|below| !below.as_os_str().is_empty());
        let mut given = folders.iter().map(PathBuf::as_path).chain(input.parent());
        let (root, below) = given.find_map(|root| Some((root, below(root)?))).unwrap_or((input, input));
        let root = fs::canonicalize(root).unwrap_or_default();
        Self { root: root.file_name().unwrap_or_default().to_owned(), below: below.with_extension("") }
    }

    /// Whether a part of the path or the folder that was given is called `sample`, `Examples`, `01-sample` or `sample2`.
    fn is_sample(&self) -> bool {
        let parts = self.below.iter().chain([self.root.as_os_str()]).filter_map(OsStr::to_str);
        let name = |part: &str| part.trim_matches(|letter: char| !letter.is_alphabetic()).to_ascii_lowercase();
        parts.map(name).any(|name| ["sample", "samples", "example", "examples"].contains(&name.as_str()))
    }

    /// The name of the case, in the characters that all judging systems take, without the names of a package's folders.
    fn name(&self) -> String {
        const LONGEST: usize = 100;
        const OF_PACKAGES: [&str; 6] = ["data", "sample", "secret", "valid_output", "invalid_output", "invalid_input"];
        let parts = self.below.iter().filter_map(OsStr::to_str).filter(|part| !OF_PACKAGES.contains(part));
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let name: String = parts.collect::<Vec<_>>().join("-").chars().map(plain).take(LONGEST).collect();
        let name = name.trim_matches('-');
        if name.is_empty() { "case".to_owned() } else { name.to_owned() }
    }
}

/// This name, or if it is taken the same with the first number that is free. Names that differ only in capitals are the
/// same on some systems.
fn unique(taken: &mut HashSet<String>, name: String) -> String {
    let mut names = iter::once(name.clone()).chain((2..).map(|number| format!("{name}-{number}")));
    names.find(|name| taken.insert(name.to_ascii_lowercase())).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_give_names_of_plain_characters_and_tell_samples() {
        let folders = ["nowhere/uva", "p", "n/b.in"].map(PathBuf::from);
        let mut names = HashSet::new();
        for (input, name, is_sample) in [
            ("nowhere/uva/edge/01-first.in", "edge-01-first", false),
            ("nowhere/uva/Samples/1.in", "Samples-1", true),
            ("p/data/secret/1 größe_a.b.in", "1-gr--e-a-b", false),
            ("p/data/sample/1.in", "1", true),
            ("p/t/example_2.in", "t-example-2", true),
            ("p/t/Example-2.in", "t-Example-2-2", true),
            ("p/resampled/sample-cases.in", "resampled-sample-cases", false),
            ("n/b.in", "b", false),
            ("p/é.in", "case", false),
        ] {
            let location = CaseLocation::of(Path::new(input), &folders);
            let own = unique(&mut names, location.name());
            assert_eq!((own.as_str(), location.is_sample()), (name, is_sample), "{input}");
        }
    }
}
