//! Judging fixtures.

use std::ops::ControlFlow;
use std::time::Duration;

use std::path::PathBuf;

use harness::{
    Candidate, CaseOutcome, CheckPlan, Clock, Fixture, Found, Given, Judgement, NamePattern, Subject, Supervisor,
    check, choose_judge, find_fixtures,
};
use problem::Dialect;
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

/// What is found for the anagrams.
pub(crate) fn find(
    paths: &[PathBuf],
    judge: Option<&'static Dialect<Anagrams>>,
    names: Option<&NamePattern>,
) -> anyhow::Result<Found<'static>> {
    find_fixtures(paths, names, |input| choose_judge(judge, input))
}

/// What becomes of each fixture if the solver is judged.
pub(crate) fn outcomes_on(fixtures: &[Fixture<'_>]) -> Vec<CaseOutcome> {
    let supervisor = &Supervisor::default();
    let clock = Clock::Fixed(Duration::ZERO);
    let plan = CheckPlan { subject: Subject::Solver, supervisor, clock, comparison: None, threads: 1 };
    outcomes(fixtures, &plan).expect("no program is run")
}

/// The judgements of a candidate on each fixture, one after the other.
pub(crate) fn judge_with(
    supervisor: &Supervisor,
    candidate: &Candidate,
    fixtures: &[Fixture<'_>],
    clock: Clock,
) -> anyhow::Result<Vec<Judgement>> {
    let subject = Subject::Candidates(std::slice::from_ref(candidate), Given::All);
    let plan = CheckPlan { subject, supervisor, clock, comparison: None, threads: 1 };
    let judged = |outcome: CaseOutcome| outcome.judgement().expect("every fixture is judged").clone();
    Ok(outcomes(fixtures, &plan)?.into_iter().map(judged).collect())
}

fn outcomes(fixtures: &[Fixture<'_>], plan: &CheckPlan<'_>) -> anyhow::Result<Vec<CaseOutcome>> {
    let mut outcomes = Vec::new();
    check(fixtures, plan, |_, outcome| {
        outcomes.push(outcome);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(outcomes)
}
