//! Searching for the smallest input on which a program is wrong: tries every small case, then random ones, and shrinks
//! the first input that fails.

mod cases;
mod shrink;

use std::ops::ControlFlow;
use std::time::Duration;

use problem::{Dialect, Generator, InputError, Layout, Problem, Verdict, block, count_of, solve};

use crate::candidate::{AllStopped, Candidate, Supervisor};
use crate::check::{Judgement, PASSED_AGAIN, Run, judge_candidate};
use crate::clock::Clock;
use crate::in_order::in_order;

use cases::{are_all, batches, cases};
pub use shrink::Shrinking;
use shrink::shrink;

/// What to try, and how.
#[derive(Debug)]
pub struct Plan<P: Problem> {
    /// The judge whose inputs the program gets.
    pub dialect: &'static Dialect<P>,
    /// Makes the cases.
    pub generator: Generator,
    /// How many cases to try at most.
    pub cases: usize,
    /// Determines the random cases and the order of the cases.
    pub seed: u64,
    /// The largest size of a case, in the [unit](problem::Format::unit) of the dialect.
    pub largest: usize,
    /// How many processes to run at a time.
    pub threads: usize,
}

/// The result of a search.
#[derive(Debug)]
pub enum Outcome {
    /// All answers were right.
    Agreement {
        /// How many cases were tried.
        cases: usize,
        /// Whether these are all cases up to the largest size.
        all: bool,
    },
    /// An answer was wrong.
    Difference(Box<Counterexample>),
    /// An interrupt ended the search before an answer was wrong.
    Interrupted {
        /// How many cases had been answered.
        cases: usize,
    },
}

/// What happens during a search.
#[derive(Debug)]
pub enum Event<'a> {
    /// This many cases have been answered so far.
    Answered(usize),
    /// The program is wrong on this input. Now it is shrunk.
    Found(&'a Counterexample),
}

/// An input on which a program is wrong.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The cases of the input.
    pub cases: Vec<Vec<u8>>,
    /// The input itself.
    pub input: Vec<u8>,
    /// The right output.
    pub expected: Vec<u8>,
    /// What the program did wrong.
    pub judgement: Judgement,
    /// How many cases had been tried when the program was first wrong.
    pub tried: usize,
    /// How far the search for a smaller input has come.
    pub shrinking: Shrinking,
    /// Whether the program was right when it was run on the same input again.
    pub passed_again: bool,
}

impl Counterexample {
    /// A report for people, with styles.
    #[must_use]
    pub fn to_text(&self) -> String {
        let Judgement { verdict, message, .. } = &self.judgement;
        let style = verdict.style();
        let tried = count_of(self.tried, "case");
        // The input is shown as a whole, so the case need not be.
        let judgement = Judgement { case: None, ..self.judgement.clone() };
        let lines: Vec<String> = String::from_utf8_lossy(&self.input).lines().map(str::to_owned).collect();
        let (input, details) = (block("input", &lines), judgement.details());
        let repeated = if self.passed_again { format!("{PASSED_AGAIN}\n") } else { String::new() };
        let search = match &self.shrinking {
            Shrinking::NotBegun | Shrinking::Complete => String::new(),
            Shrinking::OutOfTime => {
                let time_limit = SHRINK_TIME_LIMIT.as_secs();
                format!("the search for a smaller input was stopped after {time_limit} s; there may be one\n")
            }
            Shrinking::Failed(error) => {
                format!("there may be a smaller input; the search for it has failed: {error}\n")
            }
            Shrinking::Interrupted(time_limit) => {
                let limit = time_limit
                    .map(|limit| format!("; this one was tried for {:.2} s only", limit.as_secs_f64()))
                    .unwrap_or_default();
                format!("the search for a smaller input was interrupted; there may be one{limit}\n")
            }
        };
        format!("{style}{verdict}{style:#} after {tried}: {message}\n{input}{details}{repeated}{search}")
    }

    /// What is wrong, in one line.
    pub(crate) fn summary(&self) -> String {
        let Judgement { verdict, message, .. } = &self.judgement;
        format!("{verdict} after {}: {message}", count_of(self.tried, "case"))
    }
}

/// How many cases go into one run, unless the judge puts fewer into one input.
const BATCH: usize = 500;

/// How long to search for a smaller input.
const SHRINK_TIME_LIMIT: Duration = Duration::from_secs(60);

/// Tries a program on the cases of a plan, and shrinks the first input on which it is wrong.
///
/// The first half of the cases enumerates all cases in order of size. The other half is random and grows, unless the
/// enumeration has reached the largest size by then. `watch` receives what happens on the way.
///
/// # Errors
///
/// If the program cannot be run at all, or a run of it could not be measured, before a difference was found.
pub fn stress<P: Problem>(
    plan: &Plan<P>,
    candidate: &Candidate,
    supervisor: &Supervisor,
    clock: &dyn Clock,
    mut watch: impl FnMut(Event<'_>),
) -> anyhow::Result<Outcome> {
    let trial = Trial { plan, candidate, supervisor, clock };
    let batch = BATCH.min(*plan.dialect.format.count.range().end());
    let mut answered = 0;
    let mut slowest = Duration::ZERO;
    let failing = in_order(
        plan.threads,
        batches(cases(plan), batch, plan.seed).take_while(|_| !supervisor.is_stopped()),
        |batch| trial.run_legal(batch),
        |batch, judgement| match judgement {
            Ok(judgement) if judgement.verdict == Verdict::Accepted => {
                answered += batch.len();
                slowest = slowest.max(judgement.usage.wall);
                watch(Event::Answered(answered));
                ControlFlow::Continue(())
            }
            Ok(judgement) => ControlFlow::Break(Ok((batch, judgement))),
            // Another thread may have found something.
            Err(error) if error.is::<AllStopped>() => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(Err(error)),
        },
    );
    let (batch, judgement) = match failing {
        Some(failing) => failing?,
        None if supervisor.is_stopped() => return Ok(Outcome::Interrupted { cases: answered }),
        None => return Ok(Outcome::Agreement { cases: answered, all: are_all(plan) }),
    };

    let tried = answered + batch.len();
    let found = trial.counterexample(batch, judgement, tried, Shrinking::NotBegun)?;
    watch(Event::Found(&found));
    let smallest = trial.smallest(&found, slowest);
    Ok(Outcome::Difference(Box::new(smallest.unwrap_or_else(|error| {
        let shrinking = if supervisor.is_stopped() {
            Shrinking::Interrupted(None)
        } else {
            Shrinking::Failed(format!("{error:#}"))
        };
        Counterexample { shrinking, ..found }
    }))))
}

/// A program under test, and how to run it.
struct Trial<'a, P: Problem> {
    plan: &'a Plan<P>,
    candidate: &'a Candidate,
    supervisor: &'a Supervisor,
    clock: &'a dyn Clock,
}

impl<P: Problem> Trial<'_, P> {
    /// Runs the program on an input of these cases. `None` if one of them is not legal.
    fn run(&self, cases: &[Vec<u8>]) -> anyhow::Result<Option<Judgement>> {
        let dialect = self.plan.dialect;
        let input = dialect.format.input(cases);
        match solve(dialect, Layout::Free, input.as_slice()) {
            Ok(solution) => {
                let comparison = dialect.output.comparison;
                let run = Run { candidate: self.candidate, input: &input, solution: &solution, comparison };
                judge_candidate(&run, self.supervisor, self.clock).map(Some)
            }
            Err(InputError::Invalid(_)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Runs the program on an input of cases that are known to be legal.
    fn run_legal(&self, cases: &[Vec<u8>]) -> anyhow::Result<Judgement> {
        let judgement = self.run(cases)?;
        let judgement =
            judgement.ok_or_else(|| anyhow::anyhow!("an illegal case was generated; this is a bug of {}", P::NAME))?;
        // The program is not to blame for what could not be measured.
        anyhow::ensure!(judgement.verdict != Verdict::InternalError, "--against: {}", judgement.message);
        Ok(judgement)
    }

    /// What the program does wrong on an input of these cases. `None` if it is right, if that could not be measured, or
    /// if a case is not legal.
    fn failure(&self, cases: &[Vec<u8>]) -> anyhow::Result<Option<Judgement>> {
        let is_failure =
            |judgement: &Judgement| !matches!(judgement.verdict, Verdict::Accepted | Verdict::InternalError);
        Ok(self.run(cases)?.filter(is_failure))
    }

    /// Whether the program is right on an input of these cases.
    fn passes(&self, cases: &[Vec<u8>]) -> anyhow::Result<bool> {
        Ok(self.run(cases)?.is_some_and(|judgement| judgement.verdict == Verdict::Accepted))
    }

    /// The smallest input on which the program is wrong, starting from one that was found. Right answers took no longer
    /// than `slowest`.
    fn smallest(&self, found: &Counterexample, slowest: Duration) -> anyhow::Result<Counterexample> {
        // Every test on which a program hangs takes the whole time limit. Most of this time can be saved, as what takes
        // much longer than the right answers probably hangs.
        const MARGIN: Duration = Duration::from_millis(250);
        let hangs = found.judgement.verdict == Verdict::TimeLimitExceeded;
        let candidate = self.candidate.with_time_limit(20 * slowest + MARGIN);
        let trial = if hangs { &Trial { candidate: &candidate, ..*self } } else { self };
        if trial.passes(&found.cases)? {
            return Ok(Counterexample { passed_again: true, ..found.clone() });
        }
        let mut smallest = trial.shrink(found)?;
        if hangs {
            match self.failure(&smallest.cases) {
                Ok(Some(judgement)) => return Ok(Counterexample { judgement, ..smallest }),
                // It was only slow.
                Ok(None) => smallest = self.shrink(found)?,
                Err(_) if self.supervisor.is_stopped() && smallest.cases != found.cases => {
                    let shrinking = Shrinking::Interrupted(Some(candidate.time_limit));
                    return Ok(Counterexample { shrinking, ..smallest });
                }
                Err(error) => return Err(error),
            }
        }
        // A run that fails says nothing.
        smallest.passed_again = self.passes(&smallest.cases).unwrap_or(false);
        Ok(smallest)
    }

    /// Shrinks an input on which the program is wrong, under the time limit that it has.
    fn shrink(&self, found: &Counterexample) -> anyhow::Result<Counterexample> {
        let timer = self.clock.start();
        let early_end = || {
            let interrupted = self.supervisor.is_stopped().then_some(Shrinking::Interrupted(None));
            interrupted.or_else(|| (timer() >= SHRINK_TIME_LIMIT).then_some(Shrinking::OutOfTime))
        };
        let begun = match self.find_single_case(found) {
            Err(_) if self.supervisor.is_stopped() => (found.cases.clone(), found.judgement.clone()),
            begun => begun?,
        };
        let (cases, judgement, shrinking) = shrink(
            begun,
            self.plan.threads,
            |cases| self.failure(cases),
            |case| (self.plan.generator.shrink)(case),
            early_end,
        )?;
        self.counterexample(cases, judgement, found.tried, shrinking)
    }

    fn counterexample(
        &self,
        cases: Vec<Vec<u8>>,
        judgement: Judgement,
        tried: usize,
        shrinking: Shrinking,
    ) -> anyhow::Result<Counterexample> {
        let input = self.plan.dialect.format.input(&cases);
        let expected = solve(self.plan.dialect, Layout::Free, input.as_slice())?.to_bytes();
        Ok(Counterexample { cases, input, expected, judgement, tried, shrinking, passed_again: false })
    }

    /// What shrinking starts from: a single case of an input, if the program is wrong on that as well, or the same cases
    /// in order of size.
    fn find_single_case(&self, found: &Counterexample) -> anyhow::Result<(Vec<Vec<u8>>, Judgement)> {
        // In order of size, so that the first case that fails by itself is also the smallest.
        let mut sorted = found.cases.clone();
        sorted.sort_by_key(Vec::len);
        let failure = if sorted == found.cases { None } else { self.failure(&sorted)? };
        let (cases, judgement) = match failure {
            Some(failure) => (sorted, failure),
            None => (found.cases.clone(), found.judgement.clone()),
        };
        // The case that was answered wrongly will most likely fail by itself.
        let number = judgement.difference.as_ref().map_or(0, |difference| difference.case);
        let alone = number.checked_sub(1).and_then(|index| cases.get(index)).map(|case| vec![case.clone()]);
        if let Some(alone) = alone
            && let Some(failure) = self.failure(&alone)?
        {
            return Ok((alone, failure));
        }
        Ok((cases, judgement))
    }
}
