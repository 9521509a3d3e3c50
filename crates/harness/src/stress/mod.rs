//! Searching for the smallest input on which a program is wrong: tries every small case, then random ones, and shrinks
//! the first input that fails.

mod cases;
mod shrink;

use std::ops::ControlFlow;
use std::time::Duration;

use problem::{Dialect, Generator, InputError, Layout, Problem, Verdict, count_of, solve};

use crate::candidate::{AllStopped, Candidate, are_all_stopped};
use crate::check::{Judgement, Run, judge_candidate};
use crate::clock::Clock;
use crate::in_order::in_order;
use crate::report::{details, input_block, verdict_style};

use cases::{Cases, batches};
pub use shrink::Shrinking;
use shrink::{Shrunk, shrink};

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
    /// So many cases have been answered so far.
    Answered(usize),
    /// The program is wrong on this input. Now it is shrunk.
    Found(&'a Counterexample),
}

/// An input on which a program is wrong.
#[derive(Debug)]
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
}

impl Counterexample {
    /// A report for people, with styles.
    #[must_use]
    pub fn to_text(&self) -> String {
        let Judgement { verdict, message, .. } = &self.judgement;
        let style = verdict_style(*verdict);
        let tried = self.tried_cases();
        // The input is shown as a whole, so the case need not be.
        let judgement = Judgement { case: None, ..self.judgement.clone() };
        let (input, details) = (input_block(&self.input), details(&judgement));
        let note = match &self.shrinking {
            Shrinking::NotBegun | Shrinking::Complete => String::new(),
            Shrinking::OutOfTime => {
                let time_limit = SHRINK_TIME_LIMIT.as_secs();
                format!("the search for a smaller input was stopped after {time_limit} s; there may be one\n")
            }
            Shrinking::Failed(error) => {
                format!("there may be a smaller input; the search for it has failed: {error}\n")
            }
            Shrinking::Interrupted(time_limit) => {
                let limit =
                    time_limit.map(|limit| format!("; this one was tried for {:.2} s only", limit.as_secs_f64()));
                let limit = limit.unwrap_or_default();
                format!("the search for a smaller input was interrupted; there may be one{limit}\n")
            }
        };
        format!("{style}{verdict}{style:#} in {tried}: {message}\n{input}{details}{note}")
    }

    /// What is wrong, in one line.
    pub(crate) fn summary(&self) -> String {
        let Judgement { verdict, message, .. } = &self.judgement;
        format!("{verdict} in {}: {message}", self.tried_cases())
    }

    fn tried_cases(&self) -> String {
        if self.tried == 1 {
            "the first case".to_owned()
        } else {
            format!("the first {}", count_of(self.tried, "case"))
        }
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
    clock: &dyn Clock,
    mut watch: impl FnMut(Event<'_>),
) -> anyhow::Result<Outcome> {
    let Plan { dialect, generator, seed, threads, .. } = *plan;
    let format = &dialect.format;
    let trial = Trial::<P> { dialect, generator, candidate, clock, threads };
    let mut cases = Cases::new(plan);

    let mut answered = 0;
    let mut slowest = Duration::ZERO;
    let failing = in_order(
        threads,
        batches(&mut cases, BATCH.min(*format.count.range().end()), seed).take_while(|_| !are_all_stopped()),
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
        None if are_all_stopped() => return Ok(Outcome::Interrupted { cases: answered }),
        None => return Ok(Outcome::Agreement { cases: answered, all: cases.are_all() }),
    };

    let tried = answered + batch.len();
    let counterexample = |smallest: Smallest| -> anyhow::Result<Counterexample> {
        let Shrunk { cases, failure: judgement, shrinking } = smallest;
        let input = format.input(&cases);
        let expected = solve(dialect, Layout::Free, input.as_slice())?.to_bytes();
        Ok(Counterexample { cases, input, expected, judgement, tried, shrinking })
    };
    let found = Shrunk { cases: batch, failure: judgement, shrinking: Shrinking::NotBegun };
    let found = counterexample(found)?;
    watch(Event::Found(&found));
    let smallest = match trial.shrink(found.cases.clone(), found.judgement.clone(), slowest) {
        Ok(smallest) => counterexample(smallest)?,
        Err(error) => Counterexample { shrinking: Shrinking::Failed(format!("{error:#}")), ..found },
    };
    Ok(Outcome::Difference(Box::new(smallest)))
}

/// A program under test, and how to run it.
struct Trial<'a, P: Problem> {
    dialect: &'static Dialect<P>,
    generator: Generator,
    candidate: &'a Candidate,
    clock: &'a dyn Clock,
    threads: usize,
}

type Smallest = Shrunk<Vec<u8>, Judgement>;

impl<P: Problem> Trial<'_, P> {
    /// Runs the program on an input of these cases. `None` if one of them is not legal.
    fn run(&self, cases: &[Vec<u8>]) -> anyhow::Result<Option<Judgement>> {
        let input = self.dialect.format.input(cases);
        match solve(self.dialect, Layout::Free, input.as_slice()) {
            Ok(solution) => {
                let comparison = self.dialect.output.comparison;
                let run = Run { candidate: self.candidate, input: &input, solution: &solution, comparison };
                judge_candidate(&run, self.clock).map(Some)
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

    /// Shrinks an input on which the program is wrong. Its right answers took no longer than `slowest`.
    fn shrink(&self, cases: Vec<Vec<u8>>, judgement: Judgement, slowest: Duration) -> anyhow::Result<Smallest> {
        if judgement.verdict == Verdict::TimeLimitExceeded {
            // Every test on which the program hangs takes the whole time limit. Most of this time can be saved, as what
            // takes much longer than the right answers probably hangs. The result is tested again with the full limit.
            const MARGIN: Duration = Duration::from_millis(250);
            let candidate = self.candidate.with_time_limit(20 * slowest + MARGIN);
            let short_limit = Trial::<P> { candidate: &candidate, ..*self };
            let smallest = short_limit.shrink_within_limit(cases.clone(), judgement.clone())?;
            match self.failure(&smallest.cases) {
                Ok(Some(failure)) => return Ok(Shrunk { failure, ..smallest }),
                Ok(None) => {}
                Err(_) if are_all_stopped() => {
                    let length = |cases: &[Vec<u8>]| cases.iter().map(Vec::len).sum::<usize>();
                    return Ok(if length(&smallest.cases) < length(&cases) {
                        Shrunk { shrinking: Shrinking::Interrupted(Some(candidate.time_limit())), ..smallest }
                    } else {
                        Shrunk { cases, failure: judgement, shrinking: Shrinking::Interrupted(None) }
                    });
                }
                Err(error) => return Err(error),
            }
        }
        self.shrink_within_limit(cases, judgement)
    }

    /// Shrinks an input on which the program is wrong, under the time limit that it has.
    fn shrink_within_limit(&self, cases: Vec<Vec<u8>>, judgement: Judgement) -> anyhow::Result<Smallest> {
        let timer = self.clock.start();
        let early_end = || {
            let interrupted = are_all_stopped().then_some(Shrinking::Interrupted(None));
            interrupted.or_else(|| (timer() >= SHRINK_TIME_LIMIT).then_some(Shrinking::OutOfTime))
        };
        let mut begun = (cases, judgement);
        match self.find_single_case(&mut begun) {
            Err(_) if are_all_stopped() => {}
            found => found?,
        }
        shrink(begun, self.threads, |cases| self.failure(cases), |case| (self.generator.shrink)(case), early_end)
    }

    /// Replaces an input on which the program is wrong by a single one of its cases, if the program is wrong on that as
    /// well, or by the same cases in order of size.
    fn find_single_case(&self, (cases, judgement): &mut (Vec<Vec<u8>>, Judgement)) -> anyhow::Result<()> {
        // In order of size, so that the first case that fails by itself is also the smallest.
        let mut sorted = cases.clone();
        sorted.sort_by_key(Vec::len);
        if let Some(failure) = self.failure(&sorted)? {
            (*cases, *judgement) = (sorted, failure);
        }
        // The case that was answered wrongly will most likely fail by itself.
        if let Some(difference) = &judgement.difference
            && let Some(case) = cases.get(difference.case - 1)
        {
            let alone = vec![case.clone()];
            if let Some(failure) = self.failure(&alone)? {
                (*cases, *judgement) = (alone, failure);
            }
        }
        Ok(())
    }
}
