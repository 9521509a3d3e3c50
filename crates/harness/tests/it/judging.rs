//! Judging fixtures.

use std::ops::ControlFlow;
use std::time::Duration;

use harness::{Candidate, CheckPlan, Clock, Fixture, Inputs, Judgement, Subject, Supervisor, check};
use testkit::Anagrams;
#[cfg(unix)]
use testkit::TemporaryFolder;

/// A folder with a case whose answer is `NONE` and an empty line.
#[cfg(unix)]
pub(crate) fn one_case() -> TemporaryFolder {
    TemporaryFolder::with(&[("1.in", "1\na\n"), ("1.out", "NONE\n\n")])
}

/// A command that runs a script of the shell.
#[cfg(unix)]
pub(crate) fn shell(script: &str) -> String {
    format!("sh -c {}", shlex::try_quote(script).unwrap())
}

/// The judgement of the solver on each fixture.
pub(crate) fn judgements_on(fixtures: &[Fixture<Anagrams>]) -> Vec<Judgement> {
    judge_with(&Supervisor::default(), None, fixtures, Clock::Fixed(Duration::ZERO)).expect("no program is run")
}

/// The judgements of a candidate, or the solver, on each fixture, one after the other, as they are.
pub(crate) fn judge_with(
    supervisor: &Supervisor,
    candidate: Option<&Candidate>,
    fixtures: &[Fixture<Anagrams>],
    clock: Clock,
) -> anyhow::Result<Vec<Judgement>> {
    let subject = candidate.map_or(Subject::Solver, |candidate| Subject::Candidate(candidate, Inputs::AsTheyAre));
    let plan = CheckPlan { subject, supervisor, clock, comparison: None, threads: 1 };
    let mut judgements = Vec::new();
    check(fixtures, &plan, |_, outcome| {
        judgements.push(outcome.judgement().expect("every fixture is judged").clone());
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(judgements)
}
