//! Reading an input word by word, in the free or the exact layout.
//!
//! The scanner keeps a window of the input, not all of it: reading 26 MB into fresh memory would take longer than
//! solving them.

mod lines;
mod rows;

use std::io::{self, Read};

pub use rows::BitRow;

use crate::case::{Case, Token, Word};
use crate::diagnostic::{Diagnostic, InputError, Place};

/// How strictly an input must be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Words between any white space, as `scanf("%s")` reads them. A byte-order mark is skipped.
    Free,
    /// The lines of the [`Format`](crate::Format), one space between the words of a line, each line ended by one `\n`,
    /// nothing else: what a problem setter's validator accepts. The judge's limits are enforced as well.
    Exact,
}

/// Reads an input word by word and knows the place of each word.
///
/// Only a window of the input is in memory: a few hundred kilobytes, or its longest case if that is longer.
pub struct Scanner<'a> {
    source: Box<dyn Read + 'a>,
    layout: Layout,
    /// `window[kept..end]` has been read from the source and is still needed. The part before `next` belongs to the
    /// case that is being read.
    window: Vec<u8>,
    kept: usize,
    next: usize,
    end: usize,
    /// The place of `window[next]`.
    place: Place,
    /// The words of the case that is being read, by their distance from `kept`.
    tokens: Vec<Token>,
    state: State,
    /// Whether the source has ended. It is not read again then: on a terminal it would continue.
    ended: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    /// Nothing has been read.
    New,
    /// Its beginning has been checked.
    Begun,
    /// A word has been read.
    WordRead,
}

/// How much is read from the source at a time: small enough to stay in a core's cache while it is worked on.
const CHUNK: usize = 128 * 1024;

const CARRIAGE_RETURN: &str = "a carriage return; lines end in a newline alone";

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The text after a byte-order mark, if it begins with one.
#[must_use]
pub fn without_byte_order_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// Whether a byte is white space, as `scanf("%s")` sees it.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The words of a text that is in memory, each with the index of its first byte.
pub(crate) fn words(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].iter().position(|&byte| !is_blank(byte))?;
        let length = text[at..].iter().position(|&byte| is_blank(byte)).unwrap_or(text.len() - at);
        let start = at;
        at += length;
        Some((start, &text[start..at]))
    })
}

impl std::fmt::Debug for Scanner<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Scanner").field("layout", &self.layout).field("place", &self.place).finish_non_exhaustive()
    }
}

impl<'a> Scanner<'a> {
    /// A scanner at the beginning of `source`, which is not read yet.
    pub fn new(source: impl Read + 'a, layout: Layout) -> Self {
        Self {
            source: Box::new(source),
            layout,
            window: Vec::new(),
            kept: 0,
            next: 0,
            end: 0,
            place: Place { line: 1, column: 1 },
            tokens: Vec::new(),
            state: State::New,
            ended: false,
        }
    }

    /// How strictly the input must be laid out.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Whether no word is left. In the free layout this skips the white space before the next one.
    pub fn is_at_end(&mut self) -> Result<bool, InputError> {
        let is_at_word = self.next < self.end && !is_blank(self.window[self.next]);
        if is_at_word && self.state != State::New {
            return Ok(false);
        }
        self.begin()?;
        if self.layout == Layout::Free {
            self.skip_blanks()?;
        }
        Ok(self.next == self.end && !self.fill()?)
    }

    /// Ends the reading. Returns the place of the first word that is left over, if there is one; in the exact layout
    /// that is an error.
    pub fn finish(mut self) -> Result<Option<Place>, InputError> {
        self.begin_case();
        if self.is_at_end()? {
            return Ok(None);
        }
        match self.layout {
            Layout::Free => Ok(Some(self.place)),
            Layout::Exact => Err(self.error_here("the input continues after its last case; remove the rest").into()),
        }
    }

    /// Begins a new case: forgets the words that were read before.
    pub(crate) fn begin_case(&mut self) {
        self.tokens.clear();
        self.kept = self.next;
    }

    /// The words that were read since [`begin_case`](Self::begin_case).
    pub(crate) fn case(&self) -> Case<'_> {
        Case::new(&self.window[self.kept..self.next], &self.tokens)
    }

    /// The word of the case that was read last.
    pub(crate) fn last_word(&self) -> Word<'_> {
        self.case().words().next_back().expect("a word has been read")
    }

    /// What is known about this word.
    pub(crate) fn last_token(&mut self) -> &mut Token {
        self.tokens.last_mut().expect("a word has been read")
    }

    /// Reads the next word into the case. It is an error, explained by `expected`, if the input ends before it.
    pub(crate) fn read_word(&mut self, expected: impl FnOnce() -> String) -> Result<(), InputError> {
        if self.is_at_end()? {
            let ending = if self.state == State::WordRead { "the input ends here" } else { "the input is empty" };
            return Err(self.error_here(format!("{ending}; {}", expected())).into());
        }
        if self.layout == Layout::Exact {
            self.reject_blank()?;
        }
        if self.tokens.is_empty() {
            self.kept = self.next;
        }
        let length = self.measure_word()?;
        let start = self.next - self.kept;
        self.tokens.push(Token { range: start..start + length, place: self.place, number: None, begins_line: false });
        self.state = State::WordRead;
        self.next += length;
        self.place.column += length;
        Ok(())
    }

    /// Passes what separates two words of a line.
    pub(crate) fn pass_separator(&mut self, expected: impl FnOnce() -> String) -> Result<(), InputError> {
        if self.layout == Layout::Free {
            return Ok(());
        }
        match self.peek()? {
            Some(b' ') => self.step_over_blank(b' '),
            Some(b'\n') | None => {
                return Err(self.error_here(format!("the line ends here; {}", expected())).into());
            }
            Some(_) => return Err(self.error_here("expected one space between two words of a line").into()),
        }
        Ok(())
    }

    /// Passes the end of a line. In the exact layout nothing else may come before it.
    pub(crate) fn pass_line_end(&mut self) -> Result<(), InputError> {
        if self.layout == Layout::Free {
            return Ok(());
        }
        match self.peek()? {
            Some(b'\n') => self.step_over_blank(b'\n'),
            Some(b'\r') => return Err(self.error_here(CARRIAGE_RETURN).into()),
            Some(_) => return Err(self.error_here("the line should end here, with a newline").into()),
            None => return Err(self.error_here("missing newline at end of file").into()),
        }
        Ok(())
    }

    /// The next byte, if there is one.
    fn peek(&mut self) -> io::Result<Option<u8>> {
        let is_there = self.next < self.end || self.fill()?;
        Ok(is_there.then(|| self.window[self.next]))
    }

    fn error_here(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic { place: self.place, message: message.into() }
    }

    /// Checks the first bytes of the input: skips or rejects a byte-order mark, and rejects UTF-16.
    fn begin(&mut self) -> Result<(), InputError> {
        if self.state != State::New {
            return Ok(());
        }
        self.state = State::Begun;
        while self.end < BYTE_ORDER_MARK.len() && self.fill()? {}
        let beginning = &self.window[..self.end];
        if beginning.starts_with(b"\xFF\xFE") || beginning.starts_with(b"\xFE\xFF") {
            return Err(self.error_here("the input is UTF-16; save it as UTF-8 or ASCII").into());
        }
        if beginning.starts_with(BYTE_ORDER_MARK) {
            if self.layout == Layout::Exact {
                return Err(self.error_here("the input begins with a byte-order mark; save it without one").into());
            }
            self.next = BYTE_ORDER_MARK.len();
        }
        Ok(())
    }

    fn skip_blanks(&mut self) -> io::Result<()> {
        loop {
            while self.next < self.end {
                let byte = self.window[self.next];
                if !is_blank(byte) {
                    return Ok(());
                }
                self.step_over_blank(byte);
            }
            if self.tokens.is_empty() {
                self.kept = self.next;
            }
            if !self.fill()? {
                return Ok(());
            }
        }
    }

    fn step_over_blank(&mut self, blank: u8) {
        self.next += 1;
        if blank == b'\n' {
            self.place.line += 1;
            self.place.column = 1;
        } else {
            self.place.column += 1;
        }
    }

    /// Rejects white space where a word should begin, as the exact layout demands.
    fn reject_blank(&self) -> Result<(), Diagnostic> {
        Err(self.error_here(match self.window[self.next] {
            b'\n' => "an empty line; remove it",
            b'\r' => CARRIAGE_RETURN,
            blank if is_blank(blank) => "unexpected space; remove it",
            _ => return Ok(()),
        }))
    }

    /// The length of the word that begins at `next`. Reads on until the byte after the word is in the window too, or
    /// the input has ended.
    fn measure_word(&mut self) -> io::Result<usize> {
        let mut length = 0;
        loop {
            let unmeasured = &self.window[self.next + length..self.end];
            if let Some(more) = unmeasured.iter().position(|&byte| is_blank(byte)) {
                return Ok(length + more);
            }
            length = self.end - self.next;
            if !self.fill()? {
                return Ok(length);
            }
        }
    }

    /// Reads more of the source to the end of the window; `false` when there is no more.
    fn fill(&mut self) -> io::Result<bool> {
        if self.kept > 0 {
            self.window.copy_within(self.kept..self.end, 0);
            self.end -= self.kept;
            self.next -= self.kept;
            self.kept = 0;
        }
        if self.window.is_empty() {
            // Unlike `resize`, this leaves the pages untouched that a short input does not need.
            self.window = vec![0; CHUNK];
        } else if self.window.len() - self.end < CHUNK / 2 {
            self.window.resize(2 * self.window.len(), 0);
        }
        while !self.ended {
            match self.source.read(&mut self.window[self.end..]) {
                Ok(0) => self.ended = true,
                Ok(count) => {
                    self.end += count;
                    return Ok(true);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(false)
    }
}
