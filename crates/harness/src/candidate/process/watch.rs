//! The time that a run takes, and the part of it in which this process stood still.

use std::time::{Duration, Instant};

/// A clock that is looked at again and again, and adds up by how much it was looked at too late.
///
/// This process may be stopped while a program runs, or may not get a processor. Then it cannot know when the program ended.
pub(super) struct Watch {
    start: Instant,
    /// When it was last looked at.
    now: Instant,
    /// When it is to be looked at again at the latest.
    due: Instant,
    late: Duration,
}

/// The longest time between two looks.
const INTERVAL: Duration = Duration::from_millis(100);

impl Watch {
    pub(super) fn start() -> Self {
        let start = Instant::now();
        Self { start, now: start, due: start + INTERVAL, late: Duration::ZERO }
    }

    /// Looks at the clock.
    pub(super) fn look(&mut self) {
        self.now = Instant::now();
        self.late += self.now.saturating_duration_since(self.due);
        self.due = self.now + INTERVAL;
    }

    /// Plans the next look, at the latest after this time. Returns how long to wait for it.
    pub(super) fn plan(&mut self, wait: Duration) -> Duration {
        let wait = wait.min(INTERVAL);
        self.due = self.now + wait;
        wait
    }

    /// The time from the start to the last look.
    pub(super) fn elapsed(&self) -> Duration {
        self.now - self.start
    }

    /// The part of that time in which this process certainly did not stand still.
    pub(super) fn watched(&self) -> Duration {
        self.elapsed().saturating_sub(self.late)
    }
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;

    use super::*;

    const MOMENT: Duration = Duration::from_millis(20);

    #[test]
    fn only_time_after_the_planned_look_is_not_watched() {
        let mut watch = Watch::start();
        for _ in 0..3 {
            watch.plan(MOMENT);
            sleep(5 * MOMENT);
            watch.look();
        }
        assert!(watch.elapsed() >= 15 * MOMENT);
        assert!(watch.watched() > 2 * MOMENT && watch.watched() <= 3 * MOMENT + MOMENT);
    }

    #[test]
    fn looks_are_never_far_apart() {
        let mut watch = Watch::start();
        assert_eq!(watch.plan(Duration::MAX), INTERVAL);
        assert_eq!(watch.plan(MOMENT), MOMENT);
        watch.plan(Duration::MAX);
        sleep(3 * INTERVAL);
        watch.look();
        assert!(watch.watched() <= INTERVAL);
    }
}
