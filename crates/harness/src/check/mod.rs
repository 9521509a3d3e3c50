//! Judging a program on the fixtures of folders.
//!
//! The solver's answer decides about the answer file first, then about the candidate. So a wrong answer file is found
//! before a right program is rejected because of it. Before a candidate runs, the file is compared by its words: others
//! made its white space, and a candidate is compared with the solver in any case.

mod answer_file;
mod fixture;
mod judge;
mod judgement;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use problem::{
    Comparison, Conformance, Dialect, InputError, Layout, Problem, Solution, Verdict, compare, conformance,
    could_be_given, solve,
};

pub(crate) use answer_file::compare_answer_file;
pub use fixture::{Fixture, Found, find_fixtures};
pub use judge::ChosenBy;
pub(crate) use judge::{by_answer, by_default, by_folder_of};
pub use judgement::Judgement;
pub(crate) use judgement::{Run, judge_candidate, output_limit};

use self::judge::{hint_about_input, hint_about_output};
use crate::candidate::{AllStopped, Candidate, Usage, are_all_stopped};
use crate::cases::{Expectation, Rightness};
use crate::clock::Clock;
use crate::in_order::in_order;
use crate::source::display_name;

/// What is checked, and how.
#[derive(Clone, Copy, Debug)]
pub struct CheckPlan<'a> {
    /// What is judged.
    pub subject: Subject<'a>,
    /// Which white space of an output has to be right; `None` for what the judge demands of a candidate, and for all of
    /// it if the solver is judged.
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
    #[must_use]
    pub fn judgement(&self) -> Option<&Judgement> {
        match self {
            Self::Judged(judgement) => Some(judgement),
            Self::LeftOut(_) => None,
        }
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
    clock: &dyn Clock,
    mut take: impl FnMut(&Fixture<P>, CaseOutcome) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<()> {
    let stopped = in_order(
        plan.threads,
        fixtures.iter().take_while(|_| !are_all_stopped()),
        |fixture| judge(fixture, plan, clock),
        |fixture, outcome| match outcome.and_then(|outcome| take(fixture, outcome)) {
            Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
            Ok(ControlFlow::Break(())) => ControlFlow::Break(Ok(())),
            Err(error) if error.is::<AllStopped>() => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(Err(error)),
        },
    );
    stopped.unwrap_or(Ok(()))
}

fn judge<P: Problem>(fixture: &Fixture<P>, plan: &CheckPlan<'_>, clock: &dyn Clock) -> anyhow::Result<CaseOutcome> {
    if let Expectation::Broken(why) = &fixture.expectation {
        return Ok(Judgement::broken_fixture(why).into());
    }
    let dialect = fixture.dialect;
    let timer = clock.start();
    let input = match read(&fixture.input) {
        Ok(input) => input,
        Err(why) => return Ok(Judgement::broken_fixture(&why).into()),
    };
    let given = match (plan.subject, &fixture.expectation) {
        (Subject::Candidate(_, Inputs::AsTheJudgeGives), Expectation::Answer(_)) => {
            // Before the input is solved, which may take long if it is beyond the limits.
            conformance(&dialect.format, &input).unwrap_or(Conformance::Exact)
        }
        _ => Conformance::Exact,
    };
    if let Conformance::Content(reason) = given {
        return Ok(CaseOutcome::LeftOut(reason));
    }
    let (layout, is_to_be_rejected) = match fixture.expectation {
        Expectation::Rejection(layout) => (layout, true),
        _ => (Layout::Free, false),
    };
    let solution = solve(dialect, layout, input.as_slice());
    let usage = Usage::of_wall(timer());
    let solution = match solution {
        Ok(solution) => solution,
        Err(InputError::Invalid(_)) if is_to_be_rejected => {
            return Ok(judge_rejection(dialect, &fixture.chosen_by, &input, usage).into());
        }
        Err(error) => {
            let hint = hint_about_input(dialect, &input, fixture.expectation.answer()).unwrap_or_default();
            return Ok(Judgement::broken_fixture(&format!("the input is invalid: {error}{hint}")).into());
        }
    };
    match &fixture.expectation {
        Expectation::Answer(answer) => {
            let answer = match read(answer) {
                Ok(answer) => answer,
                Err(why) => return Ok(Judgement::broken_fixture(&why).into()),
            };
            match plan.subject {
                Subject::Solver => Ok(judge_solver(plan, &solution, &input, &answer, usage).into()),
                Subject::Candidate(candidate, _) => {
                    let about_answer = match check_answer(&solution, &input, &answer) {
                        Ok(note) => note,
                        Err(judgement) => return Ok((*judgement).into()),
                    };
                    let comparison = plan.comparison.unwrap_or(dialect.output.comparison);
                    let is_rewritten = matches!(given, Conformance::WhiteSpace(_));
                    let input = if let Conformance::WhiteSpace(rewritten) = given { rewritten } else { input };
                    let run = Run { candidate, input: &input, solution: &solution, comparison };
                    let judgement = judge_candidate(&run, clock)?;
                    Ok(Judgement { is_rewritten, about_answer, ..judgement }.into())
                }
            }
        }
        Expectation::Output { answer, output, is_right } => {
            let judged = judge_given_output(&solution, &input, answer.as_deref(), (output, *is_right), usage);
            Ok(judged.unwrap_or_else(|why| Judgement::broken_fixture(&why)).into())
        }
        Expectation::Rejection(_) | Expectation::Broken(_) => Ok(Judgement::invalid_input_answered(usage).into()),
    }
}

/// Judges the solver that has rejected an input as it should. If nothing says for which judge the input is invalid,
/// another judge must not accept it.
fn judge_rejection<P: Problem>(dialect: &Dialect<P>, chosen_by: &ChosenBy, input: &[u8], usage: Usage) -> Judgement {
    let accepts = |other: &&'static Dialect<P>| *other != dialect && could_be_given(other, input);
    match P::DIALECTS.iter().find(accepts) {
        Some(other) if *chosen_by == ChosenBy::Default => Judgement::broken_fixture(&format!(
            "nothing says for which judge this is invalid, and it is a valid input for {}: use --judge",
            other.name
        )),
        _ => Judgement::accepted(usage),
    }
}

/// Judges the solver by an answer file.
fn judge_solver<P: Problem>(
    plan: &CheckPlan<'_>,
    solution: &Solution<P>,
    input: &[u8],
    answer: &[u8],
    usage: Usage,
) -> Judgement {
    match compare_answer_file(solution, answer, plan.comparison.unwrap_or(Comparison::Exact)) {
        Ok(about_answer) => Judgement { about_answer, ..Judgement::accepted(usage) },
        Err(difference) => {
            let dialect = solution.dialect();
            let hint = hint_about_output(dialect, input, answer);
            Judgement::disagreement(dialect, input, difference, usage).with_hint(hint.as_deref())
        }
    }
}

/// Compares an answer file with the solver's answers, in the form for this judge or for another one that could give the
/// input: a candidate is compared with the solver in any case. Returns a note if something about it is unusual.
///
/// # Errors
///
/// The judgement that the answer file is wrong.
fn check_answer<P: Problem>(
    solution: &Solution<P>,
    input: &[u8],
    answer: &[u8],
) -> Result<Option<String>, Box<Judgement>> {
    let dialect = solution.dialect();
    let difference = match compare_answer_file(solution, answer, Comparison::Tokens) {
        Ok(note) => return Ok(note),
        Err(difference) => difference,
    };
    if let Some((other, _)) = by_answer::<P>(answer)
        && could_be_given(other, input)
        && let Ok(solution) = solve(other, Layout::Free, input)
        && compare_answer_file(&solution, answer, Comparison::Tokens).is_ok()
    {
        return Ok(Some(format!("the answer file is for {}", other.name)));
    }
    let hint = hint_about_output(dialect, input, answer).unwrap_or_default();
    let message = format!("the answer file is wrong: {difference}{hint}");
    let judgement = Judgement::disagreement(dialect, input, difference, Usage::of_wall(Duration::ZERO));
    Err(Box::new(Judgement { verdict: Verdict::InternalError, message, ..judgement }))
}

/// Judges whether an output that a problem package calls right or wrong is found to be so. An error says why the case
/// is broken.
fn judge_given_output<P: Problem>(
    solution: &Solution<P>,
    input: &[u8],
    answer: Option<&Path>,
    (output, is_right): (&Path, Rightness),
    usage: Usage,
) -> Result<Judgement, String> {
    let dialect = solution.dialect();
    if let Some(answer) = answer
        && let Err(difference) = compare_answer_file(solution, &read(answer)?, Comparison::Tokens)
    {
        return Ok(Judgement::disagreement(dialect, input, difference, usage));
    }
    // As the output validator does that is the default in such packages.
    let compared = compare(solution, &read(output)?, Comparison::Tokens);
    let name = display_name(output.file_name().unwrap_or_default());
    Ok(match (compared, is_right) {
        (Ok(()), Rightness::Right) | (Err(_), Rightness::Wrong) => Judgement::accepted(usage),
        (Ok(()), Rightness::Wrong) => Judgement::wrong(format!("{name} was accepted; it should be rejected"), usage),
        (Err(difference), Rightness::Right) => {
            Judgement::wrong(format!("{name} was rejected; it should be accepted: {difference}"), usage)
        }
    })
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
