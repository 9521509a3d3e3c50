//! How far a connection has come towards its end, for the threads that wait for that.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The steps towards the end of a connection.
#[derive(Default)]
pub(super) struct Ending {
    steps: Mutex<Steps>,
    changed: Condvar,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Steps {
    /// Nothing more is to be written, unless the run fails.
    pub(super) closing: bool,
    /// Nothing more will be written.
    pub(super) closed: bool,
    /// Nothing more will be read.
    pub(super) drained: bool,
}

impl Steps {
    /// Nothing more will be written or read.
    pub(super) fn settled(self) -> bool {
        self.closed && self.drained
    }
}

impl Ending {
    /// Changes the steps, and wakes the threads that wait.
    pub(super) fn update(&self, change: impl FnOnce(&mut Steps)) {
        change(&mut lock(&self.steps));
        self.changed.notify_all();
    }

    /// Makes the threads that wait look whether the run has failed.
    pub(super) fn wake(&self) {
        // This takes the lock: with it held, a thread is either before its look or already waits.
        self.update(|_| {});
    }

    /// Waits until `done`, for at most `limit`, and returns the steps as they are then.
    pub(super) fn wait(&self, limit: Duration, done: impl Fn(Steps) -> bool) -> Steps {
        let waited = self.changed.wait_timeout_while(lock(&self.steps), limit, |steps| !done(*steps));
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// The lock, even if a thread panicked with it: what these locks guard is valid at any time.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
