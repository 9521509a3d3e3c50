//! A part of a game in parts, solved or verified together. All that the cluster needs of such games is in this file.

use retrograde::tiers::{PartGame, Tiered, Tiers};

use crate::round::agree;
use crate::{Cluster, ClusterError, Processes, Report, Task};

impl Cluster<'_> {
    /// Does the task for a part of a game, by [`Tiers::with_part`]: the parts that moves lead to must be solved in the
    /// folder, or in a copy of it on the machine of each process. The file is the one that [`Tiers::solve`] would
    /// write. Each process reads other parts through `cache_bytes` of memory, and at least 1 MB.
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run), and where [`Tiers::with_part`] has one.
    pub fn run_part<T: Tiered>(
        &self,
        processes: &mut impl Processes,
        tiers: &Tiers<T>,
        part: &T::Part,
        cache_bytes: u64,
    ) -> Result<Option<Report>, ClusterError> {
        let (name, path, mut result) = (tiers.name(part), tiers.path(part), None);
        let work = |game: &PartGame<T>| {
            let error = || game.error().map_or(Ok(()), |error| Err(error.to_string()));
            result = Some(Cluster { error: &error, ..*self }.run(processes, game, &name, &path));
        };
        let lent = match self.task {
            Task::Solve => tiers.with_part(part, cache_bytes, work),
            Task::Verify => tiers.with_part_to_read(part, cache_bytes, work),
        };
        // An error before the others meet is told in that round.
        result.unwrap_or_else(|| agree(processes, lent).map(|()| unreachable!("a part that is lent has a result")))
    }
}
