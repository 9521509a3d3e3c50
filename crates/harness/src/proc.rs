//! What Linux says about processes in `/proc`. Elsewhere there are none.

use std::fs::{self, File};
use std::io::Read;

/// A process of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProcessIds {
    pub(crate) id: u32,
    pub(crate) parent: u32,
    pub(crate) group: u32,
    /// 0 for a session that began outside of this container.
    pub(crate) session: u32,
}

/// All processes of the system.
pub(crate) fn processes() -> impl Iterator<Item = ProcessIds> {
    let entries = fs::read_dir("/proc").ok().into_iter().flatten();
    entries.filter_map(|entry| process(entry.ok()?.file_name().to_str()?.parse().ok()?))
}

/// The process with this number.
pub(crate) fn process(id: u32) -> Option<ProcessIds> {
    parse(id, &text(id, "stat")?)
}

/// Reads the file `stat` of a process.
fn parse(id: u32, stat: &str) -> Option<ProcessIds> {
    // The name of the program is in parentheses, and may contain anything. A letter for the state follows.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(1);
    let mut number = || fields.next()?.parse().ok();
    Some(ProcessIds { id, parent: number()?, group: number()?, session: number()? })
}

/// What the file `status` of a process says under this name. Of a process that has ended it says little.
pub(crate) fn status(id: u32, name: &str) -> Option<String> {
    let status = text(id, "status")?;
    let value = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    Some(value.trim().to_owned())
}

/// The text of a file about a process. The name of a program in it need not be valid UTF-8.
fn text(id: u32, file: &str) -> Option<String> {
    let mut text = Vec::new();
    File::open(format!("/proc/{id}/{file}")).ok()?.read_to_end(&mut text).ok()?;
    Some(String::from_utf8_lossy(&text).into_owned())
}

#[test]
fn the_name_of_a_program_may_look_like_numbers() {
    let read = parse(57, "57 (a) S 5 6 (b) 1) S 56 57 0 0 -1 4194304");
    assert_eq!(read, Some(ProcessIds { id: 57, parent: 56, group: 57, session: 0 }));
    assert_eq!(parse(57, ""), None);
}
