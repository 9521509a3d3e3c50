//! ICPC problem packages, legacy and 2025-09: what a folder holds ([`Package`]), and its programs, built ([`Built`]).

mod build;
mod expectation;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, thread};

use anyhow::{Context, bail, ensure};
use problem::{Comparison, PackageRules};
use tempfile::TempDir;
use yaml_rust2::{Yaml, YamlLoader};

use build::NotCompiled;
pub use build::Words;
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
    /// The inputs that submissions are judged on, with their answers: samples, then secret ones, in the order of names.
    pub data: Vec<(PathBuf, PathBuf)>,
}

/// The programs of a package, which can be run as long as this value exists.
#[derive(Debug)]
pub struct Built {
    /// The submissions, in the order of names.
    pub submissions: Vec<Submission>,
    /// The package's own output validator, in Kattis' style. Without one, outputs are [compared](comparison).
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
    /// Its command, or why its compiler rejects it.
    pub words: Result<Words, String>,
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
        let version = text(&metadata["problem_format_version"]).unwrap_or("legacy".to_owned());
        let is_known = ["legacy", "2023-07", "2025-09"].iter().any(|known| version.starts_with(known));
        ensure!(is_known, "{place}: unknown problem_format_version '{version}': expected legacy or 2025-09");
        let kinds = texts(&metadata["type"]).join(" ");
        let mut kinds = kinds.split_whitespace();
        if let Some(kind) = kinds.clone().find(|kind| ["multi-pass", "submit-answer"].contains(kind)) {
            bail!("{place}: problems of type {kind} are not supported: expected pass-fail, scoring or interactive");
        }
        let legacy_kind = text(&metadata["validation"]).unwrap_or_default();
        let memory_limit = text(&metadata["limits"]["memory"]).map(|limit| limit.parse()).transpose();
        let mut package = Self {
            // Validators and compilers may run in other folders. Without a slash at the end, as messages begin with it.
            folder: std::path::absolute(folder).with_context(|| folder.display().to_string())?.components().collect(),
            is_legacy: version.starts_with("legacy"),
            name: text(&metadata["name"]).unwrap_or_default(),
            is_interactive: legacy_kind.contains("interactive") || kinds.any(|kind| kind == "interactive"),
            time_limit: time_limit(folder, &metadata)?,
            memory_limit: memory_limit.with_context(|| format!("{place}: memory: expected a number of MiB"))?,
            data: Vec::new(),
            metadata,
        };
        package.read_data(&package.folder.join("data/sample"))?;
        package.read_data(&package.folder.join("data/secret"))?;
        Ok(package)
    }

    /// The file that describes the inputs, if there is one.
    pub fn input_format(&self) -> Option<PathBuf> {
        Some(self.folder.join("input_format")).filter(|file| file.is_file())
    }

    /// Where a new secret input belongs: in the folder of the last one, as inputs and groups may not be mixed.
    pub fn folder_for_new_inputs(&self) -> PathBuf {
        let secret = self.folder.join("data/secret");
        let last = self.data.last().and_then(|(input, _)| input.parent()).filter(|folder| folder.starts_with(&secret));
        last.map_or_else(|| secret.clone(), Path::to_owned)
    }

    /// The arguments of the output validator for an input in the package's data, which need not exist yet.
    pub fn arguments(&self, input: &Path) -> anyhow::Result<Vec<String>> {
        let all = text(&self.metadata["validator_flags"]).unwrap_or_default();
        let own = self.configured(&std::path::absolute(input)?, ["output_validator_args", "output_validator_flags"])?;
        Ok(all.split_whitespace().map(str::to_owned).chain(own).collect())
    }

    /// Builds all programs, and leaves out those that cannot be built.
    ///
    /// # Errors
    ///
    /// The output validator cannot be built.
    pub fn build(&self) -> anyhow::Result<Built> {
        let temporary = TempDir::new().context("a temporary folder cannot be made")?;
        let build = |programs: &[String]| self.build_all(programs, temporary.path());
        let inside = format!("{}/", self.folder.display());
        let why = |name: &str, error| format!("{name}: {error:#}").replace(&inside, "");
        let (mut submissions, mut validators, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
        let folders = names(&self.folder.join("submissions"))?.into_iter();
        let sources: Result<Vec<_>, _> = folders.map(|name| self.programs(&format!("submissions/{name}"))).collect();
        for (name, program) in build(&sources?.concat()) {
            let expectation = name.split('/').nth(1).and_then(|folder| Expectation::of(folder, self.is_legacy));
            match (expectation, program.map_err(|error| (error.is::<NotCompiled>(), why(&name, error)))) {
                (None, _) => left_out.push(format!(
                    "{name}: its folder does not say what to expect, as wrong_answer does; submissions.yaml is not read"
                )),
                (_, Err((false, why))) => left_out.push(why),
                (Some(expectation), program) => {
                    submissions.push(Submission { name, words: program.map_err(|(_, why)| why), expectation });
                }
            }
        }
        let sources = [self.programs("input_validators")?, self.programs("input_format_validators")?].concat();
        let new_input = self.folder_for_new_inputs().join("new.in");
        let arguments = self.configured(&new_input, ["input_validator_args", "input_validator_flags"])?;
        for (name, program) in build(&sources) {
            match program {
                Ok(words) => validators.push(words.into_iter().chain(arguments.iter().map(Into::into)).collect()),
                Err(error) => left_out.push(why(&name, error)),
            }
        }
        if !self.is_legacy && self.folder.join("output_validators").is_dir() {
            left_out.push("output_validators: this format calls the folder output_validator".to_owned());
        }
        let checker = match build(self.output_validator()?.as_slice()).pop() {
            Some((name, Err(error))) => bail!("{inside}{}", why(&name, error)),
            own => own.and_then(|(_, words)| words.ok()),
        };
        Ok(Built { submissions, checker, validators, left_out, _temporary: temporary })
    }

    /// Builds programs, given by their paths in the package, on all processors.
    fn build_all(&self, programs: &[String], temporary: &Path) -> Vec<(String, anyhow::Result<Words>)> {
        let folders = ["", "include", "lib", "input_validators", "output_validators", "..", "../include", "../lib"];
        let mut headers = folders.map(|name| self.folder.join(name)).to_vec();
        headers.retain(|folder| folder.join("testlib.h").is_file());
        let make = |name: &String| {
            let words = build::build(&self.folder.join(name), &headers, &temporary.join(name.replace('/', " ")));
            (name.clone(), words)
        };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let parts = programs.chunks(programs.len().div_ceil(threads).max(1));
        thread::scope(|scope| {
            let threads = parts.map(|part| scope.spawn(|| part.iter().map(make).collect::<Vec<_>>()));
            let threads: Vec<_> = threads.collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("a build does not panic")).collect()
        })
    }

    /// The package's own output validator, if it judges. In the new format its folder may be the program.
    fn output_validator(&self) -> anyhow::Result<Option<String>> {
        let name = if self.is_legacy { "output_validators" } else { "output_validator" };
        let folder = self.folder.join(name);
        let is_own = match text(&self.metadata["validation"]) {
            Some(how) if self.is_legacy => how.starts_with("custom"),
            _ => self.is_interactive || !self.is_legacy && folder.is_dir(),
        };
        let found = if is_own { self.programs(name)? } else { return Ok(None) };
        let is_one = found.len() == 1 || found.len() > 1 && !self.is_legacy;
        ensure!(is_one, "{}: expected one program; put its files into one folder", folder.display());
        Ok(Some(if let [one] = &found[..] { one.clone() } else { name.to_owned() }))
    }

    fn read_data(&mut self, folder: &Path) -> anyhow::Result<()> {
        for path in names(folder)?.iter().map(|name| folder.join(name)) {
            if path.extension().is_some_and(|ending| ending == "in") {
                let answer = path.with_extension("ans");
                ensure!(answer.is_file(), "{}: no such file; each input needs an answer", answer.display());
                self.data.push((path, answer));
            } else {
                self.read_data(&path)?;
            }
        }
        Ok(())
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

/// How outputs are compared in a package without an own output validator, by arguments such as `float_tolerance 1e-6`.
pub fn comparison(arguments: &[String]) -> anyhow::Result<Comparison> {
    let mut rules = PackageRules::default();
    let mut arguments = arguments.iter();
    while let Some(name) = arguments.next() {
        match name.as_str() {
            "case_sensitive" => rules.is_case_sensitive = true,
            "space_change_sensitive" => rules.is_space_sensitive = true,
            "float_tolerance" | "float_absolute_tolerance" | "float_relative_tolerance" => {
                let most = arguments.next().and_then(|number| number.parse().ok()).filter(|most| *most >= 0.0);
                let most = Some(most.with_context(|| format!("{name} needs a number, as in '{name} 1e-6'"))?);
                rules.absolute = if name.contains("relative") { rules.absolute } else { most };
                rules.relative = if name.contains("absolute") { rules.relative } else { most };
            }
            _ => bail!(
                "the default output validator does not know '{name}': expected case_sensitive, \
                 space_change_sensitive, float_tolerance, float_absolute_tolerance or float_relative_tolerance"
            ),
        }
    }
    Ok(Comparison::Package(rules))
}

/// The time limit, which legacy packages have in files of their own, if at all.
fn time_limit(folder: &Path, metadata: &Yaml) -> anyhow::Result<Option<Duration>> {
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
    let (kattis, domjudge) = (read(".timelimit"), read("domjudge-problem.ini"));
    let domjudge = domjudge.lines().filter_map(|line| line.split_once('=')).find(|(key, _)| key.trim() == "timelimit");
    let text =
        text(&metadata["limits"]["time_limit"]).or(domjudge.map(|(_, value)| value.to_owned())).unwrap_or(kattis);
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\'' || c == '"');
    let limit = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let place = folder.display();
    ensure!(limit.is_some() || text.is_empty(), "{place}: invalid time limit '{text}': expected a number of seconds");
    Ok(limit)
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
