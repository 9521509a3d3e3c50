//! What a worker has when a game is solved.

use std::fmt;

use crate::cell::Cell;
use crate::memory::index;
use crate::partition::Partition;
use crate::solution::{Solution, checksum_of_cells};

/// The values of the ranks that one worker keeps, in two bytes each. The shares of all workers together are a solution.
#[derive(Clone, PartialEq, Eq)]
pub struct SolvedShare {
    partition: Partition,
    /// Below the number of workers.
    worker: u64,
    /// One for each rank of the worker, in their order.
    cells: Vec<Cell>,
}

impl SolvedShare {
    /// `cells` must have one entry for each rank of the worker.
    pub(crate) fn new(partition: Partition, worker: u64, cells: Vec<Cell>) -> Self {
        Self { partition, worker, cells }
    }

    /// How the ranks of the whole solution are divided.
    #[must_use]
    pub fn partition(&self) -> Partition {
        self.partition
    }

    /// The worker that keeps the share.
    #[must_use]
    pub fn worker(&self) -> u64 {
        self.worker
    }

    /// What the share adds to the [`Solution::checksum`]: the sum for all shares, by `wrapping_add`.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        let rank = |index| self.partition.rank(self.worker, index);
        checksum_of_cells((0..).zip(&self.cells).map(|(index, cell)| (rank(index), cell)))
    }

    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

impl<G> Solution<G> {
    /// The share of a worker: what it would have if it had solved the game together with others.
    ///
    /// # Panics
    ///
    /// If the partition has another number of ranks, or no such worker.
    #[must_use]
    pub fn share(&self, partition: Partition, worker: u64) -> SolvedShare {
        assert_eq!(partition.ranks(), self.ranks(), "the partition is one of another game");
        assert!(worker < partition.workers(), "the partition has no worker {worker}");
        let cells = (0..partition.ranks_of(worker)).map(|place| self.cells()[index(partition.rank(worker, place))]);
        SolvedShare::new(partition, worker, cells.collect())
    }
}

impl fmt::Debug for SolvedShare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolvedShare")
            .field("partition", &self.partition)
            .field("worker", &self.worker)
            .finish_non_exhaustive()
    }
}
