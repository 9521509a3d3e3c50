//! Running a program over the cases of folders, and telling what came of each.

mod case;
mod finding;
mod report;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

pub use case::{Case, find};
pub(crate) use case::{Expectation, dialect_of};
pub use finding::Finding;
pub(crate) use finding::try_contestant;
pub use report::{Format, Report, Verbosity};
pub(crate) use report::{comparison, details, input_block};

use crate::clock::Clock;
use crate::contestant::Contestant;
use crate::fault::InputError;
use crate::in_order::in_order;
use crate::problem::Problem;
use crate::review::review;
use crate::scan::Layout;
use crate::solution::{Solution, solve};

/// Judges a program on every case, with so many threads: the contestant, or this program's own solver if there is none.
/// Hands each finding over in the order of the cases.
///
/// # Errors
///
/// If the contestant cannot be run at all. Whatever else goes wrong is a finding.
pub fn check<P: Problem>(
    cases: &[Case<P::Dialect>],
    contestant: Option<&Contestant>,
    threads: usize,
    clock: &dyn Clock,
    mut take: impl FnMut(&Case<P::Dialect>, Finding) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let stopped = in_order(
        threads.min(cases.len()),
        cases.iter(),
        |case| judge_case::<P>(case, contestant, clock),
        |case, finding| match finding.and_then(|finding| take(case, finding)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        },
    );
    stopped.map_or(Ok(()), Err)
}

fn judge_case<P: Problem>(
    case: &Case<P::Dialect>,
    contestant: Option<&Contestant>,
    clock: &dyn Clock,
) -> anyhow::Result<Finding> {
    let answer = match &case.expectation {
        Expectation::Fault(what) => return Ok(Finding::fault(what)),
        Expectation::Refusal => None,
        Expectation::Answer(path) => Some(path),
    };
    let timer = clock.start();
    let input = match read(&case.input) {
        Ok(input) => input,
        Err(what) => return Ok(Finding::fault(&what)),
    };
    let solution = match (solve::<P>(case.dialect, Layout::Free, input.as_slice()), answer) {
        (Ok(solution), _) => solution,
        (Err(InputError::Fault(_)), None) => return Ok(Finding::accepted(timer())),
        (Err(error), _) => return Ok(Finding::fault(&format!("the input is no legal one: {error}"))),
    };
    let Some(answer) = answer else {
        return Ok(Finding::answered_what_is_invalid(timer()));
    };
    let took = timer();
    let answer = match read(answer) {
        Ok(answer) => answer,
        Err(what) => return Ok(Finding::fault(&what)),
    };
    let reviewed = review(&solution, &answer);
    let Some(contestant) = contestant else {
        // It is the solver that is judged, by the answer of the file.
        return Ok(match reviewed {
            Ok(()) => Finding::accepted(took),
            Err(difference) => Finding::disagreement::<P>(case.dialect, &input, difference, took),
        });
    };
    if let Err(difference) = reviewed {
        let (place, why) = (difference.whereabouts(), difference.words());
        return Ok(Finding::fault(&format!("the case's own answer is not right: {place}: {why}")));
    }
    try_contestant(contestant, case.dialect, &input, &solution, clock)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let name = || path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let unreadable = |error| format!("{} cannot be read: {error}", name());
    // Reading a pipe or a device might never end.
    if fs::metadata(path).map_err(unreadable)?.is_file() {
        fs::read(path).map_err(unreadable)
    } else {
        Err(format!("{} is no regular file", name()))
    }
}

/// How many bytes a program may write when these are right: what is beyond is cut off, and wrong.
fn output_limit<P: Problem>(solution: &Solution<P>) -> usize {
    const TO_SPARE: usize = 1024 * 1024;
    let right: usize = solution.cases().map(|case| case.expected.len()).sum();
    2 * right + TO_SPARE
}
