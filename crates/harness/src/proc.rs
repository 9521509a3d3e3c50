//! Running processes: what `/proc` says about them, and signals to groups. On systems without `/proc` nothing is known.

use std::fs::{self, File};
use std::io::Read;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// What the file `stat` says about a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stat {
    /// The letter that `ps` shows: `R`, running; `T`, stopped; and so on.
    pub(crate) state: char,
    pub(crate) parent: u32,
    pub(crate) group: u32,
    pub(crate) session: u32,
    /// Whether it is just replacing its program. The name and the environment of the new one are not there yet.
    is_being_replaced: bool,
}

impl Stat {
    pub(crate) fn of(process: u32) -> Option<Self> {
        Self::parse(&text(process, "stat")?)
    }

    fn parse(stat: &str) -> Option<Self> {
        // The name of the program is in parentheses, and may contain anything.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let number = |index: usize| fields.get(index)?.parse().ok();
        let is_zero = |index: usize| fields.get(index) == Some(&"0");
        Some(Self {
            state: fields.first()?.chars().next()?,
            parent: number(1)?,
            group: number(2)?,
            session: number(3)?,
            // It has memory, but no end of its code, which Linux sets last. What has ended has no memory.
            is_being_replaced: !is_zero(20) && is_zero(24),
        })
    }
}

/// All processes of the system, by their numbers.
pub(crate) fn all() -> impl Iterator<Item = u32> {
    let processes = fs::read_dir("/proc").ok().into_iter().flatten();
    processes.filter_map(|process| process.ok()?.file_name().to_str()?.parse().ok())
}

/// A process, if it belongs to this group.
pub(crate) fn member(process: u32, group: Pid) -> Option<Stat> {
    Stat::of(process).filter(|stat| stat.group == group.as_raw_pid().cast_unsigned())
}

/// All processes of a group.
pub(crate) fn members(group: Pid) -> impl Iterator<Item = Stat> {
    all().filter_map(move |process| member(process, group))
}

/// The children of this process.
pub(crate) fn children() -> impl Iterator<Item = Pid> {
    let is_child = |process: &u32| Stat::of(*process).is_some_and(|stat| stat.parent == std::process::id());
    all().filter(is_child).filter_map(|process| Pid::from_raw(process.cast_signed()))
}

/// The peak of a process's resident memory in bytes, since it was started. One that has ended has none.
pub(crate) fn peak_memory(process: u32) -> Option<u64> {
    let status = text(process, "status")?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(1024 * peak.trim().strip_suffix(" kB")?.parse::<u64>().ok()?)
}

/// The environment that a process was started with: empty if somebody else's, or of one that has ended. `None` for one
/// that is replacing its program, and has no environment for a moment, which may be long on a busy machine.
pub(crate) fn environment(process: u32) -> Option<String> {
    let environment = || text(process, "environ");
    match environment() {
        // Linux shows an empty one also of a program that is replaced between opening and reading the file.
        Some(found) if found.is_empty() => {
            let is_certain = Stat::of(process).is_none_or(|stat| !stat.is_being_replaced);
            is_certain.then(|| environment().unwrap_or_default())
        }
        found => Some(found.unwrap_or_default()),
    }
}

/// The text of a file. The name of a program in it need not be valid UTF-8.
fn text(process: u32, file: &str) -> Option<String> {
    // With room for most, and without asking for a size that these files do not have.
    let mut text = Vec::with_capacity(16 * 1024);
    File::open(format!("/proc/{process}/{file}")).ok()?.take(u64::MAX).read_to_end(&mut text).ok()?;
    Some(String::from_utf8_lossy(&text).into_owned())
}

/// Signals a group, and its leader by itself: that may have joined another group. What cannot be signalled has ended.
pub(crate) fn signal_group(id: Pid, signal: Signal) {
    let _ = kill_process_group(id, signal);
    let _ = kill_process(id, signal);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_program_may_look_like_other_values() {
        let rest = "R 11 10 9 0 -1 4194560 0 0 0 0 0 0 0 0 20 0 1 0 77";
        for (memory, is_being_replaced) in [
            ("0 0 0 0 0", false),
            ("9000 7 18446744073709551615 0 0", true),
            ("9000 7 18446744073709551615 4096 8192", false),
        ] {
            let stat = Stat { state: 'R', parent: 11, group: 10, session: 9, is_being_replaced };
            for name in ["cat", "a) S 5 6 7 (b"] {
                assert_eq!(Stat::parse(&format!("12 ({name}) {rest} {memory}")), Some(stat));
            }
        }
        assert_eq!(Stat::parse("12 (cat"), None);
    }
}
