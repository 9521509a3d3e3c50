//! Searching for the smallest input on which a program is wrong: a [`Search`] tries every small input, then random ones,
//! and shrinks the first file that fails.

mod cases;
mod shrink;

use std::cell::LazyCell;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::slice;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use problem::{Comparison, Expected, Inputs, Verdict, block, count_of, excerpt, plain_line};

use crate::answers::{Answers, Fault};
use crate::candidate::{Candidate, Supervisor};
use crate::check::{Judgement, Trial, judge_candidate};
use crate::in_order::in_order;

pub use cases::{Limits, Tried};

use cases::Schedule;
use shrink::shrink;

/// A program, and what to try on it.
#[derive(Debug)]
pub struct Search<'a, I: Inputs> {
    /// The inputs that exist.
    pub inputs: &'a I,
    /// What knows the right answers.
    pub answers: &'a dyn Answers,
    /// How outputs are compared, if not as usual.
    pub comparison: Option<Comparison>,
    /// How many inputs to try.
    pub limits: Limits,
    /// Determines the random cases and the order of the cases.
    pub seed: u64,
    /// How many processes to run at a time.
    pub threads: usize,
    /// The program.
    pub candidate: &'a Candidate,
    /// Runs the program, and measures the time that is limited.
    pub supervisor: &'a Supervisor,
    /// The sizes of the inputs for which no answer came in time, each as a number of bytes and of words; none at first.
    pub too_large: Mutex<Vec<[usize; 2]>>,
}

/// The result of a search for inputs of this type.
#[derive(Debug)]
pub enum SearchOutcome<T> {
    /// All answers were right.
    Agreement(Tried),
    /// An answer was wrong.
    Difference(Box<Counterexample<T>>),
    /// An interrupt ended the search when this many cases had been answered, all of them right.
    Interrupted(usize),
}

/// A file, and what a program did on it: a counterexample if the program was wrong.
#[derive(Clone, Debug)]
pub struct Counterexample<T> {
    /// The cases of the file.
    pub cases: Vec<T>,
    /// The file itself.
    pub input: Vec<u8>,
    /// The right output, if somebody knows it, and the program was wrong.
    pub expected: Option<Vec<u8>>,
    /// What the program did.
    pub judgement: Judgement,
    /// How many of the cases were judged without an answer.
    unanswered: usize,
    /// How many runs exceeded the time limit with little CPU time, and were right when repeated.
    pauses: usize,
    /// How many cases had been tried when the program was first wrong.
    pub tried: usize,
    /// How long the slowest right answer has taken until then.
    slowest: Duration,
    /// What else has to be said: that the program was right in another run, that there may be a smaller input.
    pub remarks: Vec<String>,
}

impl<T> Counterexample<T> {
    /// A report for people, with styles.
    pub fn to_text(&self) -> String {
        let style = self.judgement.verdict.style();
        let (verdict, summary) = self.summary();
        let mut judgement = self.judgement.clone();
        if let Some(difference) = &mut judgement.difference {
            // The input is shown as a whole, so the case need not be.
            difference.input = None;
        }
        let lines: Vec<&[u8]> = self.input.split_inclusive(|&byte| byte == b'\n').collect();
        let input = block("input", &excerpt(&lines, 12, |line| plain_line(line.trim_ascii_end(), 160)));
        let remarks: String = self.remarks.iter().flat_map(|remark| [remark, "\n"]).collect();
        format!("{style}{verdict}{style:#} {summary}\n{input}{}{remarks}", judgement.details())
    }

    /// What is wrong, in one line: the verdict, and the rest.
    pub(crate) fn summary(&self) -> (Verdict, String) {
        let Judgement { verdict, message, .. } = &self.judgement;
        (*verdict, format!("after {}: {message}", count_of(self.tried, "case")))
    }

    fn is_right(&self) -> bool {
        self.judgement.verdict == Verdict::Accepted
    }
}

/// How long to search for a smaller input: as long as for the first one, if that is limited, but not shorter than this.
const SHRINK_TIME: Duration = Duration::from_secs(60);
const LEAST_SHRINK_TIME: Duration = Duration::from_secs(10);

/// The numbers of bytes and of words. What takes long has many of either, and both count: a few large numbers are longer
/// than many small ones.
fn size(input: &[u8]) -> [usize; 2] {
    [input.len(), input.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count()]
}

const INTERRUPTED: &str = "the search for a smaller input was interrupted; there may be one";

impl<I: Inputs> Search<'_, I> {
    /// Tries the program on cases until it is wrong. `progress` receives how many have been answered so far, and how
    /// many there are.
    ///
    /// # Errors
    ///
    /// If a program cannot be run at all, or a case has no right answer, before a difference was found.
    pub fn run(&self, mut progress: impl FnMut(usize, usize)) -> anyhow::Result<SearchOutcome<I::Input>> {
        let supervisor = self.supervisor;
        let timer = self.supervisor.timer();
        let schedule = Schedule::new(self.inputs, self.seed, self.limits, &timer);
        let (count, mut answered, mut unanswered, mut slowest) = (schedule.count, 0, 0, Duration::ZERO);
        let mut pauses = 0;
        let failing = in_order(
            self.threads,
            schedule.batches().take_while(|_| !supervisor.is_stopped()),
            |batch| self.judge_batch(batch),
            |batch, judged| match judged {
                Ok(judged) if judged.is_right() => {
                    answered += batch.len();
                    unanswered += judged.unanswered;
                    pauses += judged.pauses;
                    slowest = slowest.max(judged.judgement.usage.wall);
                    progress(answered, count);
                    ControlFlow::Continue(())
                }
                Ok(judged) => {
                    ControlFlow::Break(Ok(Counterexample { tried: answered + batch.len(), slowest, ..judged }))
                }
                // Another thread may have found something.
                Err(Fault::Fatal(_)) if supervisor.is_stopped() => ControlFlow::Continue(()),
                Err(fault) => ControlFlow::Break(Err(fault)),
            },
        );
        match failing {
            Some(failing) => Ok(SearchOutcome::Difference(Box::new(failing?))),
            None if supervisor.is_stopped() => Ok(SearchOutcome::Interrupted(answered)),
            None => Ok(SearchOutcome::Agreement(Tried { unanswered, pauses, ..schedule.tried() })),
        }
    }

    /// What is wrong on this file: with the program, or with the programs that know the answer.
    ///
    /// # Errors
    ///
    /// If nothing is, and as for [`run`](Self::run).
    pub fn start_from(&self, cases: &[I::Input]) -> anyhow::Result<Counterexample<I::Input>> {
        let judged = self.judge(self.candidate, cases)?;
        anyhow::ensure!(!judged.is_right(), "the program is right on this input");
        Ok(Counterexample { tried: 1, slowest: self.candidate.time_limit, ..judged })
    }

    /// The smallest input on which the program is wrong, starting from one that was found.
    pub fn shrink(&self, found: Counterexample<I::Input>) -> Counterexample<I::Input> {
        self.smallest(&found).unwrap_or_else(|error| Counterexample { remarks: vec![self.ended_by(&error)], ..found })
    }

    /// Runs the program on a batch. If the answer takes too long, each case is tried by itself, as one may be to blame;
    /// what is too large is then tried apart from the rest.
    fn judge_batch(&self, batch: &[I::Input]) -> Result<Counterexample<I::Input>, Fault> {
        let (large, rest): (Vec<_>, Vec<_>) = batch.iter().cloned().partition(|case| self.is_too_large(case));
        let mut groups = VecDeque::from([rest, large]);
        groups.retain(|group| !group.is_empty());
        let (mut unanswered, mut pauses) = (0, 0);
        loop {
            let group = groups.pop_front().expect("a batch has a case");
            match self.judge_unhurried(&group) {
                Err(Fault::Slow(_) | Fault::Input(_)) if group.len() > 1 => {
                    groups.extend(group.into_iter().map(|case| vec![case]));
                }
                Err(Fault::Input(why)) => {
                    let made = plain_line(&self.inputs.bytes(&group), 400);
                    return Err(Fault::Input(format!("{why}; the generator made {made}")));
                }
                Err(fault) => return Err(fault),
                Ok(judged) => {
                    unanswered += judged.unanswered;
                    pauses += judged.pauses;
                    if !judged.is_right() || groups.is_empty() {
                        return Ok(Counterexample { unanswered, pauses, ..judged });
                    }
                }
            }
        }
    }

    /// Runs the program on a file of these cases, and once more if it has exceeded its time limit with little CPU time:
    /// the machine may have paused.
    fn judge_unhurried(&self, cases: &[I::Input]) -> Result<Counterexample<I::Input>, Fault> {
        let judged = self.judge(self.candidate, cases)?;
        let Judgement { verdict, usage, .. } = judged.judgement;
        if verdict != Verdict::TimeLimitExceeded || !usage.has_waited(self.candidate.time_limit) {
            return Ok(judged);
        }
        let again = self.judge(self.candidate, cases)?;
        let is_right = again.is_right() && again.unanswered <= judged.unanswered;
        Ok(if is_right { Counterexample { pauses: 1, ..again } } else { judged })
    }

    /// Runs a program on a file of these cases. If a program that knows the answer fails, the judgement is that.
    ///
    /// Where no answer comes in time, or would come, only failures and limits count, unless there are several cases or
    /// the input is the smallest.
    fn judge(&self, candidate: &Candidate, cases: &[I::Input]) -> Result<Counterexample<I::Input>, Fault> {
        let Self { inputs, answers, supervisor, .. } = *self;
        let input = &inputs.bytes(cases)[..];
        let judged = |judgement, expected, unanswered| Counterexample {
            cases: cases.to_vec(),
            input: input.to_vec(),
            expected,
            judgement,
            unanswered,
            pauses: 0,
            tried: 0,
            slowest: Duration::ZERO,
            remarks: Vec::new(),
        };
        let not_judged = |why| Ok(judged(Judgement::not_judged(why), None, 0));
        let is_too_large = cases.iter().any(|case| self.is_too_large(case));
        let ask = || match answers.ask(input, None) {
            // The machine may have paused, and then nothing is too large.
            Err(Fault::Slow(_)) if cases.len() == 1 => answers.ask(input, None),
            first => first,
        };
        let expected = match (!is_too_large).then(ask).transpose() {
            Ok(expected) => expected,
            Err(Fault::Helper(why)) => return not_judged(why),
            Err(Fault::Slow(why)) if self.is_smallest(input) => {
                return not_judged(format!("{why} on the smallest input"));
            }
            Err(Fault::Slow(_)) if cases.len() == 1 => {
                self.too_large().push(size(input));
                None
            }
            Err(fault) => return Err(fault),
        };
        let (expected, interactive) = (expected.as_deref(), answers.interactive());
        let trial = Trial { candidate, input, expected, interactive, comparison: self.comparison, supervisor };
        let judgement = judge_candidate(&trial)?;
        // What is right is needed only where the program is wrong, and not known where a judge is.
        let is_needed = !matches!(judgement.verdict, Verdict::Accepted | Verdict::InternalError);
        let answer = expected.filter(|_| is_needed).map(Expected::answer);
        Ok(judged(judgement, answer, if expected.is_some() { 0 } else { cases.len() }))
    }

    /// The same, or nothing if a case is not legal or no answer comes in time.
    ///
    /// # Errors
    ///
    /// If a program cannot be run, and after an interrupt.
    fn judge_if_legal(
        &self,
        candidate: &Candidate,
        cases: &[I::Input],
    ) -> anyhow::Result<Option<Counterexample<I::Input>>> {
        match self.judge(candidate, cases) {
            Ok(judged) => Ok(Some(judged)),
            Err(Fault::Fatal(error)) => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// Whether an input is at least as large in every way as one for which no answer came in time.
    fn is_too_large(&self, case: &I::Input) -> bool {
        let sizes = self.too_large().clone();
        let own = LazyCell::new(|| size(&self.inputs.bytes(slice::from_ref(case))));
        sizes.iter().any(|size| size[0] <= own[0] && size[1] <= own[1])
    }

    pub(crate) fn too_large(&self) -> MutexGuard<'_, Vec<[usize; 2]>> {
        self.too_large.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_smallest(&self, input: &[u8]) -> bool {
        let smallest = self.inputs.by_size().next().and_then(Result::ok);
        smallest.is_some_and(|(_, smallest)| self.inputs.bytes(&[smallest]) == input)
    }

    /// The same as [`shrink`](Self::shrink), unless a run that is needed for it fails.
    fn smallest(&self, found: &Counterexample<I::Input>) -> anyhow::Result<Counterexample<I::Input>> {
        // Every test on which a program hangs takes the whole time limit. Most of this time can be saved, as what takes
        // much longer than the right answers probably hangs.
        const MARGIN: Duration = Duration::from_millis(250);
        let hangs = found.judgement.verdict == Verdict::TimeLimitExceeded;
        let mut quick = self.candidate.clone();
        if hangs {
            quick.time_limit = quick.time_limit.min(20 * found.slowest + MARGIN);
        }
        // Without an answer, where there was one, nothing was judged.
        let is_judged = |again: &Counterexample<_>| again.unanswered <= found.unanswered;
        let passes = |again: &Option<_>| again.as_ref().is_some_and(|again| is_judged(again) && again.is_right());
        let passed_again = || found.judgement.passed_again().to_owned();
        if passes(&self.judge_if_legal(&quick, &found.cases)?) {
            return Ok(Counterexample { remarks: vec![passed_again()], ..found.clone() });
        }
        let mut smallest = self.shrink_cases(&quick, found);
        match self.judge_if_legal(self.candidate, &smallest.cases) {
            Ok(Some(again)) if hangs && again.judgement.blames_program() => smallest.judgement = again.judgement,
            // It was only slow.
            Ok(_) if hangs => smallest = self.shrink_cases(self.candidate, found),
            // Then it is not certain that it is more than slow.
            Err(error) if hangs => return Err(error),
            Ok(again) if passes(&again) => smallest.remarks.insert(0, passed_again()),
            // A run that fails says nothing.
            Ok(_) | Err(_) => {}
        }
        Ok(smallest)
    }

    /// The remark about an error that ended the search for a smaller input.
    fn ended_by(&self, error: &anyhow::Error) -> String {
        if self.supervisor.is_stopped() {
            INTERRUPTED.to_owned()
        } else {
            format!("there may be a smaller input; the search for it has failed: {error:#}")
        }
    }

    /// Shrinks an input on which the program is wrong, under the time limit that it has.
    fn shrink_cases(&self, candidate: &Candidate, found: &Counterexample<I::Input>) -> Counterexample<I::Input> {
        let timer = self.supervisor.timer();
        let time_limit = self.limits.time.map_or(SHRINK_TIME, |time| time.clamp(LEAST_SHRINK_TIME, SHRINK_TIME));
        let may_continue = || {
            if self.supervisor.is_stopped() {
                return Err(INTERRUPTED.to_owned());
            }
            let limit = time_limit.as_secs();
            let over = || format!("the search for a smaller input was stopped after {limit} s; there may be one");
            (timer() < time_limit).then_some(()).ok_or_else(over)
        };
        let test = |cases: &[I::Input]| {
            may_continue()?;
            let judged = self.judge_if_legal(candidate, cases).map_err(|error| self.ended_by(&error))?;
            Ok(judged.filter(|judged| judged.judgement.is_like(&found.judgement)))
        };
        // In order of size, so that the first case that fails by itself is also the smallest.
        let length = |case: &I::Input| self.inputs.bytes(slice::from_ref(case)).len();
        let mut sorted = found.cases.clone();
        sorted.sort_by_cached_key(length);
        // An error will come again.
        let failure = if found.cases.is_sorted_by_key(length) { None } else { test(&sorted).ok().flatten() };
        let (smallest, end) =
            shrink(self.inputs, failure.unwrap_or_else(|| found.clone()), self.threads, may_continue, test);
        let Counterexample { tried, slowest, .. } = *found;
        Counterexample { tried, slowest, remarks: Vec::from_iter(end), ..smallest }
    }
}
