//! Finding fixtures: inputs in folders, each with its answer beside it.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use problem::{Dialect, Problem};

use crate::source::{display_name, read_error};

/// An input file and its expected result.
pub struct Fixture<P: Problem> {
    /// The path of the input, as messages show it.
    pub name: String,
    /// The dialect of the input.
    pub dialect: &'static Dialect<P>,
    pub(crate) input: PathBuf,
    pub(crate) expectation: Expectation,
}

impl<P: Problem> fmt::Debug for Fixture<P> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, dialect, expectation, .. } = self;
        out.debug_struct("Fixture")
            .field("name", name)
            .field("dialect", &dialect.name)
            .field("expectation", expectation)
            .finish_non_exhaustive()
    }
}

/// The expected result of an input.
#[derive(Clone, Debug)]
pub(crate) enum Expectation {
    /// The answer in this file.
    Answer(PathBuf),
    /// An error, because the input lies in a folder called `invalid`.
    Rejection,
    /// None: the fixture is broken, for this reason.
    Broken(String),
}

const INPUT: &str = "in";
const ANSWERS: [&str; 2] = ["out", "ans"];
/// The folder whose inputs must be rejected.
const INVALID: &str = "invalid";

/// A search in progress.
struct Search<P: Problem> {
    /// The dialect of all fixtures, if the caller chose one.
    dialect: Option<&'static Dialect<P>>,
    found: Vec<Fixture<P>>,
    /// The canonical paths seen so far, so that nothing is found twice and cycles of links end.
    seen: BTreeSet<PathBuf>,
}

/// Finds fixtures, sorted by name. A path is that of a folder, which is searched with all folders below it, or of one input.
///
/// A fixture has the dialect `dialect` if given, else the one that the nearest folder above it is named after, else the
/// default one. Hidden files are skipped.
///
/// # Errors
///
/// If one of `paths` cannot be read, or is no input. An error in a single fixture, or in a folder further down, is instead the
/// result of judging that fixture.
pub fn find_fixtures<P: Problem>(
    paths: &[PathBuf],
    dialect: Option<&'static Dialect<P>>,
) -> anyhow::Result<Vec<Fixture<P>>> {
    let mut search = Search { dialect, found: Vec::new(), seen: BTreeSet::new() };
    for path in paths {
        let name = || display_name(path);
        let named = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => anyhow::anyhow!("{}: no such file or folder", name()),
            _ => read_error(error).context(name()),
        };
        if fs::metadata(path).map_err(named)?.is_dir() {
            search.add_folder(path).map_err(named)?;
        } else if path.extension() == Some(OsStr::new(INPUT)) {
            let answers = ANSWERS.iter().filter(|extension| path.with_extension(extension).exists());
            let extensions = answers.chain([&INPUT]).map(ToString::to_string).collect();
            search.add_fixture(&path.with_extension(""), &extensions);
        } else {
            anyhow::bail!("{}: neither a folder nor a file NAME.in", name());
        }
    }
    search.found.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(search.found)
}

/// The dialect that the nearest folder above a file is named after.
pub(crate) fn dialect_of<P: Problem>(file: &Path) -> Option<&'static Dialect<P>> {
    let mut folders = file.parent()?.components().rev();
    folders.find_map(|folder| P::dialect(folder.as_os_str().to_str()?))
}

impl<P: Problem> Search<P> {
    fn add_folder(&mut self, folder: &Path) -> io::Result<()> {
        if !self.seen.insert(fs::canonicalize(folder)?) {
            return Ok(());
        }
        // The extensions of each fixture's files, by their path without the extension.
        let mut files: BTreeMap<PathBuf, BTreeSet<String>> = BTreeMap::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let is_hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            if is_hidden {
                continue;
            }
            if fs::metadata(&path).is_ok_and(|about| about.is_dir()) {
                if let Err(error) = self.add_folder(&path) {
                    self.add(&path, Expectation::Broken(format!("the folder cannot be read: {error}")));
                }
            } else if let Some(extension) = path.extension().and_then(OsStr::to_str)
                && (extension == INPUT || ANSWERS.contains(&extension))
            {
                files.entry(path.with_extension("")).or_default().insert(extension.to_owned());
            }
        }
        for (stem, extensions) in &files {
            self.add_fixture(stem, extensions);
        }
        Ok(())
    }

    /// Adds the fixture whose files have the path `stem` and these extensions.
    fn add_fixture(&mut self, stem: &Path, extensions: &BTreeSet<String>) {
        let input = with_extension_added(stem, INPUT);
        let canonical = canonical_path(&input);
        if self.seen.insert(canonical.clone()) {
            self.add(&input, expectation(stem, extensions, &canonical));
        }
    }

    fn add(&mut self, input: &Path, expectation: Expectation) {
        let dialect = self.dialect.or_else(|| dialect_of(&canonical_path(input))).unwrap_or(&P::DIALECTS[0]);
        self.found.push(Fixture { name: display_name(input), dialect, input: input.to_owned(), expectation });
    }
}

/// The path of a file with the symbolic links in its folder resolved. The file need not exist.
fn canonical_path(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::canonicalize(folder).unwrap_or_default().join(file.file_name().unwrap_or_default())
}

/// Adds an extension to a path. `with_extension` would replace the `5` of `1.5`.
fn with_extension_added(stem: &Path, extension: &str) -> PathBuf {
    let mut path = stem.as_os_str().to_owned();
    path.push(".");
    path.push(extension);
    path.into()
}

/// The expected result of the fixture with these files, given the canonical path of its input.
fn expectation(stem: &Path, extensions: &BTreeSet<String>, canonical: &Path) -> Expectation {
    let answers: Vec<&str> = ANSWERS.iter().filter(|extension| extensions.contains(**extension)).copied().collect();
    let is_invalid = canonical.parent().is_some_and(|folder| folder.ends_with(INVALID));
    let broken = |why: &str| Expectation::Broken(why.to_owned());
    match (extensions.contains(INPUT), answers.as_slice()) {
        (false, _) => broken("an answer without an input; add the .in or remove the answer"),
        (true, []) if is_invalid => Expectation::Rejection,
        (true, _) if is_invalid => broken("an answer in a folder of inputs that have none; move it"),
        (true, []) => broken("an input without an answer; add a .out, or an .ans"),
        (true, [extension]) => Expectation::Answer(with_extension_added(stem, extension)),
        (true, _) => broken("an answer in .out and another one in .ans; remove one"),
    }
}
