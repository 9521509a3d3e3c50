//! What `/proc` says about running processes. On systems without it nothing is known.

use std::fs;

use rustix::process::Pid;

/// What is known about a process.
#[derive(Clone, Copy, Debug)]
pub(super) struct Status {
    /// The letter that `ps` shows: `R`, running; `T`, stopped; and so on.
    pub(super) state: char,
    parent: u32,
    /// The peak of its resident memory in bytes, since it was started.
    pub(super) peak_memory: u64,
}

impl Status {
    /// What is known about this process itself.
    pub(super) fn own() -> Option<Self> {
        Self::read("self")
    }

    fn read(process: &str) -> Option<Self> {
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let value = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let kibibytes = value("VmHWM:").and_then(|peak| peak.strip_suffix(" kB")?.parse::<u64>().ok());
        Some(Self {
            state: value("State:")?.chars().next()?,
            parent: value("PPid:")?.parse().ok()?,
            // A process that has ended has no memory.
            peak_memory: 1024 * kibibytes.unwrap_or(0),
        })
    }
}

/// A process and its descendants.
pub(super) fn family(process: Pid) -> Vec<Status> {
    let mut found = Vec::new();
    let mut processes = vec![(process.as_raw_pid().unsigned_abs(), None)];
    while let Some((process, parent)) = processes.pop() {
        // A number may have been given to another process since it was listed as a child.
        let status = Status::read(&process.to_string());
        if let Some(status) = status.filter(|status| parent.is_none_or(|parent| status.parent == parent)) {
            found.push(status);
            processes.extend(children(process).into_iter().map(|child| (child, Some(process))));
        }
    }
    found
}

fn children(process: u32) -> Vec<u32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(|child| child.parse().ok()).collect::<Vec<_>>()).collect()
}
