//! Judging a program on the fixtures of folders.
//!
//! The solver's answer decides about the answer file first, then about the candidate. So a wrong answer file is found
//! before a right program is rejected because of it. Before a candidate runs, the file is compared by its words: others
//! made its white space, and a candidate is compared with the solver in any case.

mod answer_file;
mod fixture;
mod judgement;
mod which_judge;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use problem::{
    Comparison, Conformance, Difference, InputError, Layout, Problem, Solution, Verdict, compare, conformance,
    hint_about_input, hint_about_output, other_judge, solve,
};

pub(crate) use answer_file::{compare_answer_file, why_no_answer};
pub use fixture::{Fixture, Found, find_fixtures};
pub use judgement::Judgement;
pub(crate) use judgement::{Trial, judge_candidate, output_limit};
pub use which_judge::ChosenBy;
pub(crate) use which_judge::{by_answer, by_default, by_folder_of};

use crate::candidate::{AllStopped, Candidate, Supervisor, Usage};
use crate::cases::{Expectation, Rightness};
use crate::clock::Clock;
use crate::in_order::in_order;
use crate::source::display_name;

/// What is checked, and how.
#[derive(Clone, Copy, Debug)]
pub struct CheckPlan<'a> {
    /// What is judged.
    pub subject: Subject<'a>,
    /// Runs candidates. When it stops them, the check ends.
    pub supervisor: &'a Supervisor,
    /// Measures what the solver takes.
    pub clock: Clock,
    /// Which white space of an output has to be right. `None` for what the judge demands of a candidate, and all of it
    /// of the solver.
    pub comparison: Option<Comparison>,
    /// How many fixtures to judge at the same time.
    pub threads: usize,
}

/// What is judged.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'a> {
    /// The problem's own solver, which reads every input as it is.
    Solver,
    /// A program, which receives these inputs.
    Candidate(&'a Candidate, Inputs),
}

/// What a candidate receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// Only what its judge could give: an input whose white space alone is odd is rewritten, and one with other content
    /// left out.
    AsTheJudgeGives,
    /// Every input as it is.
    AsTheyAre,
}

/// What became of a fixture.
#[derive(Clone, Debug)]
pub enum CaseOutcome {
    /// It was judged.
    Judged(Box<Judgement>),
    /// It was not given to the candidate, as its judge could not give it, for this reason.
    LeftOut(String),
}

impl CaseOutcome {
    /// The judgement, if the fixture was judged.
    pub fn judgement(&self) -> Option<&Judgement> {
        match self {
            Self::Judged(judgement) => Some(judgement),
            Self::LeftOut(_) => None,
        }
    }

    /// The judgement, if the fixture was judged and not passed.
    pub(crate) fn failure(&self) -> Option<&Judgement> {
        self.judgement().filter(|judgement| judgement.verdict != Verdict::Accepted)
    }
}

impl From<Judgement> for CaseOutcome {
    fn from(judgement: Judgement) -> Self {
        Self::Judged(Box::new(judgement))
    }
}

/// Judges a program on every fixture. Passes each outcome to `take`, in the order of the fixtures, until `take` breaks.
///
/// # Errors
///
/// If the candidate cannot be run at all, or an error of `take`. Both end the check. All other failures are judgements.
/// If all programs are stopped because of an interrupt, the fixtures that were not judged then are passed over.
pub fn check<P: Problem>(
    fixtures: &[Fixture<P>],
    plan: &CheckPlan<'_>,
    mut take: impl FnMut(&Fixture<P>, CaseOutcome) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<()> {
    let stopped = in_order(
        plan.threads,
        fixtures.iter().take_while(|_| !plan.supervisor.is_stopped()),
        |fixture| {
            let fault = |why| Judgement::new(Verdict::InternalError, why, Usage::of_wall(Duration::ZERO)).into();
            judge_fixture(fixture, plan).or_else(|failure| match failure {
                Failure::Fixture(why) => Ok(fault(why)),
                Failure::Run(error) => Err(error),
            })
        },
        |fixture, outcome| match outcome.and_then(|outcome| take(fixture, outcome)) {
            Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
            Err(error) if error.is::<AllStopped>() => ControlFlow::Continue(()),
            end => {
                // Nobody waits for the programs that are still running.
                plan.supervisor.stop();
                ControlFlow::Break(end.map(|_| ()))
            }
        },
    );
    stopped.unwrap_or(Ok(()))
}

/// Why a program could not be judged on a fixture.
enum Failure {
    /// What is wrong with the fixture.
    Fixture(String),
    /// The program could not be run.
    Run(anyhow::Error),
}

impl From<String> for Failure {
    fn from(why: String) -> Self {
        Self::Fixture(why)
    }
}

/// Judges a program on a fixture.
fn judge_fixture<P: Problem>(fixture: &Fixture<P>, plan: &CheckPlan<'_>) -> Result<CaseOutcome, Failure> {
    let Fixture { dialect, expectation, .. } = fixture;
    if let Expectation::Broken(why) = expectation {
        return Err(why.clone().into());
    }
    let timer = plan.clock.start();
    let mut input = read(&fixture.input)?;
    let mut is_rewritten = false;
    if let (Subject::Candidate(_, Inputs::AsTheJudgeGives), Expectation::Answer(_)) = (plan.subject, expectation) {
        // Before the input is solved, which may take long if it is beyond the limits.
        match conformance(&dialect.format, &input) {
            Ok(Conformance::Content(reason)) => return Ok(CaseOutcome::LeftOut(reason)),
            Ok(Conformance::WhiteSpace(rewritten)) => (input, is_rewritten) = (rewritten, true),
            Ok(Conformance::Exact) | Err(_) => {}
        }
    }
    let layout = if let Expectation::Rejection(layout) = *expectation { layout } else { Layout::Free };
    let solution = solve(dialect, layout, input.as_slice());
    let usage = Usage::of_wall(timer());
    let solution = match (solution, expectation) {
        (Ok(solution), _) => solution,
        (Err(InputError::Invalid(_)), Expectation::Rejection(_)) => {
            return Ok(judge_rejection(fixture, &input, usage)?.into());
        }
        (Err(error), _) => {
            let answer = expectation.answer().and_then(|answer| read(answer).ok());
            let hint = hint_about_input(dialect, &input, answer.as_deref());
            return Err(format!("the input is invalid: {error}{hint}").into());
        }
    };
    let solved = Solved { input, solution, usage };
    let judgement = match (expectation, plan.subject) {
        (Expectation::Answer(answer), Subject::Solver) => solved.judge_solver(plan, &solved.read_answer(answer)?),
        (Expectation::Answer(answer), Subject::Candidate(candidate, _)) => {
            let about_answer = match solved.check_answer(&solved.read_answer(answer)?) {
                Ok(about_answer) => about_answer,
                Err(wrong) => return Ok(CaseOutcome::Judged(wrong)),
            };
            let comparison = plan.comparison.unwrap_or(dialect.output.comparison);
            let (input, solution, CheckPlan { supervisor, clock, .. }) = (&solved.input, &solved.solution, *plan);
            let trial = Trial { candidate, input, solution, comparison, supervisor, clock };
            Judgement { is_rewritten, about_answer, ..judge_twice(&trial).map_err(Failure::Run)? }
        }
        (Expectation::Output { answer, output, rightness }, _) => {
            solved.judge_output(plan, answer, output, *rightness)?
        }
        (Expectation::Rejection(_) | Expectation::Broken(_), _) => {
            let message = "an invalid input was answered; it should be rejected".to_owned();
            Judgement::new(Verdict::WrongAnswer, message, usage)
        }
    };
    Ok(judgement.into())
}

/// Judges a candidate. One that has failed in a short time runs again: the verdict stays, but if it passes then, its
/// author should look for another kind of mistake.
fn judge_twice<P: Problem>(trial: &Trial<'_, P>) -> anyhow::Result<Judgement> {
    const SHORT: Duration = Duration::from_secs(1);
    let judgement = judge_candidate(trial)?;
    let passes = || judge_candidate(trial).is_ok_and(|again| again.verdict == Verdict::Accepted);
    let passes_again = judgement.blames_program() && judgement.usage.wall < SHORT && passes();
    let hint = format!("; {}", judgement.passed_again());
    Ok(if passes_again { judgement.with_hint(&hint) } else { judgement })
}

/// Judges the solver that has rejected an input as it should. If nothing says for which judge the input is invalid,
/// another judge must not accept it.
fn judge_rejection<P: Problem>(fixture: &Fixture<P>, input: &[u8], usage: Usage) -> Result<Judgement, String> {
    let is_guessed = fixture.chosen_by == ChosenBy::Default;
    match is_guessed.then(|| other_judge(fixture.dialect, input, None)).flatten() {
        Some(other) => Err(format!(
            "nothing says for which judge this is invalid, and it is a valid input for {}: use --judge",
            other.name
        )),
        None => Ok(Judgement::accepted(usage)),
    }
}

/// An input with the solver's answers, and what they took.
struct Solved<P: Problem> {
    input: Vec<u8>,
    solution: Solution<P>,
    usage: Usage,
}

impl<P: Problem> Solved<P> {
    /// Judges the solver by an answer file.
    fn judge_solver(&self, plan: &CheckPlan<'_>, answer: &[u8]) -> Judgement {
        match compare_answer_file(&self.solution, answer, plan.comparison.unwrap_or(Comparison::Exact)) {
            Ok(about_answer) => Judgement { about_answer, ..Judgement::accepted(self.usage) },
            Err(difference) => {
                let hint = hint_about_output(self.solution.dialect(), &self.input, answer);
                self.disagreement(difference).with_hint(&hint)
            }
        }
    }

    /// Compares an answer file with the solver's answers, in the form for this judge or for another one: the one whose
    /// form it has, or else one that could give the input. A candidate is compared with the solver in any case.
    /// Returns a note if something about the file is unusual.
    ///
    /// # Errors
    ///
    /// The judgement that the answer file is wrong.
    fn check_answer(&self, answer: &[u8]) -> Result<Option<String>, Box<Judgement>> {
        let difference = match compare_answer_file(&self.solution, answer, Comparison::Tokens) {
            Ok(note) => return Ok(note),
            Err(difference) => difference,
        };
        let own = self.solution.dialect();
        let other = match by_answer(answer) {
            Some((recognized, _)) => (recognized != own).then_some(recognized),
            None => other_judge(own, &self.input, None),
        };
        if let Some(other) = other
            && let Ok(solution) = solve(other, Layout::Free, self.input.as_slice())
            && compare_answer_file(&solution, answer, Comparison::Tokens).is_ok()
        {
            return Ok(Some(format!("the answer file is for {}", other.name)));
        }
        let hint = hint_about_output(self.solution.dialect(), &self.input, answer);
        let message = format!("the answer file is wrong: {difference}{hint}");
        let (verdict, usage) = (Verdict::InternalError, Usage::of_wall(Duration::ZERO));
        Err(Box::new(Judgement { verdict, message, usage, ..self.disagreement(difference) }))
    }

    /// Judges whether an output that a problem package calls right or wrong is found to be so.
    fn judge_output(
        &self,
        plan: &CheckPlan<'_>,
        answer: &Path,
        output: &Path,
        rightness: Rightness,
    ) -> Result<Judgement, String> {
        let answer = self.read_answer(answer)?;
        if let Err(difference) = compare_answer_file(&self.solution, &answer, Comparison::Tokens) {
            return Ok(self.disagreement(difference));
        }
        let comparison = plan.comparison.unwrap_or(match self.solution.dialect().output.comparison {
            // The default validator of judging systems has no comparison by lines.
            Comparison::Lines => Comparison::Tokens,
            of_judge => of_judge,
        });
        let compared = compare(&self.solution, &read(output)?, comparison);
        let name = display_name(output.file_name().unwrap_or_default());
        let message = match (compared, rightness) {
            (Ok(()), Rightness::Right) | (Err(_), Rightness::Wrong) => return Ok(Judgement::accepted(self.usage)),
            (Ok(()), Rightness::Wrong) => format!("{name} was accepted; it should be rejected"),
            (Err(difference), Rightness::Right) => format!("{name} was rejected; it should be accepted: {difference}"),
        };
        Ok(Judgement::new(Verdict::WrongAnswer, message, self.usage))
    }

    /// The solver and the answer file differ. Either may be wrong; the solver is judged.
    fn disagreement(&self, difference: Box<Difference>) -> Judgement {
        let (place, why) = (difference.location(), &difference.reason);
        let message = format!("{place} of the answer file: this solver disagrees: {why}");
        // The solver is held to all white space, whatever the judge demands of others.
        let verdict = difference.verdict();
        let judgement = Judgement::of_difference(&self.solution, &self.input, difference, self.usage);
        Judgement { verdict, message, is_about_answer_file: true, ..judgement }
    }

    fn read_answer(&self, path: &Path) -> Result<Vec<u8>, String> {
        let answer = read(path)?;
        why_no_answer(&answer, &self.solution).map_or(Ok(answer), |why| Err(why.to_owned()))
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let name = || display_name(path.file_name().unwrap_or(path.as_os_str()));
    let unreadable = |error| format!("{} cannot be read: {error}", name());
    // Reading a pipe or a device might never end.
    if fs::metadata(path).map_err(unreadable)?.is_file() {
        fs::read(path).map_err(unreadable)
    } else {
        Err(format!("{} is not a regular file", name()))
    }
}
