//! What came of one input.

use std::time::Duration;

use super::output_limit;
use crate::clock::Clock;
use crate::contestant::{Contestant, Ending};
use crate::problem::{Dialect, Problem};
use crate::review::{Difference, review};
use crate::solution::Solution;
use crate::verdict::Verdict;

/// What came of one input.
#[derive(Clone, Debug)]
pub struct Finding {
    /// In two letters.
    pub verdict: Verdict,
    /// What is to be said of it: one line, empty if all is well.
    pub message: String,
    /// Where the output is not right, if it is the output that is at fault.
    pub difference: Option<Box<Difference>>,
    /// The case that was answered wrongly: its words, joined by slashes.
    pub case: Option<Vec<u8>>,
    /// Whether it is the case's own answer that `difference` looks at, because the solver is judged.
    pub of_the_file: bool,
    /// The end of what the program wrote to standard error.
    pub stderr: Vec<u8>,
    /// How long the program took.
    pub took: Duration,
}

impl Finding {
    fn new(verdict: Verdict, message: String, took: Duration) -> Self {
        Self { verdict, message, difference: None, case: None, of_the_file: false, stderr: Vec::new(), took }
    }

    pub(super) fn accepted(took: Duration) -> Self {
        Self::new(Verdict::Accepted, String::new(), took)
    }

    pub(super) fn fault(what: &str) -> Self {
        Self::new(Verdict::InternalError, what.to_owned(), Duration::ZERO)
    }

    pub(super) fn answered_what_is_invalid(took: Duration) -> Self {
        Self::new(Verdict::WrongAnswer, "an invalid input was answered; it should be refused".to_owned(), took)
    }

    pub(super) fn difference<P: Problem>(
        dialect: P::Dialect,
        input: &[u8],
        difference: Box<Difference>,
        took: Duration,
    ) -> Self {
        let message = format!("{}: {}", difference.whereabouts(), difference.words());
        let case = dialect.form().case(input, difference.case);
        let verdict = difference.verdict();
        Self { case, difference: Some(difference), ..Self::new(verdict, message, took) }
    }

    /// That the solver finds the case's own answer not right, where it is the solver that is judged. Either may be wrong.
    pub(super) fn disagreement<P: Problem>(
        dialect: P::Dialect,
        input: &[u8],
        difference: Box<Difference>,
        took: Duration,
    ) -> Self {
        let (place, why) = (difference.whereabouts(), difference.words());
        let message = format!("{place} of the answer file: this solver disagrees: {why}");
        Self { message, of_the_file: true, ..Self::difference::<P>(dialect, input, difference, took) }
    }
}

/// Lets a contestant answer an input, of which this is the solution.
pub(crate) fn try_contestant<P: Problem>(
    contestant: &Contestant,
    dialect: P::Dialect,
    input: &[u8],
    solution: &Solution<P>,
    clock: &dyn Clock,
) -> anyhow::Result<Finding> {
    let limit = output_limit(solution);
    let timer = clock.start();
    let performance = contestant.run(input, limit)?;
    let took = timer();
    let finding = match performance.ending {
        Ending::Exit(0) => match review(solution, &performance.stdout) {
            Ok(()) => return Ok(Finding::accepted(took)),
            Err(difference) => Finding::difference::<P>(dialect, input, difference, took),
        },
        Ending::Exit(code) => Finding::new(Verdict::RuntimeError, format!("exit code {code}"), took),
        Ending::Signal(number) => {
            Finding::new(Verdict::RuntimeError, format!("ended by signal {number}{}", name_of(number)), took)
        }
        Ending::OutOfTime => {
            let seconds = contestant.time_limit().as_secs_f64();
            Finding::new(Verdict::TimeLimitExceeded, format!("stopped after {seconds} s"), took)
        }
        Ending::TooMuchOutput => {
            Finding::new(Verdict::WrongAnswer, format!("stopped after more than {limit} bytes of output"), took)
        }
    };
    Ok(Finding { stderr: performance.stderr, ..finding })
}

/// What a signal means to people.
fn name_of(signal: i32) -> &'static str {
    match signal {
        4 => " (illegal instruction)",
        6 => " (aborted)",
        8 => " (arithmetic error)",
        9 => " (killed, perhaps for want of memory)",
        11 => " (segmentation fault)",
        15 => " (terminated)",
        _ => "",
    }
}
