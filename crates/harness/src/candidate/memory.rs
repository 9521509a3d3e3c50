//! The memory of programs, as far as Linux says it, and as it can be distinguished from the memory of this process.

use std::time::{Duration, Instant};

use super::MIB;
use crate::proc::{processes, status};

/// The peak memory that the system has reported for a process that this one has started. `None` if it may be the peak of
/// this process: until the new one executes its program, it shares the memory of this one, and Linux counts that as its
/// own.
pub(super) fn without_own(reported: u64) -> Option<u64> {
    let own = if cfg!(target_os = "linux") { peak(std::process::id()).unwrap_or(u64::MAX) } else { 0 };
    // Linux counts the pages of a process on each processor, and adds them up only now and then.
    (reported > own.saturating_add(own / 8 + MIB)).then_some(reported)
}

/// The memory of a group while it runs.
#[derive(Debug, Default)]
pub(super) struct GroupMemory {
    /// The largest peak of a single process that was seen, in bytes.
    pub(super) seen: Option<u64>,
    /// When to look again.
    due: Option<Instant>,
}

impl GroupMemory {
    /// Looks at all processes of the group if that is due: looking must not keep a processor busy where there are many.
    /// Returns the largest peak that was seen until now.
    pub(super) fn look(&mut self, group: u32) -> Option<u64> {
        const SHORTEST: Duration = Duration::from_millis(10);
        let start = Instant::now();
        if self.due.is_none_or(|due| due <= start) {
            let members = processes().filter(|process| process.group == group);
            self.seen = self.seen.max(members.filter_map(|process| peak(process.id)).max());
            self.due = Some(Instant::now() + SHORTEST.max(20 * start.elapsed()));
        }
        self.seen
    }
}

/// The peak of a process's resident memory in bytes, since it executed its program. One that has ended has none.
fn peak(process: u32) -> Option<u64> {
    Some(1024 * status(process, "VmHWM")?.strip_suffix(" kB")?.parse::<u64>().ok()?)
}
