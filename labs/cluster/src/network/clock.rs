//! The time that limits are measured by.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The clock of a process. A test skips time on it in place of waiting for a limit.
#[derive(Debug, Clone, Default)]
pub(crate) struct Clock {
    /// The milliseconds that were skipped, which are zero outside tests.
    skipped: Arc<AtomicU64>,
}

impl Clock {
    pub(super) fn now(&self) -> Instant {
        Instant::now() + self.skipped()
    }

    fn skipped(&self) -> Duration {
        Duration::from_millis(self.skipped.load(Ordering::Relaxed))
    }

    /// Lets time pass at once.
    #[cfg(test)]
    pub(super) fn skip(&self, time: Duration) {
        let milliseconds = u64::try_from(time.as_millis()).expect("less than millions of years");
        self.skipped.fetch_add(milliseconds, Ordering::Relaxed);
    }
}

/// The time that a thread has waited for a socket.
///
/// It is counted in waits, not read from the clock: a process that was itself suspended blames no other.
#[derive(Debug)]
pub(super) struct Waited {
    waits: Duration,
    skipped_before: Duration,
}

impl Waited {
    /// No wait yet.
    pub(super) fn new(clock: &Clock) -> Self {
        Self { waits: Duration::ZERO, skipped_before: clock.skipped() }
    }

    /// Adds a wait, and returns the time of all of them.
    pub(super) fn add(&mut self, wait: Duration, clock: &Clock) -> Duration {
        self.waits += wait;
        self.waits + clock.skipped().saturating_sub(self.skipped_before)
    }
}
