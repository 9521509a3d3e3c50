//! One case of an input: its words, each with its place.

use std::ops::Range;

use crate::bits::{BLOCK, bits_where};
use crate::diagnostic::{Diagnostic, Place};
use crate::scan::is_blank;
use crate::visible::quote;

/// One case of an input: the words that its [`Format`](crate::Format) describes.
#[derive(Clone, Copy, Debug)]
pub struct Case<'s>(pub(crate) &'s Window);

/// A run of bytes without white space, and its place.
#[derive(Clone, Copy, Debug)]
pub struct Word<'s> {
    text: &'s [u8],
    window: &'s Window,
    /// Where it begins there.
    start: usize,
}

/// The part of an input that is in memory.
#[derive(Debug, Default)]
pub(crate) struct Window {
    /// `bytes[..end]` has been read from the source, `bytes[next..end]` ahead of the words. At least a [`BLOCK`] follows, so
    /// that words can be looked at in blocks.
    pub(crate) bytes: Vec<u8>,
    pub(crate) next: usize,
    pub(crate) end: usize,
    /// The place of the first byte.
    first: Place,
    /// Where the case begins that is being read, and where its words are from there.
    pub(crate) case: usize,
    pub(crate) words: Vec<Range<usize>>,
}

impl Window {
    /// What has been read ahead.
    #[inline]
    pub(crate) fn rest(&self) -> &[u8] {
        &self.bytes[self.next..self.end]
    }

    /// Passes what there is of a word.
    #[inline]
    pub(crate) fn pass_word(&mut self) {
        let mut end = self.next;
        for block in self.blocks(self.next) {
            let spaces = bits_where(block, is_blank);
            end += spaces.trailing_zeros() as usize;
            if spaces != 0 || end >= self.end {
                break;
            }
        }
        // What follows is not part of the input.
        self.next = end.min(self.end);
    }

    fn blocks(&self, start: usize) -> &[[u8; BLOCK]] {
        self.bytes[start..].as_chunks().0
    }

    /// The place of a byte.
    pub(crate) fn place(&self, index: usize) -> Place {
        self.first.after(&self.bytes[..index])
    }

    /// Makes room for more: removes what is before the case.
    pub(crate) fn forget(&mut self) {
        self.first = self.place(self.case);
        self.remove(self.case);
        self.next -= self.case;
        self.case = 0;
    }

    /// Removes the first bytes.
    pub(crate) fn remove(&mut self, count: usize) {
        self.bytes.copy_within(count..self.end, 0);
        self.end -= count;
    }
}

impl<'s> Case<'s> {
    /// All words, numbers included, from the first line to the last.
    pub fn words(&self) -> impl DoubleEndedIterator<Item = Word<'s>> + ExactSizeIterator + use<'s> {
        let window = self.0;
        window.words.iter().map(move |range| {
            let (start, end) = (window.case + range.start, window.case + range.end);
            Word { text: &window.bytes[start..end], window, start }
        })
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
    #[inline]
    pub fn blocks(&self) -> impl Iterator<Item = [u8; BLOCK]> + use<'s> {
        let count = self.text.len().div_ceil(BLOCK);
        self.window.blocks(self.start).iter().take(count).copied()
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
        Diagnostic { place: self.window.place(self.start + index), message: message.into() }
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
