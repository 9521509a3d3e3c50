//! Which files of a tree are cases: inputs are paired with their answers, one layout after the other.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

use super::layouts::{Kind, Layout, OUTPUT, Side, extension, is_ignored, side_of_folder};
use super::pattern::{Stem, is_letter, os_string};
use super::role::{Role, layout_of_rejection};
use super::tree::{Folder, Tree};
use super::{CaseFiles, Expectation, NamePattern, Rightness};
use crate::source::display_name;

/// The number of a file of the tree.
pub(super) type FileId = usize;

/// The search for cases in a tree.
pub(super) struct Search<'a> {
    pub(super) tree: &'a Tree,
    pub(super) layouts: Vec<Layout>,
    /// What the name of a file may mean, by file, in the order of the layouts.
    pub(super) readings: Vec<Vec<(Reading, Spelling)>>,
    /// The files with the same reading.
    index: HashMap<Reading, Vec<(FileId, Spelling)>>,
    pub(super) known: BTreeSet<Known>,
    /// Whether a file belongs to a case.
    pub(super) is_used: Vec<bool>,
    pub(super) cases: Vec<CaseFiles>,
}

/// A meaning that the name of a file may have. That of its partner differs in the side only.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Reading {
    pub(super) layout: usize,
    pub(super) side: Side,
    /// The folder that the pattern begins in; or what holds the pair of folders, and the path below them.
    pub(super) place: [PathBuf; 2],
    pub(super) stem: Stem,
}

/// Which of the folders of its side a file lies in, or nothing if the sides have no folders of their own; and which of the
/// alternatives of the layout its name matches.
pub(super) type Spelling = (OsString, usize);

/// What complete cases tell about files without a partner.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Known {
    pub(super) layout: usize,
    /// Where: the folder above that of the cases, or what holds the pair of folders.
    pub(super) scope: PathBuf,
    /// By side.
    pub(super) spellings: [Spelling; 2],
    pub(super) shape: Vec<u8>,
}

impl<'a> Search<'a> {
    /// Finds the cases of a tree: those of a pattern, or in all layouts.
    pub(super) fn run(tree: &'a Tree, names: Option<&NamePattern>) -> Self {
        let (layouts, index, known, cases) = (Layout::all(names), HashMap::new(), BTreeSet::new(), Vec::new());
        let mut search =
            Self { tree, layouts, readings: Vec::new(), index, known, is_used: vec![false; tree.files.len()], cases };
        search.read_names();
        for layout in 0..search.layouts.len() {
            search.visit_unused(|search, file| search.pair(file, layout));
        }
        search.visit_unused(Search::add_if_to_be_rejected);
        search.visit_unused(Search::add_if_partner_is_missing);
        for folder in tree.folders.iter().filter(|folder| folder.is_searched && !folder.is_left_out) {
            let Some(error) = &folder.error else { continue };
            let expectation = Expectation::Broken(format!("the folder cannot be read: {error}"));
            let (input, canonical) = (folder.shown.clone(), folder.canonical.clone());
            search.cases.push(CaseFiles { input, canonical, expectation, layout: "a folder".to_owned() });
        }
        search
    }

    fn visit_unused(&mut self, mut visit: impl FnMut(&mut Self, FileId)) {
        for file in 0..self.tree.files.len() {
            if !self.is_used[file] && !self.folder(file).is_left_out {
                visit(self, file);
            }
        }
    }

    /// Reads all names in all ways.
    fn read_names(&mut self) {
        for file in 0..self.tree.files.len() {
            let mut readings = Vec::new();
            for (layout, of_layout) in self.layouts.iter().enumerate() {
                for side in [Side::Input, Side::Answer] {
                    let patterns = &of_layout.patterns[side as usize];
                    let is_allowed = of_layout.allows(side, self.name(file), self.folder(file).role);
                    let position = self.position(file, of_layout.kind, side, patterns[0].depth());
                    let Some((place, folder, name)) = position.filter(|_| is_allowed) else { continue };
                    for (alternative, pattern) in patterns.iter().enumerate() {
                        for stem in pattern.stems(&name) {
                            let reading = Reading { layout, side, place: place.clone(), stem };
                            let spelling = (folder.clone(), alternative);
                            self.index.entry(reading.clone()).or_default().push((file, spelling.clone()));
                            readings.push((reading, spelling));
                        }
                    }
                }
            }
            self.readings.push(readings);
        }
    }

    /// Where a file lies as far as its partner does too, the folder of its side, and what is left of its path.
    fn position(
        &self,
        file: FileId,
        kind: Kind,
        side: Side,
        depth: usize,
    ) -> Option<([PathBuf; 2], OsString, Vec<u8>)> {
        let (folder, name) = (self.folder(file), self.name(file).to_vec());
        match kind {
            Kind::Folders => {
                let place = folder.place.as_ref().filter(|place| place.side == side)?;
                Some(([place.above[0].clone(), place.below.clone()], place.folder.clone(), name))
            }
            Kind::Named => {
                let shown = self.shown(file);
                let is_whole = shown.ancestors().take(depth).all(|path| path.file_name().is_some());
                let path = if is_whole { shown } else { self.canonical(file) };
                let base = path.ancestors().nth(depth)?;
                let names: Vec<&[u8]> = path.strip_prefix(base).ok()?.iter().map(OsStr::as_encoded_bytes).collect();
                Some(([base.to_owned(), PathBuf::new()], OsString::new(), names.join(&b'/')))
            }
            _ => Some(([folder.shown.clone(), PathBuf::new()], OsString::new(), name)),
        }
    }

    /// The files, used or not, that may be the partner of one with this reading.
    pub(super) fn partners(&self, reading: &Reading) -> &[(FileId, Spelling)] {
        self.index.get(&Reading { side: reading.side.other(), ..reading.clone() }).map_or(&[], Vec::as_slice)
    }

    pub(super) fn kind(&self, reading: &Reading) -> Kind {
        self.layouts[reading.layout].kind
    }

    pub(super) fn scope<'r>(&self, reading: &'r Reading) -> &'r Path {
        let place = &reading.place[0];
        if self.kind(reading) == Kind::Folders { place } else { place.parent().unwrap_or(place) }
    }

    pub(super) fn folder(&self, file: FileId) -> &'a Folder {
        &self.tree.folders[self.tree.files[file].folder]
    }

    pub(super) fn name(&self, file: FileId) -> &'a [u8] {
        self.tree.files[file].name.as_encoded_bytes()
    }

    pub(super) fn shown(&self, file: FileId) -> PathBuf {
        self.folder(file).shown.join(&self.tree.files[file].name)
    }

    pub(super) fn canonical(&self, file: FileId) -> PathBuf {
        self.folder(file).canonical.join(&self.tree.files[file].name)
    }

    pub(super) fn add(&mut self, input: FileId, others: &[FileId], expectation: Expectation, layout: String) {
        let case = CaseFiles { input: self.shown(input), canonical: self.canonical(input), expectation, layout };
        self.add_case(case, &[&[input], others].concat());
    }

    /// Adds a case with these files, if one of them is to be searched.
    pub(super) fn add_case(&mut self, mut case: CaseFiles, files: &[FileId]) {
        if let Some(&link) = files.iter().find(|&&file| is_dangling(&self.canonical(file))) {
            let name = display_name(&self.tree.files[link].name);
            case.expectation = Expectation::Broken(format!("{name} is a link that leads nowhere; fix or remove it"));
        }
        if files.iter().any(|&file| self.folder(file).is_searched) {
            self.cases.push(case);
        }
        for &file in files {
            self.is_used[file] = true;
        }
    }

    /// Adds the case with this input if it has an answer in this layout.
    fn pair(&mut self, input: FileId, layout: usize) {
        let (role, kind) = (self.folder(input).role, self.layouts[layout].kind);
        let is_of_package = self.readings[input].first().is_some_and(|(first, _)| self.kind(first) == Kind::Package);
        if is_of_package && kind != Kind::Package && role != Role::PackageCases {
            return;
        }
        let is_input = |(reading, _): &&(Reading, Spelling)| reading.layout == layout && reading.side == Side::Input;
        let own: Vec<&(Reading, Spelling)> = self.readings[input].iter().filter(is_input).collect();
        let partners = own.iter().flat_map(|own| self.partners(&own.0).iter().map(move |answer| (answer, *own)));
        let mut answers: Vec<_> = partners.filter(|((file, _), _)| !self.is_used[*file] && *file != input).collect();
        let folder = |file: FileId| self.tree.files[file].folder;
        answers.sort_by_key(|((file, (_, alternative)), _)| (folder(*file), *alternative, Reverse(*file)));
        answers.dedup_by_key(|((file, _), _)| *file);
        let output = answers.iter().find(|((_, (_, alternative)), _)| kind == Kind::Package && *alternative == OUTPUT);
        let output = output.map(|((file, _), _)| *file);
        let Some(((answer, of_answer), (reading, of_input))) = answers
            .first()
            .filter(|((file, _), _)| Some(*file) != output)
            .map(|&(answer, own)| (answer.clone(), own.clone()))
        else {
            // A pattern of the user's may lead out of the tree.
            let named = own.first().filter(|_| kind == Kind::Named).map(|(reading, _)| {
                (
                    reading.path("", &self.partner_name(reading, 0, &[])),
                    self.describe(reading, [&[]; 2], [OsStr::new(""); 2]),
                )
            });
            if let Some((answer, layout)) = named.filter(|(answer, _)| answer.exists()) {
                self.add(input, &[], Expectation::Answer(answer), layout);
            }
            return;
        };
        // One in a third folder has nothing to do with them.
        let files = answers.iter().map(|((file, _), _)| *file);
        let files: Vec<FileId> = files.filter(|&file| Some(file) != output && folder(file) == folder(answer)).collect();
        let path = self.shown(answer);
        let names = [input, answer].map(|file| self.name(file));
        let described = self.describe(&reading, names, [&of_input.0, &of_answer.0]);
        let output = output.filter(|_| matches!(role, Role::Outputs(_)));
        let expectation = match (role, files.as_slice(), output) {
            (Role::Rejection { is_certain: true }, ..) => {
                Expectation::broken("an answer in a folder of inputs that have none; move it")
            }
            (_, [one, other, ..], _) => {
                let [one, other] = [one, other].map(|&file| display_name(&self.tree.files[file].name));
                Expectation::Broken(format!("two answers, {one} and {other}; remove one"))
            }
            (Role::Outputs(is_right), _, Some(output)) => {
                Expectation::Output { answer: Some(path), output: self.shown(output), is_right }
            }
            (Role::Outputs(_), ..) if kind == Kind::Package => {
                Expectation::broken("no output to be accepted or rejected; add a .out")
            }
            (Role::WrongAnswers, ..) if kind == Kind::Package => {
                Expectation::Output { answer: None, output: path, is_right: Rightness::Wrong }
            }
            _ => {
                let (scope, shape) = (self.scope(&reading).to_owned(), shape(kind, names[0]));
                self.known.insert(Known { layout, scope, spellings: [of_input, of_answer], shape });
                Expectation::Answer(path)
            }
        };
        self.add(input, &files.into_iter().chain(output).collect::<Vec<_>>(), expectation, described);
    }

    fn add_if_to_be_rejected(&mut self, input: FileId) {
        let (name, folder) = (self.name(input), self.folder(input));
        let above = folder.canonical.file_name().unwrap_or_default().as_encoded_bytes();
        let is_among_inputs = side_of_folder(above) == Some(Side::Input) && !is_ignored(name);
        let is_input = |(reading, _): &(Reading, Spelling)| match self.kind(reading) {
            Kind::Number => name.iter().all(u8::is_ascii_digit),
            Kind::Named => reading.side == Side::Input && self.tells(input, reading),
            kind => reading.side == Side::Input && kind != Kind::Folders,
        };
        let is_input =
            self.readings[input].iter().any(is_input) || (is_among_inputs && self.layouts[0].kind != Kind::Named);
        if matches!(folder.role, Role::Rejection { .. }) && is_input {
            let expectation = Expectation::Rejection(layout_of_rejection(&folder.canonical));
            self.add(input, &[], expectation, "an input to be rejected".to_owned());
        }
    }

    /// Returns whether the name of a file without a partner tells that it is one of this side.
    pub(super) fn tells(&self, file: FileId, reading: &Reading) -> bool {
        !self.layouts[reading.layout].patterns[reading.side as usize][0].ends_in_text() || !is_ignored(self.name(file))
    }

    pub(super) fn partner_name(&self, reading: &Reading, alternative: usize, extension: &[u8]) -> Vec<u8> {
        self.layouts[reading.layout].patterns[reading.side.other() as usize][alternative].name(&reading.stem, extension)
    }

    /// The layout of a case with this reading, whose files have these names, in these folders if they are different.
    pub(super) fn describe(&self, reading: &Reading, names: [&[u8]; 2], folders: [&OsStr; 2]) -> String {
        let Layout { kind, sides, .. } = &self.layouts[reading.layout];
        let [input, answer] = names.map(|name| display_name(os_string(extension(name).to_vec())));
        match kind {
            Kind::Package => "Kattis package".to_owned(),
            Kind::Extension => format!("NAME.{input} with NAME.{answer}"),
            Kind::Number => format!("01 with 01.{answer}"),
            Kind::Word => "input1.txt with output1.txt".to_owned(),
            Kind::Folders => folders.map(|folder| format!("{}/NAME", display_name(folder))).join(" with "),
            Kind::Named => display_name(sides.join(" with ")),
        }
    }
}

/// Returns whether a file is a link to nothing, or to itself.
fn is_dangling(path: &Path) -> bool {
    path.is_symlink() && path.metadata().is_err_and(|error| error.kind() != io::ErrorKind::PermissionDenied)
}

impl Reading {
    /// The path of a partner of this name, in this folder of its side.
    pub(super) fn path(&self, folder: impl AsRef<Path>, name: &[u8]) -> PathBuf {
        self.place[0].join(folder).join(&self.place[1]).join(os_string(name.to_vec()))
    }
}

/// What an input without an answer must have in common with those of complete cases, beyond the layout, to be known by
/// them.
pub(super) fn shape(kind: Kind, input: &[u8]) -> Vec<u8> {
    match kind {
        Kind::Package | Kind::Extension | Kind::Named => Vec::new(),
        // Nothing but these letters tells `test2` from other files.
        Kind::Number => input.iter().copied().filter(|byte| !byte.is_ascii_digit()).collect(),
        // `input.txt` may be anything among cases that have numbers.
        Kind::Word => {
            let words = input.split(|&byte| !is_letter(byte)).filter(|word| !word.is_empty()).count();
            let end = extension(input).iter().take_while(|byte| !byte.is_ascii_digit()).copied();
            [u8::try_from(words).unwrap_or(0), u8::from(input.iter().any(u8::is_ascii_digit))]
                .into_iter()
                .chain(end)
                .collect()
        }
        Kind::Folders => extension(input).to_ascii_lowercase(),
    }
}
