//! One case of an input: its words, each with its place.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Place};
use crate::scan::Layout;
use crate::text::quote;

/// One case of an input: the words that its [`Format`](crate::Format) describes.
#[derive(Clone, Copy, Debug)]
pub struct Case<'s> {
    text: &'s [u8],
    tokens: &'s [Token],
}

/// A word of a case, as a range of the case's text.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) range: Range<usize>,
    pub(crate) place: Place,
    /// Its value, if it is a number.
    pub(crate) number: Option<usize>,
    /// Whether a line of the case other than the first begins with it.
    pub(crate) begins_line: bool,
}

/// A run of bytes without white space, and its place.
#[derive(Clone, Copy, Debug)]
pub struct Word<'s> {
    text: &'s [u8],
    place: Place,
}

impl<'s> Case<'s> {
    pub(crate) fn new(text: &'s [u8], tokens: &'s [Token]) -> Self {
        Self { text, tokens }
    }

    /// All words, numbers included, from the first line to the last.
    #[must_use]
    pub fn words(&self) -> impl DoubleEndedIterator<Item = Word<'s>> + ExactSizeIterator + use<'s> {
        let text = self.text;
        self.tokens.iter().map(move |token| token.word(text))
    }

    /// The word with this index among all words, counted from 0.
    ///
    /// # Panics
    ///
    /// If the case has no such word.
    #[must_use]
    pub fn word(&self, index: usize) -> Word<'s> {
        self.tokens[index].word(self.text)
    }

    /// The case in the form that [`Format::input`](crate::Format::input) takes.
    pub(crate) fn to_text(self) -> Vec<u8> {
        let mut text = Vec::with_capacity(self.text.len());
        for (index, token) in self.tokens.iter().enumerate() {
            if index > 0 {
                text.push(if token.begins_line { b'/' } else { b' ' });
            }
            text.extend_from_slice(token.word(self.text).text);
        }
        text
    }

    /// The values of all numbers, in order.
    pub fn numbers(&self) -> impl Iterator<Item = usize> + use<'s> {
        self.tokens.iter().filter_map(|token| token.number)
    }

    /// The value of the number with this index among all numbers, counted from 0.
    ///
    /// # Panics
    ///
    /// If the case has no such number.
    #[must_use]
    pub fn number(&self, index: usize) -> usize {
        self.numbers().nth(index).expect("the format of the case has this number")
    }
}

impl Token {
    /// The word, given the text of its case.
    pub(crate) fn word<'s>(&self, text: &'s [u8]) -> Word<'s> {
        Word { text: &text[self.range.clone()], place: self.place }
    }
}

impl<'s> Word<'s> {
    /// The bytes: at least one, and no white space.
    #[must_use]
    pub fn text(&self) -> &'s [u8] {
        self.text
    }

    /// An error about the whole word.
    #[must_use]
    pub fn error(&self, message: impl Into<String>) -> Diagnostic {
        self.error_at(0, message)
    }

    /// An error at byte `index`.
    #[must_use]
    pub fn error_at(&self, index: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic { place: self.place.right(index), message: message.into() }
    }

    /// An error about an invalid character at byte `index`; `expected` names the valid ones.
    ///
    /// `look_alikes` lists characters that people write by mistake, each with what to write instead.
    ///
    /// # Panics
    ///
    /// If the word has no such byte.
    #[must_use]
    pub fn invalid_character(&self, index: usize, expected: &str, look_alikes: &[(&str, &str)]) -> Diagnostic {
        let rest = &self.text[index..];
        let character = rest.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
        let found = &rest[..character.map_or(1, char::len_utf8)];
        let hint = match look_alikes.iter().find(|(wrong, _)| wrong.as_bytes() == found) {
            Some((_, right)) => format!("; write {right}"),
            None if character.is_none() => "; the byte is not UTF-8 text".to_owned(),
            None => String::new(),
        };
        // It may look like one that is expected.
        let code = character.filter(|character| !character.is_ascii());
        let code = code.map(|character| format!(" (U+{:04X})", u32::from(character))).unwrap_or_default();
        self.error_at(index, format!("invalid character {}{code}: expected {expected}{hint}", quote(found)))
    }

    /// The value of the word as a number, which messages call `name`.
    pub(crate) fn number(&self, layout: Layout, name: &str) -> Result<usize, Diagnostic> {
        let text = self.text;
        let digits = str::from_utf8(text).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        let Some(digits) = digits else {
            return Err(self.error(format!("{} is not a whole number: expected {name}", quote(text))));
        };
        if layout == Layout::Exact && text.len() > 1 && text[0] == b'0' {
            return Err(self.error(format!("{} has a leading zero; remove it", quote(text))));
        }
        digits.parse().map_err(|_| self.error(format!("{} is too large: expected {name}", quote(text))))
    }
}
