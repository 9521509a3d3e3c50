//! Searching for the smallest input on which a program is wrong: a [`Search`] tries every small case, then random ones,
//! and shrinks the first input that fails.

mod cases;
mod shrink;

use std::ops::ControlFlow;
use std::time::Duration;

use problem::{Dialect, Generator, InputError, Layout, Problem, Verdict, block, count_of, solve};

use crate::candidate::{AllStopped, Candidate, Supervisor};
use crate::check::{Judgement, Trial, judge_candidate};
use crate::clock::Clock;
use crate::in_order::in_order;

use cases::{are_all, batches, cases};
use shrink::shrink;

/// A program, and what to try on it.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a, P: Problem> {
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
    /// The program.
    pub candidate: &'a Candidate,
    /// Runs the program.
    pub supervisor: &'a Supervisor,
    /// Limits the time in which a smaller input is looked for.
    pub clock: Clock,
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
    /// An interrupt ended the search when this many cases had been answered, all of them right.
    Interrupted(usize),
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
    /// How long the slowest right answer has taken until then.
    pub slowest: Duration,
    /// Whether the program is certain to be wrong on this input. A search that was ended early may have tried it only
    /// under a time limit that is shorter than its own.
    pub is_certain: bool,
    /// What else has to be said: that the program was right in another run, that there may be a smaller input.
    pub remarks: Vec<String>,
}

impl Counterexample {
    /// A report for people, with styles.
    pub fn to_text(&self) -> String {
        let Judgement { verdict, message, .. } = &self.judgement;
        let style = verdict.style();
        let tried = count_of(self.tried, "case");
        // The input is shown as a whole, so the case need not be.
        let judgement = Judgement { case: None, ..self.judgement.clone() };
        let lines: Vec<String> = String::from_utf8_lossy(&self.input).lines().map(str::to_owned).collect();
        let (input, details) = (block("input", &lines), judgement.details());
        let remarks: String = self.remarks.iter().flat_map(|remark| [remark, "\n"]).collect();
        format!("{style}{verdict}{style:#} after {tried}: {message}\n{input}{details}{remarks}")
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

/// What is said of an error that ended the search for a smaller input.
fn ended_by(error: &anyhow::Error) -> String {
    if error.is::<AllStopped>() {
        "the search for a smaller input was interrupted; there may be one".to_owned()
    } else {
        format!("there may be a smaller input; the search for it has failed: {error:#}")
    }
}

impl<P: Problem> Search<'_, P> {
    /// Tries the program on cases until it is wrong. `progress` receives how many have been answered so far.
    ///
    /// The first half of the cases enumerates all cases in order of size. The other half is random and grows, unless the
    /// enumeration has reached the largest size by then.
    ///
    /// # Errors
    ///
    /// If the program cannot be run at all, or a run of it could not be measured, before a difference was found.
    pub fn run(&self, mut progress: impl FnMut(usize)) -> anyhow::Result<Outcome> {
        let supervisor = self.supervisor;
        let batch = BATCH.min(*self.dialect.format.count.range().end());
        let mut answered = 0;
        let mut slowest = Duration::ZERO;
        let failing = in_order(
            self.threads,
            batches(cases(self), batch, self.seed).take_while(|_| !supervisor.is_stopped()),
            |batch| self.judge(batch),
            |batch, judgement| match judgement {
                Ok(judgement) if judgement.verdict == Verdict::Accepted => {
                    answered += batch.len();
                    slowest = slowest.max(judgement.usage.wall);
                    progress(answered);
                    ControlFlow::Continue(())
                }
                // The program is not to blame for what could not be measured.
                Ok(judgement) if judgement.verdict == Verdict::InternalError => {
                    ControlFlow::Break(Err(anyhow::anyhow!("--against: {}", judgement.message)))
                }
                Ok(judgement) => ControlFlow::Break(Ok((batch, judgement))),
                // Another thread may have found something.
                Err(error) if error.is::<AllStopped>() => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(Err(error)),
            },
        );
        let (batch, judgement) = match failing {
            Some(failing) => failing?,
            None if supervisor.is_stopped() => return Ok(Outcome::Interrupted(answered)),
            None => return Ok(Outcome::Agreement { cases: answered, all: are_all(self) }),
        };
        let tried = answered + batch.len();
        Ok(Outcome::Difference(Box::new(self.counterexample(batch, judgement, tried, slowest)?)))
    }

    /// The smallest input on which the program is wrong, starting from one that was found.
    pub fn shrink(&self, found: Counterexample) -> Counterexample {
        self.smallest(&found).unwrap_or_else(|error| Counterexample { remarks: vec![ended_by(&error)], ..found })
    }

    /// Runs the program on an input of these cases. A case that is not legal is an [`InputError`].
    fn judge(&self, cases: &[Vec<u8>]) -> anyhow::Result<Judgement> {
        let Self { dialect, candidate, supervisor, clock, .. } = *self;
        let input = dialect.format.input(cases);
        let solution = solve(dialect, Layout::Free, input.as_slice())?;
        let comparison = dialect.output.comparison;
        judge_candidate(&Trial { candidate, input: &input, solution: &solution, comparison, supervisor, clock })
    }

    /// What the program does wrong on an input of these cases. `None` if it is right, if that could not be measured, or
    /// if a case is not legal.
    fn failure(&self, cases: &[Vec<u8>]) -> anyhow::Result<Option<Judgement>> {
        match self.judge(cases) {
            Err(error) if error.is::<InputError>() => Ok(None),
            judgement => Ok(Some(judgement?).filter(Judgement::blames_program)),
        }
    }

    /// The same, unless a run that is needed for it fails.
    fn smallest(&self, found: &Counterexample) -> anyhow::Result<Counterexample> {
        // Every test on which a program hangs takes the whole time limit. Most of this time can be saved, as what takes
        // much longer than the right answers probably hangs.
        const MARGIN: Duration = Duration::from_millis(250);
        let hangs = found.judgement.verdict == Verdict::TimeLimitExceeded;
        let candidate = self.candidate.with_time_limit(20 * found.slowest + MARGIN);
        let quick = if hangs { &Search { candidate: &candidate, ..*self } } else { self };
        if quick.judge(&found.cases)?.verdict == Verdict::Accepted {
            return Ok(Counterexample { remarks: vec![found.judgement.passed_again().to_owned()], ..found.clone() });
        }
        let mut smallest = quick.shrink_cases(found)?;
        match self.judge(&smallest.cases) {
            Ok(judgement) if hangs && judgement.blames_program() => smallest.judgement = judgement,
            // It was only slow.
            Ok(_) if hangs => smallest = self.shrink_cases(found)?,
            Ok(judgement) if judgement.verdict == Verdict::Accepted => {
                smallest.remarks.insert(0, found.judgement.passed_again().to_owned());
            }
            Err(error) if hangs && smallest.cases != found.cases => {
                let limit = candidate.time_limit.as_secs_f64();
                smallest.remarks = vec![format!("{}; this one was tried for {limit:.2} s only", ended_by(&error))];
                smallest.is_certain = false;
            }
            Err(error) if hangs => return Err(error),
            // A run that fails says nothing.
            Ok(_) | Err(_) => {}
        }
        Ok(smallest)
    }

    /// Shrinks an input on which the program is wrong, under the time limit that it has.
    fn shrink_cases(&self, found: &Counterexample) -> anyhow::Result<Counterexample> {
        let timer = self.clock.start();
        let test = |cases: &[Vec<u8>]| {
            if timer() >= SHRINK_TIME_LIMIT {
                let limit = SHRINK_TIME_LIMIT.as_secs();
                return Err(format!("the search for a smaller input was stopped after {limit} s; there may be one"));
            }
            self.failure(cases).map_err(|error| ended_by(&error))
        };
        // In order of size, so that the first case that fails by itself is also the smallest.
        let mut sorted = found.cases.clone();
        sorted.sort_by_key(Vec::len);
        // An error will come again.
        let failure = if sorted == found.cases { None } else { test(&sorted).ok().flatten() };
        let begun = match failure {
            Some(failure) => (sorted, failure),
            None => (found.cases.clone(), found.judgement.clone()),
        };
        let (cases, judgement, end) = shrink(begun, self.threads, test, |case| (self.generator.shrink)(case));
        Ok(Counterexample {
            remarks: Vec::from_iter(end),
            ..self.counterexample(cases, judgement, found.tried, found.slowest)?
        })
    }

    fn counterexample(
        &self,
        cases: Vec<Vec<u8>>,
        judgement: Judgement,
        tried: usize,
        slowest: Duration,
    ) -> anyhow::Result<Counterexample> {
        let input = self.dialect.format.input(&cases);
        let expected = solve(self.dialect, Layout::Free, input.as_slice())?.to_bytes();
        Ok(Counterexample { cases, input, expected, judgement, tried, slowest, is_certain: true, remarks: Vec::new() })
    }
}
