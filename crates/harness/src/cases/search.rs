//! Searching the paths of a command line.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, bail};
use problem::count_of;

use super::recognize::{Recognized, recognize};
use super::tree::Tree;
use super::{CaseFiles, Expectation, FoundCases, NamePattern, compare_paths};
use crate::source::{display_name, read_error};

/// Finds cases: in folders, with all folders below, and single ones by their inputs. With `names`, only files that
/// match it are cases. A case that is found twice is judged once.
///
/// # Errors
///
/// If a path cannot be read, a folder has no case, or a file is not an input. An error further down is instead a broken
/// case.
pub(crate) fn find_cases(paths: &[PathBuf], names: Option<&NamePattern>) -> anyhow::Result<FoundCases> {
    let mut search = Search { names, ..Search::default() };
    for path in paths {
        let with_name = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => anyhow::anyhow!("{}: no such file or folder", display_name(path)),
            _ => read_error(error).context(display_name(path)),
        };
        if fs::metadata(path).map_err(with_name)?.is_dir() {
            let tree = Tree::read(path, true).map_err(with_name)?;
            search.add_folder(path, &tree).with_context(|| display_name(path))?;
        } else {
            search.add_file(path).with_context(|| display_name(path))?;
        }
    }
    let Search { mut cases, inputs, mut read, mut not_read, .. } = search;
    not_read.retain(|(canonical, _)| !inputs.contains(canonical) && read.insert(canonical.clone()));
    let mut not_read: Vec<PathBuf> = not_read.into_iter().map(|(_, shown)| shown).collect();
    cases.sort_by(|one, other| compare_paths(&one.input, &other.input));
    not_read.sort_by(|one, other| compare_paths(one, other));
    Ok(FoundCases { cases, not_read })
}

/// What has been found so far.
#[derive(Default)]
struct Search<'a> {
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

impl Search<'_> {
    /// Adds the cases of a folder, and the other files in it.
    fn add_folder(&mut self, folder: &Path, tree: &Tree) -> anyhow::Result<()> {
        let Recognized { cases, is_used } = recognize(tree, self.names);
        let mut not_read = Vec::new();
        for (folder, is_used) in tree.folders.iter().zip(is_used) {
            for (name, is_used) in folder.files.iter().zip(is_used) {
                if is_used {
                    self.read.insert(folder.canonical.join(name));
                } else if folder.is_searched {
                    not_read.push((folder.canonical.join(name), folder.shown.join(name)));
                }
            }
        }
        if cases.is_empty() {
            let names = not_read.iter().map(|(_, shown)| shown.strip_prefix(folder).unwrap_or(shown));
            let message = format!("no case found: {}; {}", self.what_is_read(), seen(names.collect()));
            bail!(tree.with_cause(message));
        }
        let is_new = |case: &CaseFiles| self.inputs.insert(case.canonical.clone());
        self.cases.extend(cases.into_iter().filter(is_new));
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
            let cases = recognize(&tree, self.names).cases.into_iter().map(|case| (case.canonical.clone(), case));
            let cases = cases.collect();
            self.folders.insert(canonical.clone(), (tree, cases));
        }
        let (tree, cases) = &self.folders[&canonical];
        let input = canonical.join(name);
        let Some(case) = cases.get(&input) else {
            let path = folder.join(name);
            let owner = cases.values().find(|case| match &case.expectation {
                Expectation::Answer(answer) => *answer == path,
                Expectation::Output { answer, output, .. } => answer.as_ref() == Some(&path) || *output == path,
                _ => false,
            });
            if let Some(case) = owner {
                bail!("an answer; name its input, {}", display_name(&case.input));
            }
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
fn seen(mut names: Vec<&Path>) -> String {
    const SHOWN: usize = 3;
    names.sort_by(|one, other| compare_paths(one, other));
    let shown: Vec<String> = names.iter().take(SHOWN).map(display_name).collect();
    let more = if names.len() > SHOWN { ", ..." } else { "" };
    match names.len() {
        0 => "there are no files".to_owned(),
        count => format!(
            "there {} {} ({}{more})",
            if count == 1 { "is" } else { "are" },
            count_of(count, "file"),
            shown.join(", ")
        ),
    }
}
