//! The cases of a package, made of fixtures.

use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::Context;
use problem::{
    Comparison, Conformance, Count, Dialect, InputError, Layout, Package, Problem, Submission, Verdict, conformance,
    solve,
};

use crate::cases::{Expectation, Rightness};
use crate::check::{CheckPlan, Fixture, Judgement, Subject, check};
use crate::clock::SystemClock;

/// The cases of a package.
#[derive(Debug, Default)]
pub(crate) struct TestData {
    /// Those that everybody may see; at least one.
    pub(crate) sample: Vec<TestCase>,
    /// Those that only judges see; at least one.
    pub(crate) secret: Vec<TestCase>,
    /// Cases with an output that must be judged right or wrong.
    pub(crate) outputs: Vec<(TestCase, Vec<u8>, Rightness)>,
    /// Names and inputs that the judge would not give.
    pub(crate) invalid: Vec<(String, Vec<u8>)>,
    /// The first fixture with an answer that the judge would not give, and the reason.
    pub(crate) first_left_out: Option<String>,
    /// How many of the secret cases were added because the wrong submissions fail them.
    pub(crate) added: usize,
    /// How many fixtures were left out because another one has the same input.
    pub(crate) repeated: usize,
    /// How many inputs have other white space than the fixture, because the judge would not give it.
    pub(crate) rewritten: usize,
    /// Whether the sample is a generated case, as no fixture is called one.
    pub(crate) has_generated_sample: bool,
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
/// If a fixture is broken, or its answer is wrong, or if the judge could give none.
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
    let mut fixtures: Vec<_> = fixtures.iter().map(|fixture| (Place::of(&fixture.input, folders), fixture)).collect();
    // Of cases with the same input the first one is kept, which shall be a sample.
    fixtures.sort_by_key(|(place, _)| !place.is_sample());
    for (place, fixture) in fixtures {
        let input = fs::read(&fixture.input).with_context(|| fixture.name.clone())?;
        let given = match fixture.expectation {
            Expectation::Rejection(_) => Conformance::Content(String::new()),
            _ => conformance(&dialect.format, &input).unwrap_or(Conformance::Exact),
        };
        let (input, is_rewritten) = match given {
            Conformance::Exact => (input, false),
            Conformance::WhiteSpace(rewritten) => (rewritten, true),
            Conformance::Content(reason) => {
                if fixture.expectation.answer().is_some() && data.first_left_out.is_none() {
                    data.first_left_out = Some(format!("{}: {reason}", fixture.name));
                }
                if let Err(InputError::Invalid(_)) = solve(dialect, Layout::Exact, input.as_slice()) {
                    data.invalid.push((names.unique(place.name()), input));
                }
                continue;
            }
        };
        let case = |names: &mut Names, input| {
            test_case(dialect, names.unique(place.name()), input).with_context(|| fixture.name.clone())
        };
        if let Expectation::Output { output, is_right, .. } = &fixture.expectation {
            let output = fs::read(output).with_context(|| fixture.name.clone())?;
            data.outputs.push((case(&mut names, input)?, output, *is_right));
            continue;
        }
        if !inputs.insert(input.clone()) {
            data.repeated += 1;
            continue;
        }
        data.rewritten += usize::from(is_rewritten);
        let case = case(&mut names, input)?;
        if place.is_sample() { &mut data.sample } else { &mut data.secret }.push(case);
    }
    if data.sample.is_empty() && data.secret.is_empty() {
        let reason = data.first_left_out.map(|reason| format!(" ({reason})")).unwrap_or_default();
        anyhow::bail!("no case that this judge could give{reason}, so there is nothing to package");
    }
    if data.sample.is_empty() {
        // A case of the folder may have to stay secret.
        let input = smallest_input(dialect).context("no case is called a sample; name one so")?;
        data.secret.retain(|case| case.input != input);
        inputs.insert(input.clone());
        data.sample.push(test_case(dialect, names.unique("sample".to_owned()), input)?);
        data.has_generated_sample = true;
    }
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
            Some(Judgement { message, difference, .. }) => {
                let Fixture { name, dialect, .. } = fixture;
                let judge = format!("; correct it first, or use --judge if it is not for {}", dialect.name);
                anyhow::bail!("{name}: {message}{}", if difference.is_some() { &judge } else { "" })
            }
            None => Ok(ControlFlow::Continue(())),
        }
    })
}

/// An input with the first of the smallest cases. `None` if cases cannot be generated.
fn smallest_input<P: Problem>(dialect: &Dialect<P>) -> Option<Vec<u8>> {
    let generator = dialect.generator?;
    let case = dialect.format.sizes().find_map(|size| (generator.enumerate)(size).next())?;
    Some(dialect.format.input(&[case]))
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
    let failing = package.submissions.iter().filter(|submission| submission.verdict != Verdict::Accepted);
    let (wrong, too_slow): (Vec<_>, Vec<_>) = failing.partition(|submission| submission.is_wrong());
    if let Count::Announced(_) = format.count {
        let named = [("wrong-answers", &wrong), ("too-slow", &too_slow)].into_iter();
        return named.map(|(name, submissions)| (name.to_owned(), input(submissions))).collect();
    }
    let name = |submission: &Submission| submission.source.file.split('.').next().unwrap_or_default().replace('_', "-");
    let alone = |submission: &'static Submission| (name(submission), input(&[submission]));
    wrong.into_iter().chain(too_slow).map(alone).collect()
}

/// Where the input of a case lies.
struct Place {
    /// The name of the folder that was given, or for a single file that of the folder around it.
    root: OsString,
    /// The path below that folder.
    below: PathBuf,
}

impl Place {
    fn of(input: &Path, folders: &[PathBuf]) -> Self {
        let found = folders.iter().find_map(|folder| Some((folder.as_path(), input.strip_prefix(folder).ok()?)));
        let (root, below) = match found {
            Some((root, below)) if !below.as_os_str().is_empty() => (root, below),
            _ => (input.parent().unwrap_or(input), Path::new(input.file_name().unwrap_or_default())),
        };
        let root =
            fs::canonicalize(root).ok().and_then(|root| root.file_name().map(OsStr::to_owned)).unwrap_or_default();
        Self { root, below: below.to_owned() }
    }

    /// Whether a part of the path or the folder that was given is called `sample`, `Examples`, `01-sample` or `sample2`.
    fn is_sample(&self) -> bool {
        const NAMES: [&str; 4] = ["sample", "samples", "example", "examples"];
        let below = self.below.with_extension("");
        let mut parts = below.iter().chain([self.root.as_os_str()]).filter_map(OsStr::to_str);
        parts.any(|part| {
            let name = part.trim_matches(|character: char| !character.is_alphabetic()).to_ascii_lowercase();
            NAMES.contains(&name.as_str())
        })
    }

    /// The name of the case, in the characters that all judging systems take. The names that the folders of a package have are left
    /// out.
    fn name(&self) -> String {
        const LONGEST: usize = 100;
        const OF_PACKAGES: [&str; 6] = ["data", "sample", "secret", "valid_output", "invalid_output", "invalid_input"];
        let path = self.below.with_extension("");
        let parts = path.iter().filter_map(OsStr::to_str).filter(|part| !OF_PACKAGES.contains(part));
        let name = parts.collect::<Vec<_>>().join("-");
        let is_plain = |character: char| character.is_ascii_alphanumeric() || character == '-';
        let plain = name.chars().map(|character| if is_plain(character) { character } else { '-' });
        let name: String = plain.take(LONGEST).collect();
        let name = name.trim_matches('-');
        if name.is_empty() { "case".to_owned() } else { name.to_owned() }
    }
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

    fn place(path: &str) -> Place {
        let (root, below) = path.split_once('/').unwrap();
        Place { root: root.into(), below: below.into() }
    }

    #[test]
    fn names_are_made_of_letters_digits_and_hyphens() {
        let long = format!("f/{}.in", "x/".repeat(200));
        let names = [
            ("uva/edge/01-first.in", "edge-01-first"),
            ("uva/sample/01.in", "01"),
            ("p/data/secret/1 größe_a.b.in", "1-gr--e-a-b"),
            ("p/input12.txt", "input12"),
            ("f/é.in", "case"),
            (&long, &"x-".repeat(50)[..99]),
        ];
        for (path, expected) in names {
            assert_eq!(place(path).name(), expected);
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
            ("samples/1.in", true),
            ("sample-cases/1.in", false),
            ("t/sample-cases/1.in", false),
            ("t/example-killer.in", false),
            ("t/01-sample.in", true),
            ("t/example_2.in", true),
            ("t/input1.txt", false),
            ("t/resampled/1.in", false),
        ] {
            assert_eq!(place(path).is_sample(), expected, "{path}");
        }
    }

    #[test]
    fn the_place_of_a_single_file_is_the_folder_around_it() {
        let folders = [PathBuf::from("nowhere/a"), PathBuf::from("nowhere/b.in")];
        let below = |input: &str| Place::of(Path::new(input), &folders).below;
        assert_eq!(below("nowhere/a/x/1.in"), Path::new("x/1.in"));
        assert_eq!(below("nowhere/b.in"), Path::new("b.in"));
    }
}
