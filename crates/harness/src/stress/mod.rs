//! Searching for the smallest input on which a program is wrong: a [`Search`] tries every small input, then random ones,
//! and shrinks the first file that fails.

mod cases;
mod shrink;

use std::ops::ControlFlow;
use std::time::Duration;

use problem::{Inputs, Verdict, block, count_of};

use crate::answers::{Answers, Fault};
use crate::candidate::{AllStopped, Candidate, Supervisor};
use crate::check::{Judgement, Trial, judge_candidate};
use crate::clock::Clock;
use crate::in_order::in_order;

use cases::Sequence;
use shrink::shrink;

/// A program, and what to try on it.
#[derive(Debug)]
pub struct Search<'a, I: Inputs> {
    /// The inputs that exist.
    pub inputs: &'a I,
    /// Who knows the right answers.
    pub answers: &'a dyn Answers,
    /// How many cases to try at most.
    pub cases: usize,
    /// Determines the random cases and the order of the cases.
    pub seed: u64,
    /// How many processes to run at a time.
    pub threads: usize,
    /// The program.
    pub candidate: &'a Candidate,
    /// Runs the program.
    pub supervisor: &'a Supervisor,
    /// Limits the time in which a smaller input is looked for.
    pub clock: Clock,
}

/// The result of a search for inputs of this type.
#[derive(Debug)]
pub enum Outcome<T> {
    /// All answers were right.
    Agreement {
        /// How many cases were tried.
        cases: usize,
        /// Whether these are all cases that exist.
        is_all: bool,
        /// The size up to which all cases that exist were tried, if there is one.
        complete_size: Option<usize>,
    },
    /// An answer was wrong.
    Difference(Box<Counterexample<T>>),
    /// An interrupt ended the search when this many cases had been answered, all of them right.
    Interrupted(usize),
}

/// A file on which a program is wrong.
#[derive(Clone, Debug)]
pub struct Counterexample<T> {
    /// The cases of the file.
    pub cases: Vec<T>,
    /// The file itself.
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

impl<T> Counterexample<T> {
    /// A report for people, with styles.
    pub fn to_text(&self) -> String {
        let Judgement { verdict, .. } = &self.judgement;
        let style = verdict.style();
        let summary = self.summary();
        let summary = summary.strip_prefix(&verdict.to_string()).unwrap_or(&summary);
        let mut judgement = self.judgement.clone();
        if let Some(difference) = &mut judgement.difference {
            // The input is shown as a whole, so the case need not be.
            difference.input = None;
        }
        let lines: Vec<String> = String::from_utf8_lossy(&self.input).lines().map(str::to_owned).collect();
        let (input, details) = (block("input", &lines), judgement.details());
        let remarks: String = self.remarks.iter().flat_map(|remark| [remark, "\n"]).collect();
        format!("{style}{verdict}{style:#}{summary}\n{input}{details}{remarks}")
    }

    /// What is wrong, in one line.
    pub(crate) fn summary(&self) -> String {
        let Judgement { verdict, message, .. } = &self.judgement;
        format!("{verdict} after {}: {message}", count_of(self.tried, "case"))
    }
}

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

impl<I: Inputs> Search<'_, I> {
    /// Tries the program on cases until it is wrong. `progress` receives how many have been answered so far, and how
    /// many there are.
    ///
    /// # Errors
    ///
    /// If the program cannot be run at all, nobody could be asked for a right answer, or a run could not be judged, before
    /// a difference was found.
    pub fn run(&self, mut progress: impl FnMut(usize, usize)) -> anyhow::Result<Outcome<I::Input>> {
        let supervisor = self.supervisor;
        let sequence = Sequence::new(self.inputs, self.seed, self.cases);
        let mut answered = 0;
        let mut slowest = Duration::ZERO;
        let failing = in_order(
            self.threads,
            sequence.batches().take_while(|_| !supervisor.is_stopped()),
            |batch| self.judge(batch),
            |batch, judgement| match judgement {
                Ok(Ok(judgement)) if judgement.verdict == Verdict::Accepted => {
                    answered += batch.len();
                    slowest = slowest.max(judgement.usage.wall);
                    progress(answered, sequence.count);
                    ControlFlow::Continue(())
                }
                // The program is not to blame for what could not be measured.
                Ok(Ok(judgement)) if judgement.verdict == Verdict::InternalError => {
                    ControlFlow::Break(Err(anyhow::anyhow!("--against: {}", judgement.message)))
                }
                Ok(Ok(judgement)) => ControlFlow::Break(Ok((batch, judgement))),
                Ok(Err(fault)) => ControlFlow::Break(Err(anyhow::anyhow!("{}", fault.message()))),
                // Another thread may have found something.
                Err(error) if error.is::<AllStopped>() => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(Err(error)),
            },
        );
        let (batch, judgement) = match failing {
            Some(failing) => failing?,
            None if supervisor.is_stopped() => return Ok(Outcome::Interrupted(answered)),
            None => {
                let complete_size = sequence.complete_size();
                return Ok(Outcome::Agreement { cases: answered, is_all: sequence.is_all, complete_size });
            }
        };
        let tried = answered + batch.len();
        Ok(Outcome::Difference(Box::new(self.counterexample(batch, judgement, tried, slowest)?)))
    }

    /// The smallest input on which the program is wrong, starting from one that was found.
    pub fn shrink(&self, found: Counterexample<I::Input>) -> Counterexample<I::Input> {
        self.smallest(&found).unwrap_or_else(|error| Counterexample { remarks: vec![ended_by(&error)], ..found })
    }

    /// Runs the program on a file of these cases.
    fn judge(&self, cases: &[I::Input]) -> anyhow::Result<Result<Judgement, Fault>> {
        let Self { inputs, answers, candidate, supervisor, clock, .. } = *self;
        let input = inputs.bytes(cases);
        let expected = match answers.ask(&input, None)? {
            Ok(expected) => expected,
            Err(fault) => return Ok(Err(fault)),
        };
        let (input, expected, interactive) = (&input[..], &*expected, answers.interactive());
        let trial = Trial { candidate, input, expected, interactive, comparison: None, supervisor, clock };
        judge_candidate(&trial).map(Ok)
    }

    /// What the program does wrong on a file of these cases. `None` if it is right, if that could not be measured, or
    /// if a case is not legal.
    fn failure(&self, cases: &[I::Input]) -> anyhow::Result<Option<Judgement>> {
        Ok(self.judge(cases)?.ok().filter(Judgement::blames_program))
    }

    /// The same, unless a run that is needed for it fails.
    fn smallest(&self, found: &Counterexample<I::Input>) -> anyhow::Result<Counterexample<I::Input>> {
        // Every test on which a program hangs takes the whole time limit. Most of this time can be saved, as what takes
        // much longer than the right answers probably hangs.
        const MARGIN: Duration = Duration::from_millis(250);
        let is_right = |judged: &Result<Judgement, Fault>| {
            judged.as_ref().is_ok_and(|judgement| judgement.verdict == Verdict::Accepted)
        };
        let hangs = found.judgement.verdict == Verdict::TimeLimitExceeded;
        let candidate = self.candidate.with_time_limit(20 * found.slowest + MARGIN);
        let quick = if hangs { &Search { candidate: &candidate, ..*self } } else { self };
        if is_right(&quick.judge(&found.cases)?) {
            return Ok(Counterexample { remarks: vec![found.judgement.passed_again().to_owned()], ..found.clone() });
        }
        let mut smallest = quick.shrink_cases(found)?;
        match self.judge(&smallest.cases) {
            Ok(Ok(judgement)) if hangs && judgement.blames_program() => smallest.judgement = judgement,
            // It was only slow.
            Ok(_) if hangs => smallest = self.shrink_cases(found)?,
            Ok(judged) if is_right(&judged) => {
                smallest.remarks.insert(0, found.judgement.passed_again().to_owned());
            }
            Err(error) if hangs && smallest.input != found.input => {
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
    fn shrink_cases(&self, found: &Counterexample<I::Input>) -> anyhow::Result<Counterexample<I::Input>> {
        let timer = self.clock.start();
        let test = |cases: &[I::Input]| {
            if timer() >= SHRINK_TIME_LIMIT {
                let limit = SHRINK_TIME_LIMIT.as_secs();
                return Err(format!("the search for a smaller input was stopped after {limit} s; there may be one"));
            }
            self.failure(cases).map_err(|error| ended_by(&error))
        };
        // In order of size, so that the first case that fails by itself is also the smallest.
        let length = |case: &I::Input| self.inputs.bytes(std::slice::from_ref(case)).len();
        let mut sorted = found.cases.clone();
        sorted.sort_by_cached_key(length);
        // An error will come again.
        let failure = if found.cases.is_sorted_by_key(length) { None } else { test(&sorted).ok().flatten() };
        let begun = match failure {
            Some(failure) => (sorted, failure),
            None => (found.cases.clone(), found.judgement.clone()),
        };
        let (cases, judgement, end) = shrink(self.inputs, begun, self.threads, test);
        Ok(Counterexample {
            remarks: Vec::from_iter(end),
            ..self.counterexample(cases, judgement, found.tried, found.slowest)?
        })
    }

    fn counterexample(
        &self,
        cases: Vec<I::Input>,
        judgement: Judgement,
        tried: usize,
        slowest: Duration,
    ) -> anyhow::Result<Counterexample<I::Input>> {
        let input = self.inputs.bytes(&cases);
        let expected = self.answers.ask(&input, None)?.map(|expected| expected.answer()).unwrap_or_default();
        Ok(Counterexample { cases, input, expected, judgement, tried, slowest, is_certain: true, remarks: Vec::new() })
    }
}
