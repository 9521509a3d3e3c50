//! Clocks, so that a report that shows times can be reproduced.

use std::time::{Duration, Instant};

use crate::candidate::{MIB, PeakMemory, Usage};

/// Measures time.
pub trait Clock: Sync {
    /// Starts a timer: a function that returns how much time has passed since the start.
    fn start(&self) -> Box<dyn Fn() -> Duration + Sync + '_>;

    /// What a report says about a program that took this.
    fn usage(&self, measured: Usage) -> Usage {
        measured
    }
}

/// The system's clock.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn start(&self) -> Box<dyn Fn() -> Duration + Sync + '_> {
        let start = Instant::now();
        Box::new(move || start.elapsed())
    }
}

/// A clock by which everything takes the same time, and every program 1 MiB of memory, so that a report can be a
/// snapshot.
#[derive(Clone, Copy, Debug)]
pub struct FixedClock(pub Duration);

impl Clock for FixedClock {
    fn start(&self) -> Box<dyn Fn() -> Duration + Sync + '_> {
        Box::new(|| self.0)
    }

    fn usage(&self, _: Usage) -> Usage {
        Usage { wall: self.0, cpu: Some(self.0), peak_memory: Some(PeakMemory::Exactly(MIB)) }
    }
}
