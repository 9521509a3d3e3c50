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
        let status = read(&format!("/proc/{process}/status"))?;
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

/// All processes of a group. This takes longer than [`family`], as it looks at all processes of the system, but it also finds
/// those whose parent has ended.
pub(super) fn members(group: Pid) -> Vec<Status> {
    let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
    let is_member = |process: &str| group_of(process) == Some(group.as_raw_pid());
    let members = processes.filter_map(|process| {
        let name = process.ok()?.file_name();
        let process = name.to_str().filter(|name| name.starts_with(|first: char| first.is_ascii_digit()))?;
        // A number may be given to another process at any time, so it is looked at twice.
        is_member(process).then(|| Status::read(process)).flatten().filter(|_| is_member(process))
    });
    members.collect()
}

fn group_of(process: &str) -> Option<i32> {
    group_in(&read(&format!("/proc/{process}/stat"))?)
}

/// The group that the file `stat` of a process names.
fn group_in(stat: &str) -> Option<i32> {
    // The name of the program is in parentheses, and may contain anything. The state, the parent and the group follow.
    let (_, values) = stat.rsplit_once(')')?;
    values.split_whitespace().nth(2)?.parse().ok()
}

/// The text of a file. The name of a program in it need not be valid UTF-8.
fn read(path: &str) -> Option<String> {
    Some(String::from_utf8_lossy(&fs::read(path).ok()?).into_owned())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_program_may_look_like_other_values() {
        assert_eq!(group_in("12 (cat) R 11 10 9 0 -1"), Some(10));
        assert_eq!(group_in("12 (a) S 5 6 7 (b) R 11 10 9 0 -1"), Some(10));
        assert_eq!(group_in("12 (cat"), None);
    }
}
