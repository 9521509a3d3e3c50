//! What `/proc` says about running processes. On systems without it nothing is known.

use std::fs;

use rustix::process::Pid;

/// What is known about a process.
#[derive(Clone, Copy, Debug)]
pub(super) struct Status {
    process: u32,
    /// The letter that `ps` shows: `R`, running; `T`, stopped; and so on.
    pub(super) state: char,
    parent: u32,
    /// The peak of its resident memory in bytes, since it was started.
    pub(super) peak_memory: u64,
}

impl Status {
    /// What is known about this process itself.
    pub(super) fn own() -> Option<Self> {
        Self::read(own_number())
    }

    fn read(process: u32) -> Option<Self> {
        let status = read(&format!("/proc/{process}/status"))?;
        let value = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let kibibytes = value("VmHWM:").and_then(|peak| peak.strip_suffix(" kB")?.parse::<u64>().ok());
        Some(Self {
            process,
            state: value("State:")?.chars().next()?,
            parent: value("PPid:")?.parse().ok()?,
            // A process that has ended has no memory.
            peak_memory: 1024 * kibibytes.unwrap_or(0),
        })
    }
}

/// All processes of the system, by their numbers.
pub(super) fn all() -> impl Iterator<Item = u32> {
    let processes = fs::read_dir("/proc").ok().into_iter().flatten();
    processes.filter_map(|process| process.ok()?.file_name().to_str()?.parse().ok())
}

/// All processes of a group. This takes longer than [`family`], as it looks at all processes of the system, but it also
/// finds those whose parent has ended.
pub(super) fn members(group: Pid) -> Vec<Status> {
    let is_member = |process: u32| group_of(process) == Some(group.as_raw_pid());
    // A number may be given to another process at any time, so it is looked at twice.
    let status = |process| is_member(process).then(|| Status::read(process)).flatten().filter(|_| is_member(process));
    all().filter_map(status).collect()
}

fn group_of(process: u32) -> Option<i32> {
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
    family_of(process.as_raw_pid().unsigned_abs(), |_| true)
}

/// A process and its descendants, without those that are not wanted and what descends from them.
fn family_of(process: u32, is_wanted: impl Fn(u32) -> bool) -> Vec<Status> {
    let mut found = Vec::new();
    let mut processes = vec![(process, None)];
    while let Some((process, parent)) = processes.pop() {
        // A number may have been given to another process since it was listed as a child.
        let status = Status::read(process);
        if let Some(status) = status.filter(|status| parent.is_none_or(|parent| status.parent == parent)) {
            found.push(status);
            let children = children(process).into_iter().filter(|&child| is_wanted(child));
            processes.extend(children.map(|child| (child, Some(process))));
        }
    }
    found
}

/// The descendants of this process that have not ended, without those that are not wanted and what descends from them.
pub(super) fn descendants(is_wanted: impl Fn(Pid) -> bool) -> Vec<Pid> {
    let has_ended = |status: &Status| matches!(status.state, 'Z' | 'X');
    let family = family_of(own_number(), |process| pid(process).is_some_and(&is_wanted));
    let descendants = family.iter().filter(|status| status.process != own_number() && !has_ended(status));
    descendants.filter_map(|status| pid(status.process)).collect()
}

/// The children of the main thread of this process. Those that it has adopted are among them.
pub(super) fn children_of_main_thread() -> Vec<Pid> {
    let own = own_number();
    children_of_thread(&format!("/proc/{own}/task/{own}")).into_iter().filter_map(pid).collect()
}

/// The value of a variable in the environment that a process was started with.
pub(super) fn environment_of(process: Pid, variable: &str) -> Option<String> {
    let environment = read(&format!("/proc/{process}/environ"))?;
    let mut variables = environment.split('\0');
    variables.find_map(|text| text.strip_prefix(variable)?.strip_prefix('=')).map(str::to_owned)
}

/// A process by its number.
pub(super) fn pid(number: u32) -> Option<Pid> {
    Pid::from_raw(number.try_into().ok()?)
}

fn own_number() -> u32 {
    std::process::id()
}

fn children(process: u32) -> Vec<u32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
    let threads = threads.filter_map(|thread| Some(thread.ok()?.path().display().to_string()));
    threads.flat_map(|thread| children_of_thread(&thread)).collect()
}

fn children_of_thread(folder: &str) -> Vec<u32> {
    let list = fs::read_to_string(format!("{folder}/children")).unwrap_or_default();
    list.split_whitespace().filter_map(|child| child.parse().ok()).collect()
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
