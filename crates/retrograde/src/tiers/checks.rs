//! Auditing and verifying the parts of a game.

use std::sync::Arc;

use super::database::{Tiers, take};
use super::error::TierError;
use super::order::next_parts;
use super::part_game::PartGame;
use super::tiered::Tiered;
use crate::audit::AuditError;
use crate::game::Predecessors;
use crate::runner::Runner;
use crate::solution::Solution;
use crate::verify::VerifyError;

impl<T: Tiered> Tiers<T> {
    /// Audits a part with any of the audits of a [`Runner`], before or after it is solved: all positions of the parts
    /// that moves lead to count as drawn, and no file is read.
    ///
    /// # Errors
    ///
    /// [`TierError::Audit`], or [`TierError::MoveLeaves`].
    ///
    /// ```no_run
    /// # use retrograde::{AuditError, Predecessors, Runner, Tiered, TierError, Tiers};
    /// # fn audit_all<T: Tiered + Predecessors>(tiers: &Tiers<T>, last: T::Part) -> Result<(), TierError> {
    /// let mut runner = Runner::new();
    /// for plan in tiers.plan([last])? {
    ///     tiers.audit(&plan.part, |part| runner.audit_sample_with_predecessors(part, 10_000, 1))?;
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn audit(
        &self,
        part: &T::Part,
        audit: impl FnOnce(&PartGame<T>) -> Result<(), AuditError>,
    ) -> Result<(), TierError> {
        let next_parts = next_parts(&*self.game, part);
        let mut game = PartGame::with_draws(Arc::clone(&self.game), part.clone(), next_parts);
        let first_error = game.keep_errors();
        let result = audit(&game).map_err(|error| TierError::Audit { part: part.to_string(), error });
        drop(game);
        take(first_error).map_or(result, Err)
    }

    /// Verifies a part against itself and the parts that moves from it lead to, as [`Runner::verify_canonical`] does.
    /// If these are right and the game passes an audit, the part is.
    ///
    /// # Errors
    ///
    /// [`TierError::Verify`], [`TierError::Memory`], [`TierError::NotSolved`], [`TierError::MissingShare`] or
    /// [`TierError::Load`].
    pub fn verify(&self, runner: &mut Runner<'_>, part: &T::Part) -> Result<(), TierError> {
        self.verify_by(part, |solution| runner.verify_canonical(solution))
    }

    /// Does the same as [`verify`](Self::verify) by [`Runner::verify_with_predecessors`].
    ///
    /// # Errors
    ///
    /// The same.
    pub fn verify_with_predecessors(&self, runner: &mut Runner<'_>, part: &T::Part) -> Result<(), TierError>
    where
        T: Predecessors,
    {
        self.verify_by(part, |solution| runner.verify_with_predecessors(solution))
    }

    fn verify_by(
        &self,
        part: &T::Part,
        verify: impl FnOnce(&Solution<PartGame<T>>) -> Result<(), VerifyError>,
    ) -> Result<(), TierError> {
        let mut game = self.part(part)?;
        let first_error = game.keep_errors();
        let solution = Solution::new(game, self.load_cells(part)?);
        let result = verify(&solution).map_err(|error| TierError::Verify { part: part.to_string(), error });
        // Only this thread holds the other one.
        drop(solution);
        take(first_error).map_or(result, Err)
    }
}
