//! The time that a run takes, and the part of it in which this process was suspended.

use std::time::{Duration, Instant};

/// A clock that is looked at again and again, and adds up by how much it was looked at too late.
///
/// This process may be stopped while a program runs, or may not get a processor. Then it cannot know when the program
/// ended.
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

/// How late a look may be: waking up takes a moment, and on a busy machine more than that. So the end of a program is
/// noticed at most this much too late, unless this process was suspended.
const TOLERANCE: Duration = Duration::from_millis(50);

impl Watch {
    pub(super) fn start() -> Self {
        Self::start_at(Instant::now())
    }

    fn start_at(start: Instant) -> Self {
        Self { start, now: start, due: start + INTERVAL, late: Duration::ZERO }
    }

    /// Looks at the clock.
    pub(super) fn look(&mut self) {
        self.look_at(Instant::now());
    }

    fn look_at(&mut self, now: Instant) {
        let late = now.saturating_duration_since(self.due);
        if late > TOLERANCE {
            self.late += late;
        }
        self.now = now;
        self.due = now + INTERVAL;
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

    /// The part of that time in which this process was not suspended.
    pub(super) fn watched(&self) -> Duration {
        self.elapsed().saturating_sub(self.late)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLISECOND: Duration = Duration::from_millis(1);

    /// Looks at a clock at these times, in milliseconds. Each look is planned 10 ms after the one before.
    fn watch(looks: impl IntoIterator<Item = u32>) -> Watch {
        let start = Instant::now();
        let mut watch = Watch::start_at(start);
        for look in looks {
            watch.plan(10 * MILLISECOND);
            watch.look_at(start + look * MILLISECOND);
        }
        watch
    }

    #[test]
    fn waking_up_a_little_too_late_does_not_count_however_often() {
        let watch = watch((1..=100).map(|look| 11 * look));
        assert_eq!((watch.elapsed(), watch.watched()), (1100 * MILLISECOND, 1100 * MILLISECOND));
        assert_eq!(self::watch([60, 70, 130]).watched(), 130 * MILLISECOND);
    }

    #[test]
    fn only_time_after_the_planned_look_is_not_watched() {
        let watch = watch([10, 100, 110, 1000]);
        assert_eq!((watch.elapsed(), watch.watched()), (1000 * MILLISECOND, 40 * MILLISECOND));
    }

    #[test]
    fn looks_are_never_far_apart() {
        let mut watch = watch([]);
        assert_eq!(watch.plan(MILLISECOND), MILLISECOND);
        assert_eq!(watch.plan(Duration::MAX), INTERVAL);
        watch.look_at(watch.start + 3 * INTERVAL);
        assert_eq!(watch.watched(), INTERVAL);
        watch.look_at(watch.start + 5 * INTERVAL);
        assert_eq!(watch.watched(), 2 * INTERVAL);
    }
}
