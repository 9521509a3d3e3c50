//! What a worker has when a game is solved. Other workers keep some of the values that verifying it needs.

use std::ops::Range;

use crate::cell::Cell;
use crate::error::Error;
use crate::game::Ranked;
use crate::memory::index;
use crate::partition::Partition;
use crate::region::Region;
use crate::short_debug::short_debug;
use crate::solution::value_in;
use crate::value::Value;
use crate::verify::Trust;

/// The values of the ranks that one worker keeps, in two bytes each. The shares of all workers together are a solution.
#[derive(PartialEq, Eq)]
pub struct SolvedShare {
    partition: Partition,
    /// Below the number of workers.
    worker: u64,
    /// One for each rank of the worker, in their order.
    cells: Vec<Cell>,
    /// The ranks whose positions are to be verified.
    gathered: Vec<u64>,
}

impl SolvedShare {
    /// `cells` must have one entry for each rank of the worker.
    pub(crate) fn new(partition: Partition, worker: u64, cells: Vec<Cell>) -> Self {
        Self { partition, worker, cells, gathered: Vec::new() }
    }

    /// How the ranks of the whole solution are divided.
    #[must_use]
    pub fn partition(&self) -> Partition {
        self.partition
    }

    /// The values of the worker's own ranks among these, in bytes, as the [file](super::SolutionWriter) of the whole
    /// solution takes them.
    #[must_use]
    pub fn bytes(&self, ranks: Range<u64>) -> Vec<u8> {
        let [start, end] = [ranks.start, ranks.end].map(|rank| self.partition.ranks_before(self.worker, rank));
        self.cells[index(start)..index(end)].iter().flat_map(|cell| cell.to_bits().to_le_bytes()).collect()
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
        value_in(&self.cells, place)
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
        let Self { partition, worker: own, ref mut gathered, .. } = *self;
        let rank = partition.rank(own, place);
        let position = region.canonical_position(rank).filter(|at| region.game.known_value(at).is_none());
        if let Some(position) = position {
            region.visit_moves(rank, &position, |to, _| {
                let (worker, place) = partition.place(to);
                if worker != own {
                    ask(worker, place);
                }
                Ok(())
            })?;
        }
        gathered.push(rank);
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
        let Self { partition, worker: own, cells, gathered } = self;
        region.verify(gathered.drain(..), Trust::Audited, |rank| match partition.place(rank) {
            (worker, place) if worker == *own => value_in(cells, place),
            (worker, place) => answer(worker, place),
        })
    }
}

short_debug!(SolvedShare);
