//! Files whose partner is missing: an input without an answer, an answer without an input.

use std::path::PathBuf;

use super::names::{Change, ExtensionChange, is_no_data, os_string, split_extension};
use super::recognize::{FileId, Scope, Search, is_answer_extension};
use super::role::Role;
use super::{CaseFiles, CaseLayout, Expectation};
use crate::source::display_name;

impl Search<'_> {
    /// Adds a broken case if this file is an input or an answer without the other one. Only `.in`, `.out` and `.ans` tell that by
    /// themselves; other names must be like those of complete cases around them.
    pub(super) fn add_if_partner_is_missing(&mut self, file: FileId) {
        let name = self.name(file);
        if is_no_data(name) || self.is_compiled_program(file) {
            return;
        }
        if self.add_if_other_folder_lacks_partner(file) {
            return;
        }
        let extension = split_extension(name).1;
        let scope = Scope::Beside(self.folder(file).parent);
        if extension.eq_ignore_ascii_case(b"in") {
            let missing = match self.folder(file).role {
                Role::PackageCases => "an .ans",
                _ => "a .out, or an .ans",
            };
            let layout = CaseLayout::new("NAME.in with NAME.out");
            self.add(file, &[], Expectation::Broken(format!("an input without an answer; add {missing}")), layout);
        } else if let Some((change, answer)) = self.known_answer(scope, name) {
            let layout = self.layout(change, name, None);
            self.add(file, &[], without_answer(os_string(answer).into()), layout);
        } else if let Some((change, input)) = self.known_input(scope, name) {
            self.add_answer(file, &change.clone(), input);
        } else if is_answer_extension(extension) {
            let to = String::from_utf8_lossy(extension).into_owned();
            let from = if extension.iter().all(u8::is_ascii_uppercase) { "IN" } else { "in" }.to_owned();
            let change = Change { word: None, extension: ExtensionChange::Replace { from, to } };
            if let Some(input) = change.invert(name) {
                self.add_answer(file, &change, input);
            }
        }
    }

    /// Adds an answer whose input should be beside it, unless the input is there and has another answer.
    fn add_answer(&mut self, answer: FileId, change: &Change, input: Vec<u8>) {
        let folder = self.folder(answer);
        if folder.file(&input).is_some() {
            return;
        }
        let layout = self.layout(change, &input, None);
        let input = os_string(input);
        let missing = match &change.extension {
            ExtensionChange::Replace { from, .. } if change.word.is_none() => format!("the .{from}"),
            _ => display_name(&input),
        };
        let (input, canonical) = (folder.shown.join(&input), folder.canonical.join(&input));
        let case = CaseFiles { input, canonical, expectation: without_input(&missing), layout };
        self.add_case(case, &[answer]);
    }

    /// Adds a file whose partner should be in another folder. Returns whether the file needs no other look.
    fn add_if_other_folder_lacks_partner(&mut self, file: FileId) -> bool {
        let name = self.name(file);
        let within = |top: usize, path: PathBuf| {
            let top = &self.tree.folders[top];
            PathBuf::from(&top.name).join(path.strip_prefix(&top.shown).unwrap_or(&path))
        };
        for place in self.pairs.answers_to(file.0) {
            if let Some((change, answer)) = self.known_answer(Scope::Folders(place.inputs, place.answers), name) {
                let layout = self.layout(change, name, Some(&place));
                let answer = within(place.answers, place.shown.join(os_string(answer)));
                self.add(file, &[], without_answer(answer), layout);
                return true;
            }
        }
        for place in self.pairs.inputs_of(file.0) {
            let known = self.known_input(Scope::Folders(place.inputs, place.answers), name);
            let input = known.as_ref().map(|(_, input)| input.clone()).or_else(|| {
                let (stem, extension) = split_extension(name);
                is_answer_extension(extension).then(|| [stem, b".in"].concat())
            });
            let Some(input) = input else { continue };
            if place.folder.is_some_and(|folder| self.tree.folders[folder].file(&input).is_some()) {
                // It has another answer.
                return true;
            }
            let Some((change, _)) = known else { continue };
            let layout = self.layout(change, &input, Some(&place));
            let input = os_string(input);
            let (input, canonical) = (place.shown.join(&input), place.canonical.join(&input));
            let missing = display_name(within(place.inputs, input.clone()));
            let case = CaseFiles { input, canonical, expectation: without_input(&missing), layout };
            self.add_case(case, &[file]);
            return true;
        }
        false
    }

    /// Returns whether a file is what compilers call their output, not the answer to `a.in`.
    fn is_compiled_program(&self, file: FileId) -> bool {
        #[cfg(unix)]
        let is_executable = |path: PathBuf| {
            use std::os::unix::fs::PermissionsExt;
            std::fs::metadata(path).is_ok_and(|about| about.permissions().mode() & 0o111 != 0)
        };
        #[cfg(not(unix))]
        let is_executable = |_: PathBuf| false;
        self.name(file) == b"a.out" && is_executable(self.canonical(file))
    }
}

fn without_answer(answer: PathBuf) -> Expectation {
    Expectation::Broken(format!("an input without an answer; add {}", display_name(answer)))
}

fn without_input(missing: &str) -> Expectation {
    Expectation::Broken(format!("an answer without an input; add {missing} or remove the answer"))
}
