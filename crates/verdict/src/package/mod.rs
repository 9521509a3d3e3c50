//! ICPC problem packages, legacy and 2025-09: what a folder holds ([`Package`]), and its programs, built ([`Built`]).

mod build;
mod default_validator;
mod expectation;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, thread};

use anyhow::{Context, bail, ensure};
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
    /// How many MiB of memory it may take, if the package says it.
    pub memory_limit: Option<u64>,
    /// The inputs that submissions are judged on: samples, then secret ones, in the order of names.
    pub inputs: Vec<PathBuf>,
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
    /// The input validators, with the arguments for new inputs. They exit with 42 if standard input is valid.
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
        let [time, memory] = ["time_limit", "memory"].map(|limit| text(&metadata["limits"][limit]));
        // Legacy packages have it in a file of its own, if at all.
        let time = time.or_else(|| fs::read_to_string(folder.join(".timelimit")).ok());
        let time = time.map(|seconds| anyhow::Ok(Duration::try_from_secs_f64(seconds.trim().parse()?)?)).transpose();
        let memory = memory.map(|mebibytes| mebibytes.parse()).transpose();
        // Validators and compilers may run in other folders.
        let folder = std::path::absolute(folder).with_context(|| folder.display().to_string())?;
        let mut inputs = Vec::new();
        for group in ["data/sample", "data/secret"] {
            find_inputs(&folder.join(group), &mut inputs)?;
        }
        Ok(Self {
            is_legacy: text(&metadata["problem_format_version"]).is_none_or(|version| version.starts_with("legacy")),
            name: text(&metadata["name"]).unwrap_or_default(),
            is_interactive: kinds.contains("interactive"),
            time_limit: time.with_context(|| format!("{place}: time_limit: expected a number of seconds"))?,
            memory_limit: memory.with_context(|| format!("{place}: memory: expected a number of MiB"))?,
            inputs,
            metadata,
            folder,
        })
    }

    /// The file that describes the inputs, if there is one.
    pub fn input_format(&self) -> Option<PathBuf> {
        Some(self.folder.join("input_format")).filter(|file| file.is_file())
    }

    /// Where a new secret input belongs: in the folder of the last one, as inputs and groups may not be mixed.
    pub fn folder_for_new_inputs(&self) -> PathBuf {
        let secret = self.folder.join("data/secret");
        let last = self.inputs.last().and_then(|input| input.parent()).filter(|folder| folder.starts_with(&secret));
        last.map_or_else(|| secret.clone(), Path::to_owned)
    }

    /// The arguments of the output validator for an input in the package's data, which need not exist yet.
    pub fn arguments(&self, input: &Path) -> anyhow::Result<Vec<String>> {
        let all = text(&self.metadata["validator_flags"]).unwrap_or_default();
        let own = self.configured(input, ["output_validator_args", "output_validator_flags"])?;
        Ok(all.split_whitespace().map(str::to_owned).chain(own).collect())
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
        programs.extend([self.programs("input_validators")?, self.programs("input_format_validators")?].concat());
        for group in names(&self.folder.join("submissions"))? {
            programs.extend(self.programs(&format!("submissions/{group}"))?);
        }
        let new_input = self.folder_for_new_inputs().join("new.in");
        let arguments = self.configured(&new_input, ["input_validator_args", "input_validator_flags"])?;
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
                (Ok(words), _) if name.starts_with("input") => {
                    validators.push(words.into_iter().chain(arguments.iter().map(Into::into)).collect());
                }
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
        let (accepted, expected_to_fail) = submissions.into_iter().partition(|it| it.expectation.is_to_be_accepted());
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

    /// The first value of the keys for an input: in the file beside it, else in the nearest group above it.
    fn configured(&self, input: &Path, keys: [&str; 2]) -> anyhow::Result<Vec<String>> {
        let groups = input.ancestors().skip(1).take_while(|folder| folder.starts_with(&self.folder));
        let of_groups = groups.flat_map(|group| ["test_group.yaml", "testdata.yaml"].map(|name| group.join(name)));
        for file in [input.with_extension("yaml")].into_iter().chain(of_groups) {
            let yaml = read_yaml(&file)?;
            if let Some(value) = keys.map(|key| &yaml[key]).into_iter().find(|value| !value.is_badvalue()) {
                // In the legacy format they are one text.
                let value = texts(value);
                let words = value.iter().flat_map(|text| text.split_whitespace()).map(str::to_owned);
                return Ok(if self.is_legacy { words.collect() } else { value });
            }
        }
        Ok(Vec::new())
    }

    /// The programs in a folder of the package, each a file or a folder: all except headers and texts.
    fn programs(&self, folder: &str) -> anyhow::Result<Vec<String>> {
        let mut names = names(&self.folder.join(folder))?;
        names.retain(|name| ![".h", ".hpp", ".md", ".txt"].iter().any(|ending| name.ends_with(ending)));
        Ok(names.iter().map(|name| format!("{folder}/{name}")).collect())
    }
}

/// Finds the inputs below a folder, each of which needs an answer.
fn find_inputs(folder: &Path, found: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for path in names(folder)?.iter().map(|name| folder.join(name)) {
        if path.extension().is_some_and(|ending| ending == "in") {
            let answer = path.with_extension("ans");
            ensure!(answer.is_file(), "{}: no such file; each input needs an answer", answer.display());
            found.push(path);
        } else {
            find_inputs(&path, found)?;
        }
    }
    Ok(())
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
