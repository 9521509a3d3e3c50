//! The connections between processes: how they start, how they are watched, and how they end.
//!
//! Process `i` listens at its address, accepts the processes after it, and connects to those before it. Both sides of a
//! connection check that they belong to the same run. From then on each side shows signs of life, and notices when the
//! other side ends, hangs, or gives up. The first error of any process ends the run on all of them.
//!
//! Connections are our own because timely's retry forever and end in panics. A `Link` is what timely reads and writes.
//! It carries frames, some of which are signs of life or the reason of an end. `Failure` keeps the first error of a
//! process and tells the other processes; workers look at it between two steps. After an error timely's reading threads
//! are left waiting, because they could only panic.

mod clock;
mod connection;
mod failure;
mod frame;
mod link;
mod message;
mod reach;
mod reader;
mod start;

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use timely::communication::allocator::zero_copy::initialize::CommsGuard;

pub(crate) use clock::Clock;
pub(crate) use failure::Failure;
pub(crate) use link::Link;

use crate::ClusterError;

/// The version of everything that processes send one another, the data of the dataflow included.
const VERSION: u32 = 2;

/// The place of a process among the others, and how long it waits for them.
#[derive(Debug, Clone)]
pub(crate) struct Config {
    /// The number of this process.
    pub(crate) process: usize,
    /// The address of each process, `HOST:PORT`.
    pub(crate) addresses: Vec<String>,
    /// The socket to listen on. Without one, the process binds its own address.
    pub(crate) listener: Option<Arc<TcpListener>>,
    /// The time until all processes must be connected.
    pub(crate) start_limit: Duration,
    /// The time without a sign of life after which a process counts as failed.
    pub(crate) silence_limit: Duration,
    /// The time between two signs of life of this process.
    pub(crate) heartbeat: Duration,
    /// What tells the processes of this run from other programs and other runs. It protects from mistakes, not from an
    /// attacker who can read the network.
    pub(crate) token: String,
    pub(crate) clock: Clock,
}

/// What all processes of a run must agree on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Terms {
    /// The game with its parameters.
    pub(crate) game: String,
    /// The number of ranks.
    pub(crate) ranks: u64,
    /// The number of processes.
    pub(crate) processes: usize,
    /// The number of threads per process.
    pub(crate) threads: usize,
}

impl Terms {
    /// The first item that differs: its name, its value here, and its value there.
    fn difference(&self, there: &Self) -> Option<(&'static str, String, String)> {
        let Self { game, ranks, processes, threads } = self;
        [
            ("game", game.clone(), there.game.clone()),
            ("number of ranks", ranks.to_string(), there.ranks.to_string()),
            ("number of processes", processes.to_string(), there.processes.to_string()),
            ("number of threads", threads.to_string(), there.threads.to_string()),
        ]
        .into_iter()
        .find(|(_, here, there)| here != there)
    }
}

/// Connects this process to all others: a link per process in their order, `None` in the place of this process.
///
/// Ends within `config.start_limit` and about a second, also with an error, which is then the one in `failure`. The
/// other processes that are already connected receive it too.
pub(crate) fn connect(
    config: &Config,
    terms: &Terms,
    failure: &Arc<Failure>,
) -> Result<Vec<Option<Link>>, ClusterError> {
    start::connect(config, terms, VERSION, failure)
}

/// Waits for timely's network threads after all workers have ended.
///
/// Returns the error instead if the run fails before the last byte is sent and received; then the threads stay behind.
pub(crate) fn finish(guard: CommsGuard, failure: &Failure) -> Result<(), ClusterError> {
    let (sender, end) = mpsc::channel();
    let spawned = thread::Builder::new().name("finish".to_string()).spawn(move || {
        drop(guard);
        // Nobody listens any more after a failure.
        let _ = sender.send(());
    });
    if let Err(error) = spawned {
        return Err(ClusterError::Worker(format!("cannot start a thread: {error}; allow more threads")));
    }
    loop {
        let result = end.recv_timeout(Duration::from_millis(10));
        if let Some(error) = failure.error() {
            return Err(error);
        }
        match result {
            Ok(()) => return Ok(()),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(ClusterError::Worker("a network thread panicked; report its message".to_string()));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

#[cfg(test)]
mod tests;
