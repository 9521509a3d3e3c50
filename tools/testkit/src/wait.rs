//! Waiting for events.

use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for what must happen. Only a test that fails waits so long, and not one on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// Waits until a condition holds.
pub fn wait_until(failure: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < PATIENCE, "{failure}");
        thread::sleep(Duration::from_millis(1));
    }
}
