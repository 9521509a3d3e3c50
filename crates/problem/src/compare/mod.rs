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

/// Compares an output with the right answers, byte for byte, except that any answer [`Problem::accepts`] accepts will do.
///
/// # Errors
///
/// The first difference:
///
/// - a wrong, missing or extra word if there is one, whatever the white space before it;
/// - otherwise the first place where the white space differs: with the white space of the expected answers, the output would
///   be accepted.
///
/// From the first case that is not right to the byte, answers are matched word by word: one other than the expected answer is
/// recognized as right only if it has as many words, in the same layout.
///
/// # Complexity
///
/// One pass over a right output. A wrong one takes two more, from the first case that is not right to the byte.
pub fn compare<P: Problem>(solution: &Solution<P>, output: &[u8]) -> Result<(), Box<Difference>> {
    compare_cases(|| solution.cases(), solution.len(), output)
}

/// Compares an output with the answers to `count` cases. `cases` lists them; it is called once for a right output and twice
/// for a wrong one.
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
