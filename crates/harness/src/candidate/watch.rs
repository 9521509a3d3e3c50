//! The time that a run takes, and the part of it in which this process was suspended.

use std::time::{Duration, Instant};

/// A clock that is looked at again and again, and adds up the time between two looks, unless the second one is late.
///
/// This process may be stopped while a program runs, or may not get a processor. Then it cannot know when the program
/// ended.
pub(crate) struct Watch {
    start: Instant,
    /// When it was last looked at.
    now: Instant,
    /// How long after that it is to be looked at again at the latest.
    wait: Duration,
    watched: Duration,
}

/// The longest time between two looks.
const INTERVAL: Duration = Duration::from_millis(100);

/// How late a look may be: waking up takes a moment, and on a busy machine more than that. So the end of a program is
/// noticed at most this much too late, unless this process was suspended.
const TOLERANCE: Duration = Duration::from_millis(50);

impl Watch {
    pub(super) fn start() -> Self {
        let start = Instant::now();
        Self { start, now: start, wait: INTERVAL, watched: Duration::ZERO }
    }

    /// Looks at the clock.
    pub(super) fn look(&mut self) {
        self.look_at(Instant::now());
    }

    fn look_at(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.now);
        self.watched += if passed > self.wait + TOLERANCE { self.wait } else { passed };
        (self.now, self.wait) = (now, INTERVAL);
    }

    /// Plans the next look, at the latest after this time. Returns how long to wait for it.
    pub(super) fn plan(&mut self, wait: Duration) -> Duration {
        self.wait = wait.min(INTERVAL);
        self.wait
    }

    /// The time from the start to the last look.
    pub(super) fn elapsed(&self) -> Duration {
        self.now - self.start
    }

    /// The part of that time in which this process was not suspended.
    pub(super) fn watched(&self) -> Duration {
        self.watched
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How long a clock was watched when it is looked at at these times, in milliseconds. Each look is planned `wait`
    /// after the one before.
    fn watched(wait: u64, looks: impl IntoIterator<Item = u64>) -> u128 {
        let mut watch = Watch::start();
        for look in looks {
            watch.plan(Duration::from_millis(wait));
            watch.look_at(watch.start + Duration::from_millis(look));
        }
        watch.watched().as_millis()
    }

    #[test]
    fn only_time_after_a_planned_look_is_not_watched_unless_it_is_short() {
        assert_eq!(watched(10, (1..=100).map(|look| 11 * look)), 1100);
        assert_eq!(watched(10, [60, 70, 130]), 130);
        assert_eq!(watched(10, [10, 100, 110, 1000]), 40);
        // The longest time between two looks is 100 ms.
        assert_eq!(watched(u64::MAX, [300, 500]), 200);
    }
}
