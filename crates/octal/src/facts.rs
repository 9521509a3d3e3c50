//! What is worth knowing about the values of a game's heaps.

use grundy::{Checksum, Nimber, Period, Sequence, SparseSpace};

/// Facts about the values of the heaps from 0 to the largest that is known.
pub(crate) struct Facts {
    pub(crate) checksum: Checksum,
    pub(crate) largest: Nimber,
    /// The first heap that has the largest value.
    pub(crate) largest_at: usize,
    /// How many heaps the player to move loses.
    pub(crate) zeros: usize,
    /// The largest heap that the player to move loses.
    pub(crate) last_zero: Option<usize>,
    /// `None` if the game has no sparse space.
    pub(crate) rare: Option<RareHeaps>,
    /// The period, if it is proven.
    pub(crate) period: Option<Period>,
}

/// The rare heaps of a game, by its best sparse space.
pub(crate) struct RareHeaps {
    space: SparseSpace,
    pub(crate) count: usize,
    pub(crate) last: Option<usize>,
}

impl Facts {
    /// Finds the facts about all values of the sequence.
    pub(crate) fn of(known: &Sequence) -> Self {
        let values = || known.iter().enumerate();
        // Of equal values, the last one that `max_by_key` sees wins: the smallest heap.
        let (largest_at, largest) = values().rev().max_by_key(|&(_, value)| value).unwrap_or((0, Nimber::ZERO));
        let mut zeros = values().filter(|(_, value)| value.is_zero()).map(|(heap, _)| heap);
        let last_zero = zeros.next_back();
        Self {
            checksum: Checksum::of(known.iter()),
            largest,
            largest_at,
            zeros: zeros.count() + last_zero.iter().len(),
            last_zero,
            rare: known.sparse_space().map(|space| RareHeaps::of(space, known)),
            period: known.period(),
        }
    }
}

impl RareHeaps {
    fn of(space: SparseSpace, known: &Sequence) -> Self {
        let (mut count, mut last) = (0, None);
        for heap in space.rare_heaps(known.iter()) {
            (count, last) = (count + 1, Some(heap));
        }
        Self { space, count, last }
    }

    /// Formats the bits of a value that are counted, and `+size` if the size of the heap counts as well.
    pub(crate) fn mask(&self) -> String {
        let size = if self.space.counts_size() { "+size" } else { "" };
        format!("{:#x}{size}", self.space.mask())
    }
}
