//! Files that no case was made of: broken cases whose other file is missing, inputs to be rejected, and what was not
//! read, with the reason.

use std::cmp::Reverse;

use super::layouts::{Kind, Side, Words, extension, is_ignored, side_of_lone};
use super::role::Role;
use super::search::{Fate, FileId, Reading, Search, groups};
use super::tree::{File, Location, Tree};
use super::{Expectation, NamePattern};
use crate::source::display_name;

/// A reading of a file without a partner, and whether it is an answer whose input has another one.
type Lone<'a> = (&'a Reading, bool);

/// Finds the cases of a tree, by a pattern or in all layouts. Returns what became of each file in the folder to be
/// searched.
pub(super) fn search(tree: &Tree, names: Option<&NamePattern>) -> Vec<(Location, Fate)> {
    let (mut search, readings) = Search::run(tree, names);
    let mut lone: Vec<Vec<Lone<'_>>> = tree.files.iter().map(|_| Vec::new()).collect();
    for (inputs, answers) in groups(&readings) {
        for reading in inputs.iter().chain(answers) {
            lone[reading.file].push((reading, reading.side == Side::Answer && !inputs.is_empty()));
        }
    }
    for (file, lone) in lone.iter().enumerate() {
        if search.fates[file].is_none()
            && search.folder(file).is_searched
            && let Err(reason) = search.add_lone(file, lone)
        {
            search.fates[file] = Some(Fate::NotRead(reason));
        }
    }
    for folder in tree.folders.iter().filter(|folder| folder.is_searched && folder.role != Role::NoTestData) {
        if let Some(error) = &folder.error {
            let expectation = Expectation::Broken(format!("the folder cannot be read: {error}"));
            search.others.push((folder.at.clone(), Fate::Case(expectation, "a folder".to_owned())));
        }
    }
    let fates = std::mem::take(&mut search.fates).into_iter().enumerate();
    // Of what was read for the partners in it, only inputs count.
    let is_of_search = |file, fate: &Fate| search.folder(file).is_searched || matches!(fate, Fate::Case(..));
    let files = fates.filter_map(|(file, fate)| Some((file, fate.filter(|fate| is_of_search(file, fate))?)));
    files.map(|(file, fate)| (search.at(file), fate)).chain(search.others.iter().cloned()).collect()
}

impl Search<'_> {
    /// Adds the case of a file without a partner: an input to be rejected, or a broken case. Only `.in`, `.out`, `.ans`
    /// and a pattern of the user's tell by themselves that there must be a partner; other names must be like the
    /// names of complete cases around them.
    ///
    /// # Errors
    ///
    /// Why it is none.
    fn add_lone(&mut self, file: FileId, lone: &[Lone<'_>]) -> Result<(), &'static str> {
        let (role, name) = (self.folder(file).role, self.name(file));
        if role == Role::NoTestData {
            return Err("part of a package, but not of its test data");
        }
        if let Role::Rejection { layout, .. } = role
            && lone.iter().any(|(reading, _)| self.is_input(reading))
        {
            self.add(None, &[file], Expectation::Rejection(layout), "an input to be rejected".to_owned());
            return Ok(());
        }
        let is_sure = self.layouts[0].kind == Kind::Named || side_of_lone(name) == Some(Side::Input);
        let known =
            lone.iter().filter(|(reading, _)| !is_sure || self.kind(reading) == Kind::Folders).find_map(|lone| {
                let words = self.known.get(&self.form(lone.0))?;
                (!is_ignored(name)).then(|| (*lone, words.clone()))
            });
        let by_itself = || {
            // A file that matches both sides of a pattern is rather of the one that says more about its name.
            let says_more = |(reading, _): &&Lone<'_>| Reverse(reading.words.concat().len());
            let lone = *lone.iter().filter(|(reading, _)| self.needs_partner(reading)).min_by_key(says_more)?;
            Some((lone, self.layouts[lone.0.layout].first_words(lone.0.side.other())))
        };
        let is_second = lone.iter().any(|(reading, is_second)| *is_second && self.kind(reading) == Kind::Folders);
        match known.or_else(by_itself) {
            Some(((reading, false), words)) if !is_second => {
                self.add_broken(reading, &words);
                Ok(())
            }
            _ if lone.iter().any(|(_, is_second)| *is_second) => Err("its input has another answer"),
            _ => Err(lone.first().map_or("not a name of a case", |(reading, _)| match reading.side {
                Side::Input => "named like an input, but without an answer",
                Side::Answer => "named like an answer, but without an input",
            })),
        }
    }

    /// Whether a file in a folder of inputs to be rejected is one.
    fn is_input(&self, reading: &Reading) -> bool {
        match self.kind(reading) {
            Kind::Number | Kind::Numbered => self.name(reading.file).iter().all(u8::is_ascii_digit),
            Kind::Named => reading.side == Side::Input && self.needs_partner(reading),
            kind => reading.side == Side::Input && kind != Kind::Folders,
        }
    }

    /// Whether the name of a file tells that it must have a partner, whatever lies around it.
    fn needs_partner(&self, reading: &Reading) -> bool {
        let (name, role) = (self.name(reading.file), self.folder(reading.file).role);
        match self.kind(reading) {
            Kind::Extension => side_of_lone(name) == Some(reading.side) && !is_ignored(name),
            Kind::Package => reading.side == Side::Input && role != Role::PackageCases,
            Kind::Named => reading.words[1] != b"" || !is_ignored(name),
            _ => false,
        }
    }

    /// Adds the broken case of a file whose partner would have these words.
    fn add_broken(&mut self, reading: &Reading, words: &Words) {
        let (file, kind, is_input) = (reading.file, self.kind(reading), reading.side == Side::Input);
        let missing = match (kind, self.folder(file).role) {
            (Kind::Extension, Role::PackageCases) if is_input => "an .ans".to_owned(),
            (Kind::Extension, _) if is_input && side_of_lone(self.name(file)).is_some() => {
                "a .out, or an .ans".to_owned()
            }
            _ => display_name(reading.path(words)),
        };
        let namesake = self.only_namesake(file).filter(|_| !matches!(kind, Kind::Folders | Kind::Named));
        let advice = match (namesake, is_input) {
            (Some([namesake, input, answer]), true) => {
                format!("is {namesake} the answer? then use --names '%.{input}:%.{answer}'")
            }
            (Some([namesake, answer, input]), false) => {
                format!("is {namesake} the input? then use --names '%.{input}:%.{answer}'")
            }
            (None, true) => format!("add {missing}"),
            (None, false) => format!("add {missing} or remove the answer"),
        };
        let advice = self.tree.with_cause(advice);
        let (what, missing, words) = if is_input {
            ("an input without an answer", None, [&reading.words, words])
        } else {
            ("an answer without an input", Some(self.partner(reading, words)), [words, &reading.words])
        };
        let layout = self.layouts[reading.layout].describe(words);
        self.add(missing, &[file], Expectation::Broken(format!("{what}; {advice}")), layout);
    }

    /// The only other file beside this one that differs only in the extension, and both extensions, this file's
    /// first.
    fn only_namesake(&self, file: FileId) -> Option<[String; 3]> {
        let (folder, own) = (self.folder(file), extension(self.name(file)));
        let start = self.name(file).strip_suffix(own)?;
        let is_before = |other: &File| other.name.as_encoded_bytes() < start;
        let first = folder.files.start + self.tree.files[folder.files.clone()].partition_point(is_before);
        let others = (first..folder.files.end).take_while(|&other| self.name(other).starts_with(start));
        let is_plain = |file| {
            let extension = &self.name(file)[start.len()..];
            !extension.is_empty() && extension.iter().all(u8::is_ascii_alphanumeric) && !is_ignored(self.name(file))
        };
        let is_free = |file: FileId| !matches!(self.fates[file], Some(Fate::Case(..) | Fate::Part(_)));
        let mut others = others.filter(|&other| other != file && is_plain(other) && is_free(other));
        let (Some(other), None) = (others.next(), others.next()) else { return None };
        let [own, extension] =
            [own, extension(self.name(other))].map(|text| String::from_utf8_lossy(text).into_owned());
        let namesake = display_name(&self.tree.files[other].name);
        (folder.role == Role::Cases && is_plain(file)).then_some([namesake, own, extension])
    }
}
