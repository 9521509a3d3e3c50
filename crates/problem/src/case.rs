//! One case of an input: its words, each with its place.

use std::ops::Range;

use crate::bits::{BLOCK, blocks};
use crate::diagnostic::{Buffer, Diagnostic};
use crate::visible::quote;

/// One case of an input: the words that its [`Format`](crate::Format) describes.
#[derive(Clone, Copy, Debug)]
pub struct Case<'s> {
    pub(crate) input: &'s Buffer,
    /// Where its words are.
    pub(crate) words: &'s [Range<usize>],
}

/// A run of bytes without white space, and its place.
#[derive(Clone, Copy, Debug)]
pub struct Word<'s> {
    text: &'s [u8],
    input: &'s Buffer,
    /// Where it begins there.
    start: usize,
}

impl<'s> Case<'s> {
    /// All words, numbers included, from the first line to the last.
    pub fn words(&self) -> impl DoubleEndedIterator<Item = Word<'s>> + ExactSizeIterator + use<'s> {
        let input = self.input;
        self.words.iter().map(move |word| Word { text: &input.bytes[word.clone()], input, start: word.start })
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

    /// The bytes, 64 at a time. In the last block, anything may follow them.
    pub fn blocks(&self) -> impl Iterator<Item = [u8; BLOCK]> + use<'s> {
        blocks(&self.input.bytes[self.start..], b' ').take(self.text.len().div_ceil(BLOCK))
    }

    /// The value, if the word is a whole number that is not too large.
    pub fn number(&self) -> Option<usize> {
        let digits = self.text.iter().all(u8::is_ascii_digit).then(|| str::from_utf8(self.text));
        digits?.ok()?.parse().ok()
    }

    /// An error about the whole word.
    pub fn error(&self, message: impl Into<String>) -> Diagnostic {
        self.error_at(0, message)
    }

    /// An error at byte `index`.
    pub fn error_at(&self, index: usize, message: impl Into<String>) -> Diagnostic {
        self.input.error(self.start + index, message)
    }

    /// An error in this word, which was read as the whole of a text.
    pub fn error_from(&self, error: Diagnostic) -> Diagnostic {
        self.error_at(error.place.column - 1, error.message)
    }

    /// Checks that the word has only these characters, which are ASCII. An error names the first other one.
    ///
    /// `look_alikes` lists characters that people write by mistake, each with what to write instead.
    pub fn check_characters(&self, valid: &[u8], look_alikes: &[(&str, &str)]) -> Result<(), Diagnostic> {
        let Some(index) = self.text.iter().position(|byte| !valid.contains(byte)) else { return Ok(()) };
        let valid: Vec<String> = valid.iter().map(|&byte| format!("'{}'", char::from(byte))).collect();
        let expected = match &valid[..] {
            [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
            all => all.concat(),
        };
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
        Err(self.error_at(index, format!("invalid character {}{code}: expected {expected}{hint}", quote(found))))
    }
}
