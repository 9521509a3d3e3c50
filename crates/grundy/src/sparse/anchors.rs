//! The heaps that are paired with every other one.

use std::ops::Range;

use super::space::SparseSpace;
use crate::plain::room_for;

/// A heap and its value, in eight bytes, as the list is read for every group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor {
    heap: u32,
    pub(super) value: u16,
}

impl Anchor {
    /// The number of heaps that can be anchors.
    pub(super) const HEAPS: usize = u32::MAX as usize;

    /// # Panics
    ///
    /// If the heap is not below [`HEAPS`](Self::HEAPS).
    pub(super) fn new(heap: usize, value: u16) -> Self {
        Self { heap: u32::try_from(heap).expect("larger heaps are left to the plain engine"), value }
    }

    pub(super) fn heap(self) -> usize {
        self.heap as usize
    }
}

/// The heaps that are paired with whatever else a move leaves.
#[derive(Clone, Debug)]
pub(super) struct Anchors {
    /// What makes heaps rare: the anchors are all rare heaps and a sample of the common ones. If `None`, they are all heaps.
    pub(super) space: Option<SparseSpace>,
    /// Ascending; heap 0 is not among them.
    heaps: Vec<Anchor>,
}

impl Anchors {
    pub(super) fn new(space: Option<SparseSpace>, values: &[u16]) -> Self {
        let every = (values.len() / Self::sample_size(values)) | 1;
        let heaps = (1..values.len())
            .filter(|&heap| space.is_none_or(|space| space.is_rare(heap, values[heap])) || heap % every == 0)
            .map(|heap| Anchor::new(heap, values[heap]))
            .collect();
        Self { space, heaps }
    }

    /// The number of common heaps in the sample: so many make nearly every value that two common heaps can add up to.
    pub(super) fn sample_size(values: &[u16]) -> usize {
        4 * room_for(values)
    }

    /// Adds the next heap of the sequence if it is rare, or if all heaps are anchors.
    pub(super) fn add(&mut self, heap: usize, value: u16) {
        if self.space.is_none_or(|space| space.is_rare(heap, value)) {
            self.heaps.push(Anchor::new(heap, value));
        }
    }

    /// Those anchors whose place in the list is in `range`.
    pub(super) fn slice(&self, range: Range<usize>) -> &[Anchor] {
        &self.heaps[range]
    }

    /// The number of anchors below `heap`.
    pub(super) fn count_below(&self, heap: usize) -> usize {
        self.heaps.partition_point(|anchor| anchor.heap() < heap)
    }
}
