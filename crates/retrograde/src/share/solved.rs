//! What a worker has when a game is solved.

use std::fmt;
use std::ops::Range;

use super::deal::Deal;
use crate::cell::Cell;
use crate::memory::index;
use crate::solution::{Solution, continue_checksum};

/// The values of the ranks that one worker keeps, in two bytes each. The shares of all workers together are a solution.
#[derive(Clone, PartialEq, Eq)]
pub struct SolvedShare {
    deal: Deal,
    /// Below the number of workers.
    worker: u64,
    /// One for each rank of the worker, in their order.
    cells: Vec<Cell>,
}

impl SolvedShare {
    /// `cells` must have one entry for each rank of the worker.
    pub(crate) fn new(deal: Deal, worker: u64, cells: Vec<Cell>) -> Self {
        Self { deal, worker, cells }
    }

    /// How the ranks of the whole solution are dealt out.
    #[must_use]
    pub fn deal(&self) -> Deal {
        self.deal
    }

    /// The worker that keeps the share.
    #[must_use]
    pub fn worker(&self) -> u64 {
        self.worker
    }

    /// Continues the checksum of the whole solution by a block of this share.
    ///
    /// It starts as 0 and takes in the blocks of all workers in their order, from 0 to [`Deal::blocks`] exclusive;
    /// without ranks it takes in block 0 of the first worker, which is empty. After the last block it is the
    /// [`Solution::checksum`].
    ///
    /// # Panics
    ///
    /// If the block is one of another worker.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use retrograde::{Deal, Game, Ranked, SolvedShare, solve};
    /// # struct Heap(u64);
    /// # impl Game for Heap {
    /// #     type Position = u64;
    /// #     fn successors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
    /// #         (1..=3).filter_map(|taken| heap.checked_sub(taken)).try_for_each(visit)
    /// #     }
    /// # }
    /// # impl Ranked for Heap {
    /// #     fn ranks(&self) -> u64 { self.0 + 1 }
    /// #     fn rank(&self, heap: &u64) -> u64 { *heap }
    /// #     fn unrank(&self, rank: u64) -> Option<u64> { Some(rank) }
    /// # }
    /// let solution = solve(Heap(999))?;
    /// let deal = Deal::new(1_000, 3);
    /// let shares: Vec<SolvedShare> = (0..3).map(|worker| solution.share(deal, worker)).collect();
    /// let checksum = (0..deal.blocks()).fold(0, |so_far, block| {
    ///     shares[block as usize % 3].add_to_checksum(block, so_far)
    /// });
    /// assert_eq!(checksum, solution.checksum());
    /// # Ok::<(), retrograde::SolveError>(())
    /// ```
    #[must_use]
    pub fn add_to_checksum(&self, block: u64, so_far: u64) -> u64 {
        let (deal, workers) = (self.deal, self.deal.workers());
        assert_eq!(block % workers, self.worker, "a block of another worker");
        let start = block / workers * deal.block_length();
        let end = start.saturating_add(deal.block_length()).min(self.cells.len() as u64);
        let is_last = block + 1 >= deal.blocks();
        continue_checksum(so_far, &self.cells[range(start..end)], is_last.then_some(deal.ranks()))
    }

    #[cfg(feature = "files")]
    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

fn range(ranks: Range<u64>) -> Range<usize> {
    index(ranks.start)..index(ranks.end)
}

impl<G> Solution<G> {
    /// The share of a worker, with two bytes for each of its ranks: what the worker would have if it had solved the
    /// game together with others.
    ///
    /// # Panics
    ///
    /// If the deal is one of another number of ranks, or has no such worker.
    #[must_use]
    pub fn share(&self, deal: Deal, worker: u64) -> SolvedShare {
        assert_eq!(deal.ranks(), self.ranks(), "the deal is one of another game");
        assert!(worker < deal.workers(), "the deal has no worker {worker}");
        let cells = (0..deal.ranks_of(worker)).map(|place| self.cells()[index(deal.rank(worker, place))]);
        SolvedShare::new(deal, worker, cells.collect())
    }
}

impl fmt::Debug for SolvedShare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolvedShare").field("deal", &self.deal).field("worker", &self.worker).finish_non_exhaustive()
    }
}
