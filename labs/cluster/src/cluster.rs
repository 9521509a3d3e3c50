//! A run on one process or several.

use std::cell::Cell;
use std::fmt;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use retrograde::Ranked;
use retrograde::progress::Progress;
use retrograde::shares::Partition;
use retrograde::tiers::{PartGame, Tiered, Tiers};

use crate::ClusterError;
use crate::job::{OnProgress, Source, Task};
use crate::network::Config;
use crate::report::Report;

/// The processes and threads that solve a game together. All processes make an equal one, except for their own index,
/// and call [`solve`](Self::solve) with the same game.
#[derive(Clone)]
pub struct Cluster {
    pub(crate) threads: usize,
    /// Without addresses for a single process, and without terms.
    pub(crate) config: Config,
    pub(crate) bytes_in_flight: u64,
    pub(crate) checkpoint_interval: Duration,
    pub(crate) checkpoint_folder: Option<PathBuf>,
    pub(crate) on_progress: Option<Arc<OnProgress>>,
}

impl Cluster {
    /// The most bytes of moves on their way at a time, by default.
    pub const BYTES_IN_FLIGHT: u64 = 32 << 20;

    /// The time from one checkpoint to the next, by default: ten minutes.
    pub const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(600);

    /// This process alone, with `threads` worker threads, at least one.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        Self {
            threads: threads.max(1),
            config: Config::default(),
            bytes_in_flight: Self::BYTES_IN_FLIGHT,
            checkpoint_interval: Self::CHECKPOINT_INTERVAL,
            checkpoint_folder: None,
            on_progress: None,
        }
    }

    /// One process of several, with the same number of threads each: its index, and the addresses of all of them,
    /// `HOST:PORT`. Each process listens at its own address and connects to those before it. [`solve`](Self::solve)
    /// says if there is no address with this index, or if two are the same.
    #[must_use]
    pub fn process(mut self, process: usize, addresses: impl IntoIterator<Item = impl Into<String>>) -> Self {
        (self.config.process, self.config.addresses) = (process, addresses.into_iter().map(Into::into).collect());
        self
    }

    /// Listens on this socket, and does not bind the process's own address, at which the others must reach it. The
    /// socket becomes non-blocking, and stays open as long as this value and its clones. A single process does not
    /// listen.
    #[must_use]
    pub fn listener(mut self, listener: TcpListener) -> Self {
        self.config.listener = Some(Arc::new(listener));
        self
    }

    /// The longest time until all processes are connected; a minute by default.
    #[must_use]
    pub fn start_limit(mut self, start_limit: Duration) -> Self {
        // So that the sum with the time of the start is a time.
        self.config.start_limit = start_limit.min(Duration::from_secs(u32::MAX.into()));
        self
    }

    /// How long a process may show no sign of life before it counts as lost; half a minute by default, and at least 0.1
    /// seconds. Only the process is watched: a method of the game that never returns, or a disk that hangs, keeps all
    /// others waiting.
    #[must_use]
    pub fn silence_limit(mut self, silence_limit: Duration) -> Self {
        self.config.silence_limit = silence_limit.max(Duration::from_millis(100));
        self.config.heartbeat = self.config.silence_limit / 4;
        self
    }

    /// What tells the connections of this run from foreign ones. It protects from mistakes, not from somebody who can
    /// read the network. Empty by default.
    #[must_use]
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.config.token = token.into();
        self
    }

    /// The most bytes of moves that all workers together send in a round, which all of them await before the next one:
    /// [`BYTES_IN_FLIGHT`](Self::BYTES_IN_FLIGHT) by default. Each worker may send the predecessors of one position
    /// more. A process holds at most twice as many, as a round may arrive while it still works on the one before. With
    /// fewer bytes workers wait more often. The number need not be the same on all processes.
    #[must_use]
    pub fn bytes_in_flight(self, bytes_in_flight: u64) -> Self {
        Self { bytes_in_flight, ..self }
    }

    /// The time after which all workers write a [checkpoint](crate#checkpoints), at the end of a round:
    /// [`CHECKPOINT_INTERVAL`](Self::CHECKPOINT_INTERVAL) by default. The clock of process 0 counts.
    #[must_use]
    pub fn checkpoint_interval(self, checkpoint_interval: Duration) -> Self {
        Self { checkpoint_interval, ..self }
    }

    /// The folder for checkpoints on this machine; by default they are beside the shares of the solution.
    #[must_use]
    pub fn checkpoint_folder(self, checkpoint_folder: impl Into<PathBuf>) -> Self {
        Self { checkpoint_folder: Some(checkpoint_folder.into()), ..self }
    }

    /// Calls `report` after each round, on one of the worker threads of this process.
    #[must_use]
    pub fn on_progress(self, report: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self { on_progress: Some(Arc::new(report)), ..self }
    }

    /// The number of workers of all processes.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.threads * self.processes()
    }

    fn processes(&self) -> usize {
        self.config.addresses.len().max(1)
    }

    /// The most memory that a process takes for a game of `ranks` ranks, in bytes, beside the tables of the game itself
    /// and what it reads of other parts.
    #[must_use]
    pub fn memory(&self, ranks: u64) -> u64 {
        /// What a worker has found for others, before it is sent.
        const UNSENT: u64 = 16 << 20;
        /// The largest message, which is copied to be sent, for each other process.
        const BUFFER: u64 = 1 << 20;
        let (threads, processes) = (self.threads as u64, self.processes() as u64);
        let partition = Partition::of_ranks(ranks).among(threads * processes);
        let own = (self.config.process as u64 * threads)..;
        let tables: u64 = own.take(self.threads).map(|worker| partition.ranks_of(worker) / 4 * 9).sum();
        // In a small game there is less to send.
        let moves =
            (threads * UNSENT).saturating_add(self.bytes_in_flight.saturating_mul(2)).min(ranks.saturating_mul(64));
        tables + moves + (processes - 1) * BUFFER + (1 << 20)
    }

    /// Solves a game together with the other processes. Each worker writes its share of the solution to a file of its
    /// own: `path` with the number of the share appended, such as `.1-of-4`. [`Stored`](retrograde::files::Stored)
    /// and [`Solution::load`](retrograde::Solution::load) open them by `path` when all are in one folder. The solution
    /// is the solution of [`Solver::solve`](retrograde::Solver::solve), bit for bit. A game that does not [list
    /// predecessors](retrograde::Game::LISTS_PREDECESSORS) does not compile.
    ///
    /// `name` is what the solution is saved under, and must tell the rules and the version of the code that ranks
    /// positions: all processes must have the same one. The folder of `path` is made if there is none. What earlier
    /// runs have left in the place of `path` is removed at the end: a whole solution, and shares of another number of
    /// workers. No other run may write to `path` at the same time.
    ///
    /// Nothing finds out for sure whether the game's predecessors are right but an
    /// [audit](retrograde::Solver::audit) before, or a [check of every
    /// position](retrograde::Solver::verify_every_position) of the loaded solution.
    ///
    /// # Errors
    ///
    /// If another process does not fit, ends, or falls silent; if the game cannot be solved; or if a share cannot be
    /// written. An error of one process ends all of them, and no solution is left that looks whole.
    ///
    /// # Panics
    ///
    /// Only if a method of the game or the report of progress does; that ends the other processes too. In a program
    /// that aborts on panics, they only see that this one is gone.
    pub fn solve<G: Ranked>(&self, game: &G, name: &str, path: impl AsRef<Path>) -> Result<Report, ClusterError> {
        self.run(&Source { task: Task::Solve, game, name, error: &|| None }, path.as_ref())
    }

    /// Verifies the shares that as many workers have written, together with the other processes, by all moves of all
    /// positions: each value must follow from the values of the successors. What the game says of symmetric positions
    /// and ranks is trusted, as by [`Solver::verify`](retrograde::Solver::verify); the solver's code and predecessors
    /// are not used. A process needs only the shares of its own workers: a worker asks the others for the values that
    /// they keep, in rounds of a bounded size. Takes two bytes for each rank of a share, and 16 for each move of 32,768
    /// positions.
    ///
    /// # Errors
    ///
    /// The first wrong value that a worker finds, a share that is missing or damaged, and what ends
    /// [`solve`](Self::solve) too. An error of one process ends all of them.
    ///
    /// # Panics
    ///
    /// As for [`solve`](Self::solve).
    pub fn verify<G: Ranked>(&self, game: &G, name: &str, path: impl AsRef<Path>) -> Result<Report, ClusterError> {
        self.run(&Source { task: Task::Verify, game, name, error: &|| None }, path.as_ref())
    }

    /// Solves a part of a tiered game together with the other processes, by [`Tiers::with_part`]: the parts that
    /// moves lead to must be solved in the folder, or in a copy of it on the machine of each process. The shares are
    /// the shares of the part's file; when all of them are in the folder, [`Tiers`] takes the part as solved. Each
    /// process reads other parts through `cache_bytes` of memory, and at least 1 MB.
    ///
    /// # Errors
    ///
    /// As for [`solve`](Self::solve), and where [`Tiers::with_part`] has one.
    ///
    /// # Panics
    ///
    /// As for [`solve`](Self::solve).
    pub fn solve_part<T: Tiered>(
        &self,
        tiers: &Tiers<T>,
        part: &T::Part,
        cache_bytes: u64,
    ) -> Result<Report, ClusterError> {
        self.run_part(Task::Solve, tiers, part, cache_bytes)
    }

    /// Verifies the shares of a part as [`verify`](Self::verify) does. The parts that moves lead to are read as by
    /// [`solve_part`](Self::solve_part), and are right if they have been verified themselves.
    ///
    /// # Errors
    ///
    /// As for [`verify`](Self::verify), and where [`Tiers::with_part_to_read`] has one.
    ///
    /// # Panics
    ///
    /// As for [`solve`](Self::solve).
    pub fn verify_part<T: Tiered>(
        &self,
        tiers: &Tiers<T>,
        part: &T::Part,
        cache_bytes: u64,
    ) -> Result<Report, ClusterError> {
        self.run_part(Task::Verify, tiers, part, cache_bytes)
    }

    fn run_part<T: Tiered>(
        &self,
        task: Task,
        tiers: &Tiers<T>,
        part: &T::Part,
        cache_bytes: u64,
    ) -> Result<Report, ClusterError> {
        let name = tiers.name(part);
        let has_run = Cell::new(false);
        let work = |game: &PartGame<T>| {
            has_run.set(true);
            let error = || game.error().map(ToString::to_string);
            self.run(&Source { task, game, name: &name, error: &error }, &tiers.path(part))
        };
        let result = match task {
            Task::Solve => tiers.with_part(part, cache_bytes, work),
            Task::Verify => tiers.with_part_to_read(part, cache_bytes, work),
        };
        result.unwrap_or_else(|error| {
            let error = ClusterError::Worker(error.to_string());
            // A run has told them already.
            if !has_run.get() {
                self.tell_others(task, &name, tiers.game().ranks_in(part), &error);
            }
            Err(error)
        })
    }
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { threads, config, .. } = self;
        f.debug_struct("Cluster").field("threads", threads).field("config", config).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_needs_memory_for_its_shares_and_for_messages() {
        const MIB: u64 = 1 << 20;
        let alone = Cluster::new(1);
        assert_eq!(alone.memory(1 << 30), (9 << 28) + 2 * Cluster::BYTES_IN_FLIGHT + 17 * MIB);
        let one_of_four = Cluster::new(2).process(1, ["a:1", "b:1", "c:1", "d:1"]);
        let buffers = 3 * MIB;
        assert_eq!(one_of_four.memory(1 << 30), (9 << 26) + 2 * Cluster::BYTES_IN_FLIGHT + 33 * MIB + buffers);
        assert!(alone.memory(1_000) < 2 * MIB);
    }
}
