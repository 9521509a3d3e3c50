//! Input as words with places, in the two layouts in which it may come.

use std::io::{self, Read};

use crate::fault::{Fault, InputError, Place, quote};

/// How strictly an input must be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Words between any white space, as `scanf("%s")` reads them. A byte-order mark is skipped.
    Free,
    /// One word a line, each line ended by one `\n`, nothing else: what a problem setter's validator accepts. The
    /// judge's limits are enforced as well.
    Exact,
}

/// Reads an input word by word and knows the place of each.
///
/// Only a window of the input is in memory: a few hundred kilobytes of it, or its longest word where that is longer.
pub struct Scanner<'a> {
    source: Box<dyn Read + 'a>,
    layout: Layout,
    /// `window[start..end]` has been read from the source and not been given out.
    window: Vec<u8>,
    start: usize,
    end: usize,
    /// The place of `window[start]`.
    place: Place,
    /// Whether the source has been looked at, whether a word has been given out, and whether the source has ended. It is
    /// not asked again then: on a terminal it would go on.
    begun: bool,
    given: bool,
    ended: bool,
}

/// A run of bytes without white space, and its place.
#[derive(Clone, Copy, Debug)]
pub struct Word<'s> {
    text: &'s [u8],
    place: Place,
}

/// How much is asked of the source at a time: small enough to stay in a core's cache while it is worked on.
const CHUNK: usize = 128 * 1024;

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
        let begin = at;
        at += length;
        Some((begin, &text[begin..at]))
    })
}

impl<'s> Word<'s> {
    /// The bytes: at least one, and no white space.
    #[must_use]
    pub fn text(&self) -> &'s [u8] {
        self.text
    }

    /// Where the first of them stands.
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }

    /// That something is wrong with the whole word.
    #[must_use]
    pub fn fault(&self, what: impl Into<String>) -> Fault {
        self.fault_at(0, what)
    }

    /// That something is wrong from byte `index` on.
    #[must_use]
    pub fn fault_at(&self, index: usize, what: impl Into<String>) -> Fault {
        Fault { place: self.place.right(index), what: what.into() }
    }

    /// That the character at byte `index` is none of `signs`, the cells of a board. Where it is one that people take for
    /// another, `look_alikes` says what to write in its place.
    #[must_use]
    pub fn foreign_cell(&self, index: usize, signs: &str, look_alikes: &[(&str, &str)]) -> Fault {
        let rest = &self.text[index..];
        let first = rest.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
        let found = &rest[..first.map_or(1, char::len_utf8)];
        let look_alike = look_alikes.iter().find(|(sign, _)| sign.as_bytes() == found);
        let mend = match look_alike {
            Some((_, meant)) => format!("; write {meant}"),
            None if first.is_none() => "; the byte is not even UTF-8 text".to_owned(),
            None => String::new(),
        };
        self.fault_at(index, format!("{} is no cell: a board is made of {signs}{mend}", quote(found)))
    }

    /// The word as a number; `meaning` tells in a message what the number is for.
    pub fn number(&self, layout: Layout, meaning: &str) -> Result<usize, Fault> {
        let text = self.text;
        let digits = str::from_utf8(text).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        let Some(digits) = digits else {
            return Err(self.fault(format!("{} is no whole number; {meaning}", quote(text))));
        };
        if layout == Layout::Exact && text.len() > 1 && text[0] == b'0' {
            return Err(self.fault(format!("{} has a leading zero", quote(text))));
        }
        digits.parse().map_err(|_| self.fault(format!("{} is too large a number; {meaning}", quote(text))))
    }
}

impl<'a> Scanner<'a> {
    /// A scanner at the beginning of `source`, of which nothing is read yet.
    pub fn new(source: impl Read + 'a, layout: Layout) -> Self {
        Self {
            source: Box::new(source),
            layout,
            window: Vec::new(),
            start: 0,
            end: 0,
            place: Place { line: 1, column: 1 },
            begun: false,
            given: false,
            ended: false,
        }
    }

    /// How strictly the input must be laid out.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The next word, or the fault that the input ends although `missing` is still to come.
    pub fn expect_word(&mut self, missing: impl FnOnce() -> String) -> Result<Word<'_>, InputError> {
        if self.is_at_end()? {
            let ending = if self.given { "the input ends here" } else { "the input is empty" };
            return Err(self.fault_here(format!("{ending}; {}", missing())).into());
        }
        self.take_word()
    }

    /// Whether no word is left. In the free layout this skips the white space before the next one.
    pub fn is_at_end(&mut self) -> Result<bool, InputError> {
        self.begin()?;
        if self.layout == Layout::Free {
            self.skip_blanks()?;
        }
        Ok(self.start == self.end && !self.fill()?)
    }

    /// The word that begins here, or in the exact layout the white space that should not be here.
    fn take_word(&mut self) -> Result<Word<'_>, InputError> {
        if self.layout == Layout::Exact {
            self.refuse_blank("an empty line", "a leading blank")?;
        }
        let length = self.measure_word()?;
        let (start, place) = (self.start, self.place);
        self.given = true;
        self.start += length;
        self.place.column += length;
        if self.layout == Layout::Exact {
            // The word and its line end lie in the window together: `measure_word` has seen the byte after the word.
            match self.window[self.start..self.end].first() {
                Some(b'\n') => self.step_over_blank(b'\n'),
                Some(_) => self.refuse_blank("an empty line", "a blank after the word")?,
                None => {
                    return Err(self.fault_here("the last line has no line end; add a newline").into());
                }
            }
        }
        Ok(Word { text: &self.window[start..start + length], place })
    }

    /// The place of the first word that is left when all that was asked for has been read, if there is one. In the exact
    /// layout nothing may be left.
    pub fn finish(mut self) -> Result<Option<Place>, InputError> {
        if self.is_at_end()? {
            return Ok(None);
        }
        match self.layout {
            Layout::Free => Ok(Some(self.place)),
            Layout::Exact => Err(self.fault_here("the input goes on after its last case; remove the rest").into()),
        }
    }

    /// The whole lines that lie in the window, for a reader that takes many at a time. None where the scanner is not at the
    /// beginning of a line, or where the line is longer than a window or not ended.
    /// [`skip_lines`](Self::skip_lines) marks them as read.
    pub fn whole_lines(&mut self) -> Result<&[u8], InputError> {
        self.begin()?;
        if self.layout == Layout::Free {
            self.skip_blanks()?;
        }
        if self.place.column != 1 {
            return Ok(&[]);
        }
        loop {
            let unread = &self.window[self.start..self.end];
            let whole = unread.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
            if whole > 0 || unread.len() >= CHUNK || !self.fill()? {
                return Ok(&self.window[self.start..self.start + whole]);
            }
        }
    }

    /// Marks the first `bytes` bytes of [`whole_lines`](Self::whole_lines) as read, which are `lines` whole lines.
    pub fn skip_lines(&mut self, bytes: usize, lines: usize) {
        debug_assert!(bytes == 0 || self.window[self.start..self.end][bytes - 1] == b'\n');
        self.start += bytes;
        self.place.line += lines;
    }

    fn fault_here(&self, what: impl Into<String>) -> Fault {
        Fault { place: self.place, what: what.into() }
    }

    /// Before the first word: a byte-order mark is skipped or refused, another encoding is named.
    fn begin(&mut self) -> Result<(), InputError> {
        if self.begun {
            return Ok(());
        }
        self.begun = true;
        while self.end < 3 && self.fill()? {}
        match (&self.window[..self.end], self.layout) {
            ([0xFF, 0xFE, ..] | [0xFE, 0xFF, ..], _) => {
                Err(self.fault_here("the input is UTF-16; save it as UTF-8 or ASCII").into())
            }
            ([0xEF, 0xBB, 0xBF, ..], Layout::Exact) => {
                Err(self.fault_here("the input begins with a byte-order mark; save it without one").into())
            }
            ([0xEF, 0xBB, 0xBF, ..], Layout::Free) => {
                self.start = 3;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn skip_blanks(&mut self) -> io::Result<()> {
        loop {
            while self.start < self.end {
                let byte = self.window[self.start];
                if !is_blank(byte) {
                    return Ok(());
                }
                self.step_over_blank(byte);
            }
            if !self.fill()? {
                return Ok(());
            }
        }
    }

    fn step_over_blank(&mut self, blank: u8) {
        self.start += 1;
        if blank == b'\n' {
            self.place.line += 1;
            self.place.column = 1;
        } else {
            self.place.column += 1;
        }
    }

    /// In the exact layout: the fault that white space stands at `start`, where a word should begin or a line end.
    fn refuse_blank(&self, newline: &str, other: &str) -> Result<(), Fault> {
        let what = match self.window[self.start] {
            b'\n' => format!("{newline}; one word stands on each line"),
            b'\r' => "a carriage return; lines end in a newline alone".to_owned(),
            blank if is_blank(blank) => {
                format!("{other}; one word stands on each line and nothing else")
            }
            _ => return Ok(()),
        };
        Err(self.fault_here(what))
    }

    /// The length of the word that begins at `start`. Reads on until the byte after the word is in the window too, or the
    /// input has ended.
    fn measure_word(&mut self) -> io::Result<usize> {
        let mut length = 0;
        loop {
            let unmeasured = &self.window[self.start + length..self.end];
            if let Some(more) = unmeasured.iter().position(|&byte| is_blank(byte)) {
                return Ok(length + more);
            }
            length = self.end - self.start;
            if !self.fill()? {
                return Ok(length);
            }
        }
    }

    /// Reads more of the source to the end of the window; `false` when there is no more.
    fn fill(&mut self) -> io::Result<bool> {
        if self.start > 0 {
            self.window.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
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
