//! Where times come from, so that a report that shows times can be the same twice.

use std::time::{Duration, Instant};

/// Something that measures time.
pub trait Clock: Sync {
    /// Begins to measure. What comes back tells the time since then.
    fn start(&self) -> Box<dyn Fn() -> Duration + '_>;
}

/// The clock of the system.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn start(&self) -> Box<dyn Fn() -> Duration + '_> {
        let start = Instant::now();
        Box::new(move || start.elapsed())
    }
}
