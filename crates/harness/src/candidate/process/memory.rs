//! The peak memory of a program, as far as it can be told from that of this process.
//!
//! Until a started process has replaced its program, it shares the memory of the process that starts it, and Linux counts this
//! as its own. So a reported peak that is not above the own peak at that moment says only that the program took no more.

use std::fs;
use std::sync::{Mutex, PoisonError};

use super::proc::Status;
use crate::candidate::PeakMemory;

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

    /// Makes the system forget the peak, so that it is what this process takes now. Programs must not be started meanwhile.
    pub(super) fn lower() {
        highest();
        // Where this cannot be done, the peak stays as high as it is.
        let _ = fs::write("/proc/self/clear_refs", "5");
    }
}

/// The peak of a program for which the system has reported this many bytes.
pub(super) fn peak(reported: u64, own: OwnPeak) -> PeakMemory {
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
    const MIB: u64 = 1024 * 1024;
    bytes.saturating_add(bytes / 8 + MIB)
}
