//! The inputs that `stress` tries, and the batches in which it tries them.

use std::iter::{self, Peekable};
use std::time::Duration;

use problem::{Inputs, Listing, Rng};

/// When a search ends.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// After this number of inputs.
    pub cases: usize,
    /// After this time.
    pub time: Option<Duration>,
}

/// The inputs of a search: all if they are few. Otherwise the first half are the smallest, in order of size, and the
/// other half is random and grows; after the first hundred and at the end are the largest.
pub(super) struct Sequence<'a, I: Inputs> {
    inputs: &'a I,
    seed: u64,
    /// How many there are.
    pub(super) count: usize,
    by_size_at_most: usize,
    time: Option<Duration>,
    timer: &'a dyn Fn() -> Duration,
    by_size: Peekable<Listing<'a, I::Input>>,
    extremes: Box<dyn Iterator<Item = I::Input> + 'a>,
    random: Option<Box<dyn Iterator<Item = I::Input> + 'a>>,
    /// The size of the last one by size, and how many were taken.
    size: usize,
    enumerated: usize,
    /// The size up to which all were taken, and their number.
    complete: Option<(usize, usize)>,
    others: usize,
}

/// How many inputs of which kind were tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// The size up to which all that exist were tried, if there is one, and how many these are.
    pub complete: Option<(usize, usize)>,
    /// How many of the next size were tried, in order.
    pub partial: usize,
    /// How many random ones.
    pub random: usize,
    /// On how many of them the program was judged without an answer.
    pub unanswered: usize,
    /// How many runs exceeded the time limit with little CPU time, and were right when repeated.
    pub pauses: usize,
}

impl<'a, I: Inputs> Sequence<'a, I> {
    pub(super) fn new(inputs: &'a I, seed: u64, limits: Limits, timer: &'a dyn Fn() -> Duration) -> Self {
        /// No more inputs are listed only to know whether these are all.
        const LISTED: usize = 1_000_000;
        let is_listed = inputs.are_listed() && limits.cases <= LISTED;
        let list = || inputs.by_size().take(limits.cases + 1).try_fold(0, |count, next| next.map(|_| count + 1));
        let exist = if is_listed { list().unwrap_or(usize::MAX) } else { usize::MAX };
        let count = exist.min(limits.cases);
        let is_all = is_listed && count == exist;
        Self {
            inputs,
            seed,
            count,
            by_size_at_most: if is_all { count } else { count.div_ceil(2) },
            time: limits.time,
            timer,
            by_size: inputs.by_size().peekable(),
            extremes: if is_all { Box::new(iter::empty()) } else { inputs.extremes(seed) },
            random: None,
            size: 0,
            enumerated: 0,
            complete: None,
            others: 0,
        }
    }

    /// What was taken.
    pub(super) fn tried(&self) -> Tried {
        let Self { enumerated, complete, others, .. } = *self;
        if !self.inputs.are_listed() {
            return Tried { random: enumerated + others, ..Tried::default() };
        }
        let partial = enumerated - complete.map_or(0, |(_, count)| count);
        Tried { complete, partial, random: others, ..Tried::default() }
    }

    fn is_over(&self, part: u32) -> bool {
        self.time.is_some_and(|time| (self.timer)() >= time / part)
    }

    /// The next one of all that exist, in the first half.
    fn next_by_size(&mut self) -> Option<I::Input> {
        if self.enumerated >= self.by_size_at_most || self.is_over(2) {
            return None;
        }
        let (size, input) = self.by_size.next_if(Result::is_ok)?.ok()?;
        (self.size, self.enumerated) = (size, self.enumerated + 1);
        if self.by_size.peek().is_none_or(|next| next.as_ref().is_ok_and(|&(next, _)| next != size)) {
            self.complete = Some((size, self.enumerated));
        }
        Some(input)
    }

    /// The random ones, and the largest at the end; then the same for the next seed if there is more time.
    fn next_random(&mut self) -> Option<I::Input> {
        /// How many there are at least, if it is not known for how many there is time.
        const LEAST: usize = 1000;
        let next = self.random.as_mut().and_then(Iterator::next);
        // If all that exist were taken, no other one is left.
        let is_end = self.by_size.peek().is_none() || self.random.is_some() && self.time.is_none();
        if next.is_some() || is_end {
            return next;
        }
        let left = self.count - self.enumerated - self.others;
        let count = self.time.map_or(left, |_| left.min(self.enumerated.max(LEAST)));
        self.seed = self.seed.wrapping_add(u64::from(self.random.is_some()));
        let last: Vec<I::Input> = self.inputs.extremes(self.seed.wrapping_add(1)).collect();
        let random = self.inputs.random(self.seed, self.size, count.saturating_sub(last.len()));
        self.random.insert(Box::new(random.chain(last))).next()
    }

    /// The inputs in batches that fit into a file. Every second batch is shuffled: some programs are wrong only if a
    /// smaller case comes after a larger one.
    pub(super) fn batches(&mut self) -> impl Iterator<Item = Vec<I::Input>> {
        /// How many inputs go into one file, even if more fit.
        const MOST: usize = 500;
        let (inputs, mut rng) = (self.inputs, Rng::new(self.seed));
        let mut rest = self.peekable();
        let batches = iter::from_fn(move || {
            let mut batch = vec![rest.next()?];
            while batch.len() < MOST
                && let Some(next) = rest.next_if(|next| inputs.fits(&batch, next))
            {
                batch.push(next);
            }
            Some(batch)
        });
        batches.enumerate().map(move |(number, mut batch)| {
            if number % 2 == 1 {
                for unshuffled in (1..batch.len()).rev() {
                    batch.swap(unshuffled, rng.below(unshuffled + 1));
                }
            }
            batch
        })
    }
}

impl<I: Inputs> Iterator for Sequence<'_, I> {
    type Item = I::Input;

    fn next(&mut self) -> Option<I::Input> {
        /// After this number of small inputs the largest come, so that a slow program meets them before anybody loses
        /// patience.
        const BEFORE_EXTREMES: usize = 100;
        if self.enumerated + self.others >= self.count || self.is_over(1) {
            return None;
        }
        let largest = if self.enumerated < BEFORE_EXTREMES { None } else { self.extremes.next() };
        let small = if largest.is_none() { self.next_by_size() } else { None };
        if small.is_some() {
            return small;
        }
        let other = largest.or_else(|| self.extremes.next()).or_else(|| self.next_random())?;
        self.others += 1;
        Some(other)
    }
}
