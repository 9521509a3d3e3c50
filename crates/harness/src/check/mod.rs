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

pub(crate) use answer_file::{EMPTY_ANSWER, compare_answer_file, is_empty_answer};
pub use fixture::{Fixture, Found, find_fixtures};
pub use judge::ChosenBy;
pub(crate) use judge::{by_answer, by_default, by_folder_of, hint_about_input};
pub use judgement::Judgement;
pub(crate) use judgement::{Run, judge_candidate, output_limit};

use self::judge::hint_about_output;
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
        fixtures.iter().take_while(|_| !plan.supervisor.is_stopped()),
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
    judge_fixture(fixture, plan, clock).unwrap_or_else(|why| Ok(Judgement::broken_fixture(why).into()))
}

/// Judges a program on a fixture, or says why the fixture itself is at fault.
fn judge_fixture<P: Problem>(
    fixture: &Fixture<P>,
    plan: &CheckPlan<'_>,
    clock: &dyn Clock,
) -> Result<anyhow::Result<CaseOutcome>, String> {
    let Fixture { dialect, expectation, .. } = fixture;
    if let Expectation::Broken(why) = expectation {
        return Err(why.clone());
    }
    let timer = clock.start();
    let input = read(&fixture.input)?;
    let given = match (plan.subject, expectation) {
        (Subject::Candidate(_, Inputs::AsTheJudgeGives), Expectation::Answer(_)) => {
            // Before the input is solved, which may take long if it is beyond the limits.
            conformance(&dialect.format, &input).unwrap_or(Conformance::Exact)
        }
        _ => Conformance::Exact,
    };
    if let Conformance::Content(reason) = given {
        return Ok(Ok(CaseOutcome::LeftOut(reason)));
    }
    let (layout, is_to_be_rejected) = match *expectation {
        Expectation::Rejection(layout) => (layout, true),
        _ => (Layout::Free, false),
    };
    let solution = solve(dialect, layout, input.as_slice());
    let usage = Usage::of_wall(timer());
    let solution = match solution {
        Ok(solution) => solution,
        Err(InputError::Invalid(_)) if is_to_be_rejected => {
            return judge_rejection(dialect, &fixture.chosen_by, &input, usage).map(|judgement| Ok(judgement.into()));
        }
        Err(error) => {
            let hint = hint_about_input(dialect, &input, expectation.answer()).unwrap_or_default();
            return Err(format!("the input is invalid: {error}{hint}"));
        }
    };
    let judgement = match expectation {
        Expectation::Answer(answer) => {
            let answer = read_answer(answer, &solution)?;
            match plan.subject {
                Subject::Solver => judge_solver(plan, &solution, &input, &answer, usage),
                Subject::Candidate(candidate, _) => match check_answer(&solution, &input, &answer) {
                    Err(judgement) => *judgement,
                    Ok(about_answer) => {
                        let comparison = plan.comparison.unwrap_or(dialect.output.comparison);
                        let is_rewritten = matches!(given, Conformance::WhiteSpace(_));
                        let input = if let Conformance::WhiteSpace(rewritten) = given { rewritten } else { input };
                        let run = Run { candidate, input: &input, solution: &solution, comparison };
                        return Ok(judge_twice(&run, plan.supervisor, clock)
                            .map(|judgement| Judgement { is_rewritten, about_answer, ..judgement }.into()));
                    }
                },
            }
        }
        Expectation::Output { answer, output, is_right } => {
            judge_given_output(&solution, &input, answer.as_deref(), (output, *is_right), usage)?
        }
        Expectation::Rejection(_) | Expectation::Broken(_) => {
            Judgement::wrong("an invalid input was answered; it should be rejected".to_owned(), usage)
        }
    };
    Ok(Ok(judgement.into()))
}

/// What is said of a program that was wrong, and then right on the same input.
pub(crate) const PASSED_AGAIN: &str = "on the same input the answer was right the next time: the program's answers \
                                       change from run to run; look for uninitialised memory or randomness";

/// Judges a candidate. One that has failed in a short time runs again: the verdict stays, but if it passes then, its
/// author should look for another kind of mistake.
fn judge_twice<P: Problem>(run: &Run<'_, P>, supervisor: &Supervisor, clock: &dyn Clock) -> anyhow::Result<Judgement> {
    const SHORT: Duration = Duration::from_secs(1);
    let judgement = judge_candidate(run, supervisor, clock)?;
    let is_failure = !matches!(judgement.verdict, Verdict::Accepted | Verdict::InternalError);
    let passes = || judge_candidate(run, supervisor, clock).is_ok_and(|again| again.verdict == Verdict::Accepted);
    let passes_again = is_failure && judgement.usage.wall < SHORT && passes();
    Ok(if passes_again { judgement.with_hint(&format!("; {PASSED_AGAIN}")) } else { judgement })
}

/// Judges the solver that has rejected an input as it should. If nothing says for which judge the input is invalid,
/// another judge must not accept it.
fn judge_rejection<P: Problem>(
    dialect: &Dialect<P>,
    chosen_by: &ChosenBy,
    input: &[u8],
    usage: Usage,
) -> Result<Judgement, String> {
    let accepts = |other: &&'static Dialect<P>| *other != dialect && could_be_given(other, input);
    match P::DIALECTS.iter().find(accepts) {
        Some(other) if *chosen_by == ChosenBy::Default => Err(format!(
            "nothing says for which judge this is invalid, and it is a valid input for {}: use --judge",
            other.name
        )),
        _ => Ok(Judgement::accepted(usage)),
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
            Judgement::disagreement(dialect, input, difference, usage)
                .with_hint(&hint_about_output(dialect, input, answer))
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
    let hint = hint_about_output(dialect, input, answer);
    let message = format!("the answer file is wrong: {difference}{hint}");
    let judgement = Judgement::disagreement(dialect, input, difference, Usage::of_wall(Duration::ZERO));
    Err(Box::new(Judgement { verdict: Verdict::InternalError, message, ..judgement }))
}

/// Judges whether an output that a problem package calls right or wrong is found to be so.
fn judge_given_output<P: Problem>(
    solution: &Solution<P>,
    input: &[u8],
    answer: Option<&Path>,
    (output, is_right): (&Path, Rightness),
    usage: Usage,
) -> Result<Judgement, String> {
    if let Some(answer) = answer
        && let Err(difference) = compare_answer_file(solution, &read_answer(answer, solution)?, Comparison::Tokens)
    {
        return Ok(Judgement::disagreement(solution.dialect(), input, difference, usage));
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

fn read_answer<P: Problem>(path: &Path, solution: &Solution<P>) -> Result<Vec<u8>, String> {
    let answer = read(path)?;
    if is_empty_answer(&answer, solution) { Err(EMPTY_ANSWER.to_owned()) } else { Ok(answer) }
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
