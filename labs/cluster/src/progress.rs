//! How far a run is, and what a worker has counted.

use std::fmt;

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The distance of the positions whose predecessors are being visited.
    pub ply: u16,
    /// The number of canonical positions that are done, of all workers. Positions that are drawn are never
    /// done, except by rule.
    pub done: u64,
    /// The number of canonical positions of all workers.
    pub positions: u64,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ply, done, positions } = self;
        write!(f, "working backwards, {} plies from the end: {done} of {positions} positions", u32::from(*ply) + 1)
    }
}

/// What a worker knows at the end.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Statistics {
    pub(crate) checksum: u64,
    /// The number of canonical positions of all workers that are won, lost and drawn.
    pub(crate) outcomes: [u64; 3],
    /// The number of plies of the longest win or loss of all workers.
    pub(crate) longest: Option<u16>,
    /// The number of moves that this worker has sent to others, before equal ones were merged.
    pub(crate) moves_sent: u64,
    /// The bytes that they took.
    pub(crate) bytes_of_moves: u64,
    /// The most bytes of moves that this worker has sent in a round.
    pub(crate) largest_round: u64,
    /// The number of rounds.
    pub(crate) rounds: u64,
    /// The ply of the checkpoint that the run was continued from.
    pub(crate) continued_from: Option<u16>,
}
