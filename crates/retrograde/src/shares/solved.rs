//! What a worker has when a game is solved. Other workers keep some of the values that verifying it needs.

use std::fmt;

use crate::cell::Cell;
use crate::game::Ranked;
use crate::memory::index;
use crate::partition::Partition;
use crate::solution::{Solution, checksum_of_cells};
use crate::value::Value;
use crate::verify::{Batch, Trust, VerifyError};

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

    /// The number of ranks of the share.
    #[must_use]
    pub fn ranks(&self) -> u64 {
        self.cells().len() as u64
    }

    /// The value of the rank with this index among the ranks of the worker; `None` if it has no canonical position, or
    /// the worker has no such rank.
    #[must_use]
    pub fn value(&self, place: u64) -> Option<Value> {
        self.cells().get(usize::try_from(place).ok()?)?.value()
    }

    /// Gathers the position of the rank with this index, and calls `ask` for each value of another worker that
    /// [`verify`](Self::verify) will need for it: with the worker, and the index of the rank among its own. Some are
    /// asked for more than once.
    ///
    /// # Errors
    ///
    /// Where something is wrong that no other value is needed for.
    ///
    /// # Panics
    ///
    /// If the worker has no rank with this index.
    pub fn gather<G: Ranked>(
        &self,
        game: &G,
        place: u64,
        batch: &mut Batch,
        mut ask: impl FnMut(u64, u64),
    ) -> Result<(), VerifyError> {
        assert!(place < self.ranks(), "the share has no rank with the index {place}");
        let (partition, own) = (self.partition(), self.worker());
        let value_of_rank = |rank| self.value(partition.place(rank).1);
        for next in batch.add(game, partition.rank(own, place), Trust::Audited, value_of_rank)? {
            let (worker, place) = partition.place(next.to);
            if worker != own {
                ask(worker, place);
            }
        }
        Ok(())
    }

    /// Verifies the values of what was gathered, by all moves, as [`Solver::verify`](crate::Solver::verify) does, and
    /// forgets it. The game must have passed an [audit](crate::Solver::audit). `answer` tells the values that are asked
    /// of other workers. If all ranks of all workers pass, the solution is right.
    pub fn verify(&self, batch: &mut Batch, answer: impl Fn(u64, u64) -> Option<Value>) -> Result<(), VerifyError> {
        batch.verify(|rank| match self.partition().place(rank) {
            (worker, place) if worker == self.worker() => self.value(place),
            (worker, place) => answer(worker, place),
        })
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
