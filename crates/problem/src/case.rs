//! One case of an input: its words, each with its place.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Place};
use crate::visible::quote;

/// One case of an input: the words that its [`Format`](crate::Format) describes.
#[derive(Clone, Copy, Debug)]
pub struct Case<'s> {
    /// The words in the form that [`Format::input`](crate::Format::input) takes.
    pub(crate) text: &'s [u8],
    /// Where each word is in that text, and its place in the input.
    pub(crate) words: &'s [(Range<usize>, Place)],
}

/// A run of bytes without white space, and its place.
#[derive(Clone, Copy, Debug)]
pub struct Word<'s> {
    text: &'s [u8],
    place: Place,
}

impl<'s> Case<'s> {
    /// All words, numbers included, from the first line to the last.
    pub fn words(&self) -> impl DoubleEndedIterator<Item = Word<'s>> + ExactSizeIterator + use<'s> {
        let Self { text, words } = *self;
        words.iter().map(move |(range, place)| Word { text: &text[range.clone()], place: *place })
    }

    /// The word with this index among all words, counted from 0.
    ///
    /// # Panics
    ///
    /// If the case has no such word.
    pub fn word(&self, index: usize) -> Word<'s> {
        self.words().nth(index).expect("the format of the case has this word")
    }
}

impl<'s> Word<'s> {
    /// The bytes: at least one, and no white space.
    pub fn text(&self) -> &'s [u8] {
        self.text
    }

    /// The value, if the word is a whole number that is not too large.
    pub fn number(&self) -> Option<usize> {
        let digits = str::from_utf8(self.text).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        digits?.parse().ok()
    }

    /// An error about the whole word.
    pub fn error(&self, message: impl Into<String>) -> Diagnostic {
        self.error_at(0, message)
    }

    /// An error at byte `index`.
    pub fn error_at(&self, index: usize, message: impl Into<String>) -> Diagnostic {
        let Place { line, column } = self.place;
        Diagnostic { place: Place { line, column: column + index }, message: message.into() }
    }

    /// An error about an invalid character at byte `index`; `expected` names the valid ones.
    ///
    /// `look_alikes` lists characters that people write by mistake, each with what to write instead.
    ///
    /// # Panics
    ///
    /// If the word has no such byte.
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
}
