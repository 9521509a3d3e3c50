//! Computing the values after a window again.
//!
//! The value of a common heap is the smallest common value that no move reaches. A move that leaves two common heaps
//! reaches a rare value, so the moves that leave a rare heap and another one, or one heap, decide. A heap that is rare
//! in truth gets a wrong value here: it is found if it is drawn, or by the values at the next window.

use super::known::Known;

/// The fewest values that are forgotten together.
const BLOCK: usize = 1 << 16;

/// The number of moves that are looked at in about a minute.
const MOST_MOVES: usize = 10_usize.pow(9).saturating_mul(50);

/// Computes common values one after another.
pub(super) struct Recomputation {
    /// As [`Known::deciding_moves`].
    moves: Vec<(usize, u16)>,
    /// The common values of heaps of even and of odd size, ascending.
    common: [Vec<u16>; 2],
    /// For each value the last heap from which a move was seen to reach it.
    reached_from: Vec<usize>,
}

impl Recomputation {
    pub(super) fn new(known: &Known<'_>) -> Self {
        let moves = known.deciding_moves(known.len()).collect();
        let common = [0, 1].map(|heap| (0..=u16::MAX).filter(|&value| !known.is_rare(heap, value)).collect());
        Self { moves, common, reached_from: vec![0; 1 << 16] }
    }

    /// How far beyond each of `windows` windows values are computed, so that it takes a minute or two.
    pub(super) fn default_distance(&self, windows: usize) -> usize {
        (MOST_MOVES / windows / self.moves.len().max(1)).min(1_000_000)
    }

    /// Adds the values of the heaps before `end`, and forgets early ones that are no longer needed. `None` if all
    /// common values are reached from the next heap.
    pub(super) fn extend(&mut self, known: &mut Known<'_>, end: usize) -> Option<()> {
        for heap in known.len()..end {
            if heap.is_multiple_of(BLOCK) {
                known.forget(BLOCK);
            }
            let values = &mut known.values;
            let next = values.len();
            for &(less, rare) in &self.moves {
                self.reached_from[usize::from(values[next - less] ^ rare)] = heap;
            }
            let mut common = self.common[heap % 2].iter();
            values.push(*common.find(|&&value| self.reached_from[usize::from(value)] != heap)?);
        }
        Some(())
    }
}
