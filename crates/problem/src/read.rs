//! Reading cases as a [`Format`] describes them.
//!
//! If an input announces 0 cases, its answer is empty. The exact layout rejects it, because no judge gives it.

use std::io::Read;
use std::ops::{Range, RangeInclusive};

use crate::case::{Case, Word};
use crate::diagnostic::{Diagnostic, InputError, Place};
use crate::format::{Count, Field, Format};
use crate::scan::{Layout, Scanner};
use crate::text::count_of;
use crate::visible::quote;

/// An input that is read case by case.
pub(crate) struct Cases<'f, 'a> {
    format: &'f Format,
    input: Scanner<'a>,
    /// The number of cases that the input announced, if it did.
    pub(crate) announced: Option<usize>,
    /// How many have been read.
    read: usize,
}

impl<'f, 'a> Cases<'f, 'a> {
    /// Reads the number of cases, if the input begins with it. It is the scanner's case then, until the first one is
    /// read.
    pub(crate) fn begin(format: &'f Format, source: impl Read + 'a, layout: Layout) -> Result<Self, InputError> {
        let mut input = Scanner::new(source, layout);
        let mut announced = None;
        if let Count::Announced(range) = &format.count {
            let name = format!("the number of {}s", format.noun);
            if input.is_at_end()? {
                return Err(input.error_here(format!("the input is empty; expected {name}")).into());
            }
            check_gap(&input, input.gap(), b"", String::new)?;
            input.read_word()?;
            let word = input.case().word(0);
            let count = read_number(word, layout, &name)?;
            if layout != Layout::Free {
                check_limits(range, count, || count_of(count, format.noun)).map_err(|message| word.error(message))?;
            }
            announced = Some(count);
        }
        Ok(Self { format, input, announced, read: 0 })
    }

    /// Whether the last case has been read. Without an announced number there is at least one.
    fn is_over(&mut self) -> Result<bool, InputError> {
        let (least, most) = match (self.announced, self.input.layout) {
            (Some(count), _) => (count, count),
            (None, Layout::Exact) => self.format.count.range().into_inner(),
            (None, _) => (1, usize::MAX),
        };
        Ok(self.read == most || self.read >= least.max(1) && self.input.is_at_end()?)
    }

    /// Whether only white space is left.
    pub(crate) fn is_at_end(&mut self) -> Result<bool, InputError> {
        self.input.is_at_end()
    }

    /// Reads the next case; `None` after the last one.
    pub(crate) fn next_case(&mut self) -> Result<Option<Case<'_>>, InputError> {
        if self.is_over()? {
            return Ok(None);
        }
        let format = self.format;
        self.input.begin_case();
        for (line, fields) in format.case.iter().enumerate() {
            for (at, field) in fields.iter().enumerate() {
                if self.input.is_at_end()? {
                    return Err(self.ends_early(line, at).into());
                }
                let separator: &[u8] = match (at, line) {
                    (0, 0) if self.read == 0 && self.announced.is_none() => b"",
                    (0, _) => b"\n",
                    _ => b" ",
                };
                check_gap(&self.input, self.input.gap(), separator, || self.expected(line, at))?;
                self.input.read_word()?;
                check_field(self.input.case(), self.input.layout, field, format.unit)?;
            }
        }
        self.read += 1;
        Ok(Some(self.input.case()))
    }

    /// The error that the input ends where a field of a case should begin.
    #[cold]
    fn ends_early(&self, line: usize, at: usize) -> Diagnostic {
        let is_empty = self.announced.is_none() && self.read == 0 && (line, at) == (0, 0);
        let ending = if is_empty { "the input is empty" } else { "the input ends here" };
        self.input.error_here(format!("{ending}; {}", self.expected(line, at)))
    }

    /// What is expected where a field of a case begins, which is given by its line and its index there.
    #[cold]
    fn expected(&self, line: usize, at: usize) -> String {
        let Format { case, noun, .. } = self.format;
        let name = case[line][at].name();
        match (self.announced, case.len()) {
            (Some(count), _) if (line, at) == (0, 0) => {
                let found = if self.read == 0 { "none".to_owned() } else { format!("only {}", self.read) };
                format!("{} announced, but {found} found", count_of(count, noun))
            }
            (_, lines @ 2..) if (line, at) != (0, 0) => {
                format!("expected {name}, line {} of {lines} of a {noun}", line + 1)
            }
            _ => format!("expected {name}"),
        }
    }

    /// Reads all cases. Returns the place where the input continues after the last one, if it does.
    pub(crate) fn for_each(mut self, mut visit: impl FnMut(Case<'_>)) -> Result<Option<Place>, InputError> {
        while let Some(case) = self.next_case()? {
            visit(case);
        }
        self.finish()
    }

    /// Returns the place where the input continues, if it does. In the exact layout that is an error.
    pub(crate) fn finish(mut self) -> Result<Option<Place>, InputError> {
        let is_at_end = self.input.is_at_end()?;
        if self.input.layout != Layout::Exact {
            return Ok((!is_at_end).then(|| self.input.error_here("").place));
        }
        let Range { start, end } = self.input.gap();
        check_gap(&self.input, start..end.min(start + 1), b"\n", String::new)?;
        let rest = "the input continues after its last case; remove the rest";
        if is_at_end && end == start + 1 { Ok(None) } else { Err(self.input.error_at(start + 1, rest).into()) }
    }
}

/// Checks that some white space is what the exact layout has there. `expected` says what a line lacks that ends too
/// early.
fn check_gap(
    input: &Scanner<'_>,
    gap: Range<usize>,
    separator: &[u8],
    expected: impl FnOnce() -> String,
) -> Result<(), Diagnostic> {
    let found = &input.window.bytes[gap.clone()];
    if input.layout != Layout::Exact || found == separator {
        return Ok(());
    }
    let same = found.iter().zip(separator).take_while(|(found, right)| found == right).count();
    let message = match (separator.get(same), found.get(same)) {
        (_, Some(b'\r')) => "a carriage return; lines end in a newline alone",
        (Some(b' '), Some(b'\n')) => &format!("the line ends here; {}", expected()),
        (Some(b' '), _) => "expected one space between two words of a line",
        (Some(_), None) => "missing newline at end of file",
        (Some(_), Some(_)) => "the line should end here, with a newline",
        (None, Some(b'\n')) => "an empty line; remove it",
        (None, _) => "unexpected space; remove it",
    };
    Err(input.error_at(gap.start + same, message))
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
