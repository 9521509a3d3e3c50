//! Which files of a tree are cases by a pattern of the user's.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use super::missing::{without_answer, without_input};
use super::names::is_ignored;
use super::recognize::{FileId, Search};
use super::role::{Role, layout_of_rejection};
use super::{CaseFiles, CaseLayout, Expectation, NamePattern};
use crate::source::display_name;

impl Search<'_> {
    /// Adds the cases whose files are called as the pattern says, in all folders.
    pub(super) fn add_named(&mut self, names: &NamePattern) {
        let folders = self.tree.folders.iter().enumerate();
        let files: Vec<FileId> =
            folders.flat_map(|(number, folder)| (0..folder.files.len()).map(move |file| (number, file))).collect();
        let with_paths = |&file: &FileId| [(self.shown(file), file), (self.canonical(file), file)];
        let by_path: HashMap<PathBuf, FileId> = files.iter().flat_map(with_paths).collect();
        let layout = CaseLayout::new(display_name(names.sides().join(" with ")));
        for &file in &files {
            let answers = self.partners(file, |path| names.answer(path));
            let Some(answer) = answers.iter().find(|path| exists(path)).filter(|_| !self.is_used(file)) else {
                continue;
            };
            let expectation = match self.folder(file).role {
                Role::Rejection { is_certain: true } => Expectation::unexpected_answer(),
                _ => Expectation::Answer(answer.clone()),
            };
            let used: Vec<FileId> = answers.iter().filter_map(|path| by_path.get(path).copied()).collect();
            self.add(file, &used, expectation, layout.clone());
        }
        for file in files {
            if !self.is_used(file) {
                self.add_if_named_partner_is_missing(file, names, &layout);
            }
        }
    }

    fn add_if_named_partner_is_missing(&mut self, file: FileId, names: &NamePattern, layout: &CaseLayout) {
        let [input_side, answer_side] = names.sides();
        let answer = self.partners(file, |path| names.answer(path)).into_iter().next();
        let input = self.partners(file, |path| names.input(path)).into_iter().next();
        // A side that ends in `%` says nothing about the extension.
        let says_little = |side: &str| side.ends_with('%') && is_ignored(self.name(file));
        // A file that matches both sides is rather of the one that says more about its name.
        let answer = answer.filter(|_| input.is_none() || input_side.len() >= answer_side.len());
        if let Some(answer) = answer.filter(|_| !says_little(input_side)) {
            let expectation = match self.folder(file).role {
                Role::Rejection { .. } => Expectation::Rejection(layout_of_rejection(&self.folder(file).canonical)),
                _ => without_answer(&format!("add {}", end(&answer, answer_side))),
            };
            self.add(file, &[], expectation, layout.clone());
        } else if let Some(input) = input.filter(|input| !says_little(answer_side) && !exists(input)) {
            let expectation = without_input(&format!("add {} or remove the answer", end(&input, input_side)));
            let canonical = names.input(&self.canonical(file)).unwrap_or_else(|| input.clone());
            self.add_case(CaseFiles { input, canonical, expectation, layout: layout.clone() }, &[file]);
        }
    }

    /// Applies a pattern to the path of a file: the one that is shown, and the canonical one, which may tell more.
    fn partners(&self, file: FileId, partner: impl Fn(&Path) -> Option<PathBuf>) -> Vec<PathBuf> {
        [self.shown(file), self.canonical(file)].iter().filter_map(|path| partner(path)).collect()
    }
}

/// Returns whether a file exists. One that may not be looked at is there; reading it will say what is wrong.
fn exists(path: &Path) -> bool {
    path.symlink_metadata()
        .map_or_else(|error| error.kind() == io::ErrorKind::PermissionDenied, |about| !about.is_dir())
}

/// The names at the end of a path that a side of the pattern is about.
fn end(path: &Path, side: &str) -> String {
    let base = path.ancestors().nth(side.split('/').count()).unwrap_or(Path::new(""));
    display_name(path.strip_prefix(base).unwrap_or(path))
}
