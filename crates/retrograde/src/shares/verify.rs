//! Verifying a share: each value must follow from the values of the successors, of which other workers keep some.

use super::solved::SolvedShare;
use crate::game::Ranked;
use crate::value::Value;
use crate::verify::{self, Trust, VerifyError};

/// Positions of a share that are to be verified together, with what their moves lead to.
#[derive(Debug, Default)]
pub struct Batch(verify::Batch);

impl SolvedShare {
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
        for next in batch.0.add(game, partition.rank(own, place), Trust::Audited, value_of_rank)? {
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
        batch.0.verify(|rank| match self.partition().place(rank) {
            (worker, place) if worker == self.worker() => self.value(place),
            (worker, place) => answer(worker, place),
        })
    }
}
