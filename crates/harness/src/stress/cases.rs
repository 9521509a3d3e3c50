//! The inputs that `stress` tries, and the batches in which it tries them.

use std::cell::{Cell, RefCell};
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

impl Tried {
    /// How many were tried in order of size.
    fn by_size(&self) -> usize {
        self.complete.map_or(0, |(_, count)| count) + self.partial
    }

    /// How many were tried.
    pub(crate) fn all(&self) -> usize {
        self.by_size() + self.random
    }
}

/// The inputs of a search: all if they are few. Otherwise the first half are the smallest, in order of size, and the
/// other half is random and grows; after the first hundred and at the end are the largest.
pub(super) struct Schedule<'a, I: Inputs> {
    inputs: &'a I,
    seed: u64,
    /// How many there are.
    pub(super) count: usize,
    by_size_at_most: usize,
    time: Option<Duration>,
    timer: &'a dyn Fn() -> Duration,
    by_size: RefCell<Peekable<Listing<'a, I::Input>>>,
    /// The size of the last one by size.
    size: Cell<usize>,
    taken: Cell<Tried>,
}

impl<'a, I: Inputs> Schedule<'a, I> {
    pub(super) fn new(inputs: &'a I, seed: u64, limits: Limits, timer: &'a dyn Fn() -> Duration) -> Self {
        /// No more inputs are listed only to know whether these are all.
        const LISTED: usize = 1_000_000;
        let Limits { cases, time } = limits;
        let is_listed = inputs.are_listed() && cases <= LISTED;
        let list = || inputs.by_size().take(cases + 1).try_fold(0, |count, next| next.map(|_| count + 1));
        let exist = if is_listed { list().unwrap_or(usize::MAX) } else { usize::MAX };
        let by_size_at_most = if is_listed && exist <= cases { exist } else { cases.div_ceil(2) };
        let by_size = RefCell::new(inputs.by_size().peekable());
        let (count, size, taken) = (exist.min(cases), Cell::default(), Cell::default());
        Self { inputs, seed, count, by_size_at_most, time, timer, by_size, size, taken }
    }

    /// What was taken.
    pub(super) fn tried(&self) -> Tried {
        let taken = self.taken.get();
        if self.inputs.are_listed() { taken } else { Tried { random: taken.all(), ..Tried::default() } }
    }

    fn is_over(&self, part: u32) -> bool {
        self.time.is_some_and(|time| (self.timer)() >= time / part)
    }

    /// All of them, in order.
    fn all(&self) -> impl Iterator<Item = I::Input> {
        /// After this number of small inputs the largest come, so that a slow program meets them before anybody loses
        /// patience.
        const BEFORE_EXTREMES: usize = 100;
        let by_size = || iter::from_fn(|| self.next_by_size());
        let has_others = self.by_size_at_most < self.count;
        let extremes = has_others.then(|| self.inputs.extremes(self.seed)).into_iter().flatten();
        let random = (0..).map_while(|round| self.random(round)).flatten();
        let count_other = |_: &I::Input| self.taken.update(|taken| Tried { random: taken.random + 1, ..taken });
        let first = by_size().take(BEFORE_EXTREMES).chain(extremes.inspect(count_other));
        let mut all = first.chain(by_size()).chain(random.inspect(count_other));
        iter::from_fn(move || if self.is_over(1) { None } else { all.next() }).take(self.count)
    }

    /// The next one of all that exist, in the first half.
    fn next_by_size(&self) -> Option<I::Input> {
        let taken = self.taken.get();
        if taken.by_size() >= self.by_size_at_most || self.is_over(2) {
            return None;
        }
        let mut by_size = self.by_size.borrow_mut();
        let (size, input) = by_size.next_if(Result::is_ok)?.ok()?;
        self.size.set(size);
        let is_last = by_size.peek().is_none_or(|next| next.as_ref().is_ok_and(|&(next, _)| next != size));
        let (complete, partial) =
            if is_last { (Some((size, taken.by_size() + 1)), 0) } else { (taken.complete, taken.partial + 1) };
        self.taken.set(Tried { complete, partial, ..taken });
        Some(input)
    }

    /// Random ones, and the largest at the end; if there is more time, in several rounds. None if all that exist were
    /// taken.
    fn random(&self, round: u64) -> Option<impl Iterator<Item = I::Input>> {
        /// How many there are at least, if it is not known for how many there is time.
        const LEAST: usize = 1000;
        if self.by_size.borrow_mut().peek().is_none() || round > 0 && self.time.is_none() {
            return None;
        }
        let taken = self.taken.get();
        let left = self.count - taken.all();
        let count = self.time.map_or(left, |_| left.min(taken.by_size().max(LEAST)));
        let seed = self.seed.wrapping_add(round);
        let last: Vec<I::Input> = self.inputs.extremes(seed.wrapping_add(1)).collect();
        let random = self.inputs.random(seed, self.size.get(), count.saturating_sub(last.len()));
        let mut inputs = random.chain(last).peekable();
        inputs.peek().is_some().then_some(inputs)
    }

    /// The inputs in batches that fit into a file. Every second batch is shuffled: some programs are wrong only if a
    /// smaller case comes after a larger one.
    pub(super) fn batches(&self) -> impl Iterator<Item = Vec<I::Input>> {
        /// How many inputs go into one file, even if more fit.
        const MOST: usize = 500;
        let (inputs, mut rng) = (self.inputs, Rng::new(self.seed));
        let mut rest = self.all().peekable();
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
