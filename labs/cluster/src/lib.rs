//! Solves one game on many machines, by the solver of [`retrograde`].
//!
//! The ranks of a game are divided among workers, which are threads of one process or of several, on one machine or on
//! many. Each keeps what is known of its own ranks. A worker that has decided a position tells the owners of its
//! predecessors, in messages that are sorted and take a byte or two for a move. The solution is the one of a single
//! machine, bit for bit.
//!
//! ```
//! use cluster::Cluster;
//! use retrograde::{Solution, Value};
//! # mod heap { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/retrograde/doc/heap.rs")); }
//! # use heap::Heap;
//!
//! // A heap from which a player takes one, two or three.
//! # let folder = tempfile::tempdir()?;
//! let path = folder.path().join("heap.solution");
//! // On process 1 of 3: Cluster::new(2).process(1, ["10.0.0.1:2101", "10.0.0.2:2101", "10.0.0.3:2101"])
//! let report = Cluster::new(2).solve(&Heap(1_000), "heap of 1000, take 1 to 3", &path)?;
//! assert_eq!(report.summary.lost, 251);
//!
//! // Each of the two workers has written its share: heap.solution.1-of-2 and heap.solution.2-of-2.
//! let solution = Solution::load(&path, Heap(1_000), "heap of 1000, take 1 to 3")?;
//! assert_eq!(solution.value(&1_000), Value::Loss(500));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rounds
//!
//! Nobody waits for a receiver that is slow. So a ply is sent in rounds of a [bounded size](Cluster::bytes_in_flight),
//! each of which is awaited by all workers before the next one. A worker ends a round by sending a few numbers to all,
//! after its moves; a round is over for a worker when it has the numbers of all. Nothing else ends it.
//!
//! # How a run ends
//!
//! Before anything is sent, processes make sure that they belong together: the version, the game, its size, the number
//! of processes and threads, and a [token](Cluster::token). A process that does not come, does not fit, ends, falls
//! silent or cannot continue ends all others with one [error](ClusterError), in a time that is bounded. Shares get
//! their names when all of them are on the disk, and are read as a solution only if all are there, so no failure leaves
//! something that looks whole.
//!
//! # Checkpoints
//!
//! Every [ten minutes](Cluster::checkpoint_interval) all workers save what they know at the end of the same round,
//! before any of them continues, in `heap.solution.1-of-2.checkpoint` and so on. A run with the same game, path and
//! workers continues from the newest moment that all workers have a whole file of: so a run that was cut is started
//! again on all processes. Files that do not belong together, or are damaged, are an error that says which to replace or
//! remove. They are removed when the solution is written.
//!
//! # Verifying
//!
//! [`Cluster::verify`] checks the shares where they are: each worker looks at its own positions, and asks the others
//! for the values of successors that they keep. Of the solver it uses only the files and the messages.
//!
//! # Costs
//!
//! | | |
//! |---|---|
//! | memory of a worker | 2¼ bytes for each of its ranks, and up to 17 MB for messages that are not sent yet |
//! | memory of a process | its workers, the game's own tables, up to 64 MB of messages, and a megabyte for each other process |
//! | messages | each predecessor of a won or lost position that another worker keeps; equal ones in a message once |
//! | time | two rounds a ply, each at least as long as a message takes in one direction |
//! | files | as many bits for a rank as tell the different values apart; for a checkpoint 2¼ bytes, twice |
//!
//! Nothing is encrypted: the network must be trusted.
//!
//! # In the code
//!
//! [`Share`](retrograde::shares::Share) is the solver; this crate carries its moves. `run.rs` begins with connections
//! and threads. `worker.rs` goes through the rounds (`peers.rs`), and ends with the files: a share is written under a
//! temporary name, and gets its own when all workers have written theirs. `verify.rs` asks, answers and compares.
//! `moves.rs` codes the moves, `checkpoint.rs` says what a run is continued from, and `network/` carries the messages.
//! `program/` is the command line; nothing else knows a game.

mod addresses;
mod checkpoint;
mod cluster;
mod error;
mod job;
mod moves;
mod network;
mod peers;
pub mod program;
mod report;
mod run;
mod verify;
mod worker;

pub use cluster::Cluster;
pub use error::ClusterError;
pub use report::Report;
