//! Auditing and verifying the parts of a game.

use std::sync::Arc;

use super::database::{Tiers, take};
use super::error::TierError;
use super::order::{Ordered, next_parts};
use super::part_game::PartGame;
use super::tiered::Tiered;
use crate::audit::AuditError;
use crate::solution::Solution;
use crate::solver::Solver;
use crate::verify::Check;

impl<T: Tiered> Tiers<T> {
    /// Audits a part with any audit of a [`Solver`], before or after it is solved: all positions of the parts that
    /// moves lead to count as drawn, and no file is read.
    ///
    /// # Errors
    ///
    /// [`TierError::Audit`], or [`TierError::MoveLeaves`].
    pub fn audit(
        &self,
        part: &T::Part,
        audit: impl FnOnce(&PartGame<T>) -> Result<(), AuditError>,
    ) -> Result<(), TierError> {
        let next_parts = next_parts(&*self.game, part);
        let mut game = PartGame::with_draws(Arc::clone(&self.game), part.clone(), next_parts);
        let first_error = game.keep_errors();
        let result = audit(&game).map_err(|error| TierError::Audit { part: self.game.part_name(part), error });
        drop(game);
        take(first_error).map_or(result, Err)
    }

    /// Verifies a part against itself and the parts that moves from it lead to, as [`Solver::verify`] does. If these
    /// are right and the game passes an audit, the part is.
    ///
    /// # Errors
    ///
    /// [`TierError::Verify`], [`TierError::Memory`], [`TierError::NotSolved`], [`TierError::MissingShare`] or
    /// [`TierError::Load`].
    pub fn verify(&self, solver: &Solver<'_>, part: &T::Part) -> Result<Check, TierError> {
        let mut game = self.part(part)?;
        let first_error = game.keep_errors();
        let solution = Solution::new(game, self.load_cells(part)?);
        let result =
            solver.verify(&solution).map_err(|error| TierError::Verify { part: self.game.part_name(part), error });
        // Only this thread holds the other one.
        drop(solution);
        take(first_error).map_or(result, Err)
    }

    /// Verifies these parts and all that play leads to from them.
    ///
    /// # Errors
    ///
    /// As for [`verify`](Self::verify), of the first part that has one.
    pub fn verify_all(&self, solver: &Solver<'_>, parts: impl IntoIterator<Item = T::Part>) -> Result<(), TierError> {
        self.order(parts)?.iter().try_for_each(|Ordered { part, .. }| self.verify(solver, part).map(|_| ()))
    }
}
