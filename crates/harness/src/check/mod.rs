//! Judging a program on the fixtures of folders.

mod judgement;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use problem::{Comparison, Rejection, Verdict};

pub use judgement::Judgement;
pub(crate) use judgement::{Trial, judge_candidate};

use crate::answers::{Fault, judge_answer_file};
use crate::candidate::{Candidate, Supervisor, Usage};
use crate::cases::Fixture;
use crate::in_order::in_order;
use crate::source::display_name;

/// What is checked, and how.
#[derive(Clone, Copy, Debug)]
pub struct CheckPlan<'a> {
    /// The programs that are judged. Without any it is the source of the right answers, by the answer files.
    pub candidates: &'a [Candidate],
    /// Whether candidates also receive inputs that the judge could not give.
    pub gives_all: bool,
    /// Runs candidates, and measures what the solver takes. When it stops them, the check ends.
    pub supervisor: &'a Supervisor,
    /// Which white space of an output has to be right. `None` for what the judge demands of a candidate, and all of it
    /// of the solver.
    pub comparison: Option<Comparison>,
    /// How many fixtures to judge at the same time.
    pub threads: usize,
}

/// What became of a fixture.
#[derive(Clone, Debug)]
pub enum CaseOutcome {
    /// It was judged, for each candidate; only once if the fixture is at fault.
    Judged(Vec<Judgement>),
    /// It was not given to the candidate, as its judge could not give it, for this reason.
    LeftOut(String),
    /// It has no answer file, and cannot be read as an input, for this reason.
    NotRead(String),
}

impl CaseOutcome {
    /// The judgement, if the fixture was judged. Of several the first that is not accepted, if there is one.
    pub fn judgement(&self) -> Option<&Judgement> {
        match self {
            Self::Judged(all) => {
                all.iter().find(|judgement| judgement.verdict != Verdict::Accepted).or_else(|| all.first())
            }
            Self::LeftOut(_) | Self::NotRead(_) => None,
        }
    }

    /// Whether the fixture was judged and not passed.
    pub(crate) fn is_failure(&self) -> bool {
        self.judgement().is_some_and(|judgement| judgement.verdict != Verdict::Accepted)
    }
}

impl From<Judgement> for CaseOutcome {
    fn from(judgement: Judgement) -> Self {
        Self::Judged(vec![judgement])
    }
}

/// Judges programs on every fixture. Passes each outcome to `take`, in the order of the fixtures, until `take` breaks.
///
/// # Errors
///
/// If a candidate cannot be run at all, or an error of `take`. Both end the check. All other failures are judgements.
/// If all programs are stopped because of an interrupt, the fixtures that were not judged then are passed over.
pub fn check<'f, 'a>(
    fixtures: &'f [Fixture<'a>],
    plan: &CheckPlan<'_>,
    mut take: impl FnMut(&'f Fixture<'a>, CaseOutcome) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<()> {
    let stopped = in_order(
        plan.threads,
        fixtures.iter().take_while(|_| !plan.supervisor.is_stopped()),
        |fixture| judge_fixture(fixture, plan),
        |fixture, outcome| {
            if outcome.is_err() && plan.supervisor.is_stopped() {
                return ControlFlow::Continue(());
            }
            match outcome.and_then(|outcome| take(fixture, outcome)) {
                Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
                end => {
                    // The programs that are still running are not waited for.
                    plan.supervisor.stop(None);
                    ControlFlow::Break(end.map(|_| ()))
                }
            }
        },
    );
    stopped.unwrap_or(Ok(()))
}

/// Judges the subject on a fixture.
fn judge_fixture(fixture: &Fixture<'_>, plan: &CheckPlan<'_>) -> anyhow::Result<CaseOutcome> {
    let Fixture { chosen, answer, is_invalid, .. } = fixture;
    let CheckPlan { candidates, gives_all, supervisor, comparison, .. } = *plan;
    let is_solver = candidates.is_empty();
    let timer = supervisor.timer();
    let at_fault = |why: String| {
        if fixture.lacks_answer_file() {
            return CaseOutcome::NotRead(format!("no answer file lies beside it, and {why}"));
        }
        Judgement::not_judged(why).into()
    };
    let (input, file) = match (read(&fixture.input), answer.as_deref().map(read).transpose()) {
        (Ok(input), Ok(file)) => (input, file),
        (Err(why), _) | (_, Err(why)) => return Ok(at_fault(why)),
    };
    // Before it is solved, which may take long if it is beyond the limits.
    if !is_solver
        && !gives_all
        && let Some(reason) = chosen.answers.why_not_given(&input)
    {
        return Ok(CaseOutcome::LeftOut(reason));
    }
    let expected = match chosen.answers.ask(&input, file.as_deref().filter(|_| !is_solver)) {
        Ok(expected) => expected,
        Err(Fault::Input(_)) if *is_invalid && is_solver => {
            return Ok(Judgement::accepted(Usage::of_wall(timer())).into());
        }
        Err(Fault::Input(why)) => return Ok(at_fault(why)),
        Err(Fault::AnswerFile(mut rejection)) => {
            rejection.verdict = Verdict::InternalError;
            return Ok(of_answer_file(*rejection, Usage::of_wall(Duration::ZERO)).into());
        }
        Err(Fault::Fatal(error)) => return Err(error),
        Err(fault) => return Ok(Judgement::not_judged(fault.to_string()).into()),
    };
    if is_solver {
        let usage = Usage::of_wall(timer());
        if *is_invalid {
            let message = "an invalid input was answered; it should be rejected".to_owned();
            return Ok(Judgement::new(Verdict::WrongAnswer, message, usage).into());
        }
        let comparison = comparison.unwrap_or(Comparison::Exact);
        let judged = file.map_or(Ok(()), |file| judge_answer_file(&*expected, &file, comparison));
        return Ok(judged.map_or_else(|why| of_answer_file(*why, usage), |()| Judgement::accepted(usage)).into());
    }
    let (input, expected, interactive) = (&input[..], Some(&*expected), chosen.answers.interactive());
    let judge = |candidate| judge_twice(&Trial { candidate, input, expected, interactive, comparison, supervisor });
    Ok(CaseOutcome::Judged(candidates.iter().map(judge).collect::<anyhow::Result<_>>()?))
}

/// The judgement on an answer file, or by it on the solver: unless the file is at fault, either may be wrong.
fn of_answer_file(Rejection { verdict, message, difference, .. }: Rejection, usage: Usage) -> Judgement {
    let is_at_fault = verdict == Verdict::InternalError;
    let how = if is_at_fault { "the answer file is wrong" } else { "this solver and the answer file differ" };
    let message = format!("{how}: {message}");
    Judgement { difference, is_about_answer_file: true, ..Judgement::new(verdict, message, usage) }
}

/// Judges a candidate. One that has failed in a short time runs again: the verdict stays, but if it passes then, its
/// author should look for another kind of mistake.
fn judge_twice(trial: &Trial<'_>) -> anyhow::Result<Judgement> {
    const SHORT: Duration = Duration::from_secs(1);
    let mut judgement = judge_candidate(trial)?;
    let passes = || judge_candidate(trial).is_ok_and(|again| again.verdict == Verdict::Accepted);
    if judgement.blames_program() && judgement.usage.wall < SHORT && passes() {
        judgement.message = format!("{}; {}", judgement.message, judgement.passed_again());
    }
    Ok(judgement)
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
