//! *What is right*: judging outputs without knowing who gave the right answers.

use crate::compare::{Comparison, Difference, compare, compare_text};
use crate::conformance::hint_about_output;
use crate::diagnostic::Diagnostic;
use crate::problem::{Dialect, Problem};
use crate::read::Layout;
use crate::solution::{CaseAnswers, solve};
use crate::verdict::Verdict;

/// The right answers to one input: from a solver, an answer file, another program or a checker.
pub trait Expected {
    /// Judges an output. `comparison` says which white space has to be right; `None` leaves that to the judge.
    ///
    /// A checker may run a program here. If that fails, the rejection has the verdict [`Verdict::InternalError`] and
    /// names the checker: the output is not at fault.
    fn judge(&self, output: &[u8], comparison: Option<Comparison>) -> Result<(), Box<Rejection>>;

    /// A right output, as it is shown and saved; empty if none is known.
    fn answer(&self) -> Vec<u8>;

    /// How many bytes an output may have. A program that writes more is stopped.
    fn longest_output(&self) -> usize {
        const EXTRA: usize = 1024 * 1024;
        2 * self.answer().len() + EXTRA
    }
}

/// Why an output is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The verdict.
    pub verdict: Verdict,
    /// The reason in one line.
    pub message: String,
    /// Where the output is wrong, if that is known.
    pub difference: Option<Difference>,
    /// Whether it has the form of another judge's answers.
    pub is_for_another_judge: bool,
}

impl Rejection {
    /// A rejection that names no place.
    pub fn new(verdict: Verdict, message: String) -> Box<Self> {
        Box::new(Self { verdict, message, difference: None, is_for_another_judge: false })
    }
}

/// An input of a dialect with the solver's answers.
#[derive(Debug)]
pub struct Solved<P: Problem> {
    input: Vec<u8>,
    /// The answers.
    pub solution: CaseAnswers<P>,
}

impl<P: Problem> Solved<P> {
    /// Solves an input in the free layout.
    ///
    /// # Errors
    ///
    /// The first error in it.
    pub fn new(dialect: &'static Dialect<P>, input: &[u8]) -> Result<Self, Diagnostic> {
        Ok(Self { input: input.to_vec(), solution: solve(dialect, Layout::Free, input)? })
    }
}

impl<P: Problem> Expected for Solved<P> {
    fn judge(&self, output: &[u8], comparison: Option<Comparison>) -> Result<(), Box<Rejection>> {
        let dialect = self.solution.dialect();
        let rule = dialect.output;
        compare(&self.solution, output, comparison.unwrap_or(rule.comparison)).map_err(|mut difference| {
            let hint = hint_about_output(dialect, &self.input, output);
            let message = format!("{difference}{hint}");
            difference.input = dialect.format.case(&self.input, difference.case);
            let verdict = match difference.verdict() {
                Verdict::PresentationError => rule.wrong_white_space,
                verdict => verdict,
            };
            let is_for_another_judge = !hint.is_empty();
            Box::new(Rejection { verdict, message, difference: Some(*difference), is_for_another_judge })
        })
    }

    fn answer(&self) -> Vec<u8> {
        self.solution.to_bytes()
    }
}

/// A text that is the only right output, such as an answer file. Unless a comparison is chosen, only words count.
#[derive(Clone, Debug)]
pub struct Text(pub Vec<u8>);

impl Expected for Text {
    fn judge(&self, output: &[u8], comparison: Option<Comparison>) -> Result<(), Box<Rejection>> {
        compare_text(&self.0, output, comparison.unwrap_or(Comparison::Tokens)).map_err(|difference| {
            let rejection = *Rejection::new(difference.verdict(), difference.to_string());
            Box::new(Rejection { difference: Some(*difference), ..rejection })
        })
    }

    fn answer(&self) -> Vec<u8> {
        self.0.clone()
    }
}
