//! Searching the paths of a command line.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, bail};
use problem::count_of;

use super::layouts::is_archive;
use super::lone::search;
use super::natural::natural_key;
use super::search::Fate;
use super::tree::Tree;
use super::{CaseFiles, FoundCases, NamePattern};
use crate::source::{display_name, read_error};

/// Finds cases: in folders, with all folders below, and single ones by their inputs. With `names`, only files that
/// match it are cases. A case that is found twice is judged once, unless a
/// link below one of the paths leads to it.
///
/// # Errors
///
/// If a path cannot be read, a folder has no case, or a file is not an input. An error further down is instead a broken
/// case.
pub(crate) fn find_cases(paths: &[PathBuf], names: Option<&NamePattern>) -> anyhow::Result<FoundCases> {
    let mut found = Findings::new();
    // So that no folder is read again for each of its inputs.
    let mut inputs: BTreeMap<&Path, Vec<&Path>> = BTreeMap::new();
    for path in paths {
        let is_folder = fs::metadata(path).map_err(unreadable).with_context(|| display_name(path))?.is_dir();
        match path.parent() {
            Some(parent) if !is_folder => inputs.entry(parent).or_default().push(path),
            _ => add_folder(&mut found, path, names).with_context(|| display_name(path))?,
        }
    }
    for (folder, inputs) in inputs {
        add_inputs(&mut found, folder, &inputs, names)?;
    }
    let (mut cases, mut not_read) = (Vec::new(), Vec::new());
    for (path, (shown, fate)) in found {
        match fate {
            Fate::Case(expectation, layout) => cases.push(CaseFiles { input: shown, path, expectation, layout }),
            Fate::NotRead(reason) => not_read.push((shown, reason)),
            Fate::Part(_) => {}
        }
    }
    cases.sort_by_cached_key(|case| natural_key(&case.input));
    not_read.sort_by_cached_key(|(path, _)| natural_key(path));
    Ok(FoundCases { cases, not_read })
}

/// By the paths of files: as messages show them, and what became of them.
type Findings = HashMap<PathBuf, (PathBuf, Fate)>;

/// Adds what became of a file. Another search may have read what one search did not.
fn add(found: &mut Findings, path: PathBuf, shown: PathBuf, fate: Fate) {
    let is_read = |fate: &Fate| !matches!(fate, Fate::NotRead(_));
    if found.get(&path).is_none_or(|(_, known)| is_read(&fate) && !is_read(known)) {
        found.insert(path, (shown, fate));
    }
}

/// Adds the cases of a folder, and the other files in it.
fn add_folder(found: &mut Findings, folder: &Path, names: Option<&NamePattern>) -> anyhow::Result<()> {
    let tree = Tree::read(folder, true).map_err(unreadable)?;
    let fates = search(&tree, names);
    if !fates.iter().any(|(_, fate)| matches!(fate, Fate::Case(..))) {
        let shown = fates.iter().map(|(file, _)| file.shown.as_path());
        let mut files: Vec<&Path> = shown.map(|name| name.strip_prefix(folder).unwrap_or(name)).collect();
        files.sort_by_cached_key(|path| natural_key(path));
        bail!(tree.with_cause(format!("no case found: {}; {}", what_is_read(names), first_of(&files))));
    }
    for (file, fate) in fates {
        add(found, file.path, file.shown, fate);
    }
    Ok(())
}

/// Adds the cases with these inputs, which lie in one folder.
fn add_inputs(
    found: &mut Findings,
    folder: &Path,
    inputs: &[&Path],
    names: Option<&NamePattern>,
) -> anyhow::Result<()> {
    let tree = Tree::read(folder, false).map_err(unreadable).with_context(|| display_name(inputs[0]))?;
    let fates: HashMap<PathBuf, Fate> =
        search(&tree, names).into_iter().map(|(file, fate)| (file.shown, fate)).collect();
    for &input in inputs {
        let name = input.file_name().unwrap_or_default();
        let problem = match fates.get(&folder.join(name)) {
            Some(fate @ Fate::Case(..)) => {
                add(found, tree.folders[0].at.path.join(name), input.to_owned(), fate.clone());
                continue;
            }
            Some(Fate::Part(input)) if input.exists() => format!("an answer; name its input, {}", display_name(input)),
            _ if is_archive(name.as_encoded_bytes()) => "this is an archive; unpack it first".to_owned(),
            _ => tree.with_cause(format!("neither a folder nor the input of a case: {}", what_is_read(names))),
        };
        bail!("{}: {problem}", display_name(input));
    }
    Ok(())
}

fn what_is_read(names: Option<&NamePattern>) -> String {
    match names.map(NamePattern::sides) {
        Some([input, answer]) => format!("with --names a case is a file {input} with {answer}"),
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
