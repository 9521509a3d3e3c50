//! Judging the solver on fixtures.

use std::ops::ControlFlow;
use std::time::Duration;

use harness::{CheckPlan, FixedClock, Fixture, Inputs, Judgement, check};
use testkit::Anagrams;

/// The judgement on each fixture.
pub(crate) fn judgements_on(fixtures: &[Fixture<Anagrams>]) -> Vec<Judgement> {
    let plan = CheckPlan { candidate: None, comparison: None, inputs: Inputs::AsTheJudgeGives, threads: 2 };
    let mut judgements = Vec::new();
    check(fixtures, &plan, &FixedClock(Duration::ZERO), |_, outcome| {
        judgements.push(outcome.judgement().expect("the solver is judged on every fixture").clone());
        Ok(ControlFlow::Continue(()))
    })
    .unwrap();
    judgements
}
