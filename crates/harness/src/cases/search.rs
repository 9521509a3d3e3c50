//! Which files of a tree are cases: inputs are paired with their answers, one layout after the other. Of each other
//! file it is said what it lacks, or why it was not read.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use super::layouts::{CaseLayout, Kind, Words, extension, is_ignored, is_letter, side_of_lone};
use super::role::{Role, is_called_invalid};
use super::tree::{File, Tree};
use super::{CaseFiles, Expectation, NamePattern, Side};
use crate::source::display_name;

/// What became of the files of a tree. All keys are paths from the root of the file system.
#[derive(Default)]
pub(super) struct Findings {
    /// By input, which is missing for some broken cases.
    pub(super) cases: BTreeMap<PathBuf, CaseFiles>,
    /// By file that belongs to a case: the input of the case, as messages show it.
    pub(super) inputs: HashMap<PathBuf, PathBuf>,
    /// By other file: how messages show it, and why it was not read.
    pub(super) not_read: BTreeMap<PathBuf, (PathBuf, &'static str)>,
}

impl Findings {
    /// Adds what another search has found. What was found first stays.
    pub(super) fn add(&mut self, other: Self) {
        self.cases = other.cases.into_iter().chain(std::mem::take(&mut self.cases)).collect();
        self.inputs.extend(other.inputs);
        self.not_read = other.not_read.into_iter().chain(std::mem::take(&mut self.not_read)).collect();
    }
}

/// A way to read the path of a file as one side of a case. The two files of a case have the same up to `common`.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Reading {
    /// The number of the layout.
    layout: usize,
    /// The path, with a zero for each of the words.
    common: Vec<u8>,
    side: Side,
    /// The number of the file in the tree.
    file: usize,
    words: Words,
}

/// What a file must have in common with the files of complete cases to be known by them: the layout, the side, what holds
/// the folders of both sides or else the folder above the file's, the words, and the shape of its name.
type Form = (usize, Side, PathBuf, Words, Vec<u8>);

struct Pairing<'a> {
    tree: &'a Tree,
    layouts: Vec<CaseLayout<'a>>,
    /// By the form of a file of a complete case, the words of its partner.
    known: BTreeMap<Form, Words>,
    found: Findings,
}

/// Finds the cases of a tree, by a pattern or in all layouts.
pub(super) fn search(tree: &Tree, names: Option<&NamePattern>) -> Findings {
    let mut pairing =
        Pairing { tree, layouts: CaseLayout::all(names), known: BTreeMap::new(), found: Findings::default() };
    let readings = pairing.read_names();
    // Of each file, with whether it is an answer whose input has another one.
    let mut lone: Vec<(Vec<&Reading>, bool)> = tree.files.iter().map(|_| (Vec::new(), false)).collect();
    for group in readings.chunk_by(|one, other| (one.layout, &one.common) == (other.layout, &other.common)) {
        let (inputs, answers) = group.split_at(group.partition_point(|reading| reading.side == Side::Input));
        for input in inputs {
            pairing.pair(input, answers);
        }
        for reading in group {
            let (readings, is_second) = &mut lone[reading.file];
            readings.push(reading);
            *is_second |= reading.side == Side::Answer && !inputs.is_empty();
        }
    }
    for (file, (readings, is_second)) in tree.files.iter().zip(&lone) {
        if file.is_searched
            && !pairing.found.inputs.contains_key(&file.path)
            && let Err(reason) = pairing.add_lone(file, readings, *is_second)
        {
            pairing.found.not_read.insert(file.path.clone(), (tree.shown(&file.path), reason));
        }
    }
    for folder in tree.folders.iter().filter(|folder| folder.is_searched && folder.role != Role::NoTestData) {
        if let Some(error) = &folder.error {
            let expectation = Expectation::Broken(format!("the folder cannot be read: {error}"));
            pairing.add_case(folder.path.clone(), expectation, "a folder".to_owned());
        }
    }
    pairing.found
}

impl<'a> Pairing<'a> {
    /// Reads all names in all ways. Those that may be of the same case follow one another.
    fn read_names(&self) -> Vec<Reading> {
        let mut readings = Vec::new();
        for (file, File { path, role, .. }) in self.tree.files.iter().enumerate() {
            let is_read = |layout: &CaseLayout<'_>| {
                *role != Role::NoTestData && (!role.is_judged() || layout.kind == Kind::Extension)
            };
            let lines = self.layouts.iter().enumerate().filter(|(_, layout)| is_read(layout));
            for ((number, layout), side) in lines.flat_map(|line| Side::BOTH.map(|side| (line, side))) {
                let read = layout.read(side, path).into_iter();
                readings.extend(read.map(|(common, words)| Reading { layout: number, common, side, file, words }));
            }
        }
        readings.sort_unstable();
        readings
    }

    /// Adds the case with this input if one of the files with the same key is its answer.
    fn pair(&mut self, input: &Reading, answers: &[Reading]) {
        let (tree, layout) = (self.tree, &self.layouts[input.layout]);
        let file = |reading: &Reading| &tree.files[reading.file];
        let File { path, role, .. } = file(input);
        let is_taken = |reading: &Reading| self.found.inputs.contains_key(&file(reading).path);
        if is_taken(input) {
            return;
        }
        let free = answers.iter().filter(|answer| answer.file != input.file && !is_taken(answer));
        let is_output = |answer: &&Reading| role.is_of_package() && answer.words[2].eq_ignore_ascii_case(b".out");
        let (mut outputs, mut free): (Vec<_>, Vec<_>) = free.partition(is_output);
        if *role == Role::PackageCases && free.is_empty() {
            std::mem::swap(&mut outputs, &mut free);
        }
        let Some(&answer) = free.first() else {
            // A pattern of the user's may lead out of the tree.
            let answer = input.partner(&layout.first_words(Side::Answer, *role));
            if matches!(layout.kind, Kind::Named(_)) && answer.is_file() {
                let case = Expectation::Answer(tree.shown(&answer));
                self.add(path.clone(), &[file(input)], case, self.describe(input, &input.words));
            }
            return;
        };
        // One in a third folder has nothing to do with them.
        free.retain(|other| file(other).folder == file(answer).folder);
        let shown = |reading: &Reading| tree.shown(&file(reading).path);
        let output = outputs.first().filter(|_| role.is_judged());
        let expectation = match (role, free.as_slice(), output) {
            (Role::Rejection(_), ..) if path.parent().is_some_and(is_called_invalid) => {
                Expectation::Broken("an answer in a folder of inputs that have none; move it".to_owned())
            }
            (_, [one, other, ..], _) => {
                let [one, other] = [one, other].map(|answer| display_name(file(answer).name()));
                Expectation::Broken(format!("two answers, {one} and {other}; remove one"))
            }
            (Role::Outputs(rightness), _, Some(output)) => {
                Expectation::Output { answer: shown(answer), output: shown(output), rightness: *rightness }
            }
            (Role::Outputs(_), ..) => {
                Expectation::Broken("no output to be accepted or rejected; add a .out".to_owned())
            }
            _ => {
                for (reading, partner) in [(input, answer), (answer, input)] {
                    self.known.entry(self.form(reading)).or_insert_with(|| partner.words.clone());
                }
                Expectation::Answer(shown(answer))
            }
        };
        let files: Vec<&File> = [input].into_iter().chain(free).chain(output.copied()).map(file).collect();
        self.add(path.clone(), &files, expectation, self.describe(input, &answer.words));
    }

    /// Adds the case of a file without a partner: an input to be rejected, or a broken case. Only `.in`, `.out`, `.ans`
    /// and a pattern of the user's tell by themselves that there must be a partner; other names must be like the
    /// names of complete cases around them.
    ///
    /// # Errors
    ///
    /// Why it is none.
    fn add_lone(&mut self, file: &File, readings: &[&Reading], is_second: bool) -> Result<(), &'static str> {
        let role = file.role;
        let Some(first) = readings.first() else {
            let reasons = ["not a name of a case", "part of a package, but not of its test data"];
            return Err(reasons[usize::from(role == Role::NoTestData)]);
        };
        let name = file.name().as_encoded_bytes();
        let is_file_of_case = |reading: &&&Reading| match self.kind(reading) {
            // A pattern of the user's means what it says.
            Kind::Named(_) => !reading.words[2].is_empty() || !is_ignored(name),
            _ => !is_ignored(name),
        };
        let candidates = || readings.iter().filter(is_file_of_case);
        if let Role::Rejection(layout) = role
            && candidates().any(|reading| reading.side == Side::Input && self.kind(reading) != Kind::Folders)
        {
            let layout_name = "an input to be rejected".to_owned();
            self.add(file.path.clone(), &[file], Expectation::Rejection(layout), layout_name);
            return Ok(());
        }
        if is_second {
            return Err("its input has another answer");
        }
        // What a package lacks is an `.ans`.
        let mut known = candidates().filter(|_| !role.is_of_package());
        let known = known.find_map(|reading| Some((reading, self.known.get(&self.form(reading))?.clone(), "")));
        let by_itself = || {
            let is_certain = |reading: &&&Reading| match self.kind(reading) {
                Kind::Extension => side_of_lone(name) == Some(reading.side),
                Kind::Named(_) => true,
                _ => false,
            };
            // A file that matches both sides of a pattern is rather of the one that says more about its name.
            let says_more = |reading: &&&Reading| Reverse(reading.words.concat().len());
            let reading = candidates().filter(is_certain).min_by_key(says_more)?;
            let layout = &self.layouts[reading.layout];
            let hint =
                if matches!(layout.kind, Kind::Named(_)) { "" } else { ", or use --names if it has another name" };
            Some((reading, layout.first_words(reading.side.other(), role), hint))
        };
        match known.or_else(by_itself) {
            Some((reading, words, hint)) => self.add_broken(reading, &words, hint),
            None if first.side == Side::Input => return Err("named like an input, but without an answer"),
            None => return Err("named like an answer, but without an input"),
        }
        Ok(())
    }

    /// Adds the broken case of a file whose partner would have these words.
    fn add_broken(&mut self, reading: &Reading, words: &Words, hint: &str) {
        let (file, partner) = (self.file(reading), reading.partner(words));
        let common = file.path.iter().zip(&partner).take_while(|(one, other)| one == other).count();
        let missing = display_name(partner.iter().skip(common).collect::<PathBuf>());
        let (input, message) = match reading.side {
            Side::Input => (file.path.clone(), format!("an input without an answer; add {missing}{hint}")),
            Side::Answer => (partner, format!("an answer without an input; add {missing} or remove the answer")),
        };
        let layout = self.describe(reading, words);
        self.add(input, &[file], Expectation::Broken(self.tree.with_cause(message)), layout);
    }

    /// Adds a case with these files, if one of them is to be searched.
    fn add(&mut self, input: PathBuf, files: &[&File], mut case: Expectation, layout: String) {
        if let Some(link) = files.iter().find(|file| file.is_dangling) {
            let name = display_name(link.name());
            case = Expectation::Broken(format!("{name} is a link that leads nowhere; fix or remove it"));
        }
        let shown = self.tree.shown(&input);
        self.found.inputs.extend(files.iter().map(|file| (file.path.clone(), shown.clone())));
        if files.iter().any(|file| file.is_searched) {
            self.add_case(input, case, layout);
        }
    }

    fn add_case(&mut self, path: PathBuf, expectation: Expectation, layout: String) {
        let case = CaseFiles { input: self.tree.shown(&path), path: path.clone(), expectation, layout };
        self.found.cases.insert(path, case);
    }

    fn form(&self, reading: &Reading) -> Form {
        let name = self.file(reading).name().as_encoded_bytes();
        let shape = match self.kind(reading) {
            Kind::Extension | Kind::Named(_) => Vec::new(),
            Kind::Folders => extension(name).to_ascii_lowercase(),
            // `input1.txt` does not make `input.txt` an input.
            Kind::Number | Kind::Word => {
                let class = |byte| match byte {
                    b'0'..=b'9' => b'0',
                    byte if is_letter(&byte) => b'a',
                    byte => byte,
                };
                let mut shape: Vec<u8> = name.iter().copied().map(class).collect();
                shape.dedup();
                shape
            }
        };
        let start = to_path(reading.common.split(|&byte| byte == 0).next().unwrap_or_default().to_vec());
        let above = if reading.words[0].is_empty() { start.parent() } else { Some(start.as_path()) };
        (reading.layout, reading.side, above.map(Path::to_owned).unwrap_or_default(), reading.words.clone(), shape)
    }

    /// The name of the layout of a case with this file, whose partner has these words.
    fn describe(&self, reading: &Reading, partner: &Words) -> String {
        let words = if reading.side == Side::Input { [&reading.words, partner] } else { [partner, &reading.words] };
        self.layouts[reading.layout].describe(words, self.file(reading).role)
    }

    fn kind(&self, reading: &Reading) -> Kind<'a> {
        self.layouts[reading.layout].kind
    }

    fn file(&self, reading: &Reading) -> &'a File {
        &self.tree.files[reading.file]
    }
}

impl Reading {
    /// Where a file with these words would be that is of the same case.
    fn partner(&self, words: &Words) -> PathBuf {
        let mut parts = self.common.split(|&byte| byte == 0);
        let mut path = parts.next().unwrap_or_default().to_vec();
        for (part, word) in parts.zip(words) {
            path.extend(word.iter().chain(part));
        }
        to_path(path)
    }
}

fn to_path(bytes: Vec<u8>) -> PathBuf {
    #[cfg(unix)]
    let path: std::ffi::OsString = std::os::unix::ffi::OsStringExt::from_vec(bytes);
    #[cfg(not(unix))]
    let path = String::from_utf8_lossy(&bytes).into_owned();
    path.into()
}
