//! The first error of a process, which ends the run on all processes.

use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::{Duration, Instant};

use super::connection::{Connection, lock};
use crate::ClusterError;

/// The longest time that [`Failure::fail`] waits for the other processes to be informed.
const INFORM: Duration = Duration::from_secs(2);

/// The first error of a process, shared by its threads.
#[derive(Default)]
pub(crate) struct Failure {
    first: OnceLock<ClusterError>,
    connections: Mutex<Vec<Weak<Connection>>>,
}

impl Failure {
    /// No error yet, and no connections.
    pub(crate) fn new() -> Arc<Self> {
        Arc::default()
    }

    /// Ends the run on all processes, unless it already failed: the first error stays.
    ///
    /// Returns when the reason is handed to the operating system for all other processes, after two seconds at most.
    /// The threads of this process see the error when they look.
    pub(crate) fn fail(&self, error: ClusterError) {
        self.record(error);
        let until = Instant::now() + INFORM;
        for connection in self.connections() {
            connection.wait_informed(until);
        }
    }

    /// The first error, if there is one.
    pub(crate) fn error(&self) -> Option<ClusterError> {
        self.first.get().cloned()
    }

    /// Whether there is an error. Costs an atomic load.
    pub(crate) fn is_failed(&self) -> bool {
        self.first.get().is_some()
    }

    /// Waits, within `limit`, until the other processes know the reason of a failure and have closed their side.
    ///
    /// To call before a failed process exits: when it exits with bytes unread, its operating system may reset the
    /// connection, and what it sent last can be lost.
    pub(crate) fn settle(&self, limit: Duration) {
        let until = Instant::now() + limit;
        for connection in self.connections() {
            connection.wait_settled(Some(until));
        }
    }

    /// [`Failure::fail`] without the wait, for the threads of connections, which the wait is about.
    pub(super) fn record(&self, error: ClusterError) {
        if self.first.set(error).is_ok() {
            for connection in self.connections() {
                connection.wake();
            }
        }
    }

    /// Has the connection informed of a failure.
    pub(super) fn watch(&self, connection: &Arc<Connection>) {
        lock(&self.connections).push(Arc::downgrade(connection));
    }

    fn connections(&self) -> Vec<Arc<Connection>> {
        lock(&self.connections).iter().filter_map(Weak::upgrade).collect()
    }
}
