//! Which parts of the table have values at plies that are not reached yet.

use std::sync::atomic::{AtomicU16, Ordering};

use crate::memory::{OutOfMemory, filled, index};
use crate::rank_set::SPAN;

/// For each span of ranks the shortest distance that a value in it may have that was decided ahead of its ply. Two bytes for
/// 4,096 ranks: the values themselves are in the table.
pub(crate) struct Pending(Vec<AtomicU16>);

/// There is no such value: longer than any distance.
const NONE: u16 = u16::MAX;

impl Pending {
    pub(crate) fn new(ranks: u64) -> Result<Self, OutOfMemory> {
        filled(ranks.div_ceil(SPAN), || AtomicU16::new(NONE)).map(Self)
    }

    /// Adds the value of a rank.
    pub(crate) fn add(&self, rank: u64, plies: u16) {
        self.0[index(rank / SPAN)].fetch_min(plies, Ordering::Relaxed);
    }

    /// The shortest distance of all.
    pub(crate) fn first(&self) -> Option<u16> {
        self.0.iter().map(|shortest| shortest.load(Ordering::Relaxed)).min().filter(|&shortest| shortest != NONE)
    }

    /// The spans that may have values of this distance, which is the shortest of all.
    pub(crate) fn take(&self, plies: u16) -> Vec<u64> {
        let has_value = |(_, shortest): &(u64, &AtomicU16)| shortest.load(Ordering::Relaxed) == plies;
        let spans = (0..).zip(&self.0).filter(has_value);
        spans.inspect(|(_, shortest)| shortest.store(NONE, Ordering::Relaxed)).map(|(span, _)| span).collect()
    }
}
