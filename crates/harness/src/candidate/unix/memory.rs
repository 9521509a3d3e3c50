//! The peak memory of a program, as far as it can be distinguished from that of this process.
//!
//! Until a started process has replaced its program, it shares the memory of the process that starts it, and Linux
//! counts this as its own. So a reported peak that is not above the own peak at that moment says only that the program
//! took no more.
//!
//! The report is about a process and the children that it has waited for. Others are looked at while they run.
//!
//! With a memory limit, the descendants are looked at every 10 ms. All processes of the group are looked at every 50 ms
//! and at the end, because a process whose parent has ended is not a descendant. A process that ends between two looks
//! without being waited for is missed.
//!
//! If the own peak is above the limit and nothing more is known, the limit cannot be checked. That says nothing about
//! the program, so a right answer is then an IE.

use std::fs;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::POLL_INTERVAL;
use super::group::Group;
use super::proc::Status;
use crate::candidate::{MIB, PeakMemory};

/// The peak of this process itself when a program was started.
#[derive(Clone, Copy, Debug)]
pub(super) enum OwnPeak {
    /// At most this many bytes.
    AtMost(u64),
    /// At most that of the whole time until now.
    OfWholeTime,
}

/// The highest own peak that is known. The system forgets it when it is lowered.
static HIGHEST: Mutex<u64> = Mutex::new(0);

impl OwnPeak {
    /// The peak until now. If nothing is known about it, that of any program may be the own one.
    pub(super) fn now() -> u64 {
        Status::own().map_or(u64::MAX / 2, |status| status.peak_memory)
    }

    /// Makes the system forget the peak, so that it is what this process takes now. Programs must not be started
    /// meanwhile.
    pub(super) fn lower() {
        highest();
        // Where this cannot be done, the peak stays as high as it is.
        let _ = fs::write("/proc/self/clear_refs", "5");
    }
}

/// The memory of the running processes of a group, looked at now and then.
pub(super) struct Polled {
    peak: u64,
    /// When to look again, as time since the start: at the family, and at all members.
    family_due: Duration,
    members_due: Duration,
}

impl Polled {
    /// How often to look at all members.
    const MEMBERS_INTERVAL: Duration = Duration::from_millis(50);

    pub(super) fn new() -> Self {
        Self { peak: 0, family_due: POLL_INTERVAL, members_due: Self::MEMBERS_INTERVAL }
    }

    /// Looks at nothing until the end.
    #[cfg(test)]
    pub(super) fn only_at_end() -> Self {
        Self { peak: 0, family_due: Duration::MAX, members_due: Duration::MAX }
    }

    /// Looks at what is due so long after the start.
    pub(super) fn look(&mut self, group: &Group, elapsed: Duration) {
        if elapsed >= self.family_due {
            self.peak = self.peak.max(group.peak_of_family());
            self.family_due = elapsed + POLL_INTERVAL;
        }
        if elapsed >= self.members_due {
            let start = Instant::now();
            self.look_at_members(group);
            // On a system with many processes this should not keep a processor busy.
            self.members_due = elapsed + Self::MEMBERS_INTERVAL.max(20 * start.elapsed());
        }
    }

    /// Looks at all members, without waiting until that is due.
    pub(super) fn look_at_members(&mut self, group: &Group) {
        self.peak = self.peak.max(group.peak_of_members());
    }

    /// The largest peak of a single process so far, in bytes. 0 if the system does not show it.
    pub(super) fn peak(&self) -> u64 {
        self.peak
    }
}

/// The peak of a program for which the system has reported this many bytes, and of whose processes one took `polled`
/// bytes.
pub(super) fn peak(reported: u64, own: OwnPeak, polled: u64) -> PeakMemory {
    if polled > reported {
        return PeakMemory::Exactly(polled);
    }
    let is_above = |own: u64| reported > with_tolerance(own);
    let is_exact = match own {
        _ if !cfg!(target_os = "linux") => true,
        OwnPeak::AtMost(own) => is_above(own),
        // Most programs are below the peak that is known already. Asking the system takes longer.
        OwnPeak::OfWholeTime => {
            let known = *HIGHEST.lock().unwrap_or_else(PoisonError::into_inner);
            is_above(known) && is_above(highest())
        }
    };
    if is_exact { PeakMemory::Exactly(reported) } else { PeakMemory::AtMost(reported) }
}

/// The highest own peak so far.
fn highest() -> u64 {
    let now = OwnPeak::now();
    let mut highest = HIGHEST.lock().unwrap_or_else(PoisonError::into_inner);
    *highest = now.max(*highest);
    *highest
}

/// Linux counts the pages of a process on each processor, and adds them up only now and then.
fn with_tolerance(bytes: u64) -> u64 {
    bytes.saturating_add(bytes / 8 + MIB)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_the_larger_one_of_what_is_reported_and_what_was_seen() {
        let peak = |reported, polled| peak(reported * MIB, OwnPeak::AtMost(10 * MIB), polled * MIB);
        assert_eq!(peak(20, 0), PeakMemory::Exactly(20 * MIB));
        assert_eq!(peak(20, 15), PeakMemory::Exactly(20 * MIB));
        assert_eq!(peak(20, 30), PeakMemory::Exactly(30 * MIB));
        assert_eq!(peak(10, 30), PeakMemory::Exactly(30 * MIB));
        if cfg!(target_os = "linux") {
            assert_eq!(peak(10, 5), PeakMemory::AtMost(10 * MIB));
        }
    }
}
