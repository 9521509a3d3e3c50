//! Searching the paths of a command line.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use anyhow::{Context, bail};
use problem::count_of;

use super::layouts::is_archive;
use super::natural::natural_key;
use super::search::{Findings, search};
use super::tree::Tree;
use super::{CaseFiles, NamePattern, NotRead};
use crate::source::{display_name, read_error};

/// The error that a path is neither a folder nor the input of a case.
#[derive(Debug)]
pub(crate) struct NoCase(String);

impl fmt::Display for NoCase {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for NoCase {}

/// Finds cases, and the files that belong to none, both in natural order: in folders, with all folders below, and
/// single cases by their inputs. With `names`, only files that match it are cases. A case that is found twice is judged
/// once, unless a link below one of the paths leads to it.
///
/// # Errors
///
/// If a path cannot be read, a folder has no case, or a file is not an input. An error further down is instead a broken
/// case.
pub(crate) fn find_cases(
    paths: &[PathBuf],
    names: Option<&NamePattern>,
) -> anyhow::Result<(Vec<CaseFiles>, Vec<NotRead>)> {
    let mut found = Findings::default();
    // So that no folder is read again for each of its inputs.
    let mut inputs: BTreeMap<&Path, Vec<&Path>> = BTreeMap::new();
    for path in paths {
        let is_folder = fs::metadata(path).map_err(unreadable).with_context(|| display_name(path))?.is_dir();
        match path.parent() {
            Some(parent) if !is_folder => inputs.entry(parent).or_default().push(path),
            _ => found.add(in_folder(path, names).with_context(|| display_name(path))?),
        }
    }
    for (folder, inputs) in inputs {
        let tree = Tree::read(folder, false).map_err(unreadable).with_context(|| display_name(inputs[0]))?;
        let around = search(&tree, names);
        for input in inputs {
            let path = tree.folders[0].path.join(input.file_name().unwrap_or_default());
            let problem = match (around.cases.get(&path), around.inputs.get(&path)) {
                (Some(case), _) => {
                    found.cases.entry(path).or_insert_with(|| CaseFiles { input: input.to_owned(), ..case.clone() });
                    continue;
                }
                (_, Some(input)) if input.exists() => format!("an answer; name its input, {}", display_name(input)),
                _ if is_archive(path.as_os_str().as_encoded_bytes()) => {
                    "this is an archive; unpack it first".to_owned()
                }
                _ => {
                    let problem = format!("neither a folder nor the input of a case: {}", what_is_read(names));
                    bail!(NoCase(format!("{}: {}", display_name(input), tree.with_cause(problem))));
                }
            };
            bail!("{}: {problem}", display_name(input));
        }
    }
    // Another search may have read what one search did not.
    found.not_read.retain(|path, _| !found.cases.contains_key(path) && !found.inputs.contains_key(path));
    let mut cases: Vec<CaseFiles> = found.cases.into_values().collect();
    let mut not_read: Vec<NotRead> = found.not_read.into_values().collect();
    cases.sort_by_cached_key(|case| natural_key(&case.input));
    not_read.sort_by_cached_key(|(path, _)| natural_key(path));
    Ok((cases, not_read))
}

/// What is in a folder, with at least one case.
fn in_folder(folder: &Path, names: Option<&NamePattern>) -> anyhow::Result<Findings> {
    let tree = Tree::read(folder, true).map_err(unreadable)?;
    let found = search(&tree, names);
    if found.cases.is_empty() {
        let mut files: Vec<&Path> = found.not_read.values().map(|(shown, _)| shown.as_path()).collect();
        files.sort_by_cached_key(|path| natural_key(path));
        let mut first: Vec<_> =
            files.iter().take(3).map(|file| display_name(file.strip_prefix(folder).unwrap_or(file))).collect();
        first.extend((files.len() > 3).then(|| "...".to_owned()));
        let first = if first.is_empty() { String::new() } else { format!(" ({})", first.join(", ")) };
        let message = format!("no case found: {}; found {}{first}", what_is_read(names), count_of(files.len(), "file"));
        bail!(tree.with_cause(message));
    }
    Ok(found)
}

fn what_is_read(names: Option<&NamePattern>) -> String {
    match names {
        Some(names) => format!("with --names a case is a file {names}"),
        None => {
            "a case is a file NAME.in with NAME.out, NAME.ans or NAME.a, 01 with 01.a, input1.txt with output1.txt, \
            in/NAME with out/NAME, or in a Kattis package; for other names use --names '%.inp:%.res'"
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
