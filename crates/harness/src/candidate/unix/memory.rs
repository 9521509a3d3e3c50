//! The peak memory of a program, as far as it can be distinguished from the memory of this process.
//!
//! Until a started process has replaced its program, it shares the memory of the process that starts it, and Linux
//! counts this as its own. So a reported peak that is not above the own peak at that moment says only that the program
//! took no more.
//!
//! The report is about a process and the children that it has waited for. With a memory limit, all of its group are
//! looked at while they run, and at the end. One that ends between two looks without being waited for is missed.
//!
//! If the own peak is above the limit and nothing more is known, the limit cannot be checked. That says nothing about
//! the program, so a right answer is then an IE.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{fs, mem};

use rustix::process::Pid;

use crate::candidate::{MIB, PeakMemory};
use crate::proc;

/// The peak of this process, since it was last lowered. If it is not known, the peak of any program may be the own one.
fn own_peak() -> u64 {
    proc::peak_memory(std::process::id()).unwrap_or(u64::MAX / 2)
}

/// Whether a peak is above another one. Linux counts the pages of a process on each processor, and adds them up only
/// now and then.
fn is_above(peak: u64, other: u64) -> bool {
    peak > other.saturating_add(other / 8 + MIB)
}

/// The memory of one run.
pub(super) struct Memory {
    limit: Option<u64>,
    /// The peak of this process when the program was started, if memory is limited.
    own_at_start: Option<u64>,
    /// The largest peak of a single process that was seen, in bytes.
    seen: u64,
    /// The processes of the system that are still to be looked at in this look.
    pending: Vec<u32>,
    /// How long this look has taken so far.
    took: Duration,
    /// When to look at all processes again, as time since the start.
    due: Duration,
}

impl Memory {
    /// The shortest wait between two looks at all processes of the group.
    const SHORTEST: Duration = Duration::from_millis(10);
    /// The longest one, unless a look itself takes longer.
    const LONGEST: Duration = Duration::from_millis(200);
    /// After this time the end of the program and the clock come first again, also where there are thousands of
    /// processes.
    const PAUSE: Duration = Duration::from_millis(5);

    /// Makes the system forget the own peak if memory is limited, so that it is what this process takes now. No other
    /// program may be started until [`after_start`](Self::after_start).
    pub(super) fn before_start(limit: Option<u64>) -> Self {
        if limit.is_some() {
            // Where this cannot be done, the peak stays as high as it is.
            let _ = fs::write("/proc/self/clear_refs", "5");
        }
        let (pending, took) = (Vec::new(), Duration::ZERO);
        Self { limit, own_at_start: None, seen: 0, pending, took, due: Self::SHORTEST }
    }

    pub(super) fn after_start(&mut self) {
        self.own_at_start = self.limit.map(|_| own_peak());
    }

    pub(super) fn is_limited(&self) -> bool {
        self.limit.is_some()
    }

    /// Looks at processes of the group if that is due so long after the start. Returns whether one exceeds the limit.
    pub(super) fn is_exceeded(&mut self, group: Pid, elapsed: Duration) -> bool {
        if self.is_limited() && elapsed >= self.due {
            let start = Instant::now();
            if self.pending.is_empty() {
                self.pending = proc::all().collect();
            }
            while start.elapsed() < Self::PAUSE
                && let Some(process) = self.pending.pop()
            {
                self.look_at(process, group);
            }
            self.took += start.elapsed();
            if self.pending.is_empty() {
                self.due = elapsed + Self::until_next_look(mem::take(&mut self.took));
            }
        }
        self.limit.is_some_and(|limit| self.seen > limit)
    }

    /// How long to wait after a look that took this long. On a system with many processes looking should not keep a
    /// processor busy; on one that is busy itself, the next look must not be seconds away.
    fn until_next_look(took: Duration) -> Duration {
        (20 * took).clamp(Self::SHORTEST, Self::LONGEST.max(took))
    }

    /// Looks at all processes of the group, if memory is limited.
    pub(super) fn look(&mut self, group: Pid) {
        if self.is_limited() {
            proc::all().for_each(|process| self.look_at(process, group));
        }
    }

    /// Looks at a process, if it belongs to the group.
    fn look_at(&mut self, process: u32, group: Pid) {
        let peak = proc::member(process, group).and_then(|_| proc::peak_memory(process));
        self.seen = peak.unwrap_or(0).max(self.seen);
    }

    /// The peak of the program if the system has reported this many bytes. `known` is the last own peak that was asked for.
    pub(super) fn peak(&self, reported: u64, known: &AtomicU64) -> PeakMemory {
        if self.seen > reported {
            return PeakMemory::Exactly(self.seen);
        }
        let own = self.own_at_start.unwrap_or_else(|| {
            // Asking the system takes longer, and most peaks are not above.
            if is_above(reported, known.load(Ordering::Relaxed)) {
                known.store(own_peak(), Ordering::Relaxed);
            }
            known.load(Ordering::Relaxed)
        });
        let is_exact = !cfg!(target_os = "linux") || is_above(reported, own);
        if is_exact { PeakMemory::Exactly(reported) } else { PeakMemory::AtMost(reported) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_that_took_long_does_not_put_off_the_next_one_for_seconds() {
        let wait = |took| Memory::until_next_look(Duration::from_micros(took)).as_millis();
        assert_eq!([1, 2_000, 50_000, 1_000_000].map(wait), [10, 40, 200, 1000]);
    }

    #[test]
    fn a_look_at_millions_of_processes_is_interrupted() {
        let pending = (0..10_000_000).collect();
        let mut memory = Memory { limit: Some(u64::MAX), pending, ..Memory::before_start(None) };
        assert!(!memory.is_exceeded(Pid::INIT, Memory::SHORTEST) && !memory.pending.is_empty());
    }
}
