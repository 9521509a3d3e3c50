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

/// The files of one case, by their endings, and other trouble with it.
#[derive(Default)]
struct Files {
    endings: BTreeSet<String>,
    trouble: Option<String>,
}

/// All cases in a folder and the folders below it, or the one case whose input is named, in the order of their names. A
/// case is written in `judge`'s dialect, or else in the one that the nearest folder above it is named after, or else in the
/// default one.
///
/// # Errors
///
/// Only if what is named cannot be read. What is wrong with a single case is told by what is expected of it.
pub fn find<D: Dialect>(folder: &Path, judge: Option<D>) -> anyhow::Result<Vec<Case<D>>> {
    let mut found = BTreeMap::new();
    let named = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => anyhow::anyhow!("{}: no such file or folder", printable(&folder.to_string_lossy())),
        _ => plain(error).context(printable(&folder.to_string_lossy())),
    };
    if fs::metadata(folder).map_err(named)?.is_dir() {
        collect(folder, &mut found).map_err(named)?;
    } else if folder.extension() == Some(OsStr::new(INPUT)) {
        let beside = |ending: &&str| folder.with_extension(ending).exists();
        let endings = ANSWERS.iter().filter(|ending| beside(ending)).chain([&INPUT]).map(ToString::to_string).collect();
        found.insert(folder.with_extension(""), Files { endings, trouble: None });
    } else {
        anyhow::bail!("{}: no folder, and no file NAME.in either", printable(&folder.to_string_lossy()));
    }
    let above = fs::canonicalize(folder).unwrap_or_default();
    let cases = found.into_iter().map(|(stem, files)| {
        let input = with_ending(&stem, INPUT);
        let below = input.strip_prefix(folder).unwrap_or(&input);
        let place = above.join(below);
        Case {
            name: printable(&input.to_string_lossy()),
            dialect: judge.or_else(|| dialect_of(&place)).unwrap_or(D::ALL[0]),
            expectation: files.expectation(&stem, &place),
            input,
        }
    });
    Ok(cases.collect())
}

/// The dialect that the nearest folder above a file is named after.
pub(crate) fn dialect_of<D: Dialect>(file: &Path) -> Option<D> {
    let folders = file.parent()?.components().rev();
    folders
        .filter_map(|folder| D::ALL.iter().find(|dialect| OsStr::new(dialect.name()) == folder.as_os_str()))
        .copied()
        .next()
}

/// Puts the files of all cases below a folder to their paths without endings. Folders that are links are left alone, or
/// there might be no end.
fn collect(folder: &Path, found: &mut BTreeMap<PathBuf, Files>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            if let Err(error) = collect(&path, found) {
                found.entry(path).or_default().trouble = Some(format!("the folder cannot be read: {error}"));
            }
        } else if let Some(ending) = path.extension().and_then(OsStr::to_str)
            && (ending == INPUT || ANSWERS.contains(&ending))
        {
            found.entry(path.with_extension("")).or_default().endings.insert(ending.to_owned());
        }
    }
    Ok(())
}

/// A path with an ending added. `with_extension` would take `1.5` for a name with an ending.
fn with_ending(stem: &Path, ending: &str) -> PathBuf {
    let mut path = stem.as_os_str().to_owned();
    path.push(".");
    path.push(ending);
    path.into()
}

impl Files {
    /// What should come of the case with these files, which lies at `place`.
    fn expectation(&self, stem: &Path, place: &Path) -> Expectation {
        let has = |ending: &&&str| self.endings.contains(**ending);
        let answers: Vec<&str> = ANSWERS.iter().filter(has).copied().collect();
        let is_invalid = place.parent().is_some_and(|folder| folder.ends_with(INVALID));
        let fault = |what: &str| Expectation::Fault(what.to_owned());
        match (&self.trouble, self.endings.contains(INPUT), answers.as_slice()) {
            (Some(trouble), ..) => fault(trouble),
            (None, false, _) => fault("an answer without an input; add the .in or remove the answer"),
            (None, true, []) if is_invalid => Expectation::Refusal,
            (None, true, _) if is_invalid => fault("an answer in a folder of inputs that have none; move it"),
            (None, true, []) => fault("an input without an answer; add a .out, or an .ans"),
            (None, true, [ending]) => Expectation::Answer(with_ending(stem, ending)),
            (None, true, _) => fault("an answer in .out and another one in .ans; remove one"),
        }
    }
}
