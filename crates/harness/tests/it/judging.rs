//! Judging fixtures.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use harness::{
    Candidate, CaseOutcome, CheckPlan, Fixture, Found, Judgement, NamePattern, Supervisor, check, choose_judge,
    find_fixtures,
};
use problem::Dialect;
use testkit::{Anagrams, TemporaryFolder};

/// A folder with a case whose answer is `NONE` and an empty line.
pub(crate) fn one_case() -> TemporaryFolder {
    TemporaryFolder::with(&[("1.in", "1\na\n"), ("1.out", "NONE\n\n")])
}

/// A command that runs a script of the shell.
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
    outcomes(fixtures, &[], &Supervisor::with_fixed_clock(Duration::ZERO)).expect("no program is run")
}

/// The judgements of a candidate on each fixture of the anagrams in a folder.
pub(crate) fn judgements(
    folder: &TemporaryFolder,
    candidate: &Candidate,
    supervisor: &Supervisor,
) -> anyhow::Result<Vec<Judgement>> {
    let fixtures = find(&[folder.root().to_owned()], None, None)?.fixtures;
    let outcomes = outcomes(&fixtures, std::slice::from_ref(candidate), supervisor)?;
    Ok(outcomes.iter().map(|outcome| outcome.judgement().expect("every fixture is judged").clone()).collect())
}

/// What becomes of each fixture, one after the other.
pub(crate) fn outcomes(
    fixtures: &[Fixture<'_>],
    candidates: &[Candidate],
    supervisor: &Supervisor,
) -> anyhow::Result<Vec<CaseOutcome>> {
    let plan = CheckPlan { candidates, gives_all: true, supervisor, comparison: None, threads: 1 };
    let mut outcomes = Vec::new();
    check(fixtures, &plan, |_, outcome| {
        outcomes.push(outcome);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(outcomes)
}

/// The verdict and the message of an outcome, or why it has none.
pub(crate) fn said(outcome: &CaseOutcome) -> String {
    let text = match outcome {
        CaseOutcome::Judged(all) => format!("{} {}", all[0].verdict, all[0].message),
        CaseOutcome::LeftOut(reason) => format!("left out: {reason}"),
        CaseOutcome::NotRead(reason) => format!("not read: {reason}"),
    };
    text.split(" (os error").next().unwrap_or_default().trim_end().to_owned()
}
