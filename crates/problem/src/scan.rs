//! Reading an input word by word. Whether the white space between them is right is checked in `read.rs`.
//!
//! The scanner keeps the case that it reads, not the whole input: reading 26 MB into fresh memory would take longer than
//! solving them. Places are counted only where they are asked for.

use std::io::{self, Read};
use std::ops::Range;

use crate::bits::BLOCK;
use crate::case::{Case, Window};
use crate::diagnostic::{Diagnostic, InputError};

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

/// Reads an input word by word.
pub(crate) struct Scanner<'a> {
    source: Box<dyn Read + 'a>,
    pub(crate) layout: Layout,
    pub(crate) window: Window,
    /// Whether the source has ended. It is not read again then: on a terminal it would continue.
    ended: bool,
}

/// How much is read from the source at a time: small enough to stay in a core's cache while it is worked on.
const CHUNK: usize = 128 * 1024;

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
        Self { source: Box::new(source), layout, window: Window::default(), ended: false }
    }

    /// Whether no word is left. Passes the white space before the next one.
    #[inline]
    pub(crate) fn is_at_end(&mut self) -> Result<bool, InputError> {
        loop {
            while self.window.rest().first().is_some_and(|&byte| is_blank(byte)) {
                self.window.next += 1;
            }
            if self.window.next < self.window.end {
                return Ok(false);
            }
            if !self.fill()? {
                return Ok(true);
            }
        }
    }

    /// Begins a new case: forgets the words that were read before.
    pub(crate) fn begin_case(&mut self) {
        self.window.case = self.gap().start;
        self.window.words.clear();
    }

    /// Where the white space is that has been passed since the last word.
    pub(crate) fn gap(&self) -> Range<usize> {
        self.window.case + self.window.words.last().map_or(0, |word| word.end)..self.window.next
    }

    /// The words that were read since [`begin_case`](Self::begin_case).
    pub(crate) fn case(&self) -> Case<'_> {
        Case(&self.window)
    }

    /// Reads the next word into the case; `false` if the input ends before it.
    #[inline]
    pub(crate) fn read_word(&mut self) -> Result<bool, InputError> {
        if self.is_at_end()? {
            return Ok(false);
        }
        // Relative to the case, which moves when more is read.
        let start = self.window.next - self.window.case;
        loop {
            self.window.pass_word();
            if self.window.next < self.window.end || !self.fill()? {
                break;
            }
        }
        self.window.words.push(start..self.window.next - self.window.case);
        Ok(true)
    }

    /// An error at a byte of the window.
    pub(crate) fn error_at(&self, index: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic { place: self.window.place(index), message: message.into() }
    }

    /// An error at the next byte.
    pub(crate) fn error_here(&self, message: impl Into<String>) -> Diagnostic {
        self.error_at(self.window.next, message)
    }

    /// Reads more of the source when nothing is left in the window; `false` when there is no more.
    fn fill(&mut self) -> Result<bool, InputError> {
        let Self { window, .. } = self;
        let is_first = window.bytes.is_empty();
        if is_first {
            // Unlike `resize`, this leaves the pages untouched that a short input does not need.
            window.bytes = vec![0; CHUNK + BLOCK];
        } else {
            window.forget();
            // Else a long case would be read in ever smaller pieces.
            if window.end > window.bytes.len() / 2 {
                window.bytes.resize(2 * window.bytes.len(), 0);
            }
        }
        let wanted = window.end + if is_first { BYTE_ORDER_MARK.len() } else { 1 };
        while !self.ended && window.end < wanted {
            let room = window.bytes.len() - BLOCK;
            match self.source.read(&mut window.bytes[window.end..room]) {
                Ok(0) => self.ended = true,
                Ok(count) => window.end += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        if is_first {
            self.pass_byte_order_mark()?;
            // Nothing else may have been read yet.
            if self.window.end == 0 && !self.ended {
                return self.fill();
            }
        }
        Ok(self.window.next < self.window.end)
    }

    /// Checks the first bytes of the input: removes or rejects a byte-order mark, and rejects UTF-16.
    fn pass_byte_order_mark(&mut self) -> Result<(), Diagnostic> {
        let beginning = self.window.rest();
        if beginning.starts_with(b"\xFF\xFE") || beginning.starts_with(b"\xFE\xFF") {
            return Err(self.error_here("the input is UTF-16; save it as UTF-8 or ASCII"));
        }
        if beginning.starts_with(BYTE_ORDER_MARK) {
            if self.layout == Layout::Exact {
                return Err(self.error_here("the input begins with a byte-order mark; save it without one"));
            }
            // It does not count in places.
            self.window.remove(BYTE_ORDER_MARK.len());
        }
        Ok(())
    }
}
