//! Whether an output is right, and where it first goes wrong.
//!
//! Three steps: [`exact`] passes over the cases that are right to the byte, [`words`] finds the first wrong word after
//! them, and where every word is right, [`white_space`] finds the first white space that differs.

mod comparison;
mod difference;
mod exact;
#[cfg(test)]
mod example;
mod lines;
#[cfg(test)]
mod properties;
mod tokens;
mod white_space;
mod words;

pub use comparison::Comparison;
pub use difference::{Difference, Reason};

use self::comparison::trim_lines;

use crate::problem::Problem;
use crate::solution::{AnsweredCase, Solution};

/// A case as the comparison sees it.
trait Case {
    /// The expected answer: whole lines.
    fn expected(&self) -> &[u8];

    /// Accepts `lines` that differ from the expected ones but are equally right, or says what is wrong with them.
    fn accepts(&self, lines: &[u8]) -> Result<(), String>;
}

impl<P: Problem> Case for AnsweredCase<'_, P> {
    fn expected(&self) -> &[u8] {
        &self.expected
    }

    fn accepts(&self, lines: &[u8]) -> Result<(), String> {
        P::accepts(self.answer, lines)
    }
}

/// Compares an output with the right answers, of which any that [`Problem::accepts`] accepts will do.
///
/// # Errors
///
/// The first difference:
///
/// - a wrong, missing or extra word if there is one, whatever the white space before it;
/// - otherwise the first place where white space that counts for `comparison` differs: with the white space of the
///   expected answers, the output would be accepted.
///
/// From the first case that is not right to the byte, answers are matched word by word: one other than the expected
/// answer is recognized as right only if it has as many words, in the same layout. [`Comparison::Lines`] then first
/// tries whether the output is right to the byte without the white space that does not count.
///
/// # Complexity
///
/// One pass over an output that is right to the byte. Another one takes some more, from the first case that is not.
pub fn compare<P: Problem>(
    solution: &Solution<P>,
    output: &[u8],
    comparison: Comparison,
) -> Result<(), Box<Difference>> {
    compare_cases(|| solution.cases(), solution.len(), output, comparison)
}

/// Compares an output with the answers to `count` cases. `cases` lists them; it is called once for an output that is
/// right to the byte, and up to four times for another one.
fn compare_cases<C: Case, I: Iterator<Item = C>>(
    cases: impl Fn() -> I,
    count: usize,
    output: &[u8],
    comparison: Comparison,
) -> Result<(), Box<Difference>> {
    let is_exact =
        |ends: &[usize], output: &[u8]| ends.len() == count && ends.last().copied().unwrap_or(0) == output.len();
    let exact = exact::ends_of_exact_cases(cases(), output);
    if is_exact(&exact, output) {
        return Ok(());
    }
    if comparison == Comparison::Lines {
        let last = cases().last();
        let trimmed = trim_lines(output, last.as_ref().map_or(&[][..], Case::expected));
        if is_exact(&exact::ends_of_exact_cases(cases(), &trimmed), &trimmed) {
            return Ok(());
        }
    }
    let mismatch = match words::correct_white_space(cases().skip(exact.len()), exact, output) {
        Ok(corrected) => white_space::first_mismatch(output, &corrected, comparison),
        Err(mismatch) => Some(mismatch),
    };
    mismatch.map_or(Ok(()), |mismatch| Err(Box::new(Difference::new(output, count, mismatch))))
}
