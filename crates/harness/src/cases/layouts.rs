//! The layouts of judges and problem setters: how inputs and answers are called, and where they lie.

use super::NamePattern;
use super::role::Role;
use crate::source::display_name;

/// The layouts, in the order in which they are looked for: the kind, the name in reports, and by which words in their
/// names and by which extensions inputs and answers are told apart. All else in the two names is the same.
///
/// One of those in a list is meant, in capitals too; an empty extension is none, and `*` any. In the name for reports,
/// `&` stands for what tells the side.
const LAYOUTS: [(Kind, &str, Sides, Sides); 10] = [
    // Kattis, ICPC, DOMjudge.
    (Kind::Package, "Kattis package", SAME, ["in,inp,input", "ans,out"]),
    // Most judges, online-judge-tools, Luogu.
    (Kind::Extension, "NAME& with NAME&", SAME, ["in,inp,input", "out,ans,a,output"]),
    // Codeforces and its Polygon, which calls examples `example.01`.
    (Kind::Number, "01 with 01&", SAME, ["", "a,ans,out"]),
    (Kind::Numbered, "01 with 01&", SAME, ["", "a"]),
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

/// The folders of `Kind::Folders`.
const FOLDERS: Sides = ["in,input,inputs", "out,output,outputs,ans,answer,answers"];

/// The extensions of files that are part of a case even without the other file.
const ALONE: Sides = ["in", "out,ans"];

/// How the two files of a case lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Beside each other in the test data of a Kattis package.
    Package,
    /// Beside each other, told apart by their extensions.
    Extension,
    /// Beside each other; the answer has an extension, the input, a number, has none.
    Number,
    /// The same for a name that ends in a number.
    Numbered,
    /// Beside each other, texts or with extensions of their own, told apart by a word.
    Word,
    /// At the same place below two folders that tell them apart.
    Folders,
    /// As a pattern of the user's says.
    Named,
}

/// The input or the answer of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Input,
    Answer,
}

impl Side {
    pub(super) const BOTH: [Self; 2] = [Self::Input, Self::Answer];

    pub(super) fn other(self) -> Self {
        if self == Self::Input { Self::Answer } else { Self::Input }
    }
}

/// A line of the table, or a pattern of the user's.
#[derive(Clone, Copy)]
pub(super) struct Layout<'a> {
    pub(super) kind: Kind,
    name: &'static str,
    words: Sides,
    extensions: Sides,
    names: Option<&'a NamePattern>,
}

/// What tells the side of a file, as it is spelled: the folder, a word if there is one, and the extension with its dot;
/// or what is before and after the `%` of a pattern.
pub(super) type Words = Vec<Vec<u8>>;

impl<'a> Layout<'a> {
    /// All layouts, or only the user's pattern.
    pub(super) fn all(names: Option<&'a NamePattern>) -> Vec<Self> {
        let built_in = |(kind, name, words, extensions)| Self { kind, name, words, extensions, names };
        match names {
            Some(_) => vec![built_in((Kind::Named, "", SAME, SAME))],
            None => LAYOUTS.map(built_in).into(),
        }
    }

    /// How many folders of a path the names are about, without the one of a side and those below.
    pub(super) fn depth(&self, side: Side) -> usize {
        self.names.map_or(0, |names| names.sides()[side as usize].matches('/').count())
    }

    /// Reads a path that ends in a name, in all ways in which it can be one side of a case: what both sides have in
    /// common, with a zero for each of the words that tell the side, and these. The path before the name is empty, except
    /// that it begins with a folder of the side, or as the user's pattern does.
    pub(super) fn read(&self, side: Side, path: &[u8], name: &[u8]) -> Vec<(Vec<u8>, Words)> {
        let mut readings = Vec::new();
        let mut add = |parts: &[&[u8]], words: &[&[u8]]| {
            readings.push((parts.join(&0), words.iter().map(|word| word.to_vec()).collect()));
        };
        if let Some(names) = self.names {
            let (start, end) = names.sides()[side as usize].split_once('%').unwrap_or_default();
            let (start, end, whole) = (start.as_bytes(), end.as_bytes(), [path, name].concat());
            let text = whole.strip_prefix(start).and_then(|text| text.strip_suffix(end));
            if let Some(text) = text.filter(|text| !text.contains(&b'/')) {
                add(&[b"", text, b""], &[start, end]);
            }
            return readings;
        }
        let (folder, below) = path.split_at(path.iter().position(|&byte| byte == b'/').unwrap_or(0));
        let (words, extensions) = (self.words[side as usize], self.extensions[side as usize].split(','));
        for listed in extensions {
            let own = extension(name);
            let length = match listed {
                "" => 0,
                _ if own.is_empty() || !(listed == "*" || is_one_of(own, listed)) => continue,
                _ => 1 + own.len(),
            };
            let (stem, end) = name.split_at(name.len() - length);
            let is_stem = match self.kind {
                Kind::Number => stem.iter().all(u8::is_ascii_digit),
                Kind::Numbered => stem.last().is_some_and(u8::is_ascii_digit),
                _ => words.is_empty(),
            };
            if is_stem {
                add(&[b"", &[below, stem].concat(), b""], &[folder, end]);
            }
            for word in words.split(',').filter(|word| !word.is_empty()) {
                for (at, found) in stem.windows(word.len()).enumerate() {
                    let (before, after) = (&stem[..at], &stem[at + word.len()..]);
                    // `in` is not found in `main`.
                    let is_whole = !before.last().is_some_and(is_letter) && !after.first().is_some_and(is_letter);
                    if is_whole && found.eq_ignore_ascii_case(word.as_bytes()) {
                        add(&[b"", &[below, before].concat(), after, b""], &[folder, found, end]);
                    }
                }
            }
        }
        readings
    }

    /// The words of a file if other files do not tell them.
    pub(super) fn first_words(&self, side: Side) -> Words {
        match self.names.and_then(|names| names.sides()[side as usize].split_once('%')) {
            Some((start, end)) => vec![start.into(), end.into()],
            None => vec![
                Vec::new(),
                format!(".{}", self.extensions[side as usize].split(',').next().unwrap_or_default()).into(),
            ],
        }
    }

    /// Returns whether a file of this name, in a folder of this role, can be one side of a case in this layout.
    pub(super) fn allows(&self, side: Side, name: &[u8], role: Role) -> bool {
        let extension = extension(name);
        match self.kind {
            Kind::Package => matches!(role, Role::PackageCases | Role::Outputs(_) | Role::WrongAnswers),
            _ if side == Side::Answer => true,
            Kind::Extension | Kind::Number | Kind::Numbered | Kind::Named => true,
            Kind::Word if extension.first().is_some_and(u8::is_ascii_digit) => true,
            Kind::Word => is_one_of(extension, "in,inp,input,,txt,text,dat"),
            Kind::Folders => !is_ignored(name) && side_of_lone(name) != Some(Side::Answer),
        }
    }

    /// The name of the layout of a case with these words, by side.
    pub(super) fn describe(&self, words: [&Words; 2]) -> String {
        if let Some(names) = self.names {
            return display_name(names.sides().join(" with "));
        }
        let first = words.iter().filter_map(|words| words.iter().find(|word| !word.is_empty()));
        first.fold(self.name.to_owned(), |text, word| text.replacen('&', &String::from_utf8_lossy(word), 1))
    }
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
        md5,desc,hint,bak";
    const STEMS: &str = "readme,license,licence,copying,makefile,configure,manifest,nohup";
    let stem = name.split(|&byte| byte == b'.').next().unwrap_or(name);
    is_one_of(extension(name), EXTENSIONS) || is_one_of(stem, STEMS) || name == b"a.out"
}

/// Returns whether a file of this name holds other files.
pub(super) fn is_archive(name: &[u8]) -> bool {
    is_one_of(extension(name), "zip,tar,gz,tgz,bz2,xz,zst,7z,rar")
}

fn is_one_of(word: &[u8], list: &str) -> bool {
    list.split(',').any(|listed| word.eq_ignore_ascii_case(listed.as_bytes()))
}
