//! Proving values: no move reaches the value of a heap, and moves reach all smaller ones.

use std::fmt;

use super::pairs::some_sum_is;
use super::reached::least_missing;
use super::rules::Rules;
use super::share::share;

/// What came of checking heaps.
#[derive(Debug, Default)]
pub(super) struct Found {
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

impl Found {
    fn add(&mut self, other: Self) {
        self.wrong.extend(other.wrong);
        self.pairs += other.pairs;
    }
}

/// Checks the values of these heaps on this number of threads, or on fewer if the system does not start them.
pub(super) fn check_all(rules: &Rules, values: &[u16], heaps: &[usize], threads: usize) -> Found {
    /// The most heaps that are checked together.
    const BATCH: usize = 16;
    // What takes longest comes first, so that no thread is left alone with it in the end.
    let mut descending = heaps.to_vec();
    descending.sort_unstable_by(|one, other| other.cmp(one));
    let batches: Vec<&[usize]> = descending.chunks((heaps.len() / 8 / threads).clamp(1, BATCH)).collect();
    let mut all = Found::default();
    for found in share("heaps", &batches, |batch| batch.len(), threads, |batch| check(rules, values, batch)) {
        all.add(found);
    }
    all.wrong.sort_unstable();
    all
}

/// Checks some heaps together: the values of smaller heaps are read once for all of them, and the values of larger
/// ones, if the heaps lie near each other, while they are still in the cache.
fn check(rules: &Rules, values: &[u16], heaps: &[usize]) -> Found {
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
    Found { wrong: wrong.collect(), pairs: splits().map(|(_, split)| split.count()).sum() }
}
