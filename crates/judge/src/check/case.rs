//! The cases of a folder: an input, and beside it what should come of it.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::problem::Dialect;
use crate::source::{plain, printable};

/// An input, and what should come of it.
#[derive(Clone, Debug)]
pub struct Case<D> {
    /// The path of the input, as messages show it.
    pub name: String,
    /// Whose input it is.
    pub dialect: D,
    pub(crate) input: PathBuf,
    pub(crate) expectation: Expectation,
}

/// What should come of an input.
#[derive(Clone, Debug)]
pub(crate) enum Expectation {
    /// The answer that this file holds.
    Answer(PathBuf),
    /// A refusal: the input lies in a folder that is called `invalid`.
    Refusal,
    /// Nothing can be expected, and why.
    Fault(String),
}

const INPUT: &str = "in";
const ANSWERS: [&str; 2] = ["out", "ans"];
/// The folder whose inputs must be refused.
const INVALID: &str = "invalid";

/// The cases that have been found.
struct Found<D> {
    /// Whose cases they all are, if somebody has said so.
    judge: Option<D>,
    cases: Vec<Case<D>>,
    /// What has been seen, by its one true path, so that nothing is found twice and links have an end.
    seen: BTreeSet<PathBuf>,
}

/// All cases in folders and the folders below them, or single ones whose inputs are named, in the order of their names. A
/// case is written in `judge`'s dialect, or else in the one that the nearest folder above it is named after, or else in the
/// default one. Names that begin with a point are left alone.
///
/// # Errors
///
/// Only if what is named cannot be read. What is wrong with a single case, or with a folder further down, is told by what is
/// expected of it.
pub fn find<D: Dialect>(places: &[PathBuf], judge: Option<D>) -> anyhow::Result<Vec<Case<D>>> {
    let mut found = Found { judge, cases: Vec::new(), seen: BTreeSet::new() };
    for place in places {
        let name = || printable(&place.to_string_lossy());
        let named = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => anyhow::anyhow!("{}: no such file or folder", name()),
            _ => plain(error).context(name()),
        };
        if fs::metadata(place).map_err(named)?.is_dir() {
            found.add_folder(place).map_err(named)?;
        } else if place.extension() == Some(OsStr::new(INPUT)) {
            let answers = ANSWERS.iter().filter(|ending| place.with_extension(ending).exists());
            let endings = answers.chain([&INPUT]).map(ToString::to_string).collect();
            found.add_case(&place.with_extension(""), &endings);
        } else {
            anyhow::bail!("{}: no folder, and no file NAME.in either", name());
        }
    }
    found.cases.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(found.cases)
}

/// The dialect that the nearest folder above a file is named after.
pub(crate) fn dialect_of<D: Dialect>(file: &Path) -> Option<D> {
    let folders = file.parent()?.components().rev();
    folders
        .filter_map(|folder| D::ALL.iter().find(|dialect| OsStr::new(dialect.name()) == folder.as_os_str()))
        .copied()
        .next()
}

impl<D: Dialect> Found<D> {
    fn add_folder(&mut self, folder: &Path) -> io::Result<()> {
        if !self.seen.insert(fs::canonicalize(folder)?) {
            return Ok(());
        }
        // The endings of each case's files, by their path without ending.
        let mut files: BTreeMap<PathBuf, BTreeSet<String>> = BTreeMap::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            if is_hidden {
                continue;
            }
            if fs::metadata(&path).is_ok_and(|about| about.is_dir()) {
                if let Err(error) = self.add_folder(&path) {
                    self.add(&path, Expectation::Fault(format!("the folder cannot be read: {error}")));
                }
            } else if let Some(ending) = path.extension().and_then(OsStr::to_str)
                && (ending == INPUT || ANSWERS.contains(&ending))
            {
                files.entry(path.with_extension("")).or_default().insert(ending.to_owned());
            }
        }
        for (stem, endings) in &files {
            self.add_case(stem, endings);
        }
        Ok(())
    }

    /// Adds the case with this path but for the ending, of which there are files with these endings.
    fn add_case(&mut self, stem: &Path, endings: &BTreeSet<String>) {
        let input = with_ending(stem, INPUT);
        let place = true_path(&input);
        if self.seen.insert(place.clone()) {
            self.add(&input, expectation(stem, endings, &place));
        }
    }

    fn add(&mut self, input: &Path, expectation: Expectation) {
        let dialect = self.judge.or_else(|| dialect_of(&true_path(input))).unwrap_or(D::ALL[0]);
        self.cases.push(Case {
            name: printable(&input.to_string_lossy()),
            dialect,
            input: input.to_owned(),
            expectation,
        });
    }
}

/// The path of a file, which need not exist, in its folder as it really is.
fn true_path(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::canonicalize(folder).unwrap_or_default().join(file.file_name().unwrap_or_default())
}

/// A path with an ending added. `with_extension` would take `1.5` for a name with an ending.
fn with_ending(stem: &Path, ending: &str) -> PathBuf {
    let mut path = stem.as_os_str().to_owned();
    path.push(".");
    path.push(ending);
    path.into()
}

/// What should come of the case with these files, which lies at `place`.
fn expectation(stem: &Path, endings: &BTreeSet<String>, place: &Path) -> Expectation {
    let answers: Vec<&str> = ANSWERS.iter().filter(|ending| endings.contains(**ending)).copied().collect();
    let is_invalid = place.parent().is_some_and(|folder| folder.ends_with(INVALID));
    let fault = |what: &str| Expectation::Fault(what.to_owned());
    match (endings.contains(INPUT), answers.as_slice()) {
        (false, _) => fault("an answer without an input; add the .in or remove the answer"),
        (true, []) if is_invalid => Expectation::Refusal,
        (true, _) if is_invalid => fault("an answer in a folder of inputs that have none; move it"),
        (true, []) => fault("an input without an answer; add a .out, or an .ans"),
        (true, [ending]) => Expectation::Answer(with_ending(stem, ending)),
        (true, _) => fault("an answer in .out and another one in .ans; remove one"),
    }
}
