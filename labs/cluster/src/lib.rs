//! Solves one game in several processes, by the solver of [`retrograde`]. MPI carries what they tell one another; the
//! program that links it is in `mpi/`, a workspace of its own, so that nobody else needs it.
//!
//! The ranks of a game are divided among the processes. Each keeps what is known of its own ranks. A process that has
//! decided a position tells the owners of its predecessors, in messages that are sorted and take a byte or two for a
//! move. The first process writes the solution as a single file, with the bytes that a single machine writes.
//!
//! ```
//! use cluster::{Cluster, on_threads};
//! use retrograde::{Solution, Value};
//! # mod heap { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/retrograde/doc/heap.rs")); }
//! # use heap::Heap;
//!
//! // A heap from which a player takes one, two or three, solved by two processes that are threads.
//! # let folder = tempfile::tempdir()?;
//! let (name, path) = ("heap of 1000, take 1 to 3", folder.path().join("heap.solution"));
//! let reports = on_threads(2, |process| Cluster::default().solve(process, &Heap(1_000), name, &path));
//! assert_eq!(reports[0].as_ref().expect("there is room").summary.lost, 251);
//!
//! assert_eq!(Solution::load(&path, Heap(1_000), name)?.value(&1_000), Value::Loss(500));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rounds
//!
//! All that processes say is one verb, [`Processes::exchange`]: each sends a message to each, and waits for the messages
//! of all. A ply takes rounds of a [bounded size](Cluster::bytes_in_round), and one to agree on the next ply. With each
//! message go a few numbers for all to decide by, or the error that ends the run on all processes (`round.rs`).
//!
//! # Checkpoints
//!
//! Every [ten minutes](Cluster::checkpoint_interval) all processes save what they know at the end of the same round,
//! before any of them continues, in `heap.solution.1-of-2.checkpoint` and so on. The same run continues from the newest
//! moment that all have a whole file of. Files that do not belong together, or are damaged, are an error that says which
//! to replace or remove. They are removed when the solution is written.
//!
//! # Verifying
//!
//! [`Cluster::verify`] reads the solution on the first process, which sends each process the values that it keeps. Each
//! looks at its own positions, and asks the others for values of successors. Of the solver it uses only the file and the
//! messages.
//!
//! # In the code
//!
//! [`Share`](retrograde::shares::Share) is the solver; this crate carries its moves. `solve.rs` goes through the rounds
//! and writes the file, `verify.rs` asks, answers and compares, `moves.rs` codes the moves, `checkpoint.rs` says what a
//! run continues from, and `program.rs` is the command line. What it needs of games in parts is in `parts.rs`.

mod checkpoint;
mod moves;
mod parts;
pub mod program;
mod round;
mod solve;
mod threads;
mod verify;

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use retrograde::Summary;
use retrograde::progress::Progress;
use retrograde::shares::Partition;

pub use round::{ClusterError, Processes};
pub use threads::{Thread, on_threads};

/// How processes solve a game together. All have an equal one.
pub struct Cluster<'a> {
    /// The most bytes of moves that a process sends in a round, and the predecessors of one position more: 2 MB by
    /// default. With fewer bytes there are more rounds.
    pub bytes_in_round: u64,
    /// The time after which all processes write a [checkpoint](crate#checkpoints), at the end of a round: ten minutes by
    /// default. The clock of the first process counts.
    pub checkpoint_interval: Duration,
    /// The folder for checkpoints, on the machine of each process; by default the folder of the solution.
    pub checkpoint_folder: Option<PathBuf>,
    /// Whether positions of the game, and what is called with it, are of the same version on all processes.
    pub build: &'a str,
    /// Is called on the first process after each round.
    pub on_progress: Option<&'a (dyn Fn(Progress) + Sync)>,
}

impl Default for Cluster<'_> {
    fn default() -> Self {
        Self {
            bytes_in_round: 2 << 20,
            checkpoint_interval: Duration::from_secs(600),
            checkpoint_folder: None,
            build: env!("CARGO_PKG_VERSION"),
            on_progress: None,
        }
    }
}

impl fmt::Debug for Cluster<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cluster").field("bytes_in_round", &self.bytes_in_round).finish_non_exhaustive()
    }
}

impl Cluster<'_> {
    /// The most memory that one of `count` processes takes for a game of `ranks` ranks, in bytes, besides the program
    /// itself, the tables of the game, and what is read of other parts: two and a quarter bytes for each of its own
    /// ranks; moves that are not sent yet, in 8 bytes; and the messages of a round, as they are sent and received.
    #[must_use]
    pub fn memory(&self, ranks: u64, count: usize) -> u64 {
        let own = Partition::of_ranks(ranks).among(count as u64).ranks_of(0);
        let waiting = (count * moves::Outboxes::most_waiting(count) * 8) as u64;
        // In a small game there is less to send, and a single process sends nothing.
        let moves = if count > 1 { (waiting + 2 * self.bytes_in_round).min(own.saturating_mul(8)) } else { 0 };
        own.div_ceil(4) * 9 + moves
    }

    fn show(&self, process: &impl Processes, progress: Progress) {
        if let Some(on_progress) = self.on_progress.filter(|_| process.number() == 0) {
            on_progress(progress);
        }
    }
}

/// What a run has found, the same on all processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// How many canonical positions are won, lost and drawn.
    pub summary: Summary,
    /// The [checksum](retrograde::Solution::checksum) of the solution.
    pub checksum: u64,
    /// The ply of the checkpoint that the run continued from, if it did.
    pub continued_from: Option<u16>,
}
