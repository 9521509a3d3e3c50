//! Positions that are decided ahead of their ply: the moves to them are visited when it has come.

use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering};

use crate::error::Error;
use crate::memory::{filled, index};

/// The number of ranks that are looked at together.
pub(crate) const GROUP: u64 = 256;

/// For each group of ranks the shortest distance that a value in it may have that was decided ahead of its ply. The
/// values themselves are in the table. Two bytes for 256 ranks.
pub(crate) struct Pending {
    /// 65,535 minus the distance, so that the shortest distance is the largest number; 0 for a group without one.
    pub(crate) groups: Vec<AtomicU16>,
    ranks: u64,
}

impl Pending {
    pub(crate) fn new(ranks: u64) -> Result<Self, Error> {
        let groups = filled(ranks.div_ceil(GROUP), 0)?.into_iter().map(AtomicU16::new).collect();
        Ok(Self { groups, ranks })
    }

    /// Adds the value of a rank.
    #[cold]
    pub(crate) fn add(&self, rank: u64, plies: u16) {
        self.groups[index(rank / GROUP)].fetch_max(u16::MAX - plies, Ordering::Relaxed);
    }

    /// The shortest distance of all.
    pub(crate) fn first(&self) -> Option<u16> {
        let longest = self.groups.iter().map(|group| group.load(Ordering::Relaxed)).max()?;
        (longest > 0).then_some(u16::MAX - longest)
    }

    /// The ranks of a group, if a value in it may have this distance, which is the shortest of all. It is forgotten
    /// then.
    pub(crate) fn take(&self, group: u64, plies: u16) -> Option<Range<u64>> {
        let shortest = &self.groups[index(group)];
        if shortest.load(Ordering::Relaxed) != u16::MAX - plies {
            return None;
        }
        shortest.store(0, Ordering::Relaxed);
        Some(group * GROUP..((group + 1) * GROUP).min(self.ranks))
    }
}
