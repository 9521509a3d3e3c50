//! The heaps that are paired with every other one.

use std::ops::Range;

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

/// The heaps that are paired with whatever else a move leaves.
#[derive(Clone, Debug)]
pub(super) struct Anchors {
    /// What makes heaps rare; if `None`, all heaps are anchors.
    pub(super) space: Option<SparseSpace>,
    /// All rare heaps, or all heaps.
    pub(super) deciding: AnchorList,
    /// Some common heaps. Empty if all heaps are anchors.
    pub(super) sample: AnchorList,
}

/// Anchors that ascend; heap 0 is not among them.
#[derive(Clone, Debug)]
pub(super) struct AnchorList(Vec<Anchor>);

impl Anchors {
    pub(super) fn new(space: Option<SparseSpace>, values: &[u16]) -> Self {
        let is_rare = |&heap: &usize| space.is_none_or(|space| space.is_rare(heap, values[heap]));
        Self {
            space,
            deciding: AnchorList::new((1..values.len()).filter(is_rare), values),
            sample: AnchorList::new(Self::sample(values).filter(|heap| !is_rare(heap)), values),
        }
    }

    /// The number of common heaps in the sample: so many make nearly every value that two common heaps can add up to.
    pub(super) fn sample_size(values: &[u16]) -> usize {
        4 * room_for(values)
    }

    /// Heaps from the middle on. What is left beside them is near the middle, too, so that the cache holds the values of both however long
    /// the sequence is. They are not neighbours, as these often have equal values; an odd distance, as the parity of sizes may count.
    fn sample(values: &[u16]) -> impl Iterator<Item = usize> {
        let size = Self::sample_size(values);
        let middle = values.len() / 2;
        let step = ((middle / size).clamp(1, GROUP) - 1) | 1;
        (middle.max(1)..values.len()).step_by(step).take(size)
    }

    /// Adds the next heap of the sequence if it is rare, or if all heaps are anchors.
    pub(super) fn add(&mut self, heap: usize, value: u16) {
        if self.space.is_none_or(|space| space.is_rare(heap, value)) {
            self.deciding.0.push(Anchor::new(heap, value));
        }
    }
}

impl AnchorList {
    pub(super) fn new(heaps: impl Iterator<Item = usize>, values: &[u16]) -> Self {
        Self(heaps.map(|heap| Anchor::new(heap, values[heap])).collect())
    }

    /// Those anchors whose place in the list is in `range`.
    pub(super) fn slice(&self, range: Range<usize>) -> &[Anchor] {
        &self.0[range]
    }

    /// The number of anchors below `heap`.
    pub(super) fn count_below(&self, heap: usize) -> usize {
        self.0.partition_point(|anchor| anchor.heap() < heap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However long a sequence is, and with a distance that is odd and no more than a group, whose values are read together.
    #[test]
    fn the_sample_has_its_size_and_stays_near_the_middle() {
        for (heaps, step) in [(513, 1), (3071, 5), (4096, 7), (8191, 15), (1 << 20, 15)] {
            // Below 64, so that there are 256 in the sample.
            let values: Vec<u16> = (0..heaps).map(|heap| u16::try_from(heap % 64).unwrap()).collect();
            let sample: Vec<usize> = Anchors::sample(&values).collect();
            let expected: Vec<usize> = (0..256).map(|index| heaps / 2 + index * step).collect();
            assert_eq!(sample, expected, "{heaps}");
        }
        assert_eq!(Anchors::sample(&[0, 1, 2]).collect::<Vec<_>>(), [1, 2]);
    }
}
