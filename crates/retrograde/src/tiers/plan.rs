//! What is to be done, and what it takes.

use std::path::PathBuf;

use crate::files::{Header, LoadError};

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
    /// next parts. What the game itself takes is not counted, nor moves that are [stored](crate::Solver::solve).
    pub least_memory: u64,
    /// The memory in which no file of a next part is read twice, in bytes, if such a file is as large as it may be.
    pub most_memory: u64,
    /// The size of its file or files, in bytes; if it is not solved, the largest possible size of its file.
    pub most_disk: u64,
    /// Whether it is solved.
    pub state: PartState,
}

/// Whether the file of a part is there.
#[derive(Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the line of a variant tells its fields")]
pub enum PartState {
    /// There is none, nor a share of a worker.
    NotSolved,
    /// Of this number of shares some are there, but not the one that would have this path.
    MissingShare { path: PathBuf, shares: u64 },
    /// The part is solved, and its file has this header, or its shares have it together.
    Solved(Header),
    /// There is a file that cannot be used.
    Unusable(LoadError),
}

impl<P> PartPlan<P> {
    /// The header of the file, if the part is solved.
    pub fn header(&self) -> Option<&Header> {
        if let PartState::Solved(header) = &self.state { Some(header) } else { None }
    }
}

/// The size of the tables while a part is solved with predecessors.
pub(crate) fn table_bytes(ranks: u64) -> u64 {
    // Two bytes for the state, two bits in sets with a flag for each 64 of them, two bytes for 256 ranks in which a
    // value may be decided ahead, and what does not depend on the size.
    let sets = ranks.div_ceil(4) + ranks.div_ceil(256) + ranks.div_ceil(128);
    ranks.saturating_mul(2).saturating_add(sets + (1 << 20))
}
