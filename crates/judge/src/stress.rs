//! Looking for an input on which a program is wrong: every small case, then random ones, and of what is found the least.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::check::{Finding, details, input_block, try_contestant};
use crate::clock::Clock;
use crate::contestant::Contestant;
use crate::dice::Dice;
use crate::fault::{InputError, count_of};
use crate::generate::random_cases;
use crate::in_order::in_order;
use crate::problem::{Dialect, Problem};
use crate::scan::Layout;
use crate::solution::solve;
use crate::verdict::Verdict;

/// How a program is to be tried.
#[derive(Clone, Copy, Debug)]
pub struct Plan<D> {
    /// Whose input it is given.
    pub dialect: D,
    /// How many cases at most.
    pub cases: usize,
    /// What fixes the random ones.
    pub seed: u64,
    /// How many cells a case may have.
    pub largest: usize,
    /// How many processes at once.
    pub threads: usize,
}

/// What came of it.
#[derive(Debug)]
pub enum Outcome {
    /// All answers were right.
    Agreement {
        /// How many cases there were.
        cases: usize,
        /// Whether these were all that there are up to the largest size.
        all: bool,
    },
    /// An answer was wrong.
    Difference(Box<Counterexample>),
}

/// An input on which a program is wrong.
#[derive(Debug)]
pub struct Counterexample {
    /// Its cases.
    pub cases: Vec<Vec<u8>>,
    /// The input.
    pub input: Vec<u8>,
    /// What is right.
    pub expected: Vec<u8>,
    /// What came of it.
    pub finding: Finding,
    /// How many cases had been tried when the program was first wrong.
    pub tried: usize,
    /// Whether every step to a simpler input was tried in vain. Otherwise time ran out.
    pub is_simplest: bool,
}

impl Counterexample {
    /// What people are told, with styles.
    #[must_use]
    pub fn to_text(&self) -> String {
        let Finding { verdict, message, .. } = &self.finding;
        let style = verdict.style();
        let tried = count_of(self.tried, "case");
        // The input is shown as a whole, so the case need not be.
        let finding = Finding { case: None, ..self.finding.clone() };
        let (input, details) = (input_block(&self.input), details(&finding));
        let patience = PATIENCE.as_secs();
        let note = if self.is_simplest {
            String::new()
        } else {
            format!("simpler inputs were looked for no longer than {patience} s; there may be one\n")
        };
        format!("{style}{verdict}{style:#} in the first {tried}: {message}\n{input}{details}{note}")
    }
}

/// How many cases are put into one run where the judge puts many into one input.
const BATCH: usize = 500;

/// How long a simpler input is looked for, at most.
const PATIENCE: Duration = Duration::from_secs(60);

/// Tries a program: with every case in the order of their sizes for one half of them, or for all if these are all that there
/// are; then with random ones that grow. `progress` is told how many have been answered.
///
/// # Errors
///
/// If the program cannot be run at all.
pub fn stress<P: Problem>(
    plan: Plan<P::Dialect>,
    contestant: &Contestant,
    clock: &dyn Clock,
    mut progress: impl FnMut(usize),
) -> anyhow::Result<Outcome> {
    let Plan { dialect, seed, threads, .. } = plan;
    let form = dialect.form();
    let is_cut_short = AtomicBool::new(false);
    let batches = batches(tried_cases::<P>(plan, &is_cut_short), seed, BATCH.min(*form.cases.end()));

    let mut answered = 0;
    let mut slowest = Duration::ZERO;
    let trial = Trial::<P> { dialect, contestant, clock, threads };
    let wrong = in_order(
        threads,
        batches,
        |batch| trial.of(batch),
        |batch, found| match found {
            Ok(finding) if finding.verdict == Verdict::Accepted => {
                answered += batch.len();
                slowest = slowest.max(finding.took);
                progress(answered);
                ControlFlow::Continue(())
            }
            Ok(finding) => ControlFlow::Break(Ok((batch, finding))),
            Err(error) => ControlFlow::Break(Err(error)),
        },
    );
    let Some(wrong) = wrong else {
        return Ok(Outcome::Agreement { cases: answered, all: !is_cut_short.load(Ordering::Relaxed) });
    };
    let (batch, finding) = wrong?;
    let tried = answered + batch.len();
    let least = trial.least(batch, finding, slowest)?;
    let input = form.input(&least.cases);
    let solution = solve::<P>(dialect, Layout::Free, input.as_slice());
    let expected = solution.map_or(Vec::new(), |solution| solution.to_bytes());
    let Least { cases, finding, is_simplest } = least;
    Ok(Outcome::Difference(Box::new(Counterexample { cases, input, expected, finding, tried, is_simplest })))
}

/// The cases that are tried, in order. Whether there would be more of the sizes that are asked for is told by
/// `is_cut_short`.
fn tried_cases<P: Problem>(
    plan: Plan<P::Dialect>,
    is_cut_short: &AtomicBool,
) -> impl Iterator<Item = Vec<u8>> + Send + use<'_, P> {
    let Plan { dialect, cases, seed, largest, .. } = plan;
    let least = *dialect.form().cells.start();
    let mut small = (least..=largest).flat_map(move |size| P::every(dialect, size).map(move |case| (size, case)));
    let mut large = None;
    let mut number = 0;
    std::iter::from_fn(move || {
        if number == cases {
            // Whether there was another one nobody has to know if the random ones have begun.
            let has_more = large.is_some() || small.next().is_some();
            is_cut_short.store(has_more, Ordering::Relaxed);
            return None;
        }
        number += 1;
        if let Some(large) = &mut large {
            return Iterator::next(large);
        }
        let (size, case) = small.next()?;
        // Where the largest size has been reached before half of the cases are used up, the rest of it can be had as well.
        if number > cases / 2 && size < largest {
            is_cut_short.store(true, Ordering::Relaxed);
            let random = cases - number;
            let sizes = move |number, dice: &mut Dice| {
                // The sizes grow, and smaller ones come in between: some programs are wrong after a larger case only.
                let bound = grown(size, largest, number, random);
                if dice.once_in(2) { bound } else { dice.between(least, bound) }
            };
            large = Some(random_cases::<P>(dialect, seed, None, sizes));
        }
        Some(case)
    })
}

/// A size that goes from `from` to `to` while `number` goes from 0 to `count`.
fn grown(from: usize, to: usize, number: usize, count: usize) -> usize {
    let share = (number + 1) as u128 * (to - from) as u128 / count.max(1) as u128;
    from + usize::try_from(share).map_or(to - from, |share| share.min(to - from))
}

/// Puts cases into batches. Every other one is shuffled: some programs are wrong only if a smaller case comes after a larger
/// one.
fn batches(
    cases: impl Iterator<Item = Vec<u8>> + Send,
    seed: u64,
    size: usize,
) -> impl Iterator<Item = Vec<Vec<u8>>> + Send {
    let mut cases = cases;
    let mut dice = Dice::new(seed);
    let mut is_shuffled = true;
    std::iter::from_fn(move || {
        let mut batch: Vec<Vec<u8>> = cases.by_ref().take(size).collect();
        is_shuffled = !is_shuffled;
        if is_shuffled {
            for unshuffled in (1..batch.len()).rev() {
                batch.swap(unshuffled, dice.below(unshuffled + 1));
            }
        }
        (!batch.is_empty()).then_some(batch)
    })
}

/// A program that is tried.
struct Trial<'a, P: Problem> {
    dialect: P::Dialect,
    contestant: &'a Contestant,
    clock: &'a dyn Clock,
    threads: usize,
}

/// What is left when nothing can be made simpler, or time is up.
struct Least {
    cases: Vec<Vec<u8>>,
    finding: Finding,
    is_simplest: bool,
}

impl<P: Problem> Trial<'_, P> {
    /// What comes of some legal cases.
    fn of(&self, cases: &[Vec<u8>]) -> anyhow::Result<Finding> {
        let legal = self.if_legal(cases)?;
        legal.ok_or_else(|| anyhow::anyhow!("a case was made that is not legal; this is a fault of {}", P::NAME))
    }

    fn if_legal(&self, cases: &[Vec<u8>]) -> anyhow::Result<Option<Finding>> {
        let input = self.dialect.form().input(cases);
        match solve::<P>(self.dialect, Layout::Free, input.as_slice()) {
            Ok(solution) => try_contestant(self.contestant, self.dialect, &input, &solution, self.clock).map(Some),
            Err(InputError::Fault(_)) => Ok(None),
            Err(InputError::Io(error)) => Err(error.into()),
        }
    }

    /// Makes cases on which the program is wrong fewer, and then each of them simpler, for as long as it is still wrong.
    /// A right answer took no longer than `slowest`.
    fn least(&self, cases: Vec<Vec<u8>>, finding: Finding, slowest: Duration) -> anyhow::Result<Least> {
        if finding.verdict == Verdict::TimeLimitExceeded {
            // Who hangs does so for each try. It is enough to wait for much longer than a right answer takes.
            const ENOUGH: Duration = Duration::from_millis(250);
            let contestant = self.contestant.within(20 * slowest + ENOUGH);
            let hasty = Trial::<P> { contestant: &contestant, ..*self };
            let least = hasty.simplified(cases.clone(), finding.clone())?;
            let patient = self.of(&least.cases)?;
            if patient.verdict != Verdict::Accepted {
                return Ok(Least { finding: patient, ..least });
            }
        }
        self.simplified(cases, finding)
    }

    fn simplified(&self, cases: Vec<Vec<u8>>, finding: Finding) -> anyhow::Result<Least> {
        let timer = self.clock.start();
        let mut least = Least { cases, finding, is_simplest: true };
        // In the order of their sizes, so that the first that is wrong by itself is the smallest.
        let mut sorted = least.cases.clone();
        sorted.sort_by_key(Vec::len);
        self.replace(&mut least, vec![sorted])?;
        let named = least.finding.difference.as_ref().and_then(|difference| least.cases.get(difference.case - 1));
        if let Some(alone) = named.map(|case| vec![case.clone()]) {
            self.replace(&mut least, vec![alone])?;
        }
        let mut cut = least.cases.len() / 2;
        while cut > 0 && least.cases.len() > 1 && timer() < PATIENCE {
            // From the end on, so that the first of those that are wrong by themselves is what is left.
            let mut to = least.cases.len();
            while to > 0 && least.cases.len() > 1 {
                let from = to.saturating_sub(cut);
                let fewer = [&least.cases[..from], &least.cases[to..]].concat();
                if !fewer.is_empty() {
                    self.replace(&mut least, vec![fewer])?;
                }
                to = from;
            }
            cut /= 2;
        }
        // What one case can lose may depend on the others.
        let mut has_helped = true;
        while has_helped {
            has_helped = false;
            for index in 0..least.cases.len() {
                has_helped |= self.simplify_case(&mut least, index, &timer)?;
            }
            has_helped &= least.cases.len() > 1;
        }
        least.is_simplest = timer() < PATIENCE;
        Ok(least)
    }

    /// Takes steps to a simpler case `index` until all are in vain, or time is up. Tells whether one was not.
    fn simplify_case(&self, least: &mut Least, index: usize, timer: &dyn Fn() -> Duration) -> anyhow::Result<bool> {
        let (mut from, mut has_helped, mut has_ever_helped) = (0, false, false);
        while timer() < PATIENCE {
            let steps = P::simpler(self.dialect, &least.cases[index]);
            if from >= steps.len() {
                if !has_helped {
                    break;
                }
                // A step that was in vain may not be so any more.
                (from, has_helped) = (0, false);
                continue;
            }
            let tried = steps[from..].iter().take(4 * self.threads.max(1)).map(|step| {
                let mut cases = least.cases.clone();
                cases[index].clone_from(step);
                cases
            });
            let tried: Vec<_> = tried.collect();
            let count = tried.len();
            if let Some(in_vain) = self.replace(least, tried)? {
                // Those before it have just been in vain for a case that is hardly another one.
                from += in_vain;
                (has_helped, has_ever_helped) = (true, true);
            } else {
                from += count;
            }
        }
        Ok(has_ever_helped)
    }

    /// Tries other cases, and takes the first on which the program is still wrong. Gives its place among them.
    fn replace(&self, least: &mut Least, others: Vec<Vec<Vec<u8>>>) -> anyhow::Result<Option<usize>> {
        let mut place = 0;
        let found = in_order(
            self.threads.min(others.len()),
            others.into_iter(),
            |cases| self.if_legal(cases),
            |cases, found| match found {
                Ok(Some(finding)) if finding.verdict != Verdict::Accepted => ControlFlow::Break(Ok((cases, finding))),
                Err(error) => ControlFlow::Break(Err(error)),
                _ => {
                    place += 1;
                    ControlFlow::Continue(())
                }
            },
        );
        let Some(found) = found else { return Ok(None) };
        (least.cases, least.finding) = found?;
        Ok(Some(place))
    }
}

#[cfg(test)]
mod tests {
    use super::grown;

    #[test]
    fn sizes_grow_to_the_largest_whatever_the_numbers() {
        assert_eq!((0..5).map(|number| grown(10, 20, number, 5)).collect::<Vec<_>>(), [12, 14, 16, 18, 20]);
        assert_eq!(grown(7, 7, 0, 1), 7);
        assert_eq!(grown(0, usize::MAX, usize::MAX - 1, usize::MAX), usize::MAX);
        assert_eq!(grown(3, usize::MAX, 0, 1), usize::MAX);
    }
}
