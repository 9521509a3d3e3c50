//! What is to be done, and what it takes.

use std::collections::BTreeMap;

use super::database::{Tiers, table_bytes};
use super::error::TierError;
use super::order::Ordered;
use super::tiered::Tiered;
use crate::files::{Cache, Header};

/// A part of a game in its folder.
#[derive(Debug)]
#[non_exhaustive]
pub struct PartPlan<P> {
    /// The part.
    pub part: P,
    /// The parts that moves from it lead to.
    pub next_parts: Vec<P>,
    /// The number of ranks.
    pub ranks: u64,
    /// The least memory in which the part can be solved, in bytes: its table, and a small cache for the files of the
    /// next parts. What the game itself takes is not counted; [`solve`](super::Tiers::solve) adds the moves that are
    /// [stored](crate::Solver::solve) if memory is bounded.
    pub least_memory: u64,
    /// The memory in which no file of a next part is read twice, in bytes, if such a file is as large as it may be.
    pub most_memory: u64,
    /// The size of its file, in bytes; if it is not solved, the largest possible size.
    pub most_disk: u64,
    /// The header of its file. [`TierError::NotSolved`] if it is not solved; [`TierError::Load`] if there is a file that
    /// cannot be used.
    pub header: Result<Header, TierError>,
}

impl<T: Tiered> Tiers<T> {
    /// These parts and all that play leads to from them, in the order in which they are solved, with what each takes.
    /// Reads the headers of the files.
    ///
    /// # Errors
    ///
    /// [`TierError::Cycle`], [`TierError::Name`], [`TierError::SameName`] or [`TierError::LongName`];
    /// [`TierError::Io`] if the folder is a file. For a file that cannot be used, the header of its part is an error.
    pub fn plan(&self, parts: impl IntoIterator<Item = T::Part>) -> Result<Vec<PartPlan<T::Part>>, TierError> {
        let mut disk = BTreeMap::new();
        let plan = self.order(parts)?.into_iter().map(|Ordered { part, next_parts }| {
            let ranks = self.game.ranks_in(&part);
            let opened = self.open(&part);
            let most_disk = match &opened {
                Ok(stored) => stored.file.bytes(),
                Err(_) => Header::most_bytes(&self.name(&part), ranks),
            };
            let header = match opened {
                Ok(stored) => Ok(stored.header().clone()),
                Err(error @ (TierError::NotSolved { .. } | TierError::Load { .. })) => Err(error),
                Err(error) => return Err(error),
            };
            disk.insert(part.clone(), most_disk);
            let files = || next_parts.iter().map(|part| disk[part]);
            let tables = table_bytes(ranks);
            Ok(PartPlan {
                ranks,
                least_memory: tables.saturating_add(Cache::MIN),
                most_memory: tables.saturating_add(Cache::bytes_for(files())),
                most_disk,
                header,
                next_parts,
                part,
            })
        });
        plan.collect()
    }

    /// Checks that each of these parts that is not solved fits into the [memory](Self::memory) that is allowed, as
    /// solving does before all work. [`TierError::Memory`] names the part that needs most.
    pub fn check_memory(&self, plan: &[PartPlan<T::Part>]) -> Result<(), TierError> {
        let largest = plan.iter().filter(|part| part.header.is_err()).max_by_key(|part| part.least_memory);
        largest.map_or(Ok(()), |plan| self.allow(&plan.part, plan.least_memory))
    }
}
