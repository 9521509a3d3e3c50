//! Files whose partner is missing: an input without an answer, an answer without an input.

use std::path::PathBuf;

use super::change::Change;
use super::names::{is_answer_extension, is_ignored, os_string, split_extension};
use super::recognize::{FileId, Scope, Search};
use super::role::Role;
use super::{CaseFiles, CaseLayout, Expectation};
use crate::source::display_name;

impl Search<'_> {
    /// Adds a broken case if this file is an input or an answer without the other one. Only `.in`, `.out` and `.ans`
    /// tell that by themselves; other names must be like those of complete cases around them.
    pub(super) fn add_if_partner_is_missing(&mut self, file: FileId) {
        let name = self.name(file);
        if is_ignored(name) || self.is_compiled_program(file) || self.add_if_other_folder_lacks_partner(file) {
            return;
        }
        let extension = split_extension(name).1;
        let scope = Scope::Beside(self.folder(file).parent);
        if extension.eq_ignore_ascii_case(b"in") {
            let missing = match self.folder(file).role {
                Role::PackageCases => "an .ans",
                _ => "a .out, or an .ans",
            };
            self.add_input(file, missing, CaseLayout::new("NAME.in with NAME.out"));
        } else if let Some((change, answer)) = self.known_answer(scope, name) {
            self.add_input(file, &display_name(os_string(answer)), change.layout());
        } else if let Some((change, input)) = self.known_input(scope, name) {
            self.add_answer(file, &change, input);
        } else if is_answer_extension(extension) {
            let from = if extension.iter().all(u8::is_ascii_uppercase) { ".IN" } else { ".in" };
            let change = Change::of_end(from, format!(".{}", String::from_utf8_lossy(extension)));
            if let Some(input) = change.invert(name) {
                self.add_answer(file, &change, input);
            }
        }
    }

    /// Adds an input whose answer should be beside it.
    fn add_input(&mut self, input: FileId, missing: &str, layout: CaseLayout) {
        let advice = match self.only_namesake(input) {
            Some([namesake, input, answer]) => {
                format!("is {namesake} the answer? then use --names '%.{input}:%.{answer}'")
            }
            None => format!("add {missing}"),
        };
        self.add(input, &[], without_answer(&self.tree.with_cause(advice)), layout);
    }

    /// Adds an answer whose input should be beside it, unless the input is there and has another answer.
    fn add_answer(&mut self, answer: FileId, change: &Change, input: Vec<u8>) {
        let folder = self.folder(answer);
        if folder.file(&input).is_some() {
            return;
        }
        let input = os_string(input);
        let advice = match (self.only_namesake(answer), change.input_end()) {
            (Some([namesake, answer, input]), _) => {
                format!("is {namesake} the input? then use --names '%.{input}:%.{answer}'")
            }
            (None, Some(end)) => format!("add the {end} or remove the answer"),
            (None, None) => format!("add {} or remove the answer", display_name(&input)),
        };
        let (input, canonical) = (folder.shown.join(&input), folder.canonical.join(&input));
        let expectation = without_input(&self.tree.with_cause(advice));
        let case = CaseFiles { input, canonical, expectation, layout: change.layout() };
        self.add_case(case, &[answer]);
    }

    /// The only other file beside this one that differs in nothing but the extension, and both extensions, this file's
    /// first.
    fn only_namesake(&self, file: FileId) -> Option<[String; 3]> {
        let folder = self.folder(file);
        if folder.role != Role::Cases {
            return None;
        }
        let (stem, extension) = split_extension(self.name(file));
        let start = [stem, b"."].concat();
        let first = folder.files.partition_point(|name| name.as_encoded_bytes() < start.as_slice());
        let begins = |&other: &FileId| self.name(other).starts_with(&start);
        let others = (first..folder.files.len()).map(|other| (file.0, other)).take_while(begins);
        let is_plain = |extension: &[u8]| !extension.is_empty() && extension.iter().all(u8::is_ascii_alphanumeric);
        let mut others = others.map(|other| (other, self.name(other))).filter(|&(other, name)| {
            other != file && !self.is_used(other) && !is_ignored(name) && is_plain(&name[start.len()..])
        });
        let (Some((_, other)), None) = (others.next(), others.next()) else { return None };
        let texts = [other, extension, &other[start.len()..]].map(|text| display_name(os_string(text.to_vec())));
        is_plain(extension).then_some(texts)
    }

    /// Adds a file whose partner should be in another folder. Returns whether the file needs no other look.
    fn add_if_other_folder_lacks_partner(&mut self, file: FileId) -> bool {
        let name = self.name(file);
        for place in self.pairs.answers_to(file.0) {
            if let Some((change, answer)) = self.known_answer(place.scope(), name) {
                let advice = format!("add {}", display_name(place.path.join(os_string(answer))));
                self.add(file, &[], without_answer(&advice), self.layout(&change, Some(&place)));
                return true;
            }
        }
        for place in self.pairs.inputs_of(file.0) {
            let known = self.known_input(place.scope(), name);
            let (stem, extension) = split_extension(name);
            let usual = || is_answer_extension(extension).then(|| [stem, b".in"].concat());
            let Some(input) = known.as_ref().map(|(_, input)| input.clone()).or_else(usual) else { continue };
            if place.folder.is_some_and(|folder| self.tree.folders[folder].file(&input).is_some()) {
                // It has another answer.
                return true;
            }
            let Some((change, _)) = known else { continue };
            let input = os_string(input);
            let advice = format!("add {} or remove the answer", display_name(place.path.join(&input)));
            let case = CaseFiles {
                input: place.shown.join(&input),
                canonical: place.canonical.join(&input),
                expectation: without_input(&advice),
                layout: self.layout(&change, Some(&place)),
            };
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

pub(super) fn without_answer(advice: &str) -> Expectation {
    Expectation::Broken(format!("an input without an answer; {advice}"))
}

pub(super) fn without_input(advice: &str) -> Expectation {
    Expectation::Broken(format!("an answer without an input; {advice}"))
}
