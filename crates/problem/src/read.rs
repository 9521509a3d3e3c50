//! Reading cases as a [`Format`] describes them.
//!
//! If an input announces 0 cases, its answer is empty. The exact layout rejects it, because no judge gives it.

use std::ops::RangeInclusive;

use crate::case::Case;
use crate::diagnostic::{Diagnostic, InputError};
use crate::dialect::{Count, Field, Format, Line, repeats};
use crate::scan::{Layout, Scanner};
use crate::text::count_of;

impl Format {
    /// Reads the number of cases that an input begins with.
    pub(crate) fn read_count(&self, input: &mut Scanner<'_>) -> Result<usize, InputError> {
        let layout = input.layout();
        let name = format!("the number of {}s", self.noun);
        input.begin_case();
        input.read_word(|| format!("expected {name}"))?;
        let (word, _) = input.last_word();
        let count = word.number(layout, &name)?;
        if layout == Layout::Exact {
            self.check_count(count).map_err(|message| word.error(message))?;
        }
        input.pass_line_end()?;
        Ok(count)
    }

    /// Rejects a number of cases that the judge does not give.
    pub(crate) fn check_count(&self, count: usize) -> Result<(), String> {
        require_within(&self.count.range(), count, || count_of(count, self.noun))
    }

    /// Reads the next case, after `read` others. `announced` is the number of cases that the input announced, if it
    /// did.
    pub(crate) fn read_case<'s>(
        &self,
        input: &'s mut Scanner<'_>,
        read: usize,
        announced: Option<usize>,
    ) -> Result<Case<'s>, InputError> {
        let missing = || {
            if let Some(count) = announced {
                let announced = count_of(count, self.noun);
                let verb = if read == 1 { "follows" } else { "follow" };
                return format!("{announced} announced, but only {read} {verb}");
            }
            let first = self.case.iter().copied().flatten().next();
            format!("expected {}", first.map_or("a case", Field::name))
        };
        if let ([[Field::Word { check: None, .. }]], Layout::Free) = (self.case, input.layout()) {
            // Most formats have no lines to keep track of, and nothing to check. With a shorter way to the next word
            // this saves 4 % of the instructions that solving 20,000 boards one by one takes.
            input.begin_case();
            input.read_word(missing)?;
            return Ok(input.case());
        }
        read_lines(input, self.case, (self.noun, self.unit), missing)
    }
}

impl Count {
    /// Whether the judge may give another case after this many.
    pub(crate) fn allows_more_than(&self, cases: usize) -> bool {
        cases < *self.range().end()
    }
}

/// Reads a case that consists of these lines. Messages call the case `noun` and its characters `unit`s; `missing` says
/// what is missing if the input ends before the first word.
pub(crate) fn read_lines<'s>(
    input: &'s mut Scanner<'_>,
    lines: &[Line],
    (noun, unit): (&str, &str),
    missing: impl Fn() -> String,
) -> Result<Case<'s>, InputError> {
    input.begin_case();
    let mut first_number = None;
    let mut is_first = true;
    for (line, fields) in lines.iter().enumerate() {
        let mut begins_line = true;
        for field in *fields {
            let expected = || match (is_first, lines.len()) {
                (true, _) => missing(),
                (false, 1) => format!("expected {}", field.name()),
                (false, count) => format!("expected {}, line {} of {count} of a {noun}", field.name(), line + 1),
            };
            for _ in 0..repeats(field, first_number) {
                if !begins_line {
                    input.pass_separator(expected)?;
                } else if line > 0 {
                    input.pass_slash(expected)?;
                }
                input.read_word(expected)?;
                let number = read_field(input, field, unit)?;
                first_number = first_number.or(number);
                begins_line = false;
            }
            is_first = false;
        }
        input.pass_line_end()?;
    }
    Ok(input.case())
}

/// Interprets the word that was read last as a field. Returns its value if it is a number.
fn read_field(input: &mut Scanner<'_>, field: &Field, unit: &str) -> Result<Option<usize>, Diagnostic> {
    let layout = input.layout();
    let (word, value) = input.last_word();
    match field {
        Field::Word { length, check, .. } => {
            if let Some(check) = check {
                check(word)?;
            }
            if layout == Layout::Exact {
                let found = word.text().len();
                require_within(length, found, || count_of(found, unit)).map_err(|message| word.error(message))?;
            }
            Ok(None)
        }
        Field::Number { name, value: range } | Field::Numbers { name, value: range } => {
            let number = word.number(layout, name)?;
            if layout == Layout::Exact {
                require_within(range, number, || format!("{name}: {number}")).map_err(|message| word.error(message))?;
            }
            *value = Some(number);
            Ok(*value)
        }
    }
}

/// Rejects what is outside the judge's limits.
fn require_within(range: &RangeInclusive<usize>, number: usize, found: impl FnOnce() -> String) -> Result<(), String> {
    if range.contains(&number) {
        return Ok(());
    }
    let (least, most) = (range.start(), range.end());
    Err(if least == most {
        format!("{}; this judge gives exactly {least}", found())
    } else {
        format!("{}; this judge gives {least} to {most}", found())
    })
}
