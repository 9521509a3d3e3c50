//! Clocks, so that a report that shows times can be reproduced.

use std::time::{Duration, Instant};

/// Measures time.
pub trait Clock: Sync {
    /// Starts a timer: a function that returns how much time has passed since the start.
    fn start(&self) -> Box<dyn Fn() -> Duration + '_>;
}

/// The system's clock.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn start(&self) -> Box<dyn Fn() -> Duration + '_> {
        let start = Instant::now();
        Box::new(move || start.elapsed())
    }
}

/// A clock by which everything takes the same time, so that a report can be a snapshot.
#[derive(Clone, Copy, Debug)]
pub struct FixedClock(pub Duration);

impl Clock for FixedClock {
    fn start(&self) -> Box<dyn Fn() -> Duration + '_> {
        Box::new(|| self.0)
    }
}
