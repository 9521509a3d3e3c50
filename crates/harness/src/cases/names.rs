//! How the name of an answer follows from that of its input.

use std::ffi::OsString;

/// The extensions of answers, in the order in which messages name them.
pub(super) const ANSWERS: [&str; 3] = ["out", "ans", "a"];
/// The words in names of inputs, and what stands in their place in the names of answers.
const INPUT_WORDS: [&str; 2] = ["input", "in"];
const ANSWER_WORDS: [&str; 4] = ["output", "out", "answer", "ans"];
const INPUT_FOLDERS: [&str; 3] = ["in", "input", "inputs"];
const ANSWER_FOLDERS: [&str; 6] = ["out", "output", "outputs", "ans", "answer", "answers"];

/// The change that makes the name of the answer from that of the input.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Change {
    pub(super) word: Option<WordChange>,
    pub(super) extension: ExtensionChange,
}

/// A word of the name, before the extension, that is another one in the name of the answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct WordChange {
    /// Which of the words it is: `in` is number 1 of `sample_in_3`.
    index: usize,
    from: String,
    to: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ExtensionChange {
    Keep,
    Replace { from: String, to: String },
    Append(String),
}

impl Change {
    /// The name of the answer to an input of this name, or `None` if the change does not apply to it.
    pub(super) fn apply(&self, input: &[u8]) -> Option<Vec<u8>> {
        self.changed(input, false)
    }

    /// The name of the input that this is the name of the answer to.
    pub(super) fn invert(&self, answer: &[u8]) -> Option<Vec<u8>> {
        self.changed(answer, true)
    }

    fn changed(&self, name: &[u8], inverse: bool) -> Option<Vec<u8>> {
        let in_order = |from, to| if inverse { (to, from) } else { (from, to) };
        let appended = match &self.extension {
            ExtensionChange::Append(added) if inverse => {
                return self.word_changed(name.strip_suffix(added.as_bytes())?.strip_suffix(b".")?, true);
            }
            ExtensionChange::Append(added) => [b".", added.as_bytes()].concat(),
            ExtensionChange::Keep => Vec::new(),
            ExtensionChange::Replace { from, to } => {
                let (from, to) = in_order(from, to);
                let stem = name.strip_suffix(from.as_bytes())?.strip_suffix(b".").filter(|stem| !stem.is_empty())?;
                return Some([&self.word_changed(stem, inverse)?, &b"."[..], to.as_bytes()].concat());
            }
        };
        Some([self.word_changed(name, inverse)?, appended].concat())
    }

    /// Changes the word in a name, whose extension is left alone.
    fn word_changed(&self, name: &[u8], inverse: bool) -> Option<Vec<u8>> {
        let Some(WordChange { index, from, to }) = &self.word else { return Some(name.to_vec()) };
        let (from, to) = if inverse { (to, from) } else { (from, to) };
        let (stem, rest) = match self.extension {
            ExtensionChange::Keep => name.split_at(split_extension(name).0.len()),
            _ => (name, &b""[..]),
        };
        let (before, _, after) = words(stem).nth(*index).filter(|(_, word, _)| *word == from.as_bytes())?;
        Some([before, to.as_bytes(), after, rest].concat())
    }

    /// The names of an input and its answer in general, such as `inputN.txt` and `outputN.txt`, from those of one. Numbers are
    /// `N` and other text is `NAME`.
    pub(super) fn in_general(&self, input: &[u8]) -> [String; 2] {
        let (stem, extension) = split_extension(input);
        let extension = match extension.first() {
            None => String::new(),
            Some(first) if first.is_ascii_digit() => ".N".to_owned(),
            Some(_) => format!(".{}", String::from_utf8_lossy(extension)),
        };
        let stems = match &self.word {
            None => ["NAME".to_owned(), "NAME".to_owned()],
            Some(WordChange { index, from, to }) => {
                let (before, _, after) = words(stem).nth(*index).unwrap_or((stem, b"", b""));
                let (before, after) = (general_text(before, true), general_text(after, false));
                [from, to].map(|word| format!("{before}{word}{after}"))
            }
        };
        let [input, answer] = stems;
        match &self.extension {
            ExtensionChange::Keep if self.word.is_none() => [input, answer],
            ExtensionChange::Keep => [format!("{input}{extension}"), format!("{answer}{extension}")],
            ExtensionChange::Replace { from, to } => [format!("{input}.{from}"), format!("{answer}.{to}")],
            ExtensionChange::Append(added) => [input.clone(), format!("{input}.{added}")],
        }
    }
}

/// What stands beside a word: nothing, or separators and `N` for a number or `NAME`. The word comes after or before it.
fn general_text(text: &[u8], word_follows: bool) -> String {
    let is_separator = |byte: &&u8| byte.is_ascii() && !byte.is_ascii_alphanumeric();
    let (rest, separators) = if word_follows {
        text.split_at(text.len() - text.iter().rev().take_while(is_separator).count())
    } else {
        let (separators, rest) = text.split_at(text.iter().take_while(is_separator).count());
        (rest, separators)
    };
    let general = match rest {
        [] => "",
        _ if rest.iter().all(u8::is_ascii_digit) => "N",
        _ => "NAME",
    };
    let separators = String::from_utf8_lossy(separators);
    if word_follows { format!("{general}{separators}") } else { format!("{separators}{general}") }
}

/// The changes of a word of this stem that may make the name of an answer.
pub(super) fn word_changes(stem: &[u8]) -> Vec<WordChange> {
    let mut changes = Vec::new();
    for (index, (_, word, _)) in words(stem).enumerate() {
        let Ok(word) = str::from_utf8(word) else { continue };
        if INPUT_WORDS.iter().any(|input| word.eq_ignore_ascii_case(input)) {
            let to = ANSWER_WORDS.iter().map(|answer| in_case_of(word, answer));
            changes.extend(to.map(|to| WordChange { index, from: word.to_owned(), to }));
        }
    }
    changes
}

/// The words of a name: its longest runs of letters, each with what comes before and after it.
fn words(name: &[u8]) -> impl Iterator<Item = (&[u8], &[u8], &[u8])> {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    let starts = (0..name.len()).filter(move |&at| is_letter(name[at]) && (at == 0 || !is_letter(name[at - 1])));
    starts.map(move |start| {
        let length = name[start..].iter().take_while(|&&byte| is_letter(byte)).count();
        (&name[..start], &name[start..start + length], &name[start + length..])
    })
}

/// Writes `word` in capitals as far as `example` is.
fn in_case_of(example: &str, word: &str) -> String {
    let mut capitals = example.chars().map(|letter| letter.is_ascii_uppercase());
    match (capitals.next(), capitals.next()) {
        (Some(true), Some(true) | None) => word.to_ascii_uppercase(),
        (Some(true), _) => word[..1].to_ascii_uppercase() + &word[1..],
        _ => word.to_owned(),
    }
}

/// An extension in small letters, in capitals, and in both.
pub(super) fn spellings(extension: &str) -> impl Iterator<Item = String> {
    let small = extension.to_owned();
    let mixed = extension[..1].to_ascii_uppercase() + &extension[1..];
    let capitals = extension.to_ascii_uppercase();
    let mixed = (mixed != capitals).then_some(mixed);
    [Some(small), Some(capitals), mixed].into_iter().flatten()
}

/// Splits a name into its stem and its extension, which is empty if there is none.
pub(super) fn split_extension(name: &[u8]) -> (&[u8], &[u8]) {
    match name.iter().rposition(|&byte| byte == b'.') {
        None | Some(0) => (name, &[]),
        Some(dot) => (&name[..dot], &name[dot + 1..]),
    }
}

/// Returns whether a folder's name says that it holds inputs, whose answers are in another one.
pub(super) fn is_input_folder(name: &[u8]) -> bool {
    INPUT_FOLDERS.iter().any(|folder| name.eq_ignore_ascii_case(folder.as_bytes()))
}

/// Returns whether a folder's name says that it holds answers to the inputs in another one.
pub(super) fn is_answer_folder(name: &[u8]) -> bool {
    ANSWER_FOLDERS.iter().any(|folder| name.eq_ignore_ascii_case(folder.as_bytes()))
}

/// Returns whether a file belongs to no case, whatever lies beside it: documents, pictures, programs, settings.
pub(super) fn is_no_data(name: &[u8]) -> bool {
    const EXTENSIONS: &str = " md rst html htm tex pdf doc docx ps png jpg jpeg gif svg yaml yml json toml xml ini cfg csv log \
        c cc cpp cxx h hpp java kt py pyc rs go js ts rb pl pas hs cs sh bat ps1 exe o so zip gz tar 7z rar md5 desc hint bak ";
    const STEMS: &str = " readme license licence copying makefile configure manifest nohup ";
    let (stem, extension) = split_extension(name);
    let is_listed = |list: &str, word: &[u8]| {
        let word = String::from_utf8_lossy(word).to_ascii_lowercase();
        !word.is_empty() && !word.contains(' ') && list.contains(&format!(" {word} "))
    };
    is_listed(EXTENSIONS, extension) || is_listed(STEMS, stem) || is_listed(STEMS, name)
}

/// A name from its bytes.
pub(super) fn os_string(bytes: Vec<u8>) -> OsString {
    #[cfg(unix)]
    let name = std::os::unix::ffi::OsStringExt::from_vec(bytes);
    #[cfg(not(unix))]
    let name = String::from_utf8_lossy(&bytes).into_owned().into();
    name
}
