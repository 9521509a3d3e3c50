//! Reading cases as a [`Format`] describes them.
//!
//! If an input announces 0 cases, its answer is empty. The exact layout rejects it, because no judge gives it.

use std::io::Read;
use std::ops::RangeInclusive;

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
            if !input.read_word()? {
                return Err(input.ends_early(&format!("expected {name}")).into());
            }
            let word = input.case().word(0);
            let count = read_number(word, layout, &name)?;
            if layout != Layout::Free {
                check_limits(range, count, || count_of(count, format.noun)).map_err(|message| word.error(message))?;
            }
            input.pass(b'\n')?;
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
                if at > 0 && !self.input.pass(b' ')? {
                    let message = format!("the line ends here; {}", self.expected(line, at));
                    return Err(self.input.error_here(message).into());
                }
                if !self.input.read_word()? {
                    return Err(self.input.ends_early(&self.expected(line, at)).into());
                }
                check_field(self.input.case(), self.input.layout, field, format.unit)?;
            }
            self.input.pass(b'\n')?;
        }
        self.read += 1;
        Ok(Some(self.input.case()))
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

    /// Returns the place where the input continues, if it does.
    pub(crate) fn finish(self) -> Result<Option<Place>, InputError> {
        self.input.finish()
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
