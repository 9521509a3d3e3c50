//! Searching for the smallest input on which a program is wrong: a [`Search`] tries every small input, then random ones,
//! and shrinks the first file that fails.

mod cases;
mod shrink;
mod too_large;

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::slice;
use std::time::Duration;

use problem::{Inputs, Verdict, block, count_of};

use crate::answers::{Answers, Fault};
use crate::candidate::{AllStopped, Candidate, Supervisor, Usage};
use crate::check::{Judgement, Trial, judge_candidate};
use crate::clock::Clock;
use crate::in_order::in_order;

pub use cases::{Limits, Tried};
pub use too_large::TooLarge;

use cases::Sequence;
use shrink::shrink;

/// A program, and what to try on it.
#[derive(Debug)]
pub struct Search<'a, I: Inputs> {
    /// The inputs that exist.
    pub inputs: &'a I,
    /// Who knows the right answers.
    pub answers: &'a dyn Answers,
    /// How many inputs to try.
    pub limits: Limits,
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
    /// The inputs for which nobody had an answer in time.
    pub too_large: TooLarge,
}

/// The result of a search for inputs of this type.
#[derive(Debug)]
pub enum Outcome<T> {
    /// All answers were right.
    Agreement(Tried),
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
        let (input, details) = (block("input", &lines_of(&self.input)), judgement.details());
        let remarks: String = self.remarks.iter().flat_map(|remark| [remark, "\n"]).collect();
        format!("{style}{verdict}{style:#}{summary}\n{input}{details}{remarks}")
    }

    /// What is wrong, in one line.
    pub(crate) fn summary(&self) -> String {
        let Judgement { verdict, message, .. } = &self.judgement;
        format!("{verdict} after {}: {message}", count_of(self.tried, "case"))
    }
}

/// The lines of an input as it is. If they are many or long, they are cut.
fn lines_of(input: &[u8]) -> Vec<String> {
    const EACH: usize = 12;
    const COLUMNS: usize = 160;
    let text = String::from_utf8_lossy(input);
    let lines: Vec<&str> = text.lines().collect();
    let show = |line: &&str| match line.char_indices().nth(COLUMNS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => (*line).to_owned(),
    };
    if lines.len() <= 2 * EACH {
        return lines.iter().map(show).collect();
    }
    let left_out = format!("… {} lines; --save keeps them …", lines.len() - 2 * EACH);
    lines[..EACH].iter().map(show).chain([left_out]).chain(lines[lines.len() - EACH..].iter().map(show)).collect()
}

/// A batch that was tried, or as many cases of it as were needed.
struct Judged<T> {
    cases: Vec<T>,
    judgement: Judgement,
    /// How many cases nobody could answer.
    unanswered: usize,
}

/// How long to search for a smaller input: as long as for the first one, if that is limited, but not shorter than this.
const SHRINK_TIME: Duration = Duration::from_secs(60);
const LEAST_SHRINK_TIME: Duration = Duration::from_secs(10);

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
        let timer = self.clock.start();
        let mut sequence = Sequence::new(self.inputs, self.seed, self.limits, &timer);
        let (count, mut answered, mut unanswered, mut slowest) = (sequence.count, 0, 0, Duration::ZERO);
        let failing = in_order(
            self.threads,
            sequence.batches().take_while(|_| !supervisor.is_stopped()),
            |batch| self.judge_batch(batch),
            |batch, judged| match judged {
                Ok(Ok(judged)) if judged.judgement.verdict == Verdict::Accepted => {
                    answered += batch.len();
                    unanswered += judged.unanswered;
                    slowest = slowest.max(judged.judgement.usage.wall);
                    progress(answered, count);
                    ControlFlow::Continue(())
                }
                Ok(Ok(judged)) => ControlFlow::Break(Ok((batch.len(), judged))),
                Ok(Err(fault)) => ControlFlow::Break(Err(anyhow::anyhow!("{}", fault.message()))),
                // Another thread may have found something.
                Err(error) if error.is::<AllStopped>() => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(Err(error)),
            },
        );
        let (length, Judged { cases, judgement, .. }) = match failing {
            Some(failing) => failing?,
            None if supervisor.is_stopped() => return Ok(Outcome::Interrupted(answered)),
            None => return Ok(Outcome::Agreement(Tried { unanswered, ..sequence.tried() })),
        };
        Ok(Outcome::Difference(Box::new(self.counterexample(cases, judgement, answered + length, slowest)?)))
    }

    /// What the program does wrong on this file, or nobody knows of it.
    ///
    /// # Errors
    ///
    /// If there is nothing, and as for [`run`](Self::run).
    pub fn start_from(&self, cases: &[I::Input]) -> anyhow::Result<Counterexample<I::Input>> {
        let judged = self.judge(self.candidate, cases)?;
        let judgement = judged.map_err(|fault| anyhow::anyhow!("{}", fault.message()))?.judgement;
        anyhow::ensure!(judgement.verdict != Verdict::Accepted, "the program is right on this input");
        let slowest = self.candidate.time_limit;
        self.counterexample(cases.to_vec(), judgement, 1, slowest)
    }

    /// The smallest input on which the program is wrong, starting from one that was found.
    pub fn shrink(&self, found: Counterexample<I::Input>) -> Counterexample<I::Input> {
        self.smallest(&found).unwrap_or_else(|error| Counterexample { remarks: vec![ended_by(&error)], ..found })
    }

    /// Runs the program on a batch. If nobody has an answer in time, each case is tried by itself, as one may be to
    /// blame; what is too large is then tried apart from the rest.
    fn judge_batch(&self, batch: &[I::Input]) -> anyhow::Result<Result<Judged<I::Input>, Fault>> {
        let (large, rest): (Vec<_>, Vec<_>) = batch.iter().cloned().partition(|case| self.is_too_large(case));
        let mut last = None;
        let mut unanswered = 0;
        let mut groups: VecDeque<Vec<I::Input>> = [rest, large].into_iter().filter(|group| !group.is_empty()).collect();
        while let Some(group) = groups.pop_front() {
            match self.judge(self.candidate, &group)? {
                Err(Fault::Slow(_)) => groups.extend(group.into_iter().map(|case| vec![case])),
                Err(fault) => return Ok(Err(fault)),
                Ok(judged) => {
                    unanswered += judged.unanswered;
                    let is_wrong = judged.judgement.verdict != Verdict::Accepted;
                    last = Some(Judged { unanswered, ..judged });
                    if is_wrong {
                        break;
                    }
                }
            }
        }
        Ok(Ok(last.expect("a batch has a case")))
    }

    /// Runs a program on a file of these cases. If whoever knows the answer fails, the judgement is that.
    ///
    /// Where nobody has an answer in time, or would have one, only failures and limits count, unless there are several
    /// cases or the input is the smallest.
    fn judge(&self, candidate: &Candidate, cases: &[I::Input]) -> anyhow::Result<Result<Judged<I::Input>, Fault>> {
        let Self { inputs, answers, supervisor, clock, .. } = *self;
        let input = &inputs.bytes(cases)[..];
        let not_judged = |why| {
            let judgement = Judgement::new(Verdict::InternalError, why, Usage::of_wall(Duration::ZERO));
            Ok(Ok(Judged { cases: cases.to_vec(), judgement, unanswered: 0 }))
        };
        let asked =
            if cases.iter().any(|case| self.is_too_large(case)) { None } else { Some(answers.ask(input, None)?) };
        let mut unanswered = 0;
        let expected = match asked {
            Some(Ok(expected)) => Some(expected),
            Some(Err(Fault::Helper(why))) => return not_judged(why),
            Some(Err(Fault::Slow(why))) if self.is_smallest(input) => {
                return not_judged(format!("{why} on the smallest input"));
            }
            Some(Err(Fault::Slow(_))) if cases.len() == 1 => {
                self.too_large.add(input);
                unanswered = 1;
                None
            }
            Some(Err(fault)) => return Ok(Err(fault)),
            None => {
                unanswered = cases.len();
                None
            }
        };
        let (expected, interactive) = (expected.as_deref(), answers.interactive());
        let trial = Trial { candidate, input, expected, interactive, comparison: None, supervisor, clock };
        Ok(Ok(Judged { cases: cases.to_vec(), judgement: judge_candidate(&trial)?, unanswered }))
    }

    fn is_too_large(&self, case: &I::Input) -> bool {
        self.too_large.has(|| self.inputs.bytes(slice::from_ref(case)))
    }

    fn is_smallest(&self, input: &[u8]) -> bool {
        let smallest = self.inputs.by_size().next();
        smallest.is_some_and(|(_, smallest)| self.inputs.bytes(&[smallest]) == input)
    }

    /// The same, unless a run that is needed for it fails.
    fn smallest(&self, found: &Counterexample<I::Input>) -> anyhow::Result<Counterexample<I::Input>> {
        // Every test on which a program hangs takes the whole time limit. Most of this time can be saved, as what takes
        // much longer than the right answers probably hangs.
        const MARGIN: Duration = Duration::from_millis(250);
        let judge = |candidate: &Candidate, cases: &[I::Input]| {
            anyhow::Ok(self.judge(candidate, cases)?.map(|judged| judged.judgement))
        };
        let is_right = |judged: &Result<Judgement, Fault>| {
            judged.as_ref().is_ok_and(|judgement| judgement.verdict == Verdict::Accepted)
        };
        let hangs = found.judgement.verdict == Verdict::TimeLimitExceeded;
        let limited = self.candidate.with_time_limit(20 * found.slowest + MARGIN);
        let quick = if hangs { &limited } else { self.candidate };
        if is_right(&judge(quick, &found.cases)?) {
            return Ok(Counterexample { remarks: vec![found.judgement.passed_again().to_owned()], ..found.clone() });
        }
        let mut smallest = self.shrink_cases(quick, found)?;
        match judge(self.candidate, &smallest.cases) {
            Ok(Ok(judgement)) if hangs && judgement.blames_program() => smallest.judgement = judgement,
            // It was only slow.
            Ok(_) if hangs => smallest = self.shrink_cases(self.candidate, found)?,
            Ok(judged) if is_right(&judged) => {
                smallest.remarks.insert(0, found.judgement.passed_again().to_owned());
            }
            Err(error) if hangs && smallest.input != found.input => {
                let limit = limited.time_limit.as_secs_f64();
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
    fn shrink_cases(
        &self,
        candidate: &Candidate,
        found: &Counterexample<I::Input>,
    ) -> anyhow::Result<Counterexample<I::Input>> {
        let timer = self.clock.start();
        let time_limit = self.limits.time.map_or(SHRINK_TIME, |time| time.clamp(LEAST_SHRINK_TIME, SHRINK_TIME));
        let test = |cases: &[I::Input]| {
            if timer() >= time_limit {
                let limit = time_limit.as_secs();
                return Err(format!("the search for a smaller input was stopped after {limit} s; there may be one"));
            }
            let judged = self.judge(candidate, cases).map_err(|error| ended_by(&error))?;
            // The program is right, or that could not be measured, or a case is not legal.
            let is_same = |judgement: &Judgement| judgement.is_like(&found.judgement);
            Ok(judged.ok().map(|judged| judged.judgement).filter(is_same))
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
        let is_known = !cases.iter().any(|case| self.is_too_large(case));
        let expected = if is_known { self.answers.ask(&input, None)?.ok() } else { None };
        let expected = expected.map(|expected| expected.answer()).unwrap_or_default();
        Ok(Counterexample { cases, input, expected, judgement, tried, slowest, is_certain: true, remarks: Vec::new() })
    }
}
