//! The connections between processes: how they start, what they carry, how they are watched, and how they end.
//!
//! Process `i` listens at its address, accepts the processes after it, and connects to those before it. Both sides of a
//! connection check that they belong to the same run. From then on each side shows signs of life, and notices when the
//! other side ends, hangs, or gives up. The first error of any process ends the run on all of them.
//!
//! A connection carries frames, some of which are signs of life or the reason of an end. One thread reads them and puts
//! the messages into the inboxes of the workers; a worker that sends writes to the socket itself. Reading never waits
//! for a worker, so writing always gets on while the network does. `Failure` keeps the first error of a process and
//! tells the other processes; workers look at it between two steps.

mod clock;
mod connection;
mod ending;
mod failure;
mod frame;
mod greeting;
mod reach;
mod reader;
mod start;

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

pub(crate) use failure::Failure;

use crate::ClusterError;
use clock::Clock;
use connection::Connection;
use frame::{Header, Kind};

/// The version of everything that processes send one another.
const VERSION: u32 = 4;

/// What a process is started with: its place among the others, and how long it waits for them.
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
    /// What all processes of a run must agree on, each with its name.
    pub(crate) terms: Vec<(&'static str, String)>,
    pub(crate) version: u32,
    pub(crate) clock: Clock,
}

impl Default for Config {
    /// A single process, with the usual limits.
    fn default() -> Self {
        Self {
            process: 0,
            addresses: Vec::new(),
            listener: None,
            start_limit: Duration::from_secs(60),
            silence_limit: Duration::from_secs(30),
            heartbeat: Duration::from_secs(30) / 4,
            token: String::new(),
            terms: Vec::new(),
            version: VERSION,
            clock: Clock::default(),
        }
    }
}

/// What one worker sends to another. The messages between two workers arrive in the order in which they were sent.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Message {
    /// The worker that sends.
    pub(crate) from: usize,
    pub(crate) content: Content,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Moves, as an [`Outbox`](crate::moves::Outbox) encodes them.
    Moves(Vec<u8>),
    /// The end of a round.
    Numbers(Vec<u64>),
}

/// What connects the workers of this process with one another, and with the workers of the other processes.
pub(crate) struct Network {
    /// One for each process; none for this one.
    connections: Vec<Option<Arc<Connection>>>,
    /// One for each worker of this process.
    inboxes: Vec<Sender<Message>>,
    failure: Arc<Failure>,
}

impl Network {
    /// Connects this process to all others.
    ///
    /// Ends within `config.start_limit` and about a second, also with an error, which is then the one in `failure`. The
    /// other processes that are already connected receive it too.
    pub(crate) fn connect(
        config: Config,
        inboxes: Vec<Sender<Message>>,
        failure: &Arc<Failure>,
    ) -> Result<Self, ClusterError> {
        let connections = start::connect(config, &inboxes, failure)?;
        Ok(Self { connections, inboxes, failure: Arc::clone(failure) })
    }

    /// A single process.
    pub(crate) fn alone(inboxes: Vec<Sender<Message>>, failure: &Arc<Failure>) -> Self {
        Self { connections: vec![None], inboxes, failure: Arc::clone(failure) }
    }

    /// The number of workers of this process, as of each.
    pub(crate) fn threads(&self) -> usize {
        self.inboxes.len()
    }

    /// The number of workers of all processes.
    pub(crate) fn workers(&self) -> usize {
        self.connections.len() * self.threads()
    }

    /// Sends moves to a worker. Waits until the operating system has taken them.
    pub(crate) fn send_moves(&self, from: usize, to: usize, code: Vec<u8>) {
        let (process, to) = (to / self.threads(), to % self.threads());
        match &self.connections[process] {
            Some(connection) => connection.send(Header { kind: Kind::Moves, from, to }, &code),
            None => self.send_here(to, Message { from, content: Content::Moves(code) }),
        }
    }

    /// Sends numbers to all workers.
    pub(crate) fn send_numbers(&self, from: usize, numbers: &[u64]) {
        let payload: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        for connection in self.others() {
            connection.send(Header { kind: Kind::Numbers, from, to: 0 }, &payload);
        }
        for to in 0..self.threads() {
            self.send_here(to, Message { from, content: Content::Numbers(numbers.to_vec()) });
        }
    }

    fn send_here(&self, to: usize, message: Message) {
        // A worker that has failed takes nothing more.
        let _ = self.inboxes[to].send(message);
    }

    /// Ends the connections after the last round, when all processes do, and returns the bytes that were sent and
    /// received.
    pub(crate) fn finish(self) -> Result<[u64; 2], ClusterError> {
        self.others().for_each(|connection| connection.end());
        // Also a failure ends them, in a time that is bounded.
        let bytes = self.others().map(|connection| connection.wait());
        let sum = bytes.fold([0; 2], |[sent, received], [more, further]| [sent + more, received + further]);
        self.failure.error().map_or(Ok(sum), Err)
    }

    fn others(&self) -> impl Iterator<Item = &Arc<Connection>> {
        self.connections.iter().flatten()
    }
}

#[cfg(test)]
mod tests;
