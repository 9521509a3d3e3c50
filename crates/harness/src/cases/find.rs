//! Searching the paths of a command line.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, bail, ensure};
use problem::count_of;

use super::layouts::is_archive;
use super::natural::natural_key;
use super::recognize::Search;
use super::tree::Tree;
use super::{CaseFiles, Expectation, FoundCases, NamePattern};
use crate::source::{display_name, read_error};

/// Finds cases: in folders, with all folders below, and single ones by their inputs. With `names`, only files that
/// match it are cases. A case that is found twice is judged once.
///
/// # Errors
///
/// If a path cannot be read, a folder has no case, or a file is not an input. An error further down is instead a broken
/// case.
pub(crate) fn find_cases(paths: &[PathBuf], names: Option<&NamePattern>) -> anyhow::Result<FoundCases> {
    let mut all = Found { names, ..Found::default() };
    for path in paths {
        let with_name = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => anyhow::anyhow!("{}: no such file or folder", display_name(path)),
            _ => read_error(error).context(display_name(path)),
        };
        if fs::metadata(path).map_err(with_name)?.is_dir() {
            let tree = Tree::read(path, true).map_err(with_name)?;
            all.add_folder(path, &tree).with_context(|| display_name(path))?;
        } else {
            all.add_file(path).with_context(|| display_name(path))?;
        }
    }
    let Found { mut cases, inputs, mut read, mut not_read, .. } = all;
    not_read.retain(|(canonical, _)| !inputs.contains(canonical) && read.insert(canonical.clone()));
    let mut not_read: Vec<PathBuf> = not_read.into_iter().map(|(_, shown)| shown).collect();
    cases.sort_by_cached_key(|case| natural_key(&case.input));
    not_read.sort_by_cached_key(|path| natural_key(path));
    Ok(FoundCases { cases, not_read })
}

/// What has been found so far.
#[derive(Default)]
struct Found<'a> {
    names: Option<&'a NamePattern>,
    /// The canonical paths of the inputs.
    inputs: HashSet<PathBuf>,
    /// The canonical paths of all files of cases in folders.
    read: HashSet<PathBuf>,
    /// The canonical and the shown paths of the other files in folders.
    not_read: Vec<(PathBuf, PathBuf)>,
    cases: Vec<CaseFiles>,
    /// The folders of single inputs, by their canonical paths, with the cases in them by those of their inputs.
    folders: HashMap<PathBuf, (Tree, HashMap<PathBuf, CaseFiles>)>,
}

impl Found<'_> {
    /// Adds the cases of a folder, and the other files in it.
    fn add_folder(&mut self, folder: &Path, tree: &Tree) -> anyhow::Result<()> {
        let search = Search::run(tree, self.names);
        let (read, not_read): (Vec<usize>, Vec<usize>) = (0..tree.files.len()).partition(|&file| search.is_used[file]);
        let not_read: Vec<(PathBuf, PathBuf)> = not_read
            .into_iter()
            .filter(|&file| search.folder(file).is_searched)
            .map(|file| (search.canonical(file), search.shown(file)))
            .collect();
        if search.cases.is_empty() {
            let mut names: Vec<&Path> =
                not_read.iter().map(|(_, shown)| shown.strip_prefix(folder).unwrap_or(shown)).collect();
            names.sort_by_cached_key(|path| natural_key(path));
            bail!(tree.with_cause(format!("no case found: {}; {}", self.what_is_read(), first_of(&names))));
        }
        self.read.extend(read.into_iter().map(|file| search.canonical(file)));
        let is_new = |case: &CaseFiles| self.inputs.insert(case.canonical.clone());
        self.cases.extend(search.cases.into_iter().filter(is_new));
        self.not_read.extend(not_read);
        Ok(())
    }

    /// Adds the case with this input.
    fn add_file(&mut self, file: &Path) -> anyhow::Result<()> {
        let name = file.file_name().context("not the name of a file")?;
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let canonical = fs::canonicalize(folder).map_err(read_error)?;
        if !self.folders.contains_key(&canonical) {
            let tree = Tree::read(folder, false).map_err(read_error)?;
            let cases =
                Search::run(&tree, self.names).cases.into_iter().map(|case| (case.canonical.clone(), case)).collect();
            self.folders.insert(canonical.clone(), (tree, cases));
        }
        let (tree, cases) = &self.folders[&canonical];
        let input = canonical.join(name);
        let Some(case) = cases.get(&input) else {
            let path = folder.join(name);
            let is_of = |case: &&CaseFiles| match &case.expectation {
                Expectation::Answer(answer) => *answer == path,
                Expectation::Output { answer, output, .. } => answer.as_ref() == Some(&path) || *output == path,
                _ => false,
            };
            if let Some(case) = cases.values().find(is_of) {
                bail!("an answer; name its input, {}", display_name(&case.input));
            }
            ensure!(!is_archive(name.as_encoded_bytes()), "this is an archive; unpack it first");
            let message = format!("neither a folder nor the input of a case: {}", self.what_is_read());
            bail!(tree.with_cause(message));
        };
        if self.inputs.insert(input) {
            self.cases.push(CaseFiles { input: file.to_owned(), ..case.clone() });
        }
        Ok(())
    }

    fn what_is_read(&self) -> String {
        match self.names {
            Some(names) => {
                let [input, answer] = names.sides();
                format!("with --names a case is a file {input} with {answer}")
            }
            None => "a case is a file NAME.in with NAME.out, NAME.ans or NAME.a, 01 with 01.a, input1.txt with output1.txt, \
                in/NAME with out/NAME, or in a Kattis package; for other names use --names '%.inp:%.res'"
                .to_owned(),
        }
    }
}

/// How many files there are, and the names of the first ones.
fn first_of(names: &[&Path]) -> String {
    const SHOWN: usize = 3;
    let shown = names.iter().take(SHOWN).map(display_name).collect::<Vec<_>>().join(", ");
    let more = if names.len() > SHOWN { ", ..." } else { "" };
    match names.len() {
        0 => "there are no files".to_owned(),
        1 => format!("there is 1 file ({shown})"),
        count => format!("there are {} ({shown}{more})", count_of(count, "file")),
    }
}
