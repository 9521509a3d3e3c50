//! The memory of programs, as far as Linux says it in `/proc`, and as it can be distinguished from the memory of this
//! process.

use std::fs::{self, File};
use std::io::Read;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::MIB;

/// The peak memory that the system has reported for a process that this one has started. `None` if it may be the peak of
/// this process: until the new one executes its program, it shares the memory of this one, and Linux counts that as its
/// own.
pub(super) fn without_own(reported: u64) -> Option<u64> {
    /// The last own peak that was asked for. Asking again takes a while, and most peaks are not above.
    static OWN: AtomicU64 = AtomicU64::new(0);
    // Linux counts the pages of a process on each processor, and adds them up only now and then.
    let is_above = |own: u64| reported > own.saturating_add(own / 8 + MIB);
    if cfg!(target_os = "linux") && is_above(OWN.load(Ordering::Relaxed)) {
        OWN.store(peak(std::process::id()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
    is_above(OWN.load(Ordering::Relaxed)).then_some(reported)
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

/// A process of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) id: u32,
    pub(super) parent: u32,
    group: u32,
}

/// All processes of the system.
pub(super) fn processes() -> impl Iterator<Item = Entry> {
    let entries = fs::read_dir("/proc").ok().into_iter().flatten();
    let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    ids.filter_map(|id| parse(id, &text(id, "stat")?))
}

/// Reads the file `stat` of a process.
fn parse(id: u32, stat: &str) -> Option<Entry> {
    // The name of the program is in parentheses, and may contain anything. A letter for the state follows.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(1);
    let mut number = || fields.next()?.parse().ok();
    Some(Entry { id, parent: number()?, group: number()? })
}

/// The peak of a process's resident memory in bytes, since it executed its program. One that has ended has none.
fn peak(process: u32) -> Option<u64> {
    let status = text(process, "status")?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(1024 * peak.trim().strip_suffix(" kB")?.parse::<u64>().ok()?)
}

/// The text of a file about a process. The name of a program in it need not be valid UTF-8.
fn text(process: u32, file: &str) -> Option<String> {
    let mut text = Vec::new();
    File::open(format!("/proc/{process}/{file}")).ok()?.read_to_end(&mut text).ok()?;
    Some(String::from_utf8_lossy(&text).into_owned())
}
