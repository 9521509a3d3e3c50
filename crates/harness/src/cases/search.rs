//! Which files of a tree are cases: inputs are paired with their answers, one layout after the other.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::layouts::{Kind, Layout, Side, Words, extension, is_letter};
use super::role::Role;
use super::tree::{Folder, Location, Tree};
use super::{Expectation, NamePattern, Rightness};
use crate::source::display_name;

/// The number of a file of the tree.
pub(super) type FileId = usize;

/// The search for cases in a tree.
pub(super) struct Search<'a> {
    pub(super) tree: &'a Tree,
    pub(super) layouts: Vec<Layout<'a>>,
    /// By the form of a file of a complete case, the words of its partner.
    pub(super) known: BTreeMap<Form, Words>,
    /// By file, if it is known yet.
    pub(super) fates: Vec<Option<Fate>>,
    /// The inputs of cases that are not files.
    pub(super) others: Vec<(Location, Fate)>,
}

/// What became of a file.
#[derive(Clone, Debug)]
pub(super) enum Fate {
    /// It is the input of a case: what is expected, and the layout.
    Case(Expectation, String),
    /// It belongs to the case with this input.
    Part(PathBuf),
    /// It was not read, for this reason.
    NotRead(&'static str),
}

/// A way to read the name of a file as one side of a case. The two files of a case have the same up to `common`.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reading {
    /// The number of the layout.
    pub(super) layout: usize,
    /// The folder from which the paths of the two are compared.
    pub(super) base: OsString,
    /// The path from there, with a zero for each of the words.
    common: Vec<u8>,
    pub(super) side: Side,
    pub(super) file: FileId,
    pub(super) words: Words,
}

/// What a file must have in common with the files of complete cases to be known by them.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Form {
    layout: usize,
    side: Side,
    /// Where: what holds the folders of both sides, else the folder above the file's.
    scope: OsString,
    /// In lower case.
    words: Words,
    shape: Vec<u8>,
}

impl Reading {
    /// Whether another file, or this one, can be of the same case.
    fn has_key_of(&self, other: &Self) -> bool {
        (self.layout, &self.base, &self.common) == (other.layout, &other.base, &other.common)
    }

    /// Where a file with these words would be that is of the same case.
    pub(super) fn path(&self, words: &Words) -> OsString {
        let mut parts = self.common.split(|&byte| byte == 0);
        let mut path = parts.next().unwrap_or_default().to_vec();
        for (part, word) in parts.zip(words) {
            path.extend(word.iter().chain(part));
        }
        #[cfg(unix)]
        let path = std::os::unix::ffi::OsStringExt::from_vec(path);
        #[cfg(not(unix))]
        let path = String::from_utf8_lossy(&path).into_owned().into();
        path
    }
}

/// The readings that may be of the same case: of inputs, and of answers.
pub(super) fn groups(readings: &[Reading]) -> impl Iterator<Item = (&[Reading], &[Reading])> {
    let groups = readings.chunk_by(Reading::has_key_of);
    groups.map(|group| group.split_at(group.partition_point(|reading| reading.side == Side::Input)))
}

impl<'a> Search<'a> {
    /// Pairs the files of a tree: by a pattern, or in all layouts. Returns all readings too.
    pub(super) fn run(tree: &'a Tree, names: Option<&'a NamePattern>) -> (Self, Vec<Reading>) {
        let (layouts, fates) = (Layout::all(names), vec![None; tree.files.len()]);
        let mut search = Self { tree, layouts, known: BTreeMap::new(), fates, others: Vec::new() };
        let readings = search.read_names();
        for (inputs, answers) in groups(&readings) {
            for input in inputs {
                search.pair(input, answers);
            }
        }
        (search, readings)
    }

    /// Reads all names in all ways. Those that may be of the same case follow one another.
    fn read_names(&self) -> Vec<Reading> {
        let mut readings = Vec::new();
        for folder in self.tree.folders.iter().filter(|folder| folder.role != Role::NoTestData) {
            let lines = self.layouts.iter().enumerate();
            for ((number, layout), side) in lines.flat_map(|line| Side::BOTH.map(|side| (line, side))) {
                let bases: Vec<&Path> = match layout.kind {
                    Kind::Folders => folder.pairs(side).collect(),
                    _ => folder.at.path.ancestors().nth(layout.depth(side)).into_iter().collect(),
                };
                for (base, path) in bases.into_iter().map(|base| (base.as_os_str(), folder.path_from(base))) {
                    for file in folder.files.clone().filter(|&file| layout.allows(side, self.name(file), folder.role)) {
                        for (common, words) in layout.read(side, &path, self.name(file)) {
                            readings.push(Reading { layout: number, base: base.into(), common, side, file, words });
                        }
                    }
                }
            }
        }
        readings.sort_unstable();
        readings
    }

    /// Adds the case with this input if one of the files with the same key is its answer.
    fn pair(&mut self, input: &Reading, answers: &[Reading]) {
        let (role, layout) = (self.folder(input.file).role, self.layouts[input.layout]);
        let kind = layout.kind;
        let is_foreign = matches!(role, Role::Outputs(_) | Role::WrongAnswers) && kind != Kind::Package;
        if self.fates[input.file].is_some() || is_foreign {
            return;
        }
        let folder = |reading: &Reading| self.tree.files[reading.file].folder;
        let free = answers.iter().filter(|answer| self.fates[answer.file].is_none() && answer.file != input.file);
        // In a package the answer is the `.ans`.
        let is_output = |answer: &&Reading| kind == Kind::Package && answer.words[1].eq_ignore_ascii_case(b".out");
        let (outputs, mut free): (Vec<&Reading>, Vec<_>) = free.partition(is_output);
        free.sort_by_key(|answer| (folder(answer), self.name(answer.file).len(), Reverse(answer.file)));
        let Some(&answer) = free.first() else {
            // A pattern of the user's may lead out of the tree.
            let answer = || self.partner(input, &layout.first_words(Side::Answer)).shown;
            if let Some(answer) = (kind == Kind::Named).then(answer).filter(|answer| answer.exists()) {
                let layout = layout.describe([&input.words, &input.words]);
                self.add(None, &[input.file], Expectation::Answer(answer), layout);
            }
            return;
        };
        // One in a third folder has nothing to do with them.
        free.retain(|other| folder(other) == folder(answer));
        let path = self.at(answer.file).shown;
        let output = outputs.first().filter(|_| matches!(role, Role::Outputs(_)));
        let expectation = match (role, free.as_slice(), output) {
            (Role::Rejection { is_certain: true, .. }, ..) => {
                Expectation::Broken("an answer in a folder of inputs that have none; move it".to_owned())
            }
            (_, [one, other, ..], _) => {
                let [one, other] = [one, other].map(|answer| display_name(&self.tree.files[answer.file].name));
                Expectation::Broken(format!("two answers, {one} and {other}; remove one"))
            }
            (Role::Outputs(is_right), _, Some(output)) => {
                Expectation::Output { answer: Some(path), output: self.at(output.file).shown, is_right }
            }
            (Role::Outputs(_), ..) => {
                Expectation::Broken("no output to be accepted or rejected; add a .out".to_owned())
            }
            (Role::WrongAnswers, ..) => Expectation::Output { answer: None, output: path, is_right: Rightness::Wrong },
            _ => {
                for (reading, partner) in [(input, answer), (answer, input)] {
                    // Folders are named as they are.
                    let words =
                        if kind == Kind::Folders { partner.words.clone() } else { in_lower_case(&partner.words) };
                    self.known.insert(self.form(reading), words);
                }
                Expectation::Answer(path)
            }
        };
        let files: Vec<FileId> = [input].iter().chain(&free).chain(output).map(|reading| reading.file).collect();
        self.add(None, &files, expectation, layout.describe([&input.words, &answer.words]));
    }

    /// Adds a case with these files, if one of them is to be searched. The input is the first one, unless it is missing.
    pub(super) fn add(&mut self, missing: Option<Location>, files: &[FileId], mut case: Expectation, layout: String) {
        if let Some(link) = files.iter().map(|&file| &self.tree.files[file]).find(|file| file.is_dangling) {
            let name = display_name(&link.name);
            case = Expectation::Broken(format!("{name} is a link that leads nowhere; fix or remove it"));
        }
        let input = missing.as_ref().map_or_else(|| self.at(files[0]).shown, |input| input.shown.clone());
        for &file in files {
            self.fates[file] = Some(Fate::Part(input.clone()));
        }
        match missing {
            _ if !files.iter().any(|&file| self.folder(file).is_searched) => {}
            Some(input) => self.others.push((input, Fate::Case(case, layout))),
            None => self.fates[files[0]] = Some(Fate::Case(case, layout)),
        }
    }

    pub(super) fn kind(&self, reading: &Reading) -> Kind {
        self.layouts[reading.layout].kind
    }

    /// Where the partner of a file is, if it has these words.
    pub(super) fn partner(&self, reading: &Reading, words: &Words) -> Location {
        self.at(reading.file).above(Path::new(&reading.base)).join(reading.path(words))
    }

    pub(super) fn folder(&self, file: FileId) -> &'a Folder {
        &self.tree.folders[self.tree.files[file].folder]
    }

    pub(super) fn name(&self, file: FileId) -> &'a [u8] {
        self.tree.files[file].name.as_encoded_bytes()
    }

    pub(super) fn at(&self, file: FileId) -> Location {
        self.folder(file).at.join(&self.tree.files[file].name)
    }

    /// The form of a file.
    pub(super) fn form(&self, reading: &Reading) -> Form {
        let (kind, name, base) = (self.kind(reading), self.name(reading.file), Path::new(&reading.base));
        let scope = if kind == Kind::Folders { base } else { base.parent().unwrap_or(base) };
        let shape = match kind {
            Kind::Package | Kind::Extension | Kind::Named => Vec::new(),
            // `test1` does not make `sol2` an input, nor does `input1.txt` make `input.txt` one.
            Kind::Number | Kind::Numbered | Kind::Word => {
                let (stem, end) = name.split_at(name.len() - extension(name).len());
                let number = |byte: &u8| if byte.is_ascii_digit() { b'0' } else { byte.to_ascii_lowercase() };
                let word = |byte: &u8| if kind == Kind::Word && is_letter(byte) { b'a' } else { number(byte) };
                let mut shape: Vec<u8> = stem.iter().map(word).chain(end.iter().map(number)).collect();
                shape.dedup();
                shape
            }
            Kind::Folders => extension(name).to_ascii_lowercase(),
        };
        let Reading { layout, side, ref words, .. } = *reading;
        Form { layout, side, scope: scope.into(), words: in_lower_case(words), shape }
    }
}

fn in_lower_case(words: &Words) -> Words {
    words.iter().map(|word| word.to_ascii_lowercase()).collect()
}
