//! The layouts of judges and problem setters: how inputs and answers are called, and where they lie.

use super::NamePattern;
use super::pattern::Pattern;
use super::role::Role;

/// The layouts, in the order in which they are looked for: the kind, what an input is called, and what its answer.
///
/// `%` is a text and `#` a whole number that both names have in common, `*` any extension, `|` an end of a word, so that
/// `in` is not found in `main`. Of the alternatives in braces each may be meant, in capitals too.
const LAYOUTS: [(Kind, &str, &str); 10] = [
    // Kattis, ICPC, DOMjudge.
    (Kind::Package, "%.{in,inp,input}", "%.{ans,out}"),
    // Most judges, online-judge-tools, Luogu.
    (Kind::Extension, "%.{in,inp,input}", "%.{out,ans,a,output}"),
    // Codeforces and its Polygon, which calls examples `example.01`.
    (Kind::Number, "#", "#.{a,ans,out}"),
    (Kind::Number, "%#", "%#.a"),
    // HackerRank and CMS, in one folder.
    (Kind::Word, "%|{input,in}|%.{in,inp,input}", "%|{output,out,answer,ans}|%.{out,ans,a,output}"),
    (Kind::Word, "%|{input,in}|%", "%|{output,out,answer,ans}|%"),
    // AtCoder; HackerRank and CMS, in two folders; sinol; and mixtures of them.
    (Kind::Folders, "%", "%"),
    (Kind::Folders, "%|{input,in}|%", "%|{output,out,answer,ans}|%"),
    (Kind::Folders, "%{,.*}", "%.{out,ans,a,output}"),
    (Kind::Folders, "%|{input,in}|%{,.*}", "%|{output,out,answer,ans}|%.{out,ans,a,output}"),
];

/// The alternative of `Kind::Package` that is an output to be judged, in the folders for those, and nothing elsewhere.
pub(super) const OUTPUT: usize = 1;

/// By side, the names of the folders of `Kind::Folders`.
const FOLDERS: [&[&str]; 2] = [&["in", "input", "inputs"], &["out", "output", "outputs", "ans", "answer", "answers"]];

/// By side, the extensions of files that are part of a case even without the other file.
const ALONE: [&[&str]; 2] = [&["in"], &["out", "ans"]];

/// How the two files of a case lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Beside each other in the test data of a Kattis package.
    Package,
    /// Beside each other, told apart by their extensions.
    Extension,
    /// Beside each other; the answer has an extension, the input has none.
    Number,
    /// Beside each other, texts or with extensions of their own, told apart by a word.
    Word,
    /// At the same place below two folders that tell them apart.
    Folders,
    /// As a pattern of the user's says.
    Named,
}

/// The input or the answer of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Side {
    Input,
    Answer,
}

impl Side {
    pub(super) fn other(self) -> Self {
        if self == Self::Input { Self::Answer } else { Self::Input }
    }
}

/// A line of the table.
pub(super) struct Layout {
    pub(super) kind: Kind,
    /// By side, as in the table and with all alternatives.
    pub(super) sides: [String; 2],
    pub(super) patterns: [Vec<Pattern>; 2],
}

impl Layout {
    /// All layouts, or only that of the user's pattern.
    pub(super) fn all(names: Option<&NamePattern>) -> Vec<Self> {
        let layout = |kind, sides: [&str; 2], parse: fn(&str) -> Vec<Pattern>| Self {
            kind,
            sides: sides.map(str::to_owned),
            patterns: sides.map(parse),
        };
        let built_in = |&(kind, input, answer): &_| {
            layout(kind, [input, answer], |side| {
                alternatives(side).iter().map(|name| Pattern::of_layout(name)).collect()
            })
        };
        match names {
            Some(names) => vec![layout(Kind::Named, names.sides(), |side| vec![Pattern::of_user(side)])],
            None => LAYOUTS.iter().map(built_in).collect(),
        }
    }

    /// Returns whether a file of this name, in a folder of this role, can be one side of a case in this layout.
    pub(super) fn allows(&self, side: Side, name: &[u8], role: Role) -> bool {
        let extension = extension(name);
        let is_of_package = matches!(role, Role::PackageCases | Role::Outputs(_) | Role::WrongAnswers);
        match self.kind {
            Kind::Package => is_of_package,
            _ if side == Side::Answer => true,
            Kind::Extension | Kind::Number | Kind::Named => true,
            Kind::Word if extension.first().is_some_and(u8::is_ascii_digit) => true,
            Kind::Word => is_one_of(extension, &["in", "inp", "input", "", "txt", "text", "dat"]),
            Kind::Folders => !is_ignored(name) && side_of_lone(name) != Some(Side::Answer),
        }
    }
}

fn alternatives(pattern: &str) -> Vec<String> {
    match pattern.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?))) {
        Some((before, (list, after))) => {
            list.split(',').flat_map(|one| alternatives(&format!("{before}{one}{after}"))).collect()
        }
        None => vec![pattern.to_owned()],
    }
}

/// The side whose files a folder of this name holds, if there is one for the other side beside it.
pub(super) fn side_of_folder(name: &[u8]) -> Option<Side> {
    [Side::Input, Side::Answer].into_iter().find(|&side| is_one_of(name, FOLDERS[side as usize]))
}

/// The side of a file that is part of a case even without the other one.
pub(super) fn side_of_lone(name: &[u8]) -> Option<Side> {
    [Side::Input, Side::Answer].into_iter().find(|&side| is_one_of(extension(name), ALONE[side as usize]))
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
    const EXTENSIONS: &str = "md rst html htm tex pdf doc docx ps png jpg jpeg gif svg yaml yml json toml xml ini cfg csv log \
        c cc cpp cxx h hpp java kt py pyc rs go js ts rb pl pas hs cs sh bat ps1 exe o so zip gz tar 7z rar md5 desc hint bak";
    const STEMS: &str = "readme license licence copying makefile configure manifest nohup";
    let is_listed = |list: &str, word: &[u8]| is_one_of(word, &list.split(' ').collect::<Vec<_>>());
    let stem = name.split(|&byte| byte == b'.').next().unwrap_or(name);
    is_listed(EXTENSIONS, extension(name)) || is_listed(STEMS, stem) || name == b"a.out"
}

/// Returns whether a file of this name holds other files.
pub(super) fn is_archive(name: &[u8]) -> bool {
    is_one_of(extension(name), &["zip", "tar", "gz", "tgz", "bz2", "xz", "zst", "7z", "rar"])
}

fn is_one_of(word: &[u8], list: &[&str]) -> bool {
    list.iter().any(|listed| word.eq_ignore_ascii_case(listed.as_bytes()))
}
