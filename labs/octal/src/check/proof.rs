//! Proving values: no move reaches the value of a heap, and moves reach all smaller ones.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::rules::Rules;
use crate::progress::Bar;

/// What came of checking heaps.
#[derive(Debug, Default)]
pub(super) struct HeapCheck {
    /// Ascending.
    pub(super) wrong: Vec<Wrong>,
    /// The number of pairs of heaps that the moves leave.
    pub(super) pairs: u64,
}

/// A heap whose value does not follow from the values of others, in the same file or computed from it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Wrong {
    pub(super) heap: usize,
    pub(super) value: u16,
    pub(super) reason: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { heap, value, reason } = self;
        write!(out, "heap {heap} has the value {value}, and {reason}")
    }
}

impl HeapCheck {
    fn add(&mut self, other: Self) {
        self.wrong.extend(other.wrong);
        self.pairs += other.pairs;
    }
}

/// Checks the values of these heaps on this number of threads, or on fewer if the system does not start them.
pub(super) fn check_all(rules: &Rules, values: &[u16], heaps: &[usize], threads: usize) -> HeapCheck {
    /// The most heaps that are checked together.
    const BATCH: usize = 16;
    // What takes longest comes first, so that no thread is left alone with it in the end.
    let mut descending = heaps.to_vec();
    descending.sort_unstable_by(|one, other| other.cmp(one));
    let batches: Vec<&[usize]> = descending.chunks((heaps.len() / 8 / threads).clamp(1, BATCH)).collect();
    let mut all = HeapCheck::default();
    for found in share("heaps", &batches, |batch| batch.len(), threads, |batch| check(rules, values, batch)) {
        all.add(found);
    }
    all.wrong.sort_unstable();
    all
}

/// Checks some heaps together: the values of smaller heaps are read once for all of them, and the values of larger
/// ones, if the heaps lie near each other, while they are still in the cache.
fn check(rules: &Rules, values: &[u16], heaps: &[usize]) -> HeapCheck {
    /// The number of pairs of one heap before it is the turn of the next. Their values fit into the nearest cache.
    const BLOCK: usize = 1 << 13;
    let is_single = |&heap: &usize| rules.left_alone(heap).any(|rest| values[rest] == values[heap]);
    let mut is_reached: Vec<bool> = heaps.iter().map(is_single).collect();
    let splits = || (0..).zip(heaps).flat_map(|(index, &heap)| rules.splits(heap).map(move |split| (index, split)));
    let longest = splits().map(|(_, split)| split.most).max().unwrap_or(0);
    for start in (1..=longest).step_by(BLOCK) {
        for (index, split) in splits() {
            let (smaller, larger) = split.values(values, start, start + BLOCK);
            is_reached[index] |= some_sum_is(smaller, larger, values[heaps[index]]);
        }
    }
    let wrong = heaps.iter().zip(is_reached).filter_map(|(&heap, is_reached)| {
        let value = values[heap];
        let right = if is_reached {
            least_missing(rules, values, heap, 1 << 16).unwrap_or(1 << 16)
        } else {
            least_missing(rules, values, heap, usize::from(value))?
        };
        Some(Wrong { heap, value, reason: format!("by its moves {right}") })
    });
    HeapCheck { wrong: wrong.collect(), pairs: splits().map(|(_, split)| split.most as u64).sum() }
}

/// Whether some pair has this sum: the first of `smaller` and the last of `larger`, the second and the last but one,
/// ...
fn some_sum_is(smaller: &[u16], larger: &[u16], sum: u16) -> bool {
    pulp::Arch::new().dispatch(|| search(smaller, larger, sum))
}

#[expect(clippy::inline_always, reason = "only what is inlined is compiled for the registers that were chosen")]
#[inline(always)]
fn search(smaller: &[u16], larger: &[u16], sum: u16) -> bool {
    let pairs = smaller.iter().zip(larger.iter().rev());
    // Without a branch per pair, so that the compiler can compare several at a time.
    pairs.fold(0, |found, (smaller, larger)| found | u16::from(smaller ^ larger == sum)) != 0
}

/// The smallest value below `enough` that no move from the heap reaches, by the values of the smaller heaps. `None` if
/// all are reached, which is often known before all moves have been looked at.
fn least_missing(rules: &Rules, values: &[u16], heap: usize, enough: usize) -> Option<usize> {
    /// The number of pairs of each split between two looks at what has been reached.
    const BLOCK: usize = 4096;
    let mut reached = vec![false; 1 << 16];
    rules.left_alone(heap).for_each(|rest| reached[usize::from(values[rest])] = true);
    let mut next = 0;
    let longest = rules.splits(heap).map(|split| split.most).max().unwrap_or(0);
    for start in (1..=longest).step_by(BLOCK) {
        for split in rules.splits(heap) {
            let (smaller, larger) = split.values(values, start, start + BLOCK);
            for (smaller, larger) in smaller.iter().zip(larger.iter().rev()) {
                reached[usize::from(smaller ^ larger)] = true;
            }
        }
        next += reached[next..enough].iter().take_while(|reached| **reached).count();
        if next == enough {
            return None;
        }
    }
    reached[..enough].iter().position(|reached| !reached)
}

/// Does the work for each item on this number of threads, or on one if the system does not start them. Returns what came
/// of each, in order. The progress bar counts things of this name, `size` of them for an item.
pub(super) fn share<T: Sync, R: Send>(
    things: &str,
    items: &[T],
    size: impl Fn(&T) -> usize + Sync,
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let progress = Bar::new(things, items.iter().map(&size).sum(), 0);
    let done = AtomicUsize::new(0);
    let run = |item: &T| {
        let result = work(item);
        progress.set(done.fetch_add(size(item), Ordering::Relaxed) + size(item));
        result
    };
    let results = match ThreadPoolBuilder::new().num_threads(threads.min(items.len()).max(1)).build() {
        Ok(pool) => pool.install(|| items.par_iter().with_max_len(1).map(run).collect()),
        Err(_) => items.iter().map(run).collect(),
    };
    progress.finish();
    results
}
