//! Reading the words of an input, and cases as a [`Format`] describes them.
//!
//! If an input announces 0 cases, its answer is empty. The exact layout rejects it, because no judge gives it.

use std::io::Read;
use std::ops::{Range, RangeInclusive};

use crate::bits::{bits_where, blocks};
use crate::case::{Case, Word};
use crate::diagnostic::{Diagnostic, Part, Place};
use crate::format::{Count, Field, Format};
use crate::text::count_of;
use crate::visible::quote;

/// How strictly an input must be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Words between any white space, as `scanf("%s")` reads them. A byte-order mark is skipped.
    Free,
    /// The same words, within the limits of the judge.
    Limited,
    /// The lines of the [`Format`], one space between the words of a line, each line ended by one `\n`, nothing else: what
    /// a problem setter's validator accepts. The judge's limits are enforced as well.
    Exact,
}

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The text after a byte-order mark, if it begins with one.
pub fn without_byte_order_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// Whether a byte is white space, as `scanf("%s")` sees it.
#[inline]
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// An input that is read case by case. Of a long one, only a part is in memory, which takes a tenth of the time less.
pub(crate) struct Cases<'a> {
    format: &'a Format,
    layout: Layout,
    /// What follows the part in memory.
    source: Box<dyn Read + 'a>,
    /// Whether nothing follows it.
    is_last: bool,
    /// Begins where the last case ended, or before that. A byte-order mark is left out.
    part: Part,
    /// The number of cases that the input announced, if it did.
    pub(crate) announced: Option<usize>,
    /// How many have been read.
    read: usize,
    /// Where the words of the case are that is being read.
    words: Vec<Range<usize>>,
    /// Where the last word ended.
    end: usize,
}

impl<'a> Cases<'a> {
    /// Reads the number of cases, if the input begins with it.
    pub(crate) fn begin(format: &'a Format, source: impl Read + 'a, layout: Layout) -> Result<Self, Diagnostic> {
        let (source, part) = (Box::new(source), Part { bytes: Vec::new(), from: Place::START });
        let (is_last, announced, words) = (false, None, Vec::new());
        let mut cases = Self { format, layout, source, is_last, part, announced, read: 0, words, end: 0 };
        cases.read_piece(0)?;
        let bytes = &mut cases.part.bytes;
        if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
            return Err(cases.error(0, "the input is UTF-16; save it as UTF-8 or ASCII"));
        }
        if bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
            if layout == Layout::Exact {
                return Err(cases.error(0, "the input begins with a byte-order mark; save it without one"));
            }
        }
        if let Count::Announced(range) = &format.count {
            cases.announced = Some(cases.read_whole(|cases| cases.read_count(range))?);
        }
        Ok(cases)
    }

    /// Reads something, and once more if it ends where the part in memory does, as it may continue in the next piece.
    #[inline]
    fn read_whole<T>(&mut self, read: impl Fn(&mut Self) -> Result<T, Diagnostic>) -> Result<T, Diagnostic> {
        loop {
            let from = self.end;
            self.words.clear();
            let result = read(self);
            if self.is_last || !self.is_at_end() {
                return result;
            }
            self.read_piece(from)?;
        }
    }

    /// Puts another piece of the input into memory, in place of what comes before this byte, and continues there. It is
    /// at least as long as what stays there, so that a long case is not read often.
    #[cold]
    fn read_piece(&mut self, from: usize) -> Result<(), Diagnostic> {
        const PIECE: usize = 1 << 16;
        self.part.from = self.part.from.after(&self.part.bytes[..from]);
        self.part.bytes.drain(..from);
        self.end = 0;
        let piece = PIECE.max(self.part.bytes.len());
        let read = self.source.by_ref().take(piece as u64).read_to_end(&mut self.part.bytes);
        self.is_last = read.map_err(|error| self.error(0, error.to_string()))? < piece;
        Ok(())
    }

    fn read_count(&mut self, range: &RangeInclusive<usize>) -> Result<usize, Diagnostic> {
        let name = format!("the number of {}s", self.format.noun);
        if !self.read_word(b"", String::new)? {
            return Err(self.error(self.part.bytes.len(), format!("the input is empty; expected {name}")));
        }
        let word = self.case().word(0);
        let count = read_number(word, self.layout, &name)?;
        if self.layout != Layout::Free {
            check_limits(range, count, || count_of(count, self.format.noun)).map_err(|message| word.error(message))?;
        }
        Ok(count)
    }

    /// Whether the last case has been read. Without an announced number there is at least one.
    fn is_over(&self) -> bool {
        let (least, most) = match (self.announced, self.layout) {
            (Some(count), _) => (count, count),
            (None, Layout::Exact) => self.format.count.range().into_inner(),
            (None, _) => (1, usize::MAX),
        };
        self.read == most || self.read >= least.max(1) && self.is_at_end()
    }

    /// Whether only white space is left.
    pub(crate) fn is_at_end(&self) -> bool {
        self.next() == self.part.bytes.len()
    }

    /// Where the next word begins, or the input ends.
    #[inline]
    fn next(&self) -> usize {
        let rest = &self.part.bytes[self.end..];
        self.end + rest.iter().position(|&byte| !is_blank(byte)).unwrap_or(rest.len())
    }

    /// Where the word ends that begins here.
    #[inline]
    fn end_of_word(&self, start: usize) -> usize {
        let mut end = start;
        for block in blocks(&self.part.bytes[start..], b' ') {
            let spaces = bits_where(&block, is_blank);
            end += spaces.trailing_zeros() as usize;
            if spaces != 0 {
                break;
            }
        }
        end
    }

    fn error(&self, index: usize, message: impl Into<String>) -> Diagnostic {
        self.part.error(index, message)
    }

    /// The words that were read since the case began.
    pub(crate) fn case(&self) -> Case<'_> {
        Case { input: &self.part, words: &self.words }
    }

    /// Reads the next word into the case, before which the exact layout wants this white space; `false` if the input ends
    /// before it. `expected` says what a line lacks that ends too early.
    #[inline]
    fn read_word(&mut self, separator: &[u8], expected: impl FnOnce() -> String) -> Result<bool, Diagnostic> {
        let start = self.next();
        if start == self.part.bytes.len() {
            return Ok(false);
        }
        if self.layout == Layout::Exact {
            self.check_gap(start, separator, expected)?;
        }
        self.end = self.end_of_word(start);
        self.words.push(start..self.end);
        Ok(true)
    }

    /// Checks that the white space from the last word to here is what the exact layout has there.
    fn check_gap(&self, to: usize, separator: &[u8], expected: impl FnOnce() -> String) -> Result<(), Diagnostic> {
        let found = &self.part.bytes[self.end..to];
        let same = found.iter().zip(separator).take_while(|(found, right)| found == right).count();
        let message = match (separator.get(same), found.get(same)) {
            (None, None) => return Ok(()),
            (_, Some(b'\r')) => "a carriage return; lines end in a newline alone",
            (Some(b' '), Some(b'\n')) => &format!("the line ends here; {}", expected()),
            (Some(b' '), _) => "expected one space between two words of a line",
            (Some(_), None) => "missing newline at end of file",
            (Some(_), Some(_)) => "the line should end here, with a newline",
            (None, Some(b'\n')) => "an empty line; remove it",
            (None, _) => "unexpected space; remove it",
        };
        Err(self.error(self.end + same, message))
    }

    /// Reads the next case; `None` after the last one.
    pub(crate) fn next_case(&mut self) -> Result<Option<Case<'_>>, Diagnostic> {
        Ok(self.advance()?.then(|| self.case()))
    }

    /// Reads the next case; `false` after the last one.
    #[inline]
    pub(crate) fn advance(&mut self) -> Result<bool, Diagnostic> {
        let is_case = self.read_whole(Self::read_case)?;
        self.read += usize::from(is_case);
        Ok(is_case)
    }

    /// Reads the words of the next case; `false` after the last one.
    #[inline]
    fn read_case(&mut self) -> Result<bool, Diagnostic> {
        if self.is_over() {
            return Ok(false);
        }
        let (format, announced, read) = (self.format, self.announced, self.read);
        for (line, fields) in format.case.iter().enumerate() {
            for (at, field) in fields.iter().enumerate() {
                let expected = || expected(format, announced, read, (line, at));
                let is_first = (line, at) == (0, 0) && read == 0 && announced.is_none();
                let separator: &[u8] = if is_first {
                    b""
                } else if at == 0 {
                    b"\n"
                } else {
                    b" "
                };
                if !self.read_word(separator, expected)? {
                    let ending = if is_first { "the input is empty" } else { "the input ends here" };
                    return Err(self.error(self.part.bytes.len(), format!("{ending}; {}", expected())));
                }
                check_field(self.case(), self.layout, field, format.unit)?;
            }
        }
        Ok(true)
    }

    /// Returns the place where the input continues after the last case, if it does. In the exact layout that is an error.
    pub(crate) fn finish(self) -> Result<Option<Place>, Diagnostic> {
        let (next, all) = (self.next(), self.part.bytes.len());
        if self.layout != Layout::Exact {
            return Ok((next < all).then(|| self.error(next, "").place));
        }
        let rest = self.end + 1;
        self.check_gap(next.min(rest), b"\n", String::new)?;
        let message = "the input continues after its last case; remove the rest";
        if rest == all { Ok(None) } else { Err(self.error(rest, message)) }
    }
}

/// What is expected where a field begins of the case that follows `read` others. The field is given by its line and its
/// index there.
#[cold]
fn expected(format: &Format, announced: Option<usize>, read: usize, (line, at): (usize, usize)) -> String {
    match announced {
        Some(count) if (line, at) == (0, 0) => {
            format!("{} announced, but only {read} found", count_of(count, format.noun))
        }
        _ => format!("expected {}", format.case[line][at].name()),
    }
}

impl Format {
    /// Case `number` of an input, counted from 1, in the form that [`input`](Self::input) takes. What follows it need not
    /// be valid.
    pub fn case(&self, input: &[u8], number: usize) -> Option<Vec<u8>> {
        let mut cases = Cases::begin(self, input, Layout::Free).ok()?;
        for _ in 0..number.checked_sub(1)? {
            cases.next_case().ok()??;
        }
        let case = cases.next_case().ok()??;
        let mut words = case.words().map(|word| word.text());
        let lines = self.case.iter().map(|line| words.by_ref().take(line.len()).collect::<Vec<_>>().join(&b' '));
        Some(lines.collect::<Vec<_>>().join(&b'/'))
    }
}

/// Checks that the word that was read last is what a field should be.
#[inline]
fn check_field(case: Case<'_>, layout: Layout, field: &Field, unit: &str) -> Result<(), Diagnostic> {
    // Most words need no check, and are not looked at.
    let word = || case.words().next_back().expect("a word has been read");
    let (number, range) = match field {
        Field::Word { length, check, .. } => {
            check.map_or(Ok(()), |check| check(word()))?;
            (None, length)
        }
        Field::Number { name, value } => (Some(read_number(word(), layout, name)?), value),
    };
    if layout != Layout::Free {
        let length = word().text().len();
        let found = || match number {
            None => count_of(length, unit),
            Some(number) => format!("{}: {number}", field.name()),
        };
        check_limits(range, number.unwrap_or(length), found).map_err(|message| word().error(message))?;
    }
    Ok(())
}

/// The value of a word as a number, which messages call `name`.
fn read_number(word: Word<'_>, layout: Layout, name: &str) -> Result<usize, Diagnostic> {
    let text = word.text();
    let wrong = match word.number() {
        _ if !text.iter().all(u8::is_ascii_digit) => format!("is not a whole number: expected {name}"),
        Some(_) if layout != Layout::Free && text.len() > 1 && text[0] == b'0' => {
            "has a leading zero; remove it".to_owned()
        }
        Some(number) => return Ok(number),
        None => format!("is too large: expected {name}"),
    };
    Err(word.error(format!("{} {wrong}", quote(text))))
}

/// Rejects what is outside the judge's limits. The error says what was `found`, and the limits.
pub fn check_limits(
    range: &RangeInclusive<usize>,
    number: usize,
    found: impl FnOnce() -> String,
) -> Result<(), String> {
    if range.contains(&number) {
        return Ok(());
    }
    let (least, most) = (range.start(), range.end());
    let range = if least == most { format!("exactly {least}") } else { format!("{least} to {most}") };
    Err(format!("{}; this judge gives {range}", found()))
}
