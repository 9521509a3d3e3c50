//! Judging a program on the fixtures of folders.

mod fixture;
mod judgement;
mod report;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use problem::{InputError, Layout, Problem, Solution, compare, solve};

pub(crate) use fixture::{Expectation, dialect_of};
pub use fixture::{Fixture, find_fixtures};
pub use judgement::Judgement;
pub(crate) use judgement::judge_candidate;
pub use report::{Format, Report, Verbosity};
pub(crate) use report::{comparison, details, input_block, style};

use crate::candidate::Candidate;
use crate::clock::Clock;
use crate::in_order::in_order;

/// Judges a program on every fixture with this many threads: the candidate, or this program's own solver if there is none.
/// Passes each judgement to `take`, in the order of the fixtures.
///
/// # Errors
///
/// If the candidate cannot be run at all. Whatever else goes wrong is a judgement.
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
        (Err(InputError::Invalid(_)), None) => return Ok(Judgement::accepted(timer())),
        (Err(error), _) => return Ok(Judgement::broken_fixture(&format!("the input is invalid: {error}"))),
    };
    let Some(answer) = answer else {
        return Ok(Judgement::answer_to_an_invalid_input(timer()));
    };
    let took = timer();
    let answer = match read(answer) {
        Ok(answer) => answer,
        Err(why) => return Ok(Judgement::broken_fixture(&why)),
    };
    let compared = compare(&solution, &answer);
    let Some(candidate) = candidate else {
        // The solver is judged, by the answer of the file.
        return Ok(match compared {
            Ok(()) => Judgement::accepted(took),
            Err(difference) => Judgement::disagreement(dialect, &input, difference, took),
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

/// How many bytes a program may write to answer this input. Whatever writes more is stopped, and wrong.
pub(crate) fn output_limit<P: Problem>(solution: &Solution<P>) -> usize {
    const EXTRA: usize = 1024 * 1024;
    let right: usize = solution.to_bytes().len();
    2 * right + EXTRA
}
