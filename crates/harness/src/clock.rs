//! Clocks, so that a report that shows times can be reproduced.

use std::time::{Duration, Instant};

use crate::candidate::{MIB, Usage};

/// Measures time.
#[derive(Clone, Copy, Debug)]
pub enum Clock {
    /// The system's clock.
    System,
    /// By this one everything takes the same time, and every program 1 MiB of memory, so that a report can be a snapshot.
    Fixed(Duration),
}

impl Clock {
    /// Starts a timer: a function that returns how much time has passed since the start.
    pub(crate) fn start(self) -> impl Fn() -> Duration + Sync {
        let start = Instant::now();
        move || match self {
            Self::System => start.elapsed(),
            Self::Fixed(time) => time,
        }
    }

    /// What a report says about a program that took this.
    pub(crate) fn usage(self, measured: Usage) -> Usage {
        match self {
            Self::System => measured,
            Self::Fixed(time) => Usage { wall: time, cpu: Some(time), peak_memory: Some(MIB) },
        }
    }
}
