//! How the name of an answer follows from that of its input.

use super::CaseLayout;
use super::names::{is_input_extension, is_text, split_extension};

/// The extensions of answers, in the order in which messages name them.
const ANSWERS: [&str; 4] = ["out", "ans", "a", "output"];
/// The words in names of inputs, and what stands in their place in the names of answers.
const INPUT_WORDS: [&str; 2] = ["input", "in"];
const ANSWER_WORDS: [&str; 4] = ["output", "out", "answer", "ans"];

/// The change that makes the name of the answer from that of the input.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Change {
    word: Option<WordChange>,
    /// The ends of the two names, such as `.in` and `.out`. All that comes before is the same, except for the word.
    ends: [String; 2],
}

/// A word of the name that is another one in the name of the answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct WordChange {
    /// Which word it is, and how many there are: `in` is number 1 of the 2 of `sample_in_3`.
    index: usize,
    count: usize,
    words: [String; 2],
}

/// The changes that a name allows.
type Changes = fn(&[u8]) -> Vec<Change>;

/// Those that may make the name of an answer beside its input; what comes first wins.
pub(super) const BESIDE: [Changes; 3] = [extension_beside, number_beside, word_beside];

impl Change {
    /// The change of the end alone.
    pub(super) fn of_end(input: impl Into<String>, answer: impl Into<String>) -> Self {
        Self { word: None, ends: [input.into(), answer.into()] }
    }

    /// The name of the answer to an input of this name, or `None` if the change does not apply to it.
    pub(super) fn apply(&self, input: &[u8]) -> Option<Vec<u8>> {
        self.changed(input, [0, 1])
    }

    /// The name of the input that this is the name of the answer to.
    pub(super) fn invert(&self, answer: &[u8]) -> Option<Vec<u8>> {
        self.changed(answer, [1, 0])
    }

    fn changed(&self, name: &[u8], [from, to]: [usize; 2]) -> Option<Vec<u8>> {
        let stem = name.strip_suffix(self.ends[from].as_bytes())?;
        let end = self.ends[to].as_bytes();
        let Some(word) = &self.word else { return Some([stem, end].concat()) };
        let (before, found, after) = words(stem).nth(word.index)?;
        let applies = found == word.words[from].as_bytes() && words(stem).count() == word.count;
        applies.then(|| [before, word.words[to].as_bytes(), after, end].concat())
    }

    /// This change together with one of a word before the end of this name, for all words that may be others in an
    /// answer.
    fn with_words(&self, name: &[u8]) -> Vec<Self> {
        let stem = name.strip_suffix(self.ends[0].as_bytes()).unwrap_or_default();
        let count = words(stem).count();
        let mut changes = Vec::new();
        for (index, (_, word, _)) in words(stem).enumerate() {
            let Ok(word) = str::from_utf8(word) else { continue };
            if INPUT_WORDS.iter().any(|input| word.eq_ignore_ascii_case(input)) {
                changes.extend(ANSWER_WORDS.iter().map(|answer| {
                    let words = [word.to_owned(), in_case_of(word, answer)];
                    Self { word: Some(WordChange { index, count, words }), ..self.clone() }
                }));
            }
        }
        changes
    }

    /// The end by which inputs differ from answers, if it is all.
    pub(super) fn input_end(&self) -> Option<&str> {
        Some(self.ends[0].as_str()).filter(|end| self.word.is_none() && !end.is_empty())
    }

    /// Returns whether the name of the answer is that of the input with an extension.
    pub(super) fn only_appends(&self) -> bool {
        self.word.is_none() && self.ends[0].is_empty()
    }

    /// The layout of files beside each other whose names differ so.
    pub(super) fn layout(&self) -> CaseLayout {
        let [input, answer] = &self.ends;
        match self.word {
            Some(_) => CaseLayout::new("input1.txt with output1.txt"),
            None if self.only_appends() => CaseLayout::new(format!("01 with 01{answer}")),
            None => CaseLayout::new(format!("NAME{input} with NAME{answer}")),
        }
    }
}

/// `NAME.in` and `NAME.out`.
fn extension_beside(name: &[u8]) -> Vec<Change> {
    if is_input_extension(split_extension(name).1) { by_extension(name) } else { Vec::new() }
}

/// `01` and `01.a`.
fn number_beside(name: &[u8]) -> Vec<Change> {
    match name.last() {
        Some(last) if last.is_ascii_digit() => {
            let is_number = name.iter().all(u8::is_ascii_digit);
            appended(if is_number { &["a", "ans", "out"] } else { &["a"] })
        }
        _ => Vec::new(),
    }
}

/// `input1.txt` and `output1.txt`.
fn word_beside(name: &[u8]) -> Vec<Change> {
    match split_extension(name).1 {
        extension if is_input_extension(extension) => by_extension_and_word(name),
        extension if is_text(extension) => by_word(name),
        _ => Vec::new(),
    }
}

/// The changes that may make the name of an answer in another folder, in groups; the first group with an answer counts.
pub(super) fn in_other_folder(name: &[u8]) -> Vec<Vec<Change>> {
    let same = vec![Change::of_end("", "")];
    let (by_extension, by_both) = (by_extension(name), by_extension_and_word(name));
    if is_input_extension(split_extension(name).1) {
        vec![by_extension, by_both, same]
    } else {
        vec![same, by_word(name), by_extension, by_both, appended(&["a"])]
    }
}

/// Returns whether a name, before the extension, has a word that tells inputs from answers.
pub(super) fn has_input_word(name: &[u8]) -> bool {
    !by_word(name).is_empty()
}

fn by_word(name: &[u8]) -> Vec<Change> {
    let extension = split_extension(name).1;
    // The extension is the same for all cases, unless it is their number.
    let end = if extension.first().is_some_and(u8::is_ascii_digit) { String::new() } else { end(extension) };
    Change::of_end(end.clone(), end).with_words(name)
}

fn by_extension(name: &[u8]) -> Vec<Change> {
    let answers = ANSWERS.iter().flat_map(|answer| spellings(answer));
    answers.map(|answer| Change::of_end(end(split_extension(name).1), format!(".{answer}"))).collect()
}

fn by_extension_and_word(name: &[u8]) -> Vec<Change> {
    by_extension(name).iter().flat_map(|change| change.with_words(name)).collect()
}

fn appended(extensions: &[&str]) -> Vec<Change> {
    let spelt = extensions.iter().flat_map(|extension| spellings(extension));
    spelt.map(|extension| Change::of_end("", format!(".{extension}"))).collect()
}

/// The end of a name with this extension.
fn end(extension: &[u8]) -> String {
    if extension.is_empty() { String::new() } else { format!(".{}", String::from_utf8_lossy(extension)) }
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
