//! Solves one game in several processes, by the solver of [`retrograde`]. MPI carries what they tell one another; the
//! program that links it is in `mpi/`, a workspace of its own, so that nobody else needs it.
//!
//! The ranks of a game are divided among the processes. Each keeps what is known of its own ranks. A process that has
//! decided a position tells the owners of its predecessors, in messages that are sorted and take a byte or two for a
//! move, in rounds of a [bounded size](Cluster::moves_in_round). The first process writes the solution as a single
//! file, with the bytes that a single machine writes.
//!
//! ```
//! use cluster::{Cluster, on_threads};
//! use retrograde::files::Stored;
//! use retrograde::{Value, Values};
//! # mod heap { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/retrograde/doc/heap.rs")); }
//! # use heap::Heap;
//!
//! // A heap from which a player takes one, two or three, solved by two processes that are threads.
//! # let folder = tempfile::tempdir()?;
//! let heap = || Stored::folder(folder.path(), Heap(1_000), "heap of 1000, take 1 to 3");
//! let reports = on_threads(2, |process| Cluster::default().run(process, &heap().expect("one part"), 0, 0));
//! let report = reports[0].as_ref().expect("there is room").as_ref().expect("the first process reports");
//! assert_eq!(report.header.canonical.lost, 251);
//! assert_eq!(heap()?.value(&1_000)?, Value::Loss(500));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Checkpoints
//!
//! Every [ten minutes](Cluster::checkpoint_interval) all processes save what they know at the end of the same round,
//! before any of them continues, in `all.solution.process-0.checkpoint-0` and so on, if not in a folder of their own.
//! The same run continues from the newest moment that all have a whole file of. Files that do not belong together, or
//! are damaged, are an error that says which to replace or remove. They are removed when the solution is written.
//!
//! # Verifying
//!
//! By [`Task::Verify`] each process looks at all moves of its own positions, and looks up values in its folder, in the
//! files of the part and of those that moves lead to. As by [`Solver::verify`](retrograde::Solver::verify), ranks and
//! symmetry are trusted, and no predecessors are used.

mod checkpoint;
mod moves;
pub mod program;
mod round;
mod solve;
mod threads;

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use retrograde::files::{Header, Stored};
use retrograde::solver::{Partition, Progress, Stage};
use retrograde::{Error, Ranked, Solver};

pub use round::{ClusterError, Processes};
pub use threads::{Thread, on_threads};

use crate::round::{agree, agree_on, round, sums};

/// What processes do together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Solve a game, and write the solution to a file.
    Solve,
    /// [Verify](crate#verifying) the solution in a file.
    Verify,
}

/// How processes solve or verify a game together. All have an equal one.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "its functions have nothing to show")]
pub struct Cluster<'a> {
    /// What they do: they solve the game by default.
    pub task: Task,
    /// The most moves that a process sends in a round, and the predecessors of one position more: 300,000 by default,
    /// of which each takes a few bytes. With fewer moves there are more rounds.
    pub moves_in_round: u64,
    /// The time after which all processes write a [checkpoint](crate#checkpoints), at the end of a round: ten minutes
    /// by default. The clock of the first process counts.
    pub checkpoint_interval: Duration,
    /// The folder for checkpoints, of each process: by default the folder of the solution.
    pub checkpoint_folder: Option<&'a Path>,
    /// Is called after each round.
    pub on_progress: &'a (dyn Fn(Progress) + Sync),
}

impl Default for Cluster<'_> {
    fn default() -> Self {
        Self {
            task: Task::Solve,
            moves_in_round: 300_000,
            checkpoint_interval: Duration::from_secs(600),
            checkpoint_folder: None,
            on_progress: &|_| {},
        }
    }
}

impl Cluster<'_> {
    /// Solves or verifies a part of a game together with the other processes; a game with one part is the usual case.
    /// The first process writes the file that [`Solver::solve_parts`](retrograde::Solver::solve_parts) would write, and
    /// returns what is in it. A game that does not [list predecessors](retrograde::Game::LISTS_PREDECESSORS) does not
    /// compile.
    ///
    /// The part that is verified and the parts that moves lead to must be solved in the folder, or in a copy of it on
    /// the machine of each process, which reads these through `cache_bytes` of memory, and at least 1 MB. The folder of
    /// checkpoints must be there.
    ///
    /// Nothing finds out for sure whether the game's predecessors are right but an
    /// [audit](retrograde::Solver::audit_part) before, or [`Task::Verify`] afterwards.
    ///
    /// # Errors
    ///
    /// If another process has another game or version; if the part cannot be solved; if a value is wrong; or if a file
    /// cannot be read or written. An error of one process ends all of them, and leaves no solution.
    pub fn run<G: Ranked>(
        &self,
        processes: &mut impl Processes,
        stored: &Stored<G>,
        part: usize,
        cache_bytes: u64,
    ) -> Result<Option<SavedSolution>, ClusterError> {
        let (name, ranks) = (stored.part_name(part), stored.parts()[part].size());
        let own = format!("{:?} {name}, {ranks} ranks, version {}", self.task, startup::version());
        agree_on(processes, Ok(own))?;
        if self.task == Task::Verify {
            return self.verify(processes, stored, part, cache_bytes);
        }
        let open =
            || Ok::<_, Error>((stored.lock()?, stored.region(part, cache_bytes)?, stored.checkpoint_name(part)?));
        let (_lock, region, state_name) = agree(processes, open())?;
        self.solve(processes, stored, part, &region, &state_name)
    }

    fn verify<G: Ranked>(
        &self,
        processes: &mut impl Processes,
        stored: &Stored<G>,
        part: usize,
        cache_bytes: u64,
    ) -> Result<Option<SavedSolution>, ClusterError> {
        let (process, count) = (processes.number() as u64, processes.count() as u64);
        let header = agree(processes, stored.header(part))?;
        let (total, partition) = (header.ranks, Partition::new(header.ranks, count));
        // Whether something is left after a round, in which each tells how far it is, or what is wrong.
        let mut meet = |own: Result<u64, String>| {
            let (of_all, _) = round(processes, own.map(|done| ([done, 0, 0, 0], Vec::new())))?;
            let [done, ..] = sums(&of_all);
            (self.on_progress)(Progress { stage: Stage::Verifying, done, total });
            Ok::<_, ClusterError>(done < total)
        };
        let mut is_left = Ok(true);
        let report = |progress: Progress| {
            is_left = meet(Ok(progress.done));
            if is_left.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let solver = Solver::new().memory(cache_bytes.max(2 << 20)).on_progress(report);
        let verified = solver.verify_share(stored, part, partition, process);
        drop(solver);
        let own = verified.map(|()| partition.ranks_of(process)).map_err(|error| error.to_string());
        while is_left? {
            is_left = meet(own.clone());
        }
        Ok((process == 0).then_some(SavedSolution { header, continued_from: None }))
    }

    /// The most memory that one of `count` processes takes to solve a game of `ranks` ranks, in bytes, besides the program
    /// itself, the tables of the game, and what is read of other parts: two and a quarter bytes for each of its own
    /// ranks; and 21 for each move of a round, before it is coded, as it is sent, and as others are received.
    #[must_use]
    pub fn memory(&self, ranks: u64, count: usize) -> u64 {
        let own = Partition::new(ranks, count as u64).ranks_of(0);
        // In a small game there is less to send, and a single process sends nothing.
        let moves = if count > 1 { self.moves_in_round.min(own) } else { 0 };
        own.div_ceil(4) * 9 + moves * 21
    }
}

/// What is in the file of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedSolution {
    /// The header of the file.
    pub header: Header,
    /// The ply of the checkpoint that the run continued from, if it did.
    pub continued_from: Option<u16>,
}
