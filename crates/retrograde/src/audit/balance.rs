//! Sums over all ranks in little memory: two ways to count must balance for each rank.
//!
//! The audit compares successors with predecessors by sums of hashes over 64 Ki ranges of ranks. It looks into a range
//! only if its sum is wrong, so it takes one megabyte for any game.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::checksum::mix;

/// The largest number of sums.
const BUCKETS: u64 = 1 << 16;

/// Ranks that are divided evenly into buckets.
#[derive(Clone, Debug)]
pub(super) struct Window {
    ranks: Range<u64>,
    /// The number of ranks in a bucket.
    length: u64,
}

impl Window {
    pub(super) fn new(ranks: Range<u64>) -> Self {
        let length = (ranks.end - ranks.start).div_ceil(BUCKETS).max(1);
        Self { ranks, length }
    }
}

/// For each bucket of ranks a sum of hashes that is 0 if everything balances. It is also 0 if something does not, but
/// only with a probability of 2^-64. Half a megabyte at most.
pub(super) struct Balance {
    window: Window,
    sums: Vec<AtomicU64>,
}

impl Balance {
    pub(super) fn new(window: Window) -> Self {
        let buckets = (window.ranks.end - window.ranks.start).div_ceil(window.length);
        Self { window, sums: (0..buckets).map(|_| AtomicU64::new(0)).collect() }
    }

    pub(super) fn covers(&self, rank: u64) -> bool {
        self.window.ranks.contains(&rank)
    }

    /// Adds a number to the sum of a rank, if the rank is in the window.
    pub(super) fn add(&self, rank: u64, number: u64) {
        if self.covers(rank) {
            let bucket = (rank - self.window.ranks.start) / self.window.length;
            let bucket = usize::try_from(bucket).expect("there are few buckets");
            self.sums[bucket].fetch_add(number, Ordering::Relaxed);
        }
    }

    /// The ranks of the first bucket that does not balance.
    pub(super) fn first_unbalanced(&self) -> Option<Range<u64>> {
        let bucket = self.sums.iter().position(|sum| sum.load(Ordering::Relaxed) != 0)? as u64;
        let Window { ranks, length } = &self.window;
        let start = ranks.start + bucket * length;
        Some(start..start.saturating_add(*length).min(ranks.end))
    }
}

/// A hash of a move between canonical positions.
pub(super) fn hash_of_move(from: u64, to: u64, moves_again: bool) -> u64 {
    mix(mix(from) ^ to.rotate_left(1) ^ u64::from(moves_again))
}
