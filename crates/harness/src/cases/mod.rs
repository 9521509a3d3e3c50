//! Which files of folders are cases: those called as in a layout (`layouts.rs`).
//!
//! An input may be without its answer, if its name alone tells that it is one. Inputs in a folder `invalid` must be
//! rejected. All other files are listed as not read. Hidden files and folders are ignored.

mod layouts;
mod natural;

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, bail};
use problem::count_of;

pub use layouts::NamePattern;
use natural::natural_key;

use crate::source::{display_name, read_error};

/// A case as files: an input and what is expected of it.
#[derive(Clone, Debug)]
pub(crate) struct CaseFiles {
    /// The path of the input, as it was given or found.
    pub(crate) input: PathBuf,
    pub(crate) expectation: Expectation,
    /// How the files are called: `NAME.in with NAME.out`.
    pub(crate) layout: String,
}

/// The expected result of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expectation {
    /// The answer in this file.
    Answer(PathBuf),
    /// An answer that no file holds.
    NoFile,
    /// An error, as the input lies in a folder of invalid ones.
    Rejection,
    /// None: the case is not readable, for this reason.
    Broken(String),
}

/// A file that belongs to no case, and why.
pub(crate) type NotRead = (PathBuf, String);

/// Finds cases, and the files that belong to none, both in natural order: in folders, with all folders below, and
/// single cases by their inputs. With `names`, only files that match it are cases. A case that is found twice is judged
/// once.
///
/// # Errors
///
/// If a path cannot be read, a folder has no case, or a file is not an input. A folder further down that cannot be read
/// is instead a broken case.
pub(crate) fn find_cases(
    paths: &[PathBuf],
    names: Option<&NamePattern>,
) -> anyhow::Result<(Vec<CaseFiles>, Vec<NotRead>)> {
    let layouts = names.map_or_else(NamePattern::all, |names| vec![names.clone()]);
    let (mut found, mut listed) = (Findings::default(), Vec::new());
    for path in paths {
        let is_folder = fs::metadata(path).map_err(unreadable).with_context(|| display_name(path))?.is_dir();
        let (files, broken) = if is_folder { files_below(path) } else { (vec![path.clone()], Vec::new()) };
        for (folder, error) in broken {
            if folder == *path {
                return Err(unreadable(error)).context(display_name(path));
            }
            let expectation = Expectation::Broken(format!("the folder cannot be read: {error}"));
            let layout = "a folder".to_owned();
            found.cases.insert(folder.clone(), CaseFiles { input: folder, expectation, layout });
        }
        listed.push((path, is_folder, files));
    }
    found.add(listed.iter().flat_map(|(_, _, files)| files), &layouts);
    let Findings { mut cases, mut others, answers } = found;
    // An answer may be called like an input as well.
    cases.retain(|path, _| !answers.contains(path));
    others.retain(|path, _| !answers.contains(path));
    for (path, is_folder, files) in listed {
        let has_case = files.iter().any(|file| cases.contains_key(&from_root(file)));
        let is_broken = || cases.values().any(|case| is_folder && case.input.starts_with(path));
        if has_case || is_broken() {
            continue;
        }
        let name = display_name(path);
        if !is_folder {
            // It may be a program, or the second word of its command.
            let fix = "a program is named by --against, in quotation marks if it has arguments";
            bail!("{name}: neither a folder nor the input of a case: {}; {fix}", is_read(names));
        }
        let mut first: Vec<_> =
            files.iter().take(3).map(|file| display_name(file.strip_prefix(path).unwrap_or(file))).collect();
        first.extend((files.len() > 3).then(|| "...".to_owned()));
        let first = if first.is_empty() { String::new() } else { format!(" ({})", first.join(", ")) };
        bail!("{name}: no case found: {}; found {}{first}", is_read(names), count_of(files.len(), "file"));
    }
    for (path, (_, reason)) in &mut others {
        let lone = |(input, case): (&PathBuf, &CaseFiles)| {
            let is_beside = case.expectation == Expectation::NoFile
                && (input.parent(), input.file_stem()) == (path.parent(), path.file_stem());
            Some([input, path].map(|file| file.extension().map(display_name))).filter(|_| is_beside)
        };
        if let Some([Some(input), Some(answer)]) = cases.iter().find_map(lone) {
            *reason = format!("{reason}; if it is an answer, use --names '%.{input}:%.{answer}'");
        }
    }
    let mut cases: Vec<CaseFiles> = cases.into_values().collect();
    let mut not_read: Vec<NotRead> = others.into_values().collect();
    cases.sort_by_cached_key(|case| natural_key(&case.input));
    not_read.sort_by_cached_key(|(path, _)| natural_key(path));
    Ok((cases, not_read))
}

/// What became of files, by their paths from the root.
#[derive(Default)]
struct Findings {
    cases: BTreeMap<PathBuf, CaseFiles>,
    others: BTreeMap<PathBuf, NotRead>,
    /// The answers of cases.
    answers: HashSet<PathBuf>,
}

impl Findings {
    /// Adds files to the cases or to the others. An answer belongs to one input, by the first layout.
    fn add<'a>(&mut self, files: impl Iterator<Item = &'a PathBuf>, layouts: &[NamePattern]) {
        let mut rest: BTreeMap<PathBuf, &PathBuf> = BTreeMap::new();
        for file in files {
            rest.entry(from_root(file)).or_insert(file);
        }
        for layout in layouts {
            rest.retain(|path, file| {
                let answer = layout.answer(path).filter(|_| !is_for_solver(path));
                let Some(answer) = answer.filter(|answer| self.answers.insert(answer.clone())) else { return true };
                let layout = layout.describe(Some(&answer));
                self.cases.insert(
                    path.clone(),
                    CaseFiles { input: (*file).clone(), expectation: Expectation::Answer(answer), layout },
                );
                false
            });
        }
        for (path, file) in rest {
            let input = file.clone();
            let is_input =
                |layout: &&NamePattern| layout.is_input(&path) && (layout.tells_inputs() || layouts.len() == 1);
            if let Some(layout) = layouts.iter().find(is_input).filter(|_| !tests_validators(&path)) {
                let (expectation, layout) = if is_for_solver(&path) {
                    (Expectation::Rejection, "an input to be rejected".to_owned())
                } else {
                    (Expectation::NoFile, layout.describe(None))
                };
                self.cases.insert(path, CaseFiles { input, expectation, layout });
                continue;
            }
            let reason = match layouts.iter().find_map(|layout| layout.input(&path)) {
                _ if tests_validators(&path) => "it tests the validators of a package",
                None => "not the name of a case",
                Some(input) if input.is_file() => "its input has another answer",
                Some(_) => "named like an answer, but without an input",
            };
            self.others.insert(path, (input, reason.to_owned()));
        }
    }
}

/// Whether the files of a folder of this path have no answer that a program gives.
fn is_for_solver(path: &Path) -> bool {
    path.iter().any(|name| name == "invalid") || tests_validators(path)
}

/// Whether a file lies in a folder of a package whose files test its validators.
fn tests_validators(path: &Path) -> bool {
    const FOLDERS: [&str; 4] = ["invalid_input", "valid_output", "invalid_output", "invalid_answer"];
    let is_one = |name: &OsStr| FOLDERS.iter().any(|start| name.as_encoded_bytes().starts_with(start.as_bytes()));
    path.parent().is_some_and(|folder| folder.iter().any(is_one))
}

/// The path of a file from the root of the file system, with all links to folders resolved.
fn from_root(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    folder.join(file.file_name().unwrap_or_default())
}

/// The files of a folder and of all below, and the folders that cannot be read. No folder is read twice, so that cycles
/// of links end; links to folders are followed last, so that the names of files do not depend on them.
fn files_below(folder: &Path) -> (Vec<PathBuf>, Vec<(PathBuf, io::Error)>) {
    let (mut files, mut broken, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
    let mut pending = VecDeque::from([folder.to_owned()]);
    while let Some(folder) = pending.pop_front() {
        if !fs::canonicalize(&folder).is_ok_and(|canonical| seen.insert(canonical)) {
            continue;
        }
        let listed = fs::read_dir(&folder).and_then(Iterator::collect::<io::Result<Vec<fs::DirEntry>>>);
        let mut entries = match listed {
            Ok(entries) => entries,
            // It has vanished.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => {
                broken.push((folder, error));
                continue;
            }
        };
        entries.retain(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."));
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => pending.push_front(path),
                Ok(kind) if kind.is_symlink() && path.is_dir() => pending.push_back(path),
                _ => files.push(path),
            }
        }
    }
    files.sort_by_cached_key(|path| natural_key(path));
    (files, broken)
}

fn is_read(names: Option<&NamePattern>) -> String {
    match names {
        Some(names) => format!("with --names a case is a file {names}"),
        None => {
            "a case is a file NAME.in with NAME.out, NAME.ans or NAME.a, 01 with 01.a, input1.txt with output1.txt, or \
             in/NAME with out/NAME; for other names use --names '%.inp:%.res'"
                .to_owned()
        }
    }
}

/// An error about an argument.
fn unreadable(error: io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::NotFound => anyhow::anyhow!("no such file or folder"),
        _ => read_error(error),
    }
}
