//! A part of a game in parts, solved or verified together. All that the cluster needs of such games is in this file.

use retrograde::tiers::{PartGame, Tiered, Tiers};

use crate::round::agree;
use crate::{Cluster, ClusterError, Processes, Report};

/// What ends a run although no step has failed: an error that the game has kept.
pub(crate) type GameError<'a> = &'a dyn Fn() -> Result<(), String>;

impl Cluster<'_> {
    /// Solves a part of a game together with the other processes, by [`Tiers::with_part`]: the parts that moves lead to
    /// must be solved in the folder, or in a copy of it on the machine of each process. The file is the one that
    /// [`Tiers::solve`] would write. Each process reads other parts through `cache_bytes` of memory, and at least 1 MB.
    ///
    /// # Errors
    ///
    /// As for [`solve`](Self::solve), and where [`Tiers::with_part`] has one.
    pub fn solve_part<T: Tiered>(
        &self,
        processes: &mut impl Processes,
        tiers: &Tiers<T>,
        part: &T::Part,
        cache_bytes: u64,
    ) -> Result<Report, ClusterError> {
        let (name, path) = (tiers.name(part), tiers.path(part));
        with_part(processes, |processes, outcome| {
            let work = |game: &PartGame<T>| {
                *outcome = Some(self.solve_with(processes, game, &name, &path, &|| error_of(game)));
            };
            tiers.with_part(part, cache_bytes, work).map_err(|error| error.to_string())
        })
    }

    /// Verifies a part as [`verify`](Self::verify) does. The parts that moves lead to are read as by
    /// [`solve_part`](Self::solve_part), and are right if they have been verified themselves.
    ///
    /// # Errors
    ///
    /// As for [`verify`](Self::verify), and where [`Tiers::with_part_to_read`] has one.
    pub fn verify_part<T: Tiered>(
        &self,
        processes: &mut impl Processes,
        tiers: &Tiers<T>,
        part: &T::Part,
        cache_bytes: u64,
    ) -> Result<Report, ClusterError> {
        let (name, path) = (tiers.name(part), tiers.path(part));
        with_part(processes, |processes, outcome| {
            let work = |game: &PartGame<T>| {
                *outcome = Some(self.verify_with(processes, game, &name, &path, &|| error_of(game)));
            };
            tiers.with_part_to_read(part, cache_bytes, work).map_err(|error| error.to_string())
        })
    }
}

/// Runs what sets its outcome as soon as all processes have met; all receive an error before that.
fn with_part<P: Processes>(
    processes: &mut P,
    run: impl FnOnce(&mut P, &mut Option<Result<Report, ClusterError>>) -> Result<(), String>,
) -> Result<Report, ClusterError> {
    let mut outcome = None;
    let ended = run(processes, &mut outcome);
    if let Some(outcome) = outcome {
        return outcome;
    }
    // In the place of the round in which the others meet.
    agree(processes, ended.map(|()| []))?;
    unreachable!("a part that is lent has an outcome")
}

fn error_of<T: Tiered>(game: &PartGame<T>) -> Result<(), String> {
    game.error().map_or(Ok(()), |error| Err(error.to_string()))
}
