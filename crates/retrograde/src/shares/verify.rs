//! Verifying a share: each value must follow from the values of the successors, of which other workers keep some.

use super::solved::SolvedShare;
use crate::game::{Ranked, canonical_position};
use crate::memory::index;
use crate::value::Value;
use crate::verify::{Trust, VerifyError, verify_value};

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

    /// Calls `ask` for each value of another worker that [`verify`](Self::verify) needs for the rank with this index:
    /// with the worker, and the index of the rank among its own. Some are asked for more than once.
    pub fn questions<G: Ranked>(&self, game: &G, place: u64, mut ask: impl FnMut(u64, u64)) {
        let (partition, own) = (self.partition(), self.worker());
        let position = canonical_position(game, partition.rank(own, place));
        let Some(position) = position.filter(|position| game.known_value(position).is_none()) else { return };
        game.successors(&position, &mut |successor| {
            let place = if game.known_value(&successor).is_none() { self.place(game, &successor) } else { None };
            if let Some((worker, place)) = place.filter(|(worker, _)| *worker != own) {
                ask(worker, place);
            }
        });
    }

    /// Verifies the value of the rank with this index by all moves, as [`Solver::verify`](crate::Solver::verify) does:
    /// the game must have passed an [audit](crate::Solver::audit). `answer` tells the values that are
    /// [asked](Self::questions) of other workers. If all ranks of all workers pass, the solution is right.
    ///
    /// # Panics
    ///
    /// If the worker has no rank with this index.
    pub fn verify<G: Ranked>(
        &self,
        game: &G,
        place: u64,
        answer: impl Fn(u64, u64) -> Option<Value>,
    ) -> Result<(), VerifyError> {
        let value = |position: &G::Position| {
            game.known_value(position).or_else(|| match self.place(game, position)? {
                (worker, place) if worker == self.worker() => self.value(place),
                (worker, place) => answer(worker, place),
            })
        };
        let stored = self.cells()[index(place)].value();
        verify_value(game, self.partition().rank(self.worker(), place), stored, Trust::Audited, value)
    }

    /// The worker that keeps the value of a position that is not known, and the index of its rank there.
    fn place<G: Ranked>(&self, game: &G, position: &G::Position) -> Option<(u64, u64)> {
        let rank = game.rank(&game.canonical(position))?;
        (rank < self.partition().ranks()).then(|| self.partition().place(rank))
    }
}
