//! The heaps that are paired with every other one.

use super::marks::GROUP;
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

/// The heaps that are paired with whatever else a move leaves, ascending, without heap 0.
#[derive(Clone, Debug)]
pub(super) struct Anchors {
    /// What makes heaps rare; if `None`, all heaps are anchors.
    pub(super) space: Option<SparseSpace>,
    /// All rare heaps, or all heaps.
    pub(super) deciding: Vec<Anchor>,
    /// Some common heaps. Empty if all heaps are anchors.
    pub(super) sample: Vec<Anchor>,
}

impl Anchors {
    pub(super) fn new(space: Option<SparseSpace>, values: &[u16]) -> Self {
        let is_rare = |&heap: &usize| space.is_none_or(|space| space.is_rare(heap, values[heap]));
        let anchor = |heap: usize| Anchor::new(heap, values[heap]);
        let sample = Self::sample(values, |heap| !is_rare(heap));
        Self {
            space,
            deciding: (1..values.len()).filter(is_rare).map(anchor).collect(),
            sample: sample.map(anchor).collect(),
        }
    }

    /// The number of common heaps in the sample: enough to make nearly every value that two common heaps can add up to.
    pub(super) fn sample_size(values: &[u16]) -> usize {
        4 * room_for(values)
    }

    /// Small common heaps. What is left beside them are the latest heaps, so that the cache holds the values of both
    /// however long the sequence is, and the sums are more varied than for two heaps from the middle. Neighbours
    /// often have equal values, so some are left out between them; an odd distance, as the parity of sizes may count.
    fn sample(values: &[u16], is_common: impl Fn(&usize) -> bool) -> impl Iterator<Item = usize> {
        let size = Self::sample_size(values);
        let step = (values.len() / 2 / size).clamp(1, 2 * GROUP);
        (1..values.len()).step_by((step - 1) | 1).filter(is_common).take(size)
    }

    /// Adds the next heap of the sequence if it is rare, or if all heaps are anchors.
    pub(super) fn add(&mut self, heap: usize, value: u16) {
        if self.space.is_none_or(|space| space.is_rare(heap, value)) {
            self.deciding.push(Anchor::new(heap, value));
        }
    }
}

/// The number of anchors below `heap`.
pub(super) fn count_below(anchors: &[Anchor], heap: usize) -> usize {
    anchors.partition_point(|anchor| anchor.heap() < heap)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However long a sequence is, and with an odd distance.
    #[test]
    fn the_sample_has_its_size_and_stays_with_the_small_heaps() {
        for (heaps, step) in [(511, 1), (513, 1), (3071, 5), (4096, 7), (8191, 15), (16_384, 31), (1 << 20, 31)] {
            // Below 64, so that there are 256 in the sample.
            let values: Vec<u16> = (0..heaps).map(|heap| u16::try_from(heap % 64).unwrap()).collect();
            let sample: Vec<usize> = Anchors::sample(&values, |_| true).collect();
            let expected: Vec<usize> = (0..256).map(|index| 1 + index * step).collect();
            assert_eq!(sample, expected, "{heaps}");
        }
        assert_eq!(Anchors::sample(&[0, 1, 2], |heap| heap % 2 == 1).collect::<Vec<_>>(), [1]);
    }
}
