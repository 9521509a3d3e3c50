//! How far a run is, and what it has found.

use std::fmt;

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The distance of the positions whose predecessors are being visited; `None` while a solution is verified.
    pub ply: Option<u16>,
    /// The number of canonical positions that are done, of all workers. Positions that are drawn are never
    /// done, except by rule. While a solution is verified, the number of ranks.
    pub done: u64,
    /// The number of canonical positions of all workers, or of ranks.
    pub positions: u64,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ply, done, positions } = self;
        match ply.map(u32::from) {
            Some(ply) => {
                write!(f, "working backwards, {} plies from the end: {done} of {positions} positions", ply + 1)
            }
            None => write!(f, "verifying: {done} of {positions} ranks"),
        }
    }
}

/// What a run has found, and what it took. The same on all processes, except what was sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The number of canonical positions that are won.
    pub won: u64,
    /// The number of canonical positions that are lost.
    pub lost: u64,
    /// The number of canonical positions that are drawn.
    pub drawn: u64,
    /// The number of plies of the longest win or loss, if there is one.
    pub longest: Option<u16>,
    /// The [checksum](retrograde::Solution::checksum) of the whole solution.
    pub checksum: u64,
    /// The number of workers of all processes.
    pub workers: usize,
    /// The number of moves that the workers of this process have sent to other workers, before equal ones were merged;
    /// or of values that they have asked for, where a solution is verified.
    pub moves_sent: u64,
    /// The bytes that these took.
    pub bytes_of_moves: u64,
    /// The number of rounds in which moves were sent.
    pub rounds: u64,
    /// The most of these bytes that were sent in a round, or a little more: the largest rounds of the workers are added
    /// up.
    pub largest_round: u64,
    /// The bytes that this process has sent over the network, everything included.
    pub bytes_sent: u64,
    /// The bytes that this process has received over the network.
    pub bytes_received: u64,
    /// The ply of the checkpoint that the run was continued from, if it was. What was sent before does not count.
    pub continued_from: Option<u16>,
}
