//! Looking for an input on which a program is wrong: every small case, then random ones, and of what is found the least.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::check::{Finding, details, input_block, try_contestant};
use crate::clock::Clock;
use crate::contestant::Contestant;
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

/// An input on which a program is wrong, and no simpler one has been found.
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
    /// How many cases had been answered rightly before.
    pub cases_before: usize,
}

impl Counterexample {
    /// What people are told, with styles.
    #[must_use]
    pub fn to_text(&self) -> String {
        let Finding { verdict, message, .. } = &self.finding;
        let style = verdict.style();
        let before = count_of(self.cases_before, "case");
        // The input is shown as a whole, so the case need not be.
        let finding = Finding { case: None, ..self.finding.clone() };
        let (input, details) = (input_block(&self.input), details(&finding));
        format!("{style}{verdict}{style:#} after {before} answered rightly: {message}\n{input}{details}")
    }
}

/// How many cases are put into one run where the judge puts many into one input.
const BATCH: usize = 500;

/// How long a simpler input is looked for, at most.
const PATIENCE: Duration = Duration::from_secs(60);

/// Tries a program: with every case in the order of their sizes for one half of them, or for all if that is enough; then
/// with random ones that grow. `progress` is told how many have been answered.
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
    let Plan { dialect, cases, seed, largest, threads } = plan;
    let form = dialect.form();
    let sizes = *form.cells.start()..=largest;
    let every = || sizes.clone().flat_map(move |size| P::every(dialect, size).map(move |case| (size, case)));
    let total = every().take(cases + 1).count();
    let all = total <= cases;
    let enumerated = if all { total } else { cases.div_ceil(2) };
    let random = if all { 0 } else { cases - enumerated };
    let from = every().nth(enumerated.saturating_sub(1)).map_or(largest, |(size, _)| size);
    let grown = move |number: usize, _: &mut _| from + (largest - from) * (number + 1) / random.max(1);
    let small = every().take(enumerated).map(|(_, case)| case);
    let tried = small.chain(random_cases::<P>(dialect, seed, None, grown).take(random));

    let mut answered = 0;
    let trial = Trial::<P> { dialect, contestant, clock };
    let wrong = in_order(
        threads,
        batches(tried, BATCH.min(*form.cases.end())),
        |batch| trial.of(batch),
        |batch, found| match found {
            Ok(None) => {
                answered += batch.len();
                progress(answered);
                ControlFlow::Continue(())
            }
            Ok(Some(finding)) => ControlFlow::Break(Ok((batch, finding))),
            Err(error) => ControlFlow::Break(Err(error)),
        },
    );
    let Some(wrong) = wrong else {
        return Ok(Outcome::Agreement { cases: answered, all });
    };
    let (batch, finding) = wrong?;
    let cases_before = answered + finding.difference.as_ref().map_or(0, |difference| difference.case - 1);
    let (cases, finding) = trial.least(batch, finding)?;
    let input = form.input(&cases);
    let expected =
        solve::<P>(dialect, Layout::Free, input.as_slice()).map_or(Vec::new(), |solution| solution.to_bytes());
    Ok(Outcome::Difference(Box::new(Counterexample { cases, input, expected, finding, cases_before })))
}

fn batches<T: Send>(items: impl Iterator<Item = T> + Send, size: usize) -> impl Iterator<Item = Vec<T>> + Send {
    let mut items = items;
    std::iter::from_fn(move || {
        let batch: Vec<T> = items.by_ref().take(size).collect();
        (!batch.is_empty()).then_some(batch)
    })
}

/// A program that is tried.
struct Trial<'a, P: Problem> {
    dialect: P::Dialect,
    contestant: &'a Contestant,
    clock: &'a dyn Clock,
}

impl<P: Problem> Trial<'_, P> {
    /// What is wrong with the program's answer to some cases, if it is wrong and they are legal.
    fn of(&self, cases: &[Vec<u8>]) -> anyhow::Result<Option<Finding>> {
        let input = self.dialect.form().input(cases);
        let solution = match solve::<P>(self.dialect, Layout::Free, input.as_slice()) {
            Ok(solution) => solution,
            Err(InputError::Fault(_)) => return Ok(None),
            Err(InputError::Io(error)) => return Err(error.into()),
        };
        let finding = try_contestant(self.contestant, self.dialect, &input, &solution, self.clock)?;
        Ok((finding.verdict != Verdict::Accepted).then_some(finding))
    }

    /// Makes cases on which the program is wrong fewer, and then each of them simpler, for as long as it is still wrong.
    fn least(&self, mut cases: Vec<Vec<u8>>, mut finding: Finding) -> anyhow::Result<(Vec<Vec<u8>>, Finding)> {
        let timer = self.clock.start();
        let in_time = || timer() < PATIENCE;
        if let Some(case) = finding.difference.as_ref().and_then(|difference| cases.get(difference.case - 1)) {
            let alone = vec![case.clone()];
            if let Some(worse) = self.of(&alone)? {
                (cases, finding) = (alone, worse);
            }
        }
        let mut cut = cases.len() / 2;
        while cut > 0 && cases.len() > 1 && in_time() {
            // From the end on, so that the first of those that are wrong by themselves is what is left.
            let mut to = cases.len();
            while to > 0 && cases.len() > 1 && in_time() {
                let from = to.saturating_sub(cut);
                let fewer = [&cases[..from], &cases[to..]].concat();
                if !fewer.is_empty()
                    && let Some(still) = self.of(&fewer)?
                {
                    (cases, finding) = (fewer, still);
                }
                to = from;
            }
            cut /= 2;
        }
        for index in 0..cases.len() {
            while let Some((simpler, still)) = self.simpler(&cases, index, &in_time)? {
                (cases, finding) = (simpler, still);
            }
        }
        Ok((cases, finding))
    }

    /// The cases with one of them a step simpler, if the program is still wrong on them.
    fn simpler(
        &self,
        cases: &[Vec<u8>],
        index: usize,
        in_time: &impl Fn() -> bool,
    ) -> anyhow::Result<Option<(Vec<Vec<u8>>, Finding)>> {
        for step in P::simpler(self.dialect, &cases[index]) {
            if !in_time() {
                break;
            }
            let mut simpler = cases.to_vec();
            simpler[index] = step;
            if let Some(finding) = self.of(&simpler)? {
                return Ok(Some((simpler, finding)));
            }
        }
        Ok(None)
    }
}
