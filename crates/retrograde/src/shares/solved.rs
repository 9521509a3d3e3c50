//! What a worker has when a game is solved. Other workers keep some of the values that verifying it needs.

use std::fmt;
use std::ops::Range;

use crate::cell::Cell;
use crate::error::Error;
use crate::files::Counted;
use crate::game::Ranked;
use crate::memory::{filled, index};
use crate::partition::Partition;
use crate::region::Region;
use crate::solution::{Solution, checksum_of_cells};
use crate::value::Value;
use crate::verify::{Batch, Trust};

/// The values of the ranks that one worker keeps, in two bytes each. The shares of all workers together are a solution.
pub struct SolvedShare {
    partition: Partition,
    /// Below the number of workers.
    worker: u64,
    /// One for each rank of the worker, in their order.
    cells: Vec<Cell>,
    /// Positions that are to be verified.
    gathered: Batch,
}

impl SolvedShare {
    /// `cells` must have one entry for each rank of the worker.
    pub(crate) fn new(partition: Partition, worker: u64, cells: Vec<Cell>) -> Self {
        Self { partition, worker, cells, gathered: Batch::default() }
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

    /// A share whose values are still to be [added](Self::add).
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Memory`](crate::ErrorKind::Memory).
    ///
    /// # Panics
    ///
    /// If the partition has no such worker.
    pub fn empty(partition: Partition, worker: u64) -> Result<Self, Error> {
        assert!(worker < partition.workers(), "the partition has no worker {worker}");
        let mut share = Self::new(partition, worker, filled(partition.ranks_of(worker), || Cell::NO_POSITION)?);
        share.cells.clear();
        Ok(share)
    }

    /// The values of the worker's own ranks among these, in bytes, as the [file](super::SolutionWriter) of the whole
    /// solution takes them.
    #[must_use]
    pub fn bytes(&self, ranks: Range<u64>) -> Vec<u8> {
        let [start, end] = [ranks.start, ranks.end].map(|rank| self.partition.ranks_before(self.worker, rank));
        self.cells[index(start)..index(end)].iter().flat_map(|cell| cell.to_bits().to_le_bytes()).collect()
    }

    /// Adds the values of the next ranks that the worker keeps, as [a file](crate::files::Stored::read_shares) has given them.
    /// Returns whether there are no more than the worker has ranks, and all are values.
    #[must_use]
    pub fn add(&mut self, bytes: &[u8]) -> bool {
        let cells = bytes.chunks_exact(2).map(|bits| Cell::from_bits(u16::from_le_bytes([bits[0], bits[1]])));
        let expected = self.partition.ranks_of(self.worker) - self.ranks();
        let is_valid = bytes.len().is_multiple_of(2) && (bytes.len() / 2) as u64 <= expected;
        is_valid && {
            self.cells.extend(cells);
            self.cells.iter().rev().take(bytes.len() / 2).all(|cell| cell.is_valid())
        }
    }

    /// What the header of the whole solution tells of the values of the share, in bytes.
    #[must_use]
    pub fn counted(&self) -> Vec<u8> {
        let ranks = (0..).map(|place| self.partition.rank(self.worker, place));
        Counted::of(ranks.zip(self.cells.iter().copied())).to_bytes()
    }

    /// What the share adds to the [`Solution::checksum`]: the sum for all shares, by `wrapping_add`.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        let rank = |index| self.partition.rank(self.worker, index);
        checksum_of_cells((0..).zip(&self.cells).map(|(index, cell)| (rank(index), cell)))
    }

    /// The number of ranks of the share.
    #[must_use]
    pub fn ranks(&self) -> u64 {
        self.cells.len() as u64
    }

    /// The value of the rank with this index among the ranks of the worker; `None` if it has no canonical position, or
    /// the worker has no such rank.
    #[must_use]
    pub fn value(&self, place: u64) -> Option<Value> {
        self.cells.get(usize::try_from(place).ok()?)?.value()
    }

    /// The [values](Self::value) of the ranks with these indices, in two bytes each, to be sent.
    #[must_use]
    pub fn values(&self, places: impl IntoIterator<Item = u64>) -> Vec<u8> {
        let cell = |place| self.cells.get(usize::try_from(place).ok()?).copied();
        let cells = places.into_iter().map(|place| cell(place).unwrap_or(Cell::NO_POSITION));
        cells.flat_map(|cell| cell.to_bits().to_le_bytes()).collect()
    }

    /// A value as another worker has [sent](Self::values) it.
    #[must_use]
    pub fn received(bytes: [u8; 2]) -> Option<Value> {
        Cell::from_bits(u16::from_le_bytes(bytes)).value()
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
        &mut self,
        region: &Region<'_, G>,
        place: u64,
        mut ask: impl FnMut(u64, u64),
    ) -> Result<(), Error> {
        assert!(place < self.ranks(), "the share has no rank with the index {place}");
        let Self { partition, worker: own, ref cells, ref mut gathered } = *self;
        let value_of_rank = |rank| cells.get(usize::try_from(partition.place(rank).1).ok()?)?.value();
        for next in gathered.add(region, partition.rank(own, place), Trust::Audited, value_of_rank)? {
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
    pub fn verify<G: Ranked>(
        &mut self,
        region: &Region<'_, G>,
        answer: impl Fn(u64, u64) -> Option<Value>,
    ) -> Result<(), Error> {
        let mut gathered = std::mem::take(&mut self.gathered);
        let verified = gathered.verify(region, |rank| match self.partition.place(rank) {
            (worker, place) if worker == self.worker => self.value(place),
            (worker, place) => answer(worker, place),
        });
        self.gathered = gathered;
        verified
    }
}

impl PartialEq for SolvedShare {
    /// Whether the values are the same.
    fn eq(&self, other: &Self) -> bool {
        (self.partition, self.worker, &self.cells) == (other.partition, other.worker, &other.cells)
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
