//! Which files of a tree are cases: inputs are paired with their answers, one layout after the other.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

use super::change::{BESIDE, Change, has_input_word, in_other_folder};
use super::folder_pairs::{Counterpart, FolderPairs};
use super::names::{
    is_answer_extension, is_ignored, is_input_extension, is_input_folder, is_text, os_string, split_extension,
};
use super::role::{Role, layout_of_rejection};
use super::tree::{Folder, Tree};
use super::{CaseFiles, CaseLayout, Expectation, NamePattern};
use crate::source::display_name;

/// What was found in a tree.
pub(super) struct Recognized {
    pub(super) cases: Vec<CaseFiles>,
    /// Whether a file belongs to a case, by folder and file.
    pub(super) is_used: Vec<Vec<bool>>,
}

/// The number of a folder of the tree, and that of a file in it.
pub(super) type FileId = (usize, usize);

/// Files among which the layout of one case tells what others must look like.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Scope {
    /// Those in the folders that lie in this one, or in the root of the tree.
    Beside(Option<usize>),
    /// Those in a folder of inputs and in a folder of answers.
    Folders(usize, usize),
}

/// The search for cases in a tree.
pub(super) struct Search<'a> {
    pub(super) tree: &'a Tree,
    pub(super) pairs: FolderPairs<'a>,
    /// Whether a file belongs to a case, by folder and file.
    is_used: Vec<Vec<bool>>,
    /// How the names of answers follow from those of inputs in a scope, with the shapes that the names of inputs have.
    known: HashMap<Scope, BTreeSet<(Change, Vec<u8>)>>,
    cases: Vec<CaseFiles>,
}

/// Finds the cases of a tree: those of a pattern, or in all layouts.
pub(super) fn recognize(tree: &Tree, names: Option<&NamePattern>) -> Recognized {
    let is_used = tree.folders.iter().map(|folder| vec![false; folder.files.len()]).collect();
    let pairs = FolderPairs::new(tree);
    let mut search = Search { tree, pairs, is_used, known: HashMap::new(), cases: Vec::new() };
    match names {
        Some(names) => search.add_named(names),
        None => search.add_in_all_layouts(),
    }
    search.add_unreadable_folders();
    let Search { cases, is_used, .. } = search;
    Recognized { cases, is_used }
}

impl<'a> Search<'a> {
    fn add_in_all_layouts(&mut self) {
        self.visit_unused(Search::add_if_output_of_package);
        for changes in BESIDE {
            self.visit_unused(|search, file| {
                let answers = search.answers(changes(search.name(file)), file, file.0);
                search.add_answered(file, answers, None);
            });
        }
        self.visit_unused(Search::pair_with_other_folder);
        self.visit_unused(Search::add_if_to_be_rejected);
        self.visit_unused(Search::add_if_partner_is_missing);
    }

    fn visit_unused(&mut self, mut visit: impl FnMut(&mut Self, FileId)) {
        for (number, folder) in self.tree.folders.iter().enumerate().filter(|(_, folder)| !folder.is_left_out) {
            for file in (0..folder.files.len()).map(|file| (number, file)) {
                if !self.is_used(file) {
                    visit(self, file);
                }
            }
        }
    }

    pub(super) fn is_used(&self, (folder, file): FileId) -> bool {
        self.is_used[folder][file]
    }

    pub(super) fn folder(&self, (folder, _): FileId) -> &'a Folder {
        &self.tree.folders[folder]
    }

    pub(super) fn name(&self, file: FileId) -> &'a [u8] {
        self.folder(file).files[file.1].as_encoded_bytes()
    }

    pub(super) fn shown(&self, file: FileId) -> PathBuf {
        self.folder(file).shown.join(&self.folder(file).files[file.1])
    }

    pub(super) fn canonical(&self, file: FileId) -> PathBuf {
        self.folder(file).canonical.join(&self.folder(file).files[file.1])
    }

    pub(super) fn add(&mut self, input: FileId, others: &[FileId], expectation: Expectation, layout: CaseLayout) {
        let case = CaseFiles { input: self.shown(input), canonical: self.canonical(input), expectation, layout };
        self.add_case(case, &[&[input], others].concat());
    }

    /// Adds a case with these files, if one of them is to be searched.
    pub(super) fn add_case(&mut self, case: CaseFiles, files: &[FileId]) {
        if files.iter().any(|&file| self.folder(file).is_searched) {
            self.cases.push(case);
        }
        for &(folder, file) in files {
            self.is_used[folder][file] = true;
        }
    }

    /// Adds the folders that cannot be read, as broken cases.
    fn add_unreadable_folders(&mut self) {
        for folder in self.tree.folders.iter().filter(|folder| folder.is_searched && !folder.is_left_out) {
            let Some(error) = &folder.error else { continue };
            let expectation = Expectation::Broken(format!("the folder cannot be read: {error}"));
            let (input, canonical) = (folder.shown.clone(), folder.canonical.clone());
            self.cases.push(CaseFiles { input, canonical, expectation, layout: CaseLayout::new("a folder") });
        }
    }

    /// Adds the case with this input if its answer is in the other folder of a pair.
    fn pair_with_other_folder(&mut self, input: FileId) {
        let name = self.name(input);
        if is_ignored(name) || is_answer_extension(split_extension(name).1) {
            return;
        }
        for place in self.pairs.answers_to(input.0) {
            let Some(folder) = place.folder else { continue };
            let groups = in_other_folder(name).into_iter().map(|changes| self.answers(changes, input, folder));
            if let Some(answers) = { groups }.find(|answers| !answers.is_empty()) {
                return self.add_answered(input, answers, Some(&place));
            }
        }
    }

    /// The unused files of a folder that are named after an input, each with the change of name.
    fn answers(&self, changes: Vec<Change>, input: FileId, folder: usize) -> Vec<(Change, FileId)> {
        let files = changes.into_iter().filter_map(|change| {
            let name = change.apply(self.name(input))?;
            Some((change, (folder, self.tree.folders[folder].file(&name)?)))
        });
        files.filter(|&(_, file)| file != input && !self.is_used(file)).collect()
    }

    /// Adds the case with this input, unless `answers`, which lie beside it or in another folder, is empty.
    fn add_answered(&mut self, input: FileId, mut answers: Vec<(Change, FileId)>, place: Option<&Counterpart>) {
        let role = self.folder(input).role;
        let is_ans = |(_, file): &(Change, FileId)| self.extension(*file).eq_ignore_ascii_case("ans");
        let is_of_package = role == Role::PackageCases && answers.iter().any(is_ans);
        if is_of_package {
            answers.retain(is_ans);
        }
        let Some((change, answer)) = answers.first() else { return };
        let layout = if is_of_package { CaseLayout::PACKAGE } else { self.layout(change, place) };
        let expectation = match answers.as_slice() {
            _ if role == (Role::Rejection { is_certain: true }) => Expectation::unexpected_answer(),
            [(_, one), (_, other), ..] => {
                let [one, other] = self.names_apart([*one, *other]);
                Expectation::Broken(format!("an answer in {one} and another one in {other}; remove one"))
            }
            _ => {
                let scope = place.map_or(Scope::Beside(self.folder(input).parent), Counterpart::scope);
                let shape = shape(scope, change, self.name(input));
                self.known.entry(scope).or_default().insert((change.clone(), shape));
                Expectation::Answer(self.shown(*answer))
            }
        };
        let files: Vec<FileId> = answers.iter().map(|(_, file)| *file).collect();
        self.add(input, &files, expectation, layout);
    }

    /// What tells two files apart: their extensions, which are brief, or else their names.
    fn names_apart(&self, files: [FileId; 2]) -> [String; 2] {
        match files.map(|file| self.extension(file)) {
            [one, other] if one != other && !one.is_empty() && !other.is_empty() => {
                [one, other].map(|extension| format!(".{extension}"))
            }
            _ => files.map(|file| display_name(os_string(self.name(file).to_vec()))),
        }
    }

    fn extension(&self, file: FileId) -> String {
        String::from_utf8_lossy(split_extension(self.name(file)).1).into_owned()
    }

    fn add_if_to_be_rejected(&mut self, input: FileId) {
        let (name, folder) = (self.name(input), self.folder(input));
        let extension = split_extension(name).1;
        let is_input = is_input_extension(extension)
            || (is_text(extension) && (has_input_word(name) || name.iter().all(u8::is_ascii_digit)))
            || (is_input_folder(folder.name.as_encoded_bytes()) && !is_ignored(name));
        if matches!(folder.role, Role::Rejection { .. }) && is_input {
            let expectation = Expectation::Rejection(layout_of_rejection(&folder.canonical));
            self.add(input, &[], expectation, CaseLayout::new("an input to be rejected"));
        }
    }

    /// The layout of a case whose answer lies beside its input or in another folder.
    pub(super) fn layout(&self, change: &Change, place: Option<&Counterpart>) -> CaseLayout {
        let Some(place) = place else { return change.layout() };
        let [inputs, answers] =
            [place.inputs, place.answers].map(|folder| display_name(&self.tree.folders[folder].name));
        CaseLayout::new(format!("{inputs}/NAME with {answers}/NAME"))
    }

    /// The name of the answer that this input must have, as others in the scope have theirs.
    pub(super) fn known_answer(&self, scope: Scope, input: &[u8]) -> Option<(Change, Vec<u8>)> {
        self.known.get(&scope)?.iter().find_map(|(change, known)| {
            let answer = change.apply(input)?;
            (shape(scope, change, input) == *known).then(|| (change.clone(), answer))
        })
    }

    /// The name of the input that must be there if this is an answer, as others in the scope have theirs.
    pub(super) fn known_input(&self, scope: Scope, answer: &[u8]) -> Option<(Change, Vec<u8>)> {
        self.known.get(&scope)?.iter().find_map(|(change, known)| {
            let input = change.invert(answer)?;
            (shape(scope, change, &input) == *known).then(|| (change.clone(), input))
        })
    }
}

/// What inputs of a scope must have in common, beyond the change of name, for one without an answer to be recognized by
/// the others.
fn shape(scope: Scope, change: &Change, input: &[u8]) -> Vec<u8> {
    match scope {
        Scope::Folders(..) => split_extension(input).1.to_ascii_lowercase(),
        Scope::Beside(_) if change.input_end().is_some() => Vec::new(),
        // Nothing but these letters tells `test2` from other files.
        Scope::Beside(_) if change.only_appends() => {
            input.iter().copied().filter(|byte| !byte.is_ascii_digit()).collect()
        }
        // `input.txt` may be anything among cases that have numbers.
        Scope::Beside(_) => vec![u8::from(input.iter().any(u8::is_ascii_digit))],
    }
}
