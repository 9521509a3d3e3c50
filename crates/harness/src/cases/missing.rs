//! Files whose partner is missing: an input without an answer, an answer without an input.

use std::cmp::Reverse;
use std::ffi::OsString;
use std::fs;

use super::layouts::{Kind, Side, extension, is_ignored, side_of_lone};
use super::pattern::os_string;
use super::recognize::{FileId, Reading, Search, Spelling, shape};
use super::role::Role;
use super::{CaseFiles, Expectation};
use crate::source::display_name;

/// A partner that should exist, and what the file that is there is then.
struct Missing {
    reading: Reading,
    /// The folders of the sides of this file and of the partner, or nothing.
    own: OsString,
    other: OsString,
    /// The name of the partner.
    name: Vec<u8>,
}

impl Search<'_> {
    /// Adds a broken case if this file is an input or an answer without the other one. Only `.in`, `.out`, `.ans` and a
    /// pattern of the user's tell that by themselves; other names must be like those of complete cases around them.
    pub(super) fn add_if_partner_is_missing(&mut self, file: FileId) {
        let (in_folders, beside): (Vec<_>, Vec<_>) =
            self.readings[file].iter().partition(|(reading, _)| self.kind(reading) == Kind::Folders);
        if in_folders.iter().any(|(reading, _)| self.is_second_answer(reading)) {
            return;
        }
        let known = |readings: &[&(Reading, Spelling)]| {
            let mut readings = readings.iter().filter(|_| !is_ignored(self.name(file)));
            readings.find_map(|(reading, spelling)| self.known_partner(file, reading, spelling))
        };
        let by_itself = || self.partner_by_itself(file, &beside);
        let is_sure = self.layouts[0].kind == Kind::Named || side_of_lone(self.name(file)) == Some(Side::Input);
        let of_beside = || if is_sure { by_itself() } else { known(&beside).or_else(by_itself) };
        let missing = known(&in_folders).or_else(of_beside).filter(|missing| !self.is_second_answer(&missing.reading));
        if let Some(missing) = missing {
            self.add_without_partner(file, &missing);
        }
    }

    fn is_second_answer(&self, reading: &Reading) -> bool {
        reading.side == Side::Answer && !self.partners(reading).is_empty()
    }

    /// The partner that a file must have whatever lies around it.
    fn partner_by_itself(&self, file: FileId, readings: &[&(Reading, Spelling)]) -> Option<Missing> {
        let tells = |reading: &Reading| match self.kind(reading) {
            Kind::Extension => side_of_lone(self.name(file)) == Some(reading.side) && !is_ignored(self.name(file)),
            Kind::Package => reading.side == Side::Input && self.folder(file).role != Role::PackageCases,
            Kind::Named => self.tells(file, reading),
            _ => false,
        };
        let says_more = |reading: &&Reading| Reverse(self.layouts[reading.layout].sides[reading.side as usize].len());
        // A file that matches both sides of a pattern is rather of the one that says more about its name.
        let reading =
            readings.iter().map(|(reading, _)| reading).filter(|reading| tells(reading)).min_by_key(says_more)?;
        let (own, other) = (OsString::new(), OsString::new());
        Some(Missing { name: self.partner_name(reading, 0, &[]), reading: reading.clone(), own, other })
    }

    /// The partner that a file must have as complete cases around it have theirs.
    fn known_partner(&self, file: FileId, reading: &Reading, spelling: &Spelling) -> Option<Missing> {
        self.known.iter().find_map(|known| {
            let (other, alternative) = &known.spellings[reading.side.other() as usize];
            let is_around = known.layout == reading.layout
                && known.scope == self.scope(reading)
                && known.spellings[reading.side as usize] == *spelling;
            let name = is_around.then(|| self.partner_name(reading, *alternative, &known.shape))?;
            let input = if reading.side == Side::Input { self.name(file) } else { &name };
            let is_like = shape(self.kind(reading), input) == known.shape;
            let (own, other) = (spelling.0.clone(), other.clone());
            is_like.then(|| Missing { reading: reading.clone(), own, other, name })
        })
    }

    fn add_without_partner(&mut self, file: FileId, Missing { reading, own, other, name: partner }: &Missing) {
        let (name, kind, is_input) = (self.name(file), self.kind(reading), reading.side == Side::Input);
        let (path, base) = (reading.path(other, partner), &reading.place[0]);
        let shown = path.strip_prefix(base).unwrap_or(&path);
        let missing = match (kind, self.folder(file).role) {
            (Kind::Extension, Role::PackageCases) if is_input => "an .ans".to_owned(),
            (Kind::Extension, _) if is_input && side_of_lone(name).is_some() => "a .out, or an .ans".to_owned(),
            _ => display_name(shown),
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
        if is_input {
            let layout = self.describe(reading, [name, partner], [own, other]);
            self.add(file, &[], Expectation::Broken(format!("an input without an answer; {advice}")), layout);
        } else {
            let layout = self.describe(reading, [partner, name], [other, own]);
            let expectation = Expectation::Broken(format!("an answer without an input; {advice}"));
            let canonical = fs::canonicalize(base).unwrap_or_else(|_| base.clone()).join(shown);
            self.add_case(CaseFiles { input: path, canonical, expectation, layout }, &[file]);
        }
    }

    /// The only other file beside this one that differs in nothing but the extension, and both extensions, this file's
    /// first.
    fn only_namesake(&self, file: FileId) -> Option<[String; 3]> {
        let folder = self.folder(file);
        let own = extension(self.name(file));
        let start = self.name(file).strip_suffix(own)?;
        let first =
            self.tree.files[folder.files.clone()].partition_point(|other| other.name.as_encoded_bytes() < start);
        let others =
            (folder.files.start + first..folder.files.end).take_while(|&other| self.name(other).starts_with(start));
        let is_plain = |extension: &[u8]| !extension.is_empty() && extension.iter().all(u8::is_ascii_alphanumeric);
        let mut others = others.filter(|&other| {
            let name = self.name(other);
            other != file && !self.is_used[other] && !is_ignored(name) && is_plain(&name[start.len()..])
        });
        let (Some(other), None) = (others.next().map(|other| self.name(other)), others.next()) else { return None };
        let texts = [other, own, &other[start.len()..]].map(|text| display_name(os_string(text.to_vec())));
        (folder.role == Role::Cases && is_plain(own)).then_some(texts)
    }
}
