//! The layouts of judges and problem setters: how inputs and answers are called, and where they lie.

use std::path::{MAIN_SEPARATOR, Path};

use super::role::Role;
use super::{NamePattern, Side};
use crate::source::display_name;

/// The layouts, in the order in which they are looked for: the kind, the name in reports, and by which words in their
/// names and by which extensions inputs and answers are told apart. All else in the two paths is the same.
///
/// One of those in a list is meant, in capitals too; an empty extension is none, and `*` any. In the name for reports,
/// `&` stands for what tells the side.
const LAYOUTS: [(Kind<'_>, &str, Sides, Sides); 8] = [
    // Most judges, online-judge-tools, Luogu, and the test data of a Kattis package.
    (Kind::Extension, "NAME& with NAME&", SAME, ["in,inp,input", "out,ans,a,output"]),
    // Codeforces and its Polygon, which calls examples `example.01`.
    (Kind::Number, "01 with 01&", SAME, ["", "a,ans,out"]),
    // HackerRank and CMS, in one folder.
    (Kind::Word, "input1.txt with output1.txt", WORDS, ["in,inp,input", "out,ans,a,output"]),
    (Kind::Word, "input1.txt with output1.txt", WORDS, SAME),
    // AtCoder; HackerRank and CMS, in two folders; sinol; and mixtures of them.
    (Kind::Folders, "&/NAME with &/NAME", SAME, SAME),
    (Kind::Folders, "&/NAME with &/NAME", WORDS, SAME),
    (Kind::Folders, "&/NAME with &/NAME", SAME, [",*", "out,ans,a,output"]),
    (Kind::Folders, "&/NAME with &/NAME", WORDS, [",*", "out,ans,a,output"]),
];

/// Lists of names, by side.
type Sides = [&'static str; 2];

const SAME: Sides = ["", ""];
const WORDS: Sides = ["input,in", "output,out,answer,ans"];

/// How the answers in the test data of a Kattis package end.
const PACKAGE_ANSWER: &str = ".ans";

const SEPARATOR: u8 = MAIN_SEPARATOR as u8;

/// The folders of `Kind::Folders`.
const FOLDERS: Sides = ["in,input,inputs", "out,output,outputs,ans,answer,answers"];

/// The extensions of files that are part of a case even without the other file.
const ALONE: Sides = ["in", "out,ans"];

/// How the two files of a case lie to each other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// Beside each other, told apart by their extensions.
    Extension,
    /// Beside each other; the answer has an extension, the input, which is or ends in a number after a dot, has none.
    Number,
    /// Beside each other, texts or with extensions of their own, told apart by a word.
    Word,
    /// At the same place below two folders that tell them apart.
    Folders,
    /// As a pattern of the user's says; nothing else about the names matters.
    Named(&'a NamePattern),
}

/// A line of the table, or a pattern of the user's.
#[derive(Clone, Copy)]
pub(super) struct CaseLayout<'a> {
    pub(super) kind: Kind<'a>,
    name: &'static str,
    words: Sides,
    extensions: Sides,
}

/// What tells the side of a file, as it is spelled: the folder, a word in the name, and the extension with its dot, each
/// of which may be empty; or what is before the `%` of a pattern, nothing, and what is after it.
pub(super) type Words = [Vec<u8>; 3];

impl<'a> CaseLayout<'a> {
    /// All layouts, or only the user's pattern.
    pub(super) fn all(names: Option<&'a NamePattern>) -> Vec<Self> {
        let layout = |(kind, name, words, extensions)| Self { kind, name, words, extensions };
        match names {
            Some(names) => vec![layout((Kind::Named(names), "", SAME, SAME))],
            None => LAYOUTS.map(layout).into(),
        }
    }

    /// Reads a path in all ways in which it can be one side of a case: what both sides have in common, with a zero for
    /// each of the words that tell the side, and these.
    pub(super) fn read(&self, side: Side, path: &Path) -> Vec<(Vec<u8>, Words)> {
        let path = path.as_os_str().as_encoded_bytes();
        let (folders, name) = split_at_name(path);
        let mut readings = Vec::new();
        if let Kind::Named(names) = self.kind {
            let [start, end] = names.side(side);
            let (folders, start_of_name) = split_at_name(start.as_bytes());
            let text = path.strip_suffix(end.as_bytes()).map(split_at_name).and_then(|(above, text)| {
                let above = above.strip_suffix(folders).filter(|above| above.ends_with(&[SEPARATOR]))?;
                Some([above, text.strip_prefix(start_of_name)?, b"", b""].join(&0))
            });
            readings.extend(text.map(|text| (text, [start.as_bytes(), b"", end.as_bytes()].map(<[u8]>::to_vec))));
            return readings;
        }
        let (own, is_input) = (extension(name), side == Side::Input);
        let is_told_elsewhere = matches!(self.kind, Kind::Word | Kind::Folders);
        if is_input && is_told_elsewhere && (is_ignored(name) || side_of_lone(name) == Some(Side::Answer)) {
            return readings;
        }
        let folder_names = if self.kind == Kind::Folders { FOLDERS[side as usize] } else { "" };
        for [above, folder, below] in listed(folders, folder_names, |&byte| byte != SEPARATOR) {
            for extension in self.extensions[side as usize].split(',') {
                let length = match extension {
                    "" => 0,
                    _ if own.is_empty() || !(extension == "*" || is_one_of(own, extension)) => continue,
                    _ => 1 + own.len(),
                };
                let (stem, end) = name.split_at(name.len() - length);
                if self.kind == Kind::Number && !is_numbered(stem) {
                    continue;
                }
                // `in` is not found in `main`.
                for [before, word, after] in listed(stem, self.words[side as usize], is_letter) {
                    let common = [above, &[below, before].concat(), after, b""].join(&0);
                    readings.push((common, [folder, word, end].map(<[u8]>::to_vec)));
                }
            }
        }
        readings
    }

    /// The words of a file in a folder of this role if other files do not tell them.
    pub(super) fn first_words(&self, side: Side, role: Role) -> Words {
        let first = self.extensions[side as usize].split(',').next().unwrap_or_default();
        let [start, end] = match self.kind {
            Kind::Named(names) => names.side(side),
            _ if side == Side::Answer && role.is_of_package() => [String::new(), PACKAGE_ANSWER.to_owned()],
            _ => [String::new(), format!(".{first}")],
        };
        [start, String::new(), end].map(String::into_bytes)
    }

    /// The name of the layout of a case with these words, by side, in a folder of this role.
    pub(super) fn describe(&self, words: [&Words; 2], role: Role) -> String {
        if let Kind::Named(names) = self.kind {
            return display_name(names.to_string());
        }
        if role.is_of_package() && words[1][2] == PACKAGE_ANSWER.as_bytes() {
            return "Kattis package".to_owned();
        }
        let first = words.iter().filter_map(|words| words.iter().find(|word| !word.is_empty()));
        first.fold(self.name.to_owned(), |text, word| text.replacen('&', &String::from_utf8_lossy(word), 1))
    }
}

/// Finds each part of a text that is in a list: what precedes it, the part, and what follows it. If the list is empty,
/// that is the whole text, nothing and nothing.
fn listed<'t>(text: &'t [u8], list: &str, is_in_part: impl Fn(&u8) -> bool) -> Vec<[&'t [u8]; 3]> {
    if list.is_empty() {
        return vec![[text, b"", b""]];
    }
    let mut start = 0;
    let found = text.chunk_by(|one, other| is_in_part(one) == is_in_part(other)).filter_map(|part| {
        let (before, rest) = text.split_at(start);
        start += part.len();
        is_one_of(part, list).then(|| [before, part, &rest[part.len()..]])
    });
    found.collect()
}

/// Splits a path before its last name.
fn split_at_name(path: &[u8]) -> (&[u8], &[u8]) {
    path.split_at(path.iter().rposition(|&byte| byte == SEPARATOR).map_or(0, |at| at + 1))
}

/// Returns whether a name is a number, or ends in one after a dot.
fn is_numbered(name: &[u8]) -> bool {
    name.rsplit(|&byte| byte == b'.').next().is_some_and(|last| !last.is_empty() && last.iter().all(u8::is_ascii_digit))
}

/// The side whose files a folder of this name holds, if there is one for the other side beside it.
pub(super) fn side_of_folder(name: &[u8]) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| is_one_of(name, FOLDERS[side as usize]))
}

/// The side of a file that is part of a case even without the other one.
pub(super) fn side_of_lone(name: &[u8]) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| is_one_of(extension(name), ALONE[side as usize]))
}

/// Returns whether a byte is part of a word, in UTF-8 too.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "for iterators")]
pub(super) fn is_letter(byte: &u8) -> bool {
    byte.is_ascii_alphabetic() || !byte.is_ascii()
}

/// The extension of a name, which is empty if there is none.
pub(super) fn extension(name: &[u8]) -> &[u8] {
    match name.iter().rposition(|&byte| byte == b'.') {
        None | Some(0) => &[],
        Some(dot) => &name[dot + 1..],
    }
}

/// Returns whether a file without a partner belongs to no case: documents, pictures, programs, settings.
pub(super) fn is_ignored(name: &[u8]) -> bool {
    const EXTENSIONS: &str = "md,rst,html,htm,tex,pdf,doc,docx,ps,png,jpg,jpeg,gif,svg,yaml,yml,json,toml,xml,ini,cfg,\
        csv,log,c,cc,cpp,cxx,h,hpp,java,kt,py,pyc,rs,go,js,ts,rb,pl,pas,hs,cs,sh,bat,ps1,exe,o,so,zip,gz,tar,7z,rar,\
        md5,desc,hint,bak,orig,swp";
    const STEMS: &str = "readme,license,licence,copying,makefile,configure,manifest,nohup";
    let stem = name.split(|&byte| byte == b'.').next().unwrap_or(name);
    is_one_of(extension(name), EXTENSIONS) || is_one_of(stem, STEMS) || name == b"a.out" || name.ends_with(b"~")
}

/// Returns whether a file of this name holds other files.
pub(super) fn is_archive(name: &[u8]) -> bool {
    is_one_of(extension(name), "zip,tar,gz,tgz,bz2,xz,zst,7z,rar")
}

fn is_one_of(word: &[u8], list: &str) -> bool {
    list.split(',').any(|listed| word.eq_ignore_ascii_case(listed.as_bytes()))
}
