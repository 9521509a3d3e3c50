//! Reading an input word by word, in the free or the exact layout.
//!
//! The scanner keeps the case that it reads, not the whole input: reading 26 MB into fresh memory would take longer than
//! solving them.

use std::io::{self, Read};
use std::ops::Range;

use crate::bits::bits_where;
use crate::case::Case;
use crate::diagnostic::{Diagnostic, InputError, Place};

/// How strictly an input must be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Words between any white space, as `scanf("%s")` reads them. A byte-order mark is skipped.
    Free,
    /// The same words, within the limits of the judge.
    Limited,
    /// The lines of the [`Format`](crate::Format), one space between the words of a line, each line ended by one `\n`,
    /// nothing else: what a problem setter's validator accepts. The judge's limits are enforced as well.
    Exact,
}

/// Reads an input word by word and knows the place of each word.
///
/// Only a buffer of 128 KiB and the case that is being read are in memory.
pub(crate) struct Scanner<'a> {
    source: Box<dyn Read + 'a>,
    pub(crate) layout: Layout,
    /// `buffer[next..end]` is what has been read from the source ahead of the words.
    buffer: Vec<u8>,
    next: usize,
    end: usize,
    /// The place of the next byte.
    place: Place,
    /// The case that is being read: its words, each after a space or, if it begins another line, after a slash, and
    /// where each word is in this text and in the input.
    text: Vec<u8>,
    words: Vec<(Range<usize>, Place)>,
    /// Whether no word has been found yet.
    is_empty: bool,
    /// Whether the source has ended. It is not read again then: on a terminal it would continue.
    ended: bool,
}

/// How much is read from the source at a time: small enough to stay in a core's cache while it is worked on.
const CHUNK: usize = 128 * 1024;

const CARRIAGE_RETURN: &str = "a carriage return; lines end in a newline alone";

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The text after a byte-order mark, if it begins with one.
pub fn without_byte_order_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// Whether a byte is white space, as `scanf("%s")` sees it.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

impl<'a> Scanner<'a> {
    /// A scanner at the beginning of `source`, which is not read yet.
    pub(crate) fn new(source: impl Read + 'a, layout: Layout) -> Self {
        Self {
            source: Box::new(source),
            layout,
            buffer: Vec::new(),
            next: 0,
            end: 0,
            place: Place::START,
            text: Vec::new(),
            words: Vec::new(),
            is_empty: true,
            ended: false,
        }
    }

    /// Whether no word is left. In the free layout this passes the white space before the next one.
    #[inline]
    pub(crate) fn is_at_end(&mut self) -> Result<bool, InputError> {
        loop {
            if self.layout != Layout::Exact {
                self.pass_blanks();
            }
            if self.next < self.end {
                return Ok(false);
            }
            if !self.fill()? {
                return Ok(true);
            }
        }
    }

    /// Ends the reading. Returns the place of the first word that is left over, if there is one; in the exact layout
    /// that is an error.
    pub(crate) fn finish(mut self) -> Result<Option<Place>, InputError> {
        if self.is_at_end()? {
            return Ok(None);
        }
        let rest = self.error_here("the input continues after its last case; remove the rest");
        if self.layout == Layout::Exact { Err(rest.into()) } else { Ok(Some(rest.place)) }
    }

    /// Begins a new case: forgets the words that were read before.
    pub(crate) fn begin_case(&mut self) {
        self.text.clear();
        self.words.clear();
    }

    /// The words that were read since [`begin_case`](Self::begin_case).
    pub(crate) fn case(&self) -> Case<'_> {
        Case { text: &self.text, words: &self.words }
    }

    /// Reads the next word into the case. It is an error, explained by `expected`, if the input ends before it.
    pub(crate) fn read_word(&mut self, begins_line: bool, expected: impl FnOnce() -> String) -> Result<(), InputError> {
        if self.is_at_end()? {
            let ending = if self.is_empty { "the input is empty" } else { "the input ends here" };
            return Err(self.error_here(format!("{ending}; {}", expected())).into());
        }
        match self.buffer[self.next] {
            b'\n' => return Err(self.error_here("an empty line; remove it").into()),
            b'\r' => return Err(self.error_here(CARRIAGE_RETURN).into()),
            blank if is_blank(blank) => return Err(self.error_here("unexpected space; remove it").into()),
            _ => self.is_empty = false,
        }
        if !self.words.is_empty() {
            self.text.push(if begins_line { b'/' } else { b' ' });
        }
        let (start, place) = (self.text.len(), self.place);
        loop {
            self.pass_word();
            if self.next < self.end || !self.fill()? {
                break;
            }
        }
        self.words.push((start..self.text.len(), place));
        Ok(())
    }

    /// Passes the white space that is next in the buffer.
    #[inline]
    fn pass_blanks(&mut self) {
        while let Some(&blank) = self.buffer[self.next..self.end].first().filter(|&&byte| is_blank(byte)) {
            self.pass_byte(blank);
        }
    }

    fn pass_byte(&mut self, byte: u8) {
        self.next += 1;
        self.place = match byte {
            b'\n' => Place { line: self.place.line + 1, column: 1 },
            _ => Place { column: self.place.column + 1, ..self.place },
        };
    }

    /// Passes what is in the buffer of a word, and adds it to the case.
    #[inline]
    fn pass_word(&mut self) {
        let start = self.text.len();
        while let Some(block) = self.buffer[self.next..self.end].first_chunk() {
            // To copy all of it and drop some is faster than to copy only the others.
            self.text.extend_from_slice(block);
            let length = bits_where(block, is_blank).trailing_zeros() as usize;
            self.next += length;
            if length < block.len() {
                self.text.truncate(self.text.len() - block.len() + length);
                break;
            }
        }
        // What is left of the buffer, if it is less than a block.
        while let Some(&byte) = self.buffer[self.next..self.end].first().filter(|&&byte| !is_blank(byte)) {
            self.text.push(byte);
            self.next += 1;
        }
        self.place.column += self.text.len() - start;
    }

    /// Passes what the exact layout wants after a word: a space if another one, explained by `expected`, follows on
    /// the line, else a newline.
    #[inline]
    pub(crate) fn pass(&mut self, separator: u8, expected: impl FnOnce() -> String) -> Result<(), InputError> {
        if self.layout != Layout::Exact {
            return Ok(());
        }
        self.is_at_end()?;
        let next = self.buffer[self.next..self.end].first().copied();
        let message = match (separator, next) {
            (_, Some(found)) if found == separator => {
                self.pass_byte(found);
                return Ok(());
            }
            (b' ', None | Some(b'\n')) => format!("the line ends here; {}", expected()),
            (b' ', Some(_)) => "expected one space between two words of a line".to_owned(),
            (_, Some(b'\r')) => CARRIAGE_RETURN.to_owned(),
            (_, Some(_)) => "the line should end here, with a newline".to_owned(),
            (_, None) => "missing newline at end of file".to_owned(),
        };
        Err(self.error_here(message).into())
    }

    fn error_here(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic { place: self.place, message: message.into() }
    }

    /// Reads more of the source when nothing is left in the buffer; `false` when there is no more.
    fn fill(&mut self) -> Result<bool, InputError> {
        let is_first = self.buffer.is_empty();
        let wanted = if is_first { BYTE_ORDER_MARK.len() } else { 1 };
        if is_first {
            // Unlike `resize`, this leaves the pages untouched that a short input does not need.
            self.buffer = vec![0; CHUNK];
        }
        (self.next, self.end) = (0, 0);
        while !self.ended && self.end < wanted {
            match self.source.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.ended = true,
                Ok(count) => self.end += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        if is_first {
            self.pass_byte_order_mark()?;
        }
        Ok(self.end > 0)
    }

    /// Checks the first bytes of the input: skips or rejects a byte-order mark, and rejects UTF-16.
    fn pass_byte_order_mark(&mut self) -> Result<(), Diagnostic> {
        let beginning = &self.buffer[..self.end];
        if beginning.starts_with(b"\xFF\xFE") || beginning.starts_with(b"\xFE\xFF") {
            return Err(self.error_here("the input is UTF-16; save it as UTF-8 or ASCII"));
        }
        if beginning.starts_with(BYTE_ORDER_MARK) {
            if self.layout == Layout::Exact {
                return Err(self.error_here("the input begins with a byte-order mark; save it without one"));
            }
            self.next = BYTE_ORDER_MARK.len();
        }
        Ok(())
    }
}
