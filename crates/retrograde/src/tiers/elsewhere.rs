//! Solving a part by other means than those of the library's own run.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::database::{Tiers, take};
use super::error::TierError;
use super::folder::Lock;
use super::part_game::{FirstError, PartGame};
use super::tiered::Tiered;

/// A part that is to be solved by the caller of [`Tiers::solve_elsewhere`].
pub struct PartToSolve<T: Tiered> {
    game: PartGame<T>,
    first_error: FirstError,
    name: String,
    path: PathBuf,
}

impl<T: Tiered> PartToSolve<T> {
    /// The part as a game of its own. A position of another part whose value cannot be read counts as drawn, and from
    /// then on the game has few positions left, so that the work soon ends: [`error`](Self::error) tells.
    pub fn game(&self) -> &PartGame<T> {
        &self.game
    }

    /// The name that its solution must have in files.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path that its solution must have, or that of [its shares](crate::shares::ShareFile::create).
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The first error in looking up a position of another part, after which no value is to be trusted and nothing may
    /// be saved. Costs no more than to read a flag.
    pub fn error(&self) -> Option<&TierError> {
        self.first_error.get()
    }
}

impl<T: Tiered> Tiers<T> {
    /// Has a part solved by `solve`, which saves its solution as a file, or as a share of what several processes solve
    /// together. Returns its result. Whether the part is solved already does not matter.
    ///
    /// Other parts are read through `cache_bytes` of memory, and at least 1 MB. The [memory](Self::memory) that is set
    /// does not count here: only the caller knows what its tables take.
    ///
    /// Any number of processes and threads may do so in one folder at the same time. They and those that
    /// [solve](Self::solve) exclude each other. What they leave behind when they are killed is
    /// removed by the next one that writes the same share, or that solves in the folder alone.
    ///
    /// # Errors
    ///
    /// [`TierError::Cycle`], [`TierError::Name`] or [`TierError::LongName`]; [`TierError::Locked`] if a run of the
    /// other kind is under way in the folder, or [`TierError::Io`]; [`TierError::NotSolved`],
    /// [`TierError::MissingShare`] or [`TierError::Load`] for a part that moves lead to; and after `solve`, whatever it
    /// returns, the first error in looking up positions of such parts.
    pub fn solve_elsewhere<R>(
        &self,
        part: &T::Part,
        cache_bytes: u64,
        solve: impl FnOnce(&PartToSolve<T>) -> R,
    ) -> Result<R, TierError> {
        self.order([part.clone()])?;
        let _lock = Lock::shared(&self.folder)?;
        let mut game = self.part_with_cache(part, cache_bytes)?;
        let first_error = game.keep_errors();
        let part =
            PartToSolve { first_error: Arc::clone(&first_error), game, name: self.name(part), path: self.path(part) };
        let result = solve(&part);
        drop(part);
        take(first_error).map_or(Ok(result), Err)
    }
}

impl<T: Tiered> fmt::Debug for PartToSolve<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PartToSolve").field("name", &self.name).field("path", &self.path).finish_non_exhaustive()
    }
}
