//! Which files of folders are cases: those called as in a layout (`layouts.rs`). `chosen.rs` finds the judge of each.
//!
//! An input may be without its answer, if its name alone tells that it is one. Inputs in a folder `invalid` must be
//! rejected. All other files are listed as not read. Hidden files and folders are ignored.

mod chosen;
mod layouts;
mod natural;

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::Context;
use problem::count_of;

pub(crate) use chosen::dialect_of;
pub use chosen::{AnswerSource, choose_judge};
pub use layouts::NamePattern;
use natural::natural_key;

use crate::source::{display_name, read_error};

/// An input file and its expected result.
#[derive(Debug)]
pub struct Fixture<'a> {
    /// The path of the input, as messages show it.
    pub name: String,
    /// What knows the right answer.
    pub chosen: AnswerSource<'a>,
    /// How the files of the case are called: `NAME.in with NAME.out`.
    pub layout: String,
    /// The path of the input, as it was given or found.
    pub input: PathBuf,
    /// The path of the file with the right answer, if there is one.
    pub answer: Option<PathBuf>,
    /// Whether it lies in a folder of inputs that must be rejected. It has no answer then.
    pub(crate) is_invalid: bool,
}

impl Fixture<'_> {
    /// Whether it has an answer that no file holds.
    pub(crate) fn lacks_answer_file(&self) -> bool {
        self.answer.is_none() && !self.is_invalid
    }
}

/// What was found in folders.
#[derive(Debug)]
pub struct Found<'a> {
    /// The fixtures, in the natural order of their names.
    pub fixtures: Vec<Fixture<'a>>,
    /// The files that belong to no fixture, and why.
    pub not_read: Vec<NotRead>,
}

/// A file that belongs to no case, and why.
pub(crate) type NotRead = (PathBuf, String);

/// Finds fixtures, and the files that belong to none, both in natural order: in folders, with all folders below, and
/// single ones by their inputs. With `names`, only files that match it are cases. A case that is found twice is judged
/// once. An answer belongs to one input, by the first layout. `choose` says what knows the answer to an input.
///
/// # Errors
///
/// If a path or a folder below it cannot be read, a folder has no case, or a file is not an input. An error in a single
/// file is instead the result of judging that fixture.
pub fn find_fixtures<'a>(
    paths: &[PathBuf],
    names: Option<&NamePattern>,
    choose: impl Fn(&Path) -> AnswerSource<'a>,
) -> anyhow::Result<Found<'a>> {
    let layouts = names.map_or_else(NamePattern::all, |names| vec![names.clone()]);
    let mut listed = Vec::new();
    for path in paths {
        let is_folder = fs::metadata(path).map_err(unreadable).with_context(|| display_name(path))?.is_dir();
        let files = if is_folder { files_below(path)? } else { vec![path.clone()] };
        listed.push((path, files.into_iter().map(|file| (from_root(&file), file)).collect::<Vec<_>>()));
    }
    let mut rest: BTreeMap<&PathBuf, &PathBuf> = BTreeMap::new();
    for (from_root, file) in listed.iter().flat_map(|(_, files)| files) {
        rest.entry(from_root).or_insert(file);
    }
    let fixture = |input: &PathBuf, answer, is_invalid, layout| Fixture {
        name: display_name(input),
        chosen: choose(input),
        layout,
        input: input.clone(),
        answer,
        is_invalid,
    };
    let (mut cases, mut answers) = (BTreeMap::new(), HashSet::new());
    for layout in &layouts {
        rest.retain(|&path, &mut file| {
            let found = layout.answer(path).filter(|_| !is_to_be_rejected(path));
            let found = found.filter(|(answer, _)| answers.insert(answer.clone()));
            let Some((answer, layout)) = found else { return true };
            cases.insert(path, fixture(file, Some(answer), false, layout));
            false
        });
    }
    // An answer may be called like an input as well.
    cases.retain(|path, _| !answers.contains(*path));
    rest.retain(|path, &mut file| {
        let without_answer = layouts.iter().find_map(|layout| layout.without_answer(path));
        let Some(layout) = without_answer.filter(|_| !answers.contains(*path)) else { return true };
        let is_invalid = is_to_be_rejected(path);
        let layout = if is_invalid { "an input to be rejected".to_owned() } else { layout };
        cases.insert(path, fixture(file, None, is_invalid, layout));
        false
    });
    rest.retain(|path, _| !answers.contains(*path));
    for (path, files) in &listed {
        if !files.iter().any(|(from_root, _)| cases.contains_key(from_root)) {
            return Err(no_case(path, files.len(), names));
        }
    }
    let mut fixtures: Vec<Fixture<'a>> = cases.into_values().collect();
    fixtures.sort_by_cached_key(|fixture| natural_key(&fixture.input));
    let mut not_read: Vec<NotRead> =
        rest.into_values().map(|file| (file.clone(), why_not_read(file, &fixtures))).collect();
    not_read.sort_by_cached_key(|(path, _)| natural_key(path));
    Ok(Found { fixtures, not_read })
}

/// Why a file belongs to no case. It may be the answer to an input that lies beside it.
fn why_not_read(file: &Path, fixtures: &[Fixture<'_>]) -> String {
    let is_beside =
        |case: &&Fixture<'_>| case.lacks_answer_file() && case.input.with_extension("") == file.with_extension("");
    let beside = fixtures.iter().find(is_beside);
    match beside.and_then(|case| Some([case.input.extension()?, file.extension()?].map(display_name))) {
        Some([input, answer]) => format!("part of no case; if it is an answer, use --names '%.{input}:%.{answer}'"),
        None => "part of no case".to_owned(),
    }
}

/// Whether an input lies in a folder of those that must be rejected.
fn is_to_be_rejected(input: &Path) -> bool {
    input.iter().any(|name| name == "invalid" || name == "invalid_input")
}

/// The path of a file from the root of the file system, with all links to folders resolved.
fn from_root(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    folder.join(file.file_name().unwrap_or_default())
}

/// The files of a folder and of all below. No folder is read twice, so that cycles of links end; links to folders are
/// followed last, so that the names of files do not depend on them.
fn files_below(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let (mut files, mut seen) = (Vec::new(), HashSet::new());
    let mut pending = VecDeque::from([folder.to_owned()]);
    while let Some(folder) = pending.pop_front() {
        if !seen.insert(fs::canonicalize(&folder).unwrap_or_else(|_| folder.clone())) {
            continue;
        }
        let entries = fs::read_dir(&folder).and_then(Iterator::collect::<io::Result<Vec<fs::DirEntry>>>);
        let mut entries = entries.map_err(unreadable).with_context(|| display_name(&folder))?;
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
    Ok(files)
}

/// The error about a path without a case.
fn no_case(path: &Path, files: usize, names: Option<&NamePattern>) -> anyhow::Error {
    const USUAL: &str = "a case is a file NAME.in with NAME.out, NAME.ans or NAME.a, 01 with 01.a, input1.txt with \
                         output1.txt, or in/NAME with out/NAME; for other names use --names '%.inp:%.res', or '%' for \
                         inputs without answers";
    let is_read = names.map_or(USUAL.to_owned(), |names| format!("with --names a case is a file {names}"));
    let name = display_name(path);
    if !path.is_dir() {
        // It may be a program, or the second word of its command.
        let fix = "a program is named by --against, in quotation marks if it has arguments";
        return anyhow::anyhow!("{name}: neither a folder nor the input of a case: {is_read}; {fix}");
    }
    anyhow::anyhow!("{name}: no case found: {is_read}; found {}", count_of(files, "file"))
}

/// An error about an argument.
fn unreadable(error: io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::NotFound => anyhow::anyhow!("no such file or folder"),
        _ => read_error(error),
    }
}
