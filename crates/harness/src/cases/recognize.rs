//! Which files of a tree are cases: inputs are paired with their answers, one layout after the other.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use super::folder_pairs::{Counterpart, FolderPairs};
use super::names::{
    ANSWERS, Change, ExtensionChange, WordChange, is_input_folder, is_no_data, os_string, spellings, split_extension,
    word_changes,
};
use super::role::Role;
use super::tree::{Folder, Tree};
use super::{CaseFiles, CaseLayout, Expectation, Rightness};
use crate::source::display_name;

/// What was found in a tree.
pub(super) struct Recognized {
    pub(super) cases: Vec<CaseFiles>,
    /// Whether a file belongs to a case, by folder and file.
    pub(super) is_used: Vec<Vec<bool>>,
}

/// The number of a folder of the tree, and that of a file in it.
pub(super) type FileId = (usize, usize);

/// A layout; what comes first wins.
#[derive(Clone, Copy)]
enum Level {
    /// `NAME.in` and `NAME.out`.
    Extension,
    /// `01` and `01.a`.
    Appended,
    /// `input1.txt` and `output1.txt`.
    Word,
    /// `in/NAME` and `out/NAME`.
    Folders,
}

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
    known: HashMap<Scope, HashMap<Change, HashSet<Vec<u8>>>>,
    cases: Vec<CaseFiles>,
}

/// Finds the cases of a tree.
pub(super) fn recognize(tree: &Tree) -> Recognized {
    let is_used = tree.folders.iter().map(|folder| vec![false; folder.files.len()]).collect();
    let pairs = FolderPairs::new(tree);
    let mut search = Search { tree, pairs, is_used, known: HashMap::new(), cases: Vec::new() };
    for level in [Level::Extension, Level::Appended, Level::Word, Level::Folders] {
        search.visit_unused(|search, file| search.pair(level, file));
    }
    search.visit_unused(Search::add_input_to_be_rejected);
    search.visit_unused(Search::add_if_partner_is_missing);
    let Search { mut cases, is_used, .. } = search;
    cases.extend(unreadable_folders(tree));
    Recognized { cases, is_used }
}

/// The folders that cannot be read, as broken cases.
pub(super) fn unreadable_folders(tree: &Tree) -> impl Iterator<Item = CaseFiles> {
    let searched = tree.folders.iter().filter(|folder| folder.is_searched && !folder.is_left_out);
    searched.filter_map(|folder| {
        let why = format!("the folder cannot be read: {}", folder.error.as_ref()?);
        let layout = CaseLayout::new("a folder");
        let (input, canonical) = (folder.shown.clone(), folder.canonical.clone());
        Some(CaseFiles { input, canonical, expectation: Expectation::Broken(why), layout })
    })
}

impl<'a> Search<'a> {
    fn visit_unused(&mut self, mut visit: impl FnMut(&mut Self, FileId)) {
        for (number, folder) in self.tree.folders.iter().enumerate().filter(|(_, folder)| !folder.is_left_out) {
            for file in 0..folder.files.len() {
                if !self.is_used[number][file] {
                    visit(self, (number, file));
                }
            }
        }
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

    /// Adds the case with this input if its answer is there, in this layout.
    fn pair(&mut self, level: Level, input: FileId) {
        let name = self.name(input);
        let is_input = is_input_extension(split_extension(name).1);
        if matches!(level, Level::Extension) {
            match self.folder(input).role {
                Role::Outputs(rightness) if is_input => return self.add_output(input, rightness),
                Role::WrongAnswers if is_input => return self.add_wrong_answer(input),
                _ => {}
            }
        }
        if !matches!(level, Level::Folders) {
            let scope = Scope::Beside(self.folder(input).parent);
            let answers = self.answers(beside(level, name), input, input.0);
            return self.add_answered(input, answers, scope, None);
        }
        if is_no_data(name) || is_answer_extension(split_extension(name).1) {
            return;
        }
        for counterpart in self.pairs.answers_to(input.0) {
            let Some(folder) = counterpart.folder else { continue };
            let groups = in_other_folder(name);
            let answers = groups.into_iter().map(|changes| self.answers(changes, input, folder));
            let Some(answers) = answers.into_iter().find(|answers| !answers.is_empty()) else { continue };
            let scope = Scope::Folders(counterpart.inputs, counterpart.answers);
            return self.add_answered(input, answers, scope, Some(&counterpart));
        }
    }

    /// The unused files of a folder that are named after an input, each with the change of name.
    fn answers(&self, changes: Vec<Change>, input: FileId, folder: usize) -> Vec<(Change, FileId)> {
        let files = changes.into_iter().filter_map(|change| {
            let name = change.apply(self.name(input))?;
            Some((change, (folder, self.tree.folders[folder].file(&name)?)))
        });
        files.filter(|&(_, file)| file != input && !self.is_used[file.0][file.1]).collect()
    }

    /// Adds the case with this input, unless `answers` is empty.
    fn add_answered(
        &mut self,
        input: FileId,
        mut answers: Vec<(Change, FileId)>,
        scope: Scope,
        folders: Option<&Counterpart>,
    ) {
        let name = self.name(input);
        let role = self.folder(input).role;
        let is_ans = |(_, file): &(Change, FileId)| extension(self.name(*file)).eq_ignore_ascii_case("ans");
        if role == Role::PackageCases && answers.iter().any(is_ans) {
            answers.retain(is_ans);
        }
        let Some((change, answer)) = answers.first() else { return };
        let layout = match role {
            Role::PackageCases if is_ans(&answers[0]) => CaseLayout::new(PACKAGE),
            _ => self.layout(change, name, folders),
        };
        let files: Vec<FileId> = answers.iter().map(|(_, file)| *file).collect();
        let expectation = match answers.as_slice() {
            _ if role == (Role::Rejection { is_certain: true }) => {
                Expectation::broken("an answer in a folder of inputs that have none; move it")
            }
            [_] => {
                self.known
                    .entry(scope)
                    .or_default()
                    .entry(change.clone())
                    .or_default()
                    .insert(shape(change, name, scope));
                Expectation::Answer(self.shown(*answer))
            }
            [(_, one), (_, other), ..] => {
                let names = [*one, *other].map(|file| self.name(file));
                // Extensions tell more briefly what differs.
                let names = match names.map(extension) {
                    [one, other] if one != other && !one.is_empty() && !other.is_empty() => {
                        [one, other].map(|extension| format!(".{extension}"))
                    }
                    _ => names.map(|name| display_name(os_string(name.to_vec()))),
                };
                Expectation::Broken(format!("an answer in {} and another one in {}; remove one", names[0], names[1]))
            }
            [] => return,
        };
        self.add(input, &files, expectation, layout);
    }

    /// Adds an output that must be accepted or rejected.
    fn add_output(&mut self, input: FileId, is_right: Rightness) {
        let (answer, output) = (self.with_extension(input, "ans"), self.with_extension(input, "out"));
        let expectation = match (answer, output) {
            (Some(answer), Some(output)) => {
                Expectation::Output { answer: Some(self.shown(answer)), output: self.shown(output), is_right }
            }
            (None, _) => Expectation::broken("an input without an answer; add an .ans"),
            (_, None) => Expectation::broken("no output to be accepted or rejected; add a .out"),
        };
        let others: Vec<FileId> = answer.into_iter().chain(output).collect();
        self.add(input, &others, expectation, CaseLayout::new(PACKAGE));
    }

    /// Adds an answer that must be found wrong.
    fn add_wrong_answer(&mut self, input: FileId) {
        let answer = self.with_extension(input, "ans");
        let expectation = match answer {
            Some(answer) => {
                Expectation::Output { answer: None, output: self.shown(answer), is_right: Rightness::Wrong }
            }
            None => Expectation::broken("no answer to be rejected; add an .ans"),
        };
        self.add(input, answer.as_slice(), expectation, CaseLayout::new(PACKAGE));
    }

    /// The file beside an input that has the same name, but this extension.
    fn with_extension(&self, input: FileId, extension: &str) -> Option<FileId> {
        let mut changes = spellings(extension).map(|to| replacement(self.name(input), to));
        let file = changes.find_map(|change| self.folder(input).file(&change.apply(self.name(input))?))?;
        Some((input.0, file))
    }

    fn add_input_to_be_rejected(&mut self, input: FileId) {
        let (name, folder) = (self.name(input), self.folder(input));
        let (stem, extension) = split_extension(name);
        let is_input = is_input_extension(extension)
            || (is_text(extension) && (!word_changes(stem).is_empty() || name.iter().all(u8::is_ascii_digit)))
            || (is_input_folder(folder.name.as_encoded_bytes()) && !is_no_data(name));
        if matches!(folder.role, Role::Rejection { .. }) && is_input {
            self.add(input, &[], Expectation::Rejection, CaseLayout::new("an input to be rejected"));
        }
    }

    /// The layout of a case whose input has this name, and whose answer is in another folder if so.
    pub(super) fn layout(&self, change: &Change, input: &[u8], folders: Option<&Counterpart>) -> CaseLayout {
        let [input, answer] = change.in_general(input);
        let text = match folders {
            None => format!("{input} with {answer}"),
            Some(folders) => {
                let [inputs, answers] =
                    [folders.inputs, folders.answers].map(|folder| self.tree.folders[folder].name.to_string_lossy());
                format!("{inputs}/{input} with {answers}/{answer}")
            }
        };
        CaseLayout::new(display_name(text))
    }

    /// The name of the answer that this input must have, as others in the scope have theirs.
    pub(super) fn known_answer(&self, scope: Scope, input: &[u8]) -> Option<(&Change, Vec<u8>)> {
        self.known.get(&scope)?.iter().find_map(|(change, shapes)| {
            let answer = change.apply(input)?;
            shapes.contains(&shape(change, input, scope)).then_some((change, answer))
        })
    }

    /// The name of the input that must be there if this is an answer, as others in the scope have theirs.
    pub(super) fn known_input(&self, scope: Scope, answer: &[u8]) -> Option<(&Change, Vec<u8>)> {
        self.known.get(&scope)?.iter().find_map(|(change, shapes)| {
            let input = change.invert(answer)?;
            shapes.contains(&shape(change, &input, scope)).then_some((change, input))
        })
    }
}

const PACKAGE: &str = "Kattis package";

/// What the names of the inputs of a layout have in common, beyond the change of name.
fn shape(change: &Change, input: &[u8], scope: Scope) -> Vec<u8> {
    match (scope, &change.extension) {
        (Scope::Folders(..), _) => split_extension(input).1.to_ascii_lowercase(),
        (_, ExtensionChange::Append(_)) => {
            let mut shape = input.to_vec();
            shape.dedup_by(|one, other| one.is_ascii_digit() && other.is_ascii_digit());
            shape.iter_mut().filter(|byte| byte.is_ascii_digit()).for_each(|digit| *digit = b'0');
            shape
        }
        _ if change.word.is_some() => change.in_general(input)[0].clone().into_bytes(),
        _ => Vec::new(),
    }
}

/// The changes that may make the name of an answer beside its input.
fn beside(level: Level, name: &[u8]) -> Vec<Change> {
    let (stem, extension) = split_extension(name);
    match level {
        Level::Extension if is_input_extension(extension) => replacements(name, None).collect(),
        Level::Appended if name.last().is_some_and(u8::is_ascii_digit) => {
            let is_number = name.iter().all(u8::is_ascii_digit);
            appendices(if is_number { &["a", "ans", "out"] } else { &["a"] })
        }
        Level::Word if is_input_extension(extension) => {
            word_changes(stem).into_iter().flat_map(|word| replacements(name, Some(word))).collect()
        }
        Level::Word if is_text(extension) => words(stem),
        _ => Vec::new(),
    }
}

/// The changes that may make the name of an answer in another folder, in groups; the first group with an answer counts.
fn in_other_folder(name: &[u8]) -> Vec<Vec<Change>> {
    let (stem, extension) = split_extension(name);
    let same = Change { word: None, extension: ExtensionChange::Keep };
    let by_extension = replacements(name, None).collect();
    let by_word = word_changes(stem).into_iter().flat_map(|word| replacements(name, Some(word))).collect();
    if is_input_extension(extension) {
        vec![by_extension, by_word, vec![same]]
    } else {
        vec![vec![same], words(stem), by_extension, by_word, appendices(&["a"])]
    }
}

fn words(stem: &[u8]) -> Vec<Change> {
    let changes = word_changes(stem).into_iter();
    changes.map(|word| Change { word: Some(word), extension: ExtensionChange::Keep }).collect()
}

fn appendices(extensions: &[&str]) -> Vec<Change> {
    let spelt = extensions.iter().flat_map(|extension| spellings(extension));
    spelt.map(|added| Change { word: None, extension: ExtensionChange::Append(added) }).collect()
}

/// The changes of the extension, and perhaps of a word, to that of an answer.
fn replacements(name: &[u8], word: Option<WordChange>) -> impl Iterator<Item = Change> {
    let spelt = ANSWERS.iter().flat_map(|answer| spellings(answer));
    spelt.map(move |to| Change { word: word.clone(), ..replacement(name, to) })
}

fn replacement(name: &[u8], to: String) -> Change {
    let from = extension(name);
    Change { word: None, extension: ExtensionChange::Replace { from, to } }
}

pub(super) fn extension(name: &[u8]) -> String {
    String::from_utf8_lossy(split_extension(name).1).into_owned()
}

pub(super) fn is_input_extension(extension: &[u8]) -> bool {
    [&b"in"[..], b"inp"].iter().any(|input| extension.eq_ignore_ascii_case(input))
}

pub(super) fn is_answer_extension(extension: &[u8]) -> bool {
    [&b"out"[..], b"ans"].iter().any(|answer| extension.eq_ignore_ascii_case(answer))
}

/// Returns whether a file with this extension, or with none, is plain text.
fn is_text(extension: &[u8]) -> bool {
    let plain = [&b""[..], b"txt", b"text", b"dat"];
    plain.iter().any(|text| extension.eq_ignore_ascii_case(text)) || extension[0].is_ascii_digit()
}
