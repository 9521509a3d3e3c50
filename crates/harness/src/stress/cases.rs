//! The inputs that `stress` tries, and the batches in which it tries them.

use std::cell::{Cell, RefCell};
use std::iter;
use std::rc::Rc;

use problem::{Inputs, Rng};

/// The inputs of a search.
pub(super) struct Sequence<'a, I> {
    pub(super) inputs: &'a I,
    pub(super) seed: u64,
    /// How many there are.
    pub(super) count: usize,
    /// Whether these are all that exist.
    pub(super) is_all: bool,
}

/// The number of small inputs before the first large ones, so that a slow program meets them before anybody loses patience.
const BEFORE_EXTREMES: usize = 100;

impl<'a, I: Inputs> Sequence<'a, I> {
    /// The sequence of at most `most` inputs.
    pub(super) fn new(inputs: &'a I, seed: u64, most: usize) -> Self {
        /// No more inputs are listed only to know whether these are all.
        const LISTED: usize = 1_000_000;
        let listed = most.min(LISTED);
        let count = || inputs.by_size().take(listed + 1).count();
        let exist = inputs.are_listed().then(count).filter(|exist| *exist <= listed);
        Self { inputs, seed, count: exist.unwrap_or(most), is_all: exist.is_some() }
    }

    /// How many of them are the smallest that exist.
    fn enumerated(&self) -> usize {
        if self.is_all { self.count } else { self.count.div_ceil(2) }
    }

    /// The size up to which all inputs that exist are among them, if there is one.
    pub(super) fn complete_size(&self) -> Option<usize> {
        if !self.inputs.are_listed() {
            return None;
        }
        let sizes = || self.inputs.by_size().map(|(size, _)| size);
        let mut last = sizes().skip(self.enumerated().saturating_sub(1));
        let (smallest, last, next) = (sizes().next()?, last.next()?, last.next());
        let complete = if next == Some(last) { last.checked_sub(1)? } else { last };
        (complete >= smallest).then_some(complete)
    }

    /// All inputs if they are few. Otherwise the first half are the smallest, in order of size, and the other half is
    /// random and grows; among the first and at the end are the largest.
    fn iter(&self) -> Box<dyn Iterator<Item = I::Input> + 'a> {
        let Self { inputs, seed, count, .. } = *self;
        if self.is_all {
            return Box::new(inputs.by_size().map(|(_, input)| input));
        }
        let enumerated = self.enumerated();
        let extremes = inputs.extremes(seed).count();
        let random = count.saturating_sub(enumerated).saturating_sub(2 * extremes);
        // The size that the enumeration has reached.
        let from = Rc::new(Cell::new(0));
        let reached = Rc::clone(&from);
        let by_size = inputs.by_size().take(enumerated).map(move |(size, input)| {
            reached.set(size);
            input
        });
        // In two parts, of which none is made before it is wanted: that may take long.
        let by_size = Rc::new(RefCell::new(by_size));
        let part = |most| {
            let by_size = Rc::clone(&by_size);
            iter::from_fn(move || by_size.borrow_mut().next()).take(most)
        };
        let [first, rest] = [BEFORE_EXTREMES, usize::MAX].map(part);
        let grown = iter::once_with(move || inputs.random(seed, from.get(), random)).flatten();
        let last = iter::once_with(move || inputs.extremes(seed.wrapping_add(1))).flatten();
        let all = first.chain(inputs.extremes(seed)).chain(rest).chain(grown).chain(last);
        Box::new(all.take(count))
    }

    /// The inputs in batches that fit into a file. Every second batch is shuffled: some programs are wrong only if a
    /// smaller case comes after a larger one.
    pub(super) fn batches(&self) -> impl Iterator<Item = Vec<I::Input>> + 'a {
        /// How many inputs go into one file, even if more fit.
        const MOST: usize = 500;
        let inputs = self.inputs;
        let mut rng = Rng::new(self.seed);
        let mut rest = self.iter().peekable();
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
