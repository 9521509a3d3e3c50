//! Reading the words of an input, and cases as a [`Format`] describes them.
//!
//! If an input announces 0 cases, its answer is empty. The exact layout rejects it, because no judge gives it.

use std::io::Read;
use std::ops::{Range, RangeInclusive};

use crate::bits::{BLOCK, bits_where, blocks};
use crate::case::{Case, Word};
use crate::diagnostic::{Buffer, Diagnostic, Place};
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
    part: Buffer,
    /// The number of cases that the input announced, if it did.
    pub(crate) announced: Option<usize>,
    /// How many have been read.
    read: usize,
    /// How many words a case has, and whether they are checked in the free layout too.
    fields: usize,
    is_checked: bool,
    /// Where the words of the case are that is being read.
    words: Vec<Range<usize>>,
    /// The white space after the last word.
    gap: Range<usize>,
}

impl<'a> Cases<'a> {
    /// Reads the number of cases, if the input begins with it.
    pub(crate) fn begin(format: &'a Format, source: impl Read + 'a, layout: Layout) -> Result<Self, Diagnostic> {
        let (source, part) = (Box::new(source), Buffer { bytes: Vec::new(), from: Place::START, gaps: Vec::new() });
        let fields: Vec<&Field> = format.case.iter().copied().flatten().collect();
        let are_plain = fields.iter().all(|field| matches!(field, Field::Word { check: None, .. }));
        let (fields, is_checked) = (fields.len(), layout != Layout::Free || !are_plain);
        let (is_last, announced, read, words, gap) = (false, None, 0, Vec::new(), 0..0);
        let mut cases = Self { format, layout, source, is_last, part, announced, read, fields, is_checked, words, gap };
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
            cases.begin_part();
        }
        if let Count::Announced(range) = &format.count {
            cases.announced = Some(cases.read_count(range)?);
        }
        Ok(cases)
    }

    /// Reads the next words into the case, as many as there are up to this number. Returns where the word before them
    /// ended.
    #[inline]
    fn read_words(&mut self, count: usize) -> Result<usize, Diagnostic> {
        loop {
            let before = self.gap.start;
            self.words.clear();
            while self.words.len() < count && !self.is_at_end() {
                let start = self.gap.end;
                self.pass_to(self.end_of_word(start));
                self.words.push(start..self.gap.start);
            }
            if self.is_last || !self.is_at_end() {
                return Ok(before);
            }
            // The last of them may continue in the next piece, which is not needed if another one is wrong.
            self.check_words(before, self.words.len().saturating_sub(1))?;
            self.read_piece(before)?;
        }
    }

    /// Puts another piece of the input into memory, in place of what comes before this byte, and continues there. It is
    /// at least as long as what stays there, so that a long case is not read often.
    #[cold]
    fn read_piece(&mut self, from: usize) -> Result<(), Diagnostic> {
        const PIECE: usize = 1 << 16;
        self.part.from = self.part.from.after(&self.part.bytes[..from]);
        self.part.bytes.drain(..from);
        let piece = PIECE.max(self.part.bytes.len());
        let read = self.source.by_ref().take(piece as u64).read_to_end(&mut self.part.bytes);
        self.is_last = read.map_err(|error| self.error(0, error.to_string()))? < piece;
        self.begin_part();
        Ok(())
    }

    /// Finds the white space of a part that has just been put into memory, and passes what comes before its first word.
    fn begin_part(&mut self) {
        self.part.gaps.clear();
        for block in blocks(&self.part.bytes, b' ') {
            self.part.gaps.extend(bits_where(&block, [is_blank]));
        }
        self.part.gaps.push(u64::MAX);
        self.pass_to(0);
    }

    fn read_count(&mut self, range: &RangeInclusive<usize>) -> Result<usize, Diagnostic> {
        let name = format!("the number of {}s", self.format.noun);
        let before = self.read_words(1)?;
        if self.words.is_empty() {
            return Err(self.error(self.gap.end, format!("the input is empty; expected {name}")));
        }
        self.check_gap(before..self.words[0].start, b"", String::new)?;
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
        self.gap.end == self.part.bytes.len()
    }

    /// Passes a word that ends here.
    fn pass_to(&mut self, end: usize) {
        let rest = &self.part.bytes[end..];
        self.gap = end..end + rest.iter().position(|&byte| !is_blank(byte)).unwrap_or(rest.len());
    }

    /// Where the word ends that begins here.
    fn end_of_word(&self, start: usize) -> usize {
        let (mut word, bit) = (start / BLOCK, start % BLOCK);
        let mut gaps = self.part.gaps[word] >> bit << bit;
        while gaps == 0 {
            word += 1;
            gaps = self.part.gaps[word];
        }
        word * BLOCK + gaps.trailing_zeros() as usize
    }

    fn error(&self, index: usize, message: impl Into<String>) -> Diagnostic {
        self.part.error(index, message)
    }

    /// The words that were read since the case began.
    pub(crate) fn case(&self) -> Case<'_> {
        Case { input: &self.part, words: &self.words }
    }

    /// Checks that white space is what the exact layout has there. `expected` says what a line lacks that ends too early.
    fn check_gap(&self, gap: Range<usize>, right: &[u8], expected: impl FnOnce() -> String) -> Result<(), Diagnostic> {
        let found = &self.part.bytes[gap.clone()];
        let same = found.iter().zip(right).take_while(|(found, right)| found == right).count();
        let message = match (right.get(same), found.get(same)) {
            _ if self.layout != Layout::Exact => return Ok(()),
            (None, None) => return Ok(()),
            (_, Some(b'\r')) => "a carriage return; lines end in a newline alone",
            (Some(b' '), Some(b'\n')) => &format!("the line ends here; {}", expected()),
            (Some(b' '), _) => "expected one space between two words of a line",
            (Some(_), None) => "missing newline at end of file",
            (Some(_), Some(_)) => "the line should end here, with a newline",
            (None, Some(b'\n')) => "an empty line; remove it",
            (None, _) => "unexpected space; remove it",
        };
        Err(self.error(gap.start + same, message))
    }

    /// Reads the next case; `None` after the last one.
    #[inline]
    pub(crate) fn next_case(&mut self) -> Result<Option<Case<'_>>, Diagnostic> {
        if self.is_over() {
            return Ok(None);
        }
        let before = self.read_words(self.fields)?;
        if self.is_checked || self.words.len() < self.fields {
            self.check_words(before, self.fields)?;
        }
        self.read += 1;
        Ok(Some(self.case()))
    }

    /// Checks the first words of a case, as many as this, one after another. The word before them ended here.
    #[inline(never)]
    fn check_words(&self, mut before: usize, count: usize) -> Result<(), Diagnostic> {
        let lines = self.format.case.iter().copied().map(|line| line.iter().enumerate());
        for (index, (at, field)) in lines.flatten().take(count).enumerate() {
            let is_first = index == 0 && self.read == 0 && self.announced.is_none();
            let separator: &[u8] = if at == 0 { b"\n" } else { b" " };
            let expected = || match self.announced {
                Some(count) if index == 0 => {
                    format!("{} announced, but only {} found", count_of(count, self.format.noun), self.read)
                }
                _ => format!("expected {}", field.name()),
            };
            let Some(word) = self.words.get(index) else {
                let ending = if is_first { "the input is empty" } else { "the input ends here" };
                return Err(self.error(self.gap.end, format!("{ending}; {}", expected())));
            };
            self.check_gap(before..word.start, &separator[usize::from(is_first)..], expected)?;
            before = word.end;
            check_field(self.case().word(index), self.layout, field, self.format.unit)?;
        }
        Ok(())
    }

    /// Returns the place where the input continues after the last case, if it does. In the exact layout that is an error.
    pub(crate) fn finish(self) -> Result<Option<Place>, Diagnostic> {
        let (Range { start: end, end: next }, all) = (self.gap.clone(), self.part.bytes.len());
        if self.layout != Layout::Exact {
            return Ok((next < all).then(|| self.error(next, "").place));
        }
        let rest = end + 1;
        self.check_gap(end..next.min(rest), b"\n", String::new)?;
        let message = "the input continues after its last case; remove the rest";
        if rest == all { Ok(None) } else { Err(self.error(rest, message)) }
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

/// Checks that a word is what a field should be.
fn check_field(word: Word<'_>, layout: Layout, field: &Field, unit: &str) -> Result<(), Diagnostic> {
    let (number, range) = match field {
        Field::Word { length, check, .. } => {
            check.map_or(Ok(()), |check| check(word))?;
            (None, length)
        }
        Field::Number { name, value } => (Some(read_number(word, layout, name)?), value),
    };
    if layout != Layout::Free {
        let length = word.text().len();
        let found = || match number {
            None => count_of(length, unit),
            Some(number) => format!("{}: {number}", field.name()),
        };
        check_limits(range, number.unwrap_or(length), found).map_err(|message| word.error(message))?;
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
