//! The first error of a process, which ends the run on all processes.

use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use super::ending::{Ending, Steps, lock};
use crate::ClusterError;

/// The longest time that [`Failure::fail`] waits for the other processes to be informed.
const INFORM: Duration = Duration::from_secs(2);

/// The first error of a process, shared by its threads.
#[derive(Default)]
pub(crate) struct Failure {
    first: OnceLock<ClusterError>,
    endings: Mutex<Vec<Arc<Ending>>>,
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
        self.wait(INFORM, |steps| steps.closed);
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
        self.wait(limit, Steps::settled);
    }

    /// [`Failure::fail`] without the wait, for the threads of connections, which the wait is about.
    pub(super) fn record(&self, error: ClusterError) {
        if self.first.set(error).is_ok() {
            self.endings().iter().for_each(|ending| ending.wake());
        }
    }

    /// Wakes the threads of a connection when the run fails, and has [`Failure::fail`] and [`Failure::settle`] wait for
    /// its end.
    pub(super) fn watch(&self, ending: &Arc<Ending>) {
        lock(&self.endings).push(Arc::clone(ending));
    }

    fn wait(&self, limit: Duration, done: impl Fn(Steps) -> bool) {
        let until = Instant::now() + limit;
        for ending in self.endings() {
            ending.wait(until.saturating_duration_since(Instant::now()), &done);
        }
    }

    fn endings(&self) -> Vec<Arc<Ending>> {
        lock(&self.endings).clone()
    }
}
