//! Determining the value of one heap when all sums with an anchor are marked.

use super::marks::first_unmarked;
use super::pairs::any_sum_is;
use super::space::SparseSpace;
use crate::heap_game::HeapGame;

/// A game and the values of its heaps: below `end`, from before the block, and in the block so far.
pub(super) struct Known<'a> {
    pub(super) game: &'a HeapGame,
    pub(super) values: &'a [u16],
    pub(super) space: Option<SparseSpace>,
    pub(super) end: usize,
}

impl Known<'_> {
    /// Finds the smallest value that no move to heaps below `end` leads to, given the sums of all pairs of an anchor
    /// and another heap below `end`. Marks reachable values on the way.
    ///
    /// Returns `None` if the marks are all that is needed to read it off: if it has the parity of sums with a rare
    /// heap, all of which are marked.
    pub(super) fn find_candidate<const ROOM: usize>(&self, heap: usize, reachable: &mut [u8; ROOM]) -> Option<u16> {
        for rest in self.game.single_options(heap).filter(|&rest| rest < self.end) {
            reachable[usize::from(self.values[rest]) % ROOM] = 1;
        }
        let space = self.space?;
        let tokens = heap - self.game.splits().next()?.min(heap);
        let mut unmarked = 0;
        loop {
            unmarked = first_unmarked(reachable, unmarked)?;
            let value = u16::try_from(unmarked).ok()?;
            if space.is_mixed(tokens, value) {
                return None;
            }
            if !self.can_split_into(heap, value) {
                return Some(value);
            }
            reachable[unmarked] = 1;
        }
    }

    /// Whether a move splits `heap` into two heaps below `end` that add up to `value`.
    fn can_split_into(&self, heap: usize, value: u16) -> bool {
        self.game.splits().filter(|&taken| taken < heap).any(|taken| {
            let rest = heap - taken;
            // The smaller half is in this range, so that the larger one is below `end`.
            let most = if self.game.unequal() { (rest - 1) / 2 } else { rest / 2 };
            let least = (rest + 1).saturating_sub(self.end).max(1);
            least <= most && any_sum_is(&self.values[least..=most], &self.values[rest - most..=rest - least], value)
        })
    }

    /// The value of `heap`, the next one of the block; `ROOM` or more if the table has no room for it.
    pub(super) fn mex<const ROOM: usize>(
        &self,
        heap: usize,
        reachable: &mut [u8; ROOM],
        candidate: Option<u16>,
    ) -> usize {
        for rest in self.game.splits().filter(|&taken| taken < heap).map(|taken| heap - taken) {
            // The larger half is in the block, and the smaller one may be.
            for larger in self.end..rest {
                let smaller = rest - larger;
                if !(self.game.unequal() && smaller == larger) {
                    reachable[usize::from(self.values[smaller] ^ self.values[larger]) % ROOM] = 1;
                }
            }
        }
        for rest in self.game.single_options(heap).filter(|&rest| rest >= self.end) {
            reachable[usize::from(self.values[rest]) % ROOM] = 1;
        }
        // Most candidates stand: everything below is reachable, and no move within the block leads to them.
        if let Some(candidate) = candidate.filter(|&candidate| reachable[usize::from(candidate)] == 0) {
            return usize::from(candidate);
        }
        let found = self.find_candidate(heap, reachable).map(usize::from);
        found.unwrap_or_else(|| first_unmarked(reachable, 0).unwrap_or(ROOM))
    }
}
