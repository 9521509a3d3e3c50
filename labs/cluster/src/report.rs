//! What a run has found.

use retrograde::Summary;

/// What a run has found, and what it took. The same on all processes, except what was sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// How many canonical positions are won, lost and drawn.
    pub summary: Summary,
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
