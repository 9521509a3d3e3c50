//! Inputs of many cases: those that say how many follow and give them a word each, and those that just end.

use std::ops::RangeInclusive;

use crate::fault::{Fault, InputError, count_of};
use crate::scan::{Layout, Scanner, Word};

/// What a judge's statement promises of its input. Enforced in the exact layout alone.
#[derive(Clone, Debug)]
pub struct Limits {
    /// What the cases are, in the plural: "boards".
    pub noun: &'static str,
    /// How many cases there may be.
    pub cases: RangeInclusive<usize>,
    /// How many cells a case may have.
    pub cells: RangeInclusive<usize>,
}

impl Limits {
    /// Refuses a count of cases that the judge would not give.
    fn check_cases(&self, word: Word<'_>, count: usize) -> Result<(), Fault> {
        if self.cases.contains(&count) {
            return Ok(());
        }
        let (least, most) = (self.cases.start(), self.cases.end());
        Err(word.fault(format!("{count} {}; this judge gives {least} to {most}", self.noun)))
    }

    /// Refuses a number of cells that the judge would not give.
    pub fn check_cells(&self, word: Word<'_>, cells: usize) -> Result<(), Fault> {
        if self.cells.contains(&cells) {
            return Ok(());
        }
        let (least, most) = (self.cells.start(), self.cells.end());
        Err(word.fault(format!("{}; this judge gives {least} to {most}", count_of(cells, "cell"))))
    }
}

/// Reads the count and all cases, each solved by `solve_case`.
pub fn read<A>(
    input: &mut Scanner<'_>,
    limits: &Limits,
    solve_case: impl FnMut(Word<'_>) -> Result<A, Fault>,
) -> Result<Vec<A>, InputError> {
    let count = read_count(input, limits)?;
    let mut answers = Vec::new();
    read_on(input, limits, count, count, &mut answers, solve_case)?;
    Ok(answers)
}

/// Reads the count that such an input begins with.
pub fn read_count(input: &mut Scanner<'_>, limits: &Limits) -> Result<usize, InputError> {
    let layout = input.layout();
    let noun = limits.noun;
    let word = input.expect_word(|| format!("it should begin with the number of {noun}"))?;
    let count = word.number(layout, &format!("the input begins with the number of {noun} that follow"))?;
    if layout == Layout::Exact {
        limits.check_cases(word, count)?;
    }
    Ok(count)
}

/// Reads on after the cases that `answers` holds already, until it holds `until`, of the `count` that were announced.
pub fn read_on<A>(
    input: &mut Scanner<'_>,
    limits: &Limits,
    until: usize,
    count: usize,
    answers: &mut Vec<A>,
    mut solve_case: impl FnMut(Word<'_>) -> Result<A, Fault>,
) -> Result<(), InputError> {
    let layout = input.layout();
    while answers.len() < until {
        let read = answers.len();
        let word = input.expect_word(|| format!("{read} of {count} announced {} were given", limits.noun))?;
        answers.push(solve_case(word)?);
        if layout == Layout::Exact {
            limits.check_cells(word, word.text().len())?;
        }
    }
    Ok(())
}

/// Reads cases until the input ends, at least one. In the exact layout one is all there is.
pub fn read_to_end<A>(
    input: &mut Scanner<'_>,
    mut solve_case: impl FnMut(&mut Scanner<'_>) -> Result<A, InputError>,
) -> Result<Vec<A>, InputError> {
    let mut answers = vec![solve_case(input)?];
    while input.layout() == Layout::Free && !input.is_at_end()? {
        answers.push(solve_case(input)?);
    }
    Ok(answers)
}
