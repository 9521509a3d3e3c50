//! Whether an output is right, and where it first goes wrong.
//!
//! Three steps: [`exact`] passes over the cases that are right to the byte, [`words`] finds the first wrong word after
//! them, and where every word is right, [`white_space`] finds the first white space that differs.

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

pub use difference::{Difference, Reason};

use crate::problem::Problem;
use crate::solution::{AnsweredCase, Solution};

/// What the comparison knows of a case.
trait Case {
    /// The expected answer: whole lines.
    fn expected(&self) -> &[u8];

    /// Whether `lines`, which are not the expected ones, are equally right; what is wrong with them if not.
    fn accepts(&self, lines: &[u8]) -> Result<(), String>;
}

impl<P: Problem> Case for AnsweredCase<'_, P> {
    fn expected(&self) -> &[u8] {
        &self.expected
    }

    fn accepts(&self, lines: &[u8]) -> Result<(), String> {
        AnsweredCase::accepts(self, lines)
    }
}

/// Compares an output with the right answers, byte for byte, except that any answer [`Problem::accepts`] accepts will do.
///
/// # Errors
///
/// The first difference:
///
/// - a wrong, missing or additional word if there is one, whatever the white space before it;
/// - otherwise the first place where the white space differs: the output would be accepted with that of the expected
///   answers.
///
/// From the first case on that is not right to the byte, an answer other than the expected one is matched by its words: it
/// is recognized as right if it has as many as the expected one, and in the same layout.
///
/// # Complexity
///
/// One pass over a right output. A wrong one takes two more from the first case that is not right to the byte.
pub fn compare<P: Problem>(solution: &Solution<P>, output: &[u8]) -> Result<(), Box<Difference>> {
    compare_cases(|| solution.cases(), solution.len(), output)
}

/// Compares an output with `count` cases. `cases` is called once for a right output and twice for a wrong one, and lists the
/// same cases each time.
fn compare_cases<C: Case, I: Iterator<Item = C>>(
    cases: impl Fn() -> I,
    count: usize,
    output: &[u8],
) -> Result<(), Box<Difference>> {
    let exact = exact::ends_of_exact_cases(cases(), output);
    if exact.len() == count && exact.last().copied().unwrap_or(0) == output.len() {
        return Ok(());
    }
    let mismatch = match words::correct_white_space(cases().skip(exact.len()), exact, output) {
        Ok(corrected) => white_space::first_mismatch(output, &corrected),
        Err(mismatch) => mismatch,
    };
    Err(Box::new(Difference::new(output, count, mismatch)))
}
