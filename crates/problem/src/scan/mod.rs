//! Reading an input word by word, in the free or the exact layout.
//!
//! The scanner keeps a window of the input, not all of it: reading 26 MB into fresh memory would take longer than
//! solving them.

mod lines;

use std::io::{self, Read};

use crate::case::{Case, Token, Word};
use crate::diagnostic::{Diagnostic, InputError, Place};

/// How strictly an input must be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Words between any white space, as `scanf("%s")` reads them. A byte-order mark is skipped.
    Free,
    /// The lines of the [`Format`](crate::Format), one blank between the words of a line, each line ended by one `\n`,
    /// nothing else: what a problem setter's validator accepts. The judge's limits are enforced as well.
    Exact,
}

/// Reads an input word by word and knows the place of each word.
///
/// Only a window of the input is in memory: a few hundred kilobytes, or its longest case if that is longer.
pub struct Scanner<'a> {
    source: Box<dyn Read + 'a>,
    layout: Layout,
    /// Whether a slash ends a line, so that an argument can hold several lines.
    slashes: bool,
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
    /// Whether the source has ended. It is not read again then: on a terminal it would go on.
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
            slashes: false,
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

    /// A scanner in the free layout in which a slash also ends a line.
    pub(crate) fn with_slashes(source: impl Read + 'a) -> Self {
        Self { slashes: true, ..Self::new(source, Layout::Free) }
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
            Layout::Exact => Err(self.error_here("the input goes on after its last case; remove the rest").into()),
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

    /// The word of the case that was read last, and where the value goes if it is a number.
    pub(crate) fn last_word(&mut self) -> (Word<'_>, &mut Option<usize>) {
        let token = self.tokens.last_mut().expect("a word has been read");
        (token.word(&self.window[self.kept..self.next]), &mut token.number)
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
        if length == 0 {
            return Err(self.error_here(format!("there is nothing before this slash; {}", expected())).into());
        }
        let start = self.next - self.kept;
        self.tokens.push(Token { range: start..start + length, place: self.place, number: None });
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
            Some(_) => return Err(self.error_here("the words of a line are separated by one blank").into()),
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
            None => return Err(self.error_here("the last line has no line end; add a newline").into()),
        }
        Ok(())
    }

    /// Passes the slash between two lines of an argument, if there is one.
    pub(crate) fn pass_slash(&mut self, expected: impl FnOnce() -> String) -> Result<(), InputError> {
        if self.slashes {
            self.skip_blanks()?;
            if self.peek()? == Some(b'/') {
                self.next += 1;
                self.place.column += 1;
                if self.peek()?.is_none() {
                    return Err(self.error_here(format!("there is nothing after the slash; {}", expected())).into());
                }
            }
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
            blank if is_blank(blank) => "a blank before the word; remove it",
            _ => return Ok(()),
        }))
    }

    /// The length of the word that begins at `next`. Reads on until the byte after the word is in the window too, or
    /// the input has ended.
    fn measure_word(&mut self) -> io::Result<usize> {
        let mut length = 0;
        loop {
            let mut unmeasured = self.window[self.next + length..self.end].iter();
            // Two loops, as the first one is where reading spends its time.
            let more = if self.slashes {
                unmeasured.position(|&byte| is_blank(byte) || byte == b'/')
            } else {
                unmeasured.position(|&byte| is_blank(byte))
            };
            if let Some(more) = more {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives so many bytes in all, at most 1000 at a time, with a newline after every `line` bytes, and counts how
    /// often it is read.
    struct Lines<'a> {
        left: usize,
        line: usize,
        reads: &'a mut usize,
    }

    impl Read for Lines<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            *self.reads += 1;
            let count = self.left.min(buffer.len()).min(1000);
            for byte in &mut buffer[..count] {
                self.left -= 1;
                *byte = if self.left.is_multiple_of(self.line) { b'\n' } else { b'x' };
            }
            Ok(count)
        }
    }

    #[test]
    fn only_a_window_of_the_input_is_in_memory() {
        let mut reads = 0;
        let mut input = Scanner::new(Lines { left: 7_000_000, line: 70, reads: &mut reads }, Layout::Free);
        for _ in 0..100_000 {
            input.begin_case();
            input.read_word(String::new).unwrap();
        }
        assert_eq!(input.window.len(), CHUNK);
        assert_eq!(input.finish().unwrap(), None);
        assert_eq!(reads, 7000 + 1);
    }

    #[test]
    fn the_window_grows_by_its_own_length_for_a_long_word() {
        let mut reads = 0;
        let mut input = Scanner::new(Lines { left: 1_000_000, line: 1_000_000, reads: &mut reads }, Layout::Free);
        input.read_word(String::new).unwrap();
        assert!((1_000_000..4_000_000).contains(&input.window.len()));
        drop(input);
        assert!(reads < 1100, "a window that grows by little is filled by little: {reads}");
    }

    #[test]
    fn reading_goes_on_after_an_interruption_but_not_after_an_error() {
        struct Fails(Vec<io::ErrorKind>);
        impl Read for Fails {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let Some(kind) = self.0.pop() else {
                    buffer[0] = b'x';
                    return Ok(1);
                };
                Err(kind.into())
            }
        }
        use io::ErrorKind::{Interrupted, TimedOut};
        let is_at_end = |errors: &[io::ErrorKind]| Scanner::new(Fails(errors.to_vec()), Layout::Free).is_at_end();
        assert!(!is_at_end(&[Interrupted, Interrupted]).unwrap());
        assert!(matches!(is_at_end(&[TimedOut]), Err(InputError::Io(error)) if error.kind() == TimedOut));
    }
}
