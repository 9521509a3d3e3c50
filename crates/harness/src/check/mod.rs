//! Judging a program on the fixtures of folders.

mod details;
mod fixture;
mod judgement;
mod report;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use problem::{Comparison, InputError, Layout, Problem, compare, solve};

pub(crate) use details::{comparison, details, input_block, verdict_style};
pub(crate) use fixture::{Expectation, dialect_of};
pub use fixture::{Fixture, find_fixtures};
pub use judgement::Judgement;
pub(crate) use judgement::judge_candidate;
pub use report::{Report, ReportFormat, Verbosity};

use crate::candidate::{Candidate, Usage};
use crate::clock::Clock;
use crate::in_order::in_order;

/// Judges a program on every fixture with this many threads: the candidate, or the problem's own solver if there is none.
/// Passes each judgement to `take`, in the order of the fixtures.
///
/// # Errors
///
/// If the candidate cannot be run at all, or an error of `take`, which ends the check. All other failures are judgements.
pub fn check<P: Problem>(
    fixtures: &[Fixture<P>],
    candidate: Option<&Candidate>,
    threads: usize,
    clock: &dyn Clock,
    mut take: impl FnMut(&Fixture<P>, Judgement) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let stopped = in_order(
        threads,
        fixtures.iter(),
        |fixture| judge(fixture, candidate, clock),
        |fixture, judgement| match judgement.and_then(|judgement| take(fixture, judgement)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        },
    );
    stopped.map_or(Ok(()), Err)
}

fn judge<P: Problem>(
    fixture: &Fixture<P>,
    candidate: Option<&Candidate>,
    clock: &dyn Clock,
) -> anyhow::Result<Judgement> {
    let dialect = fixture.dialect;
    let answer = match &fixture.expectation {
        Expectation::Broken(why) => return Ok(Judgement::broken_fixture(why)),
        Expectation::Rejection => None,
        Expectation::Answer(path) => Some(path),
    };
    let timer = clock.start();
    let input = match read(&fixture.input) {
        Ok(input) => input,
        Err(why) => return Ok(Judgement::broken_fixture(&why)),
    };
    let solution = match (solve(dialect, Layout::Free, input.as_slice()), answer) {
        (Ok(solution), _) => solution,
        (Err(InputError::Invalid(_)), None) => return Ok(Judgement::accepted(Usage::of_wall(timer()))),
        (Err(error), _) => return Ok(Judgement::broken_fixture(&format!("the input is invalid: {error}"))),
    };
    let Some(answer) = answer else {
        return Ok(Judgement::invalid_input_answered(Usage::of_wall(timer())));
    };
    let usage = Usage::of_wall(timer());
    let answer = match read(answer) {
        Ok(answer) => answer,
        Err(why) => return Ok(Judgement::broken_fixture(&why)),
    };
    let compared = compare(&solution, &answer, Comparison::Exact);
    let Some(candidate) = candidate else {
        // The solver is judged by the answer file.
        return Ok(match compared {
            Ok(()) => Judgement::accepted(usage),
            Err(difference) => Judgement::disagreement(dialect, &input, difference, usage),
        });
    };
    if let Err(difference) = compared {
        return Ok(Judgement::broken_fixture(&format!("the answer file is wrong: {difference}")));
    }
    judge_candidate(candidate, dialect, &input, &solution, clock)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let name = || path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let unreadable = |error| format!("{} cannot be read: {error}", name());
    // Reading a pipe or a device might never end.
    if fs::metadata(path).map_err(unreadable)?.is_file() {
        fs::read(path).map_err(unreadable)
    } else {
        Err(format!("{} is not a regular file", name()))
    }
}
