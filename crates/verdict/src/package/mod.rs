//! ICPC problem packages, legacy and 2025-09: what a folder holds ([`Package`]), and its programs, built ([`Built`]).

mod build;
mod default_validator;
mod expectation;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, thread};

use anyhow::{Context, bail, ensure};
use problem::Verdict;
use tempfile::TempDir;
use yaml_rust2::{Yaml, YamlLoader};

pub use build::Words;
pub use default_validator::DefaultValidator;
pub use expectation::Expectation;

/// What a package holds.
#[derive(Debug)]
pub struct Package {
    folder: PathBuf,
    is_legacy: bool,
    metadata: Yaml,
    /// The name of the problem.
    pub name: String,
    /// Whether the output validator and the submission run together and answer each other.
    pub is_interactive: bool,
    /// How long a submission may take for an input, if the package says it.
    pub time_limit: Option<Duration>,
    /// The arguments of the output validator.
    pub arguments: Vec<String>,
}

/// The programs of a package, which can be run as long as this value exists.
#[derive(Debug)]
pub struct Built {
    /// The submissions that should be accepted.
    pub accepted: Vec<Submission>,
    /// The other submissions.
    pub expected_to_fail: Vec<Submission>,
    /// The package's own output validator, in Kattis' style. Without one, [`DefaultValidator`] judges.
    pub checker: Option<Words>,
    /// The input validators. They exit with 42 if standard input is valid.
    pub validators: Vec<Words>,
    /// The programs that are left out, each with the reason.
    pub left_out: Vec<String>,
    _temporary: TempDir,
}

/// A program to be judged.
#[derive(Debug)]
pub struct Submission {
    /// Its path in the package, such as `submissions/wrong_answer/greedy.cpp`.
    pub name: String,
    /// Its command.
    pub words: Words,
    /// Which verdicts it should get.
    pub expectation: Expectation,
}

impl Package {
    /// Reads a package, without building anything.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        let file = folder.join("problem.yaml");
        let place = file.display();
        ensure!(file.is_file(), "{place}: no such file; name the folder of a package, which has it");
        let metadata = read_yaml(&file)?;
        let kinds = [&metadata["type"], &metadata["validation"]].map(|kinds| texts(kinds).join(" ")).join(" ");
        let is_known = !kinds.contains("multi-pass") && !kinds.contains("submit-answer");
        ensure!(is_known, "{place}: the type is not supported: expected pass-fail, scoring or interactive");
        // Legacy packages have it in a file of its own, if at all.
        let limit =
            text(&metadata["limits"]["time_limit"]).or_else(|| fs::read_to_string(folder.join(".timelimit")).ok());
        let limit = limit.map(|seconds| anyhow::Ok(Duration::try_from_secs_f64(seconds.trim().parse()?)?)).transpose();
        let mut package = Self {
            // Validators and compilers may run in other folders.
            folder: std::path::absolute(folder).with_context(|| folder.display().to_string())?,
            is_legacy: text(&metadata["problem_format_version"]).is_none_or(|version| version.starts_with("legacy")),
            name: text(&metadata["name"]).unwrap_or_default(),
            is_interactive: kinds.contains("interactive"),
            time_limit: limit.with_context(|| format!("{place}: time_limit: expected a number of seconds"))?,
            arguments: texts(&metadata["validator_flags"]),
            metadata,
        };
        for file in
            ["data/secret/test_group.yaml", "data/test_group.yaml", "data/secret/testdata.yaml", "data/testdata.yaml"]
        {
            let group = read_yaml(&package.folder.join(file))?;
            let arguments = ["output_validator_args", "output_validator_flags"].map(|key| texts(&group[key])).concat();
            package.arguments.extend(arguments);
        }
        if package.is_legacy {
            // They are one text.
            package.arguments = package.arguments.join(" ").split_whitespace().map(str::to_owned).collect();
        }
        Ok(package)
    }

    /// The file that describes the inputs, if there is one.
    pub fn input_format(&self) -> Option<PathBuf> {
        Some(self.folder.join("input_format")).filter(|file| file.is_file())
    }

    /// Builds all programs, and leaves out those that cannot be built.
    ///
    /// # Errors
    ///
    /// The output validator cannot be built.
    pub fn build(&self) -> anyhow::Result<Built> {
        let (legacy_validators, validator) = ("output_validators", "output_validator".to_owned());
        let has_folder = self.folder.join(&validator).is_dir();
        let is_custom = text(&self.metadata["validation"]).is_some_and(|how| how.starts_with("custom"));
        let has_own = if self.is_legacy { is_custom } else { has_folder || self.is_interactive };
        let mut programs = match (has_own, self.is_legacy) {
            (true, true) => self.programs(legacy_validators)?,
            (true, false) => vec![validator],
            (false, _) => Vec::new(),
        };
        programs.extend(self.programs("input_validators")?);
        for group in names(&self.folder.join("submissions"))? {
            programs.extend(self.programs(&format!("submissions/{group}"))?);
        }
        let temporary = TempDir::new().context("a temporary folder cannot be made")?;
        let (mut submissions, mut validators, mut checkers, mut left_out) = (vec![], vec![], vec![], vec![]);
        for (name, built) in programs.iter().zip(self.build_all(&programs, temporary.path())) {
            let expectation = Expectation::of(name.split('/').nth(1).unwrap_or_default(), self.is_legacy);
            match (built, expectation) {
                (Err(reason), _) => {
                    let inside = format!("{}/", self.folder.display());
                    left_out.push(format!("{name}: {reason:#}").replace(&inside, ""));
                }
                (Ok(words), _) if name.starts_with("output") => checkers.push(words),
                (Ok(words), _) if name.starts_with("input") => validators.push(words),
                (Ok(words), Some(expectation)) => {
                    submissions.push(Submission { name: name.clone(), words, expectation });
                }
                (Ok(_), None) => left_out.push(format!("{name}: nothing says which verdict its folder expects")),
            }
        }
        if has_own && checkers.len() != 1 {
            let reason = left_out.first().map(|reason| format!(": {reason}")).unwrap_or_default();
            bail!("{}: expected one output validator that can be built{reason}", self.folder.display());
        }
        let (accepted, expected_to_fail) =
            submissions.into_iter().partition(|it| it.expectation.permitted == [Verdict::Accepted]);
        Ok(Built { accepted, expected_to_fail, checker: checkers.pop(), validators, left_out, _temporary: temporary })
    }

    /// Builds programs, given by their paths in the package, on all processors.
    fn build_all(&self, programs: &[String], temporary: &Path) -> Vec<anyhow::Result<Words>> {
        let make = |name: &String| {
            build::build(&self.folder.join(name), &self.folder, &temporary.join(name.replace('/', " ")))
        };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let parts = programs.chunks(programs.len().div_ceil(threads).max(1));
        thread::scope(|scope| {
            let threads = parts.map(|part| scope.spawn(|| part.iter().map(make).collect::<Vec<_>>()));
            let threads: Vec<_> = threads.collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("a build does not panic")).collect()
        })
    }

    /// The programs in a folder of the package, each a file or a folder: all except headers and texts.
    fn programs(&self, folder: &str) -> anyhow::Result<Vec<String>> {
        let mut names = names(&self.folder.join(folder))?;
        names.retain(|name| ![".h", ".hpp", ".md", ".txt"].iter().any(|ending| name.ends_with(ending)));
        Ok(names.iter().map(|name| format!("{folder}/{name}")).collect())
    }
}

/// Reads a YAML file. One that does not exist has no values.
fn read_yaml(path: &Path) -> anyhow::Result<Yaml> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Yaml::BadValue),
        text => text.with_context(|| path.display().to_string())?,
    };
    let read = YamlLoader::load_from_str(text.trim_start_matches('\u{feff}'));
    Ok(read.with_context(|| path.display().to_string())?.pop().unwrap_or(Yaml::BadValue))
}

/// The texts of a value: of a list or a map, such as names by language, all of them.
fn texts(value: &Yaml) -> Vec<String> {
    match value {
        Yaml::String(text) | Yaml::Real(text) => vec![text.clone()],
        Yaml::Integer(number) => vec![number.to_string()],
        Yaml::Array(values) => values.iter().flat_map(texts).collect(),
        Yaml::Hash(values) => values.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

fn text(value: &Yaml) -> Option<String> {
    texts(value).into_iter().next()
}

/// The names in a folder, sorted, without hidden ones; none if it is not a folder.
fn names(folder: &Path) -> anyhow::Result<Vec<String>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.with_context(|| folder.display().to_string())?.into_iter();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.retain(|name| !name.starts_with(['.', '-']) && name != "__pycache__");
    names.sort();
    Ok(names)
}
