//! Which files of a tree are cases by a pattern of the user's.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::names::is_no_data;
use super::recognize::{Recognized, unreadable_folders};
use super::role::Role;
use super::tree::Tree;
use super::{CaseFiles, CaseLayout, Expectation, NamePattern};
use crate::source::display_name;

/// A file and its paths.
struct File {
    folder: usize,
    shown: PathBuf,
    canonical: PathBuf,
}

impl File {
    /// Applies a pattern to the path: the one that is shown, or the canonical one if that tells more.
    fn partner(&self, partner: impl Fn(&Path) -> Option<PathBuf>) -> Option<PathBuf> {
        partner(&self.shown).or_else(|| partner(&self.canonical))
    }
}

/// Finds the cases whose files are called as the pattern says.
pub(super) fn recognize_named(tree: &Tree, names: &NamePattern) -> Recognized {
    let mut cases: Vec<CaseFiles> = unreadable_folders(tree).collect();
    let [input_side, answer_side] = names.sides();
    let layout = CaseLayout::new(display_name(format!("{input_side} with {answer_side}")));
    let mut add = |canonical: PathBuf, input: PathBuf, expectation| {
        cases.push(CaseFiles { input, canonical, expectation, layout: layout.clone() });
    };
    let mut used: HashSet<PathBuf> = HashSet::new();
    for file in files(tree) {
        let Some(answer) = file.partner(|path| names.answer(path)).filter(|path| exists(path)) else { continue };
        used.insert(file.canonical.clone());
        used.insert(answer.clone());
        used.extend(names.answer(&file.canonical));
        let expectation = match tree.folders[file.folder].role {
            Role::Rejection { is_certain: true } => {
                Expectation::broken("an answer in a folder of inputs that have none; move it")
            }
            _ => Expectation::Answer(answer),
        };
        add(file.canonical, file.shown, expectation);
    }
    let is_used = |file: &File| used.contains(&file.canonical) || used.contains(&file.shown);
    let mut incomplete = HashSet::new();
    for file in files(tree).filter(|file| !is_used(file)) {
        let answer = file.partner(|path| names.answer(path));
        let input = file.partner(|path| names.input(path));
        let (answer, input) = if names.prefers_answer() && input.is_some() { (None, input) } else { (answer, input) };
        // A side that is only `%` says nothing about the extension.
        let says_little = |side: &str| side.ends_with('%') && is_no_data(name(&file.shown));
        let [input_depth, answer_depth] = names.depths();
        if let Some(answer) = answer.filter(|_| !says_little(&input_side)) {
            let missing = end(&answer, answer_depth);
            let expectation = match tree.folders[file.folder].role {
                Role::Rejection { .. } => Expectation::Rejection,
                _ => Expectation::Broken(format!("an input without an answer; add {missing}")),
            };
            incomplete.insert(file.canonical.clone());
            add(file.canonical, file.shown, expectation);
        } else if let Some(input) = input.filter(|input| !says_little(&answer_side) && !exists(input)) {
            let missing = end(&input, input_depth);
            let why = format!("an answer without an input; add {missing} or remove the answer");
            let canonical = names.input(&file.canonical).unwrap_or_else(|| input.clone());
            incomplete.insert(file.canonical);
            add(canonical, input, Expectation::Broken(why));
        }
    }
    let is_used =
        |path: PathBuf, shown: PathBuf| used.contains(&path) || used.contains(&shown) || incomplete.contains(&path);
    let is_used = tree.folders.iter().map(|folder| {
        folder.files.iter().map(|name| is_used(folder.canonical.join(name), folder.shown.join(name))).collect()
    });
    Recognized { is_used: is_used.collect(), cases }
}

fn files(tree: &Tree) -> impl Iterator<Item = File> {
    let searched = tree.folders.iter().enumerate().filter(|(_, folder)| folder.is_searched);
    searched.flat_map(|(number, folder)| {
        folder.files.iter().map(move |name| {
            let (shown, canonical) = (folder.shown.join(name), folder.canonical.join(name));
            File { folder: number, shown, canonical }
        })
    })
}

fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|about| !about.is_dir())
}

fn name(path: &Path) -> &[u8] {
    path.file_name().unwrap_or_default().as_encoded_bytes()
}

/// The last names of a path.
fn end(path: &Path, depth: usize) -> String {
    let base = path.ancestors().nth(depth).unwrap_or(Path::new(""));
    display_name(path.strip_prefix(base).unwrap_or(path))
}
