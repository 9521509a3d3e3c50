//! A second process that stops all programs when this one has ended without doing so, as when it is killed or panics.
//!
//! It is this program itself, started with a hidden command. `prctl(PR_SET_PDEATHSIG)` would need `unsafe` code before
//! the start of each program, and would end only the program, not its children.

use std::collections::HashSet;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal};

use super::marks::{Marks, VARIABLE};
use crate::candidate::GUARD;
use crate::proc;

/// The guard of this process. It reads the number of a group in a line each time when one is started, and again when it
/// has been stopped. It is ended when this is dropped.
#[derive(Debug)]
pub(super) struct Guard(Child);

impl Guard {
    /// Starts a guard, with arguments that make it call [`run`].
    pub(super) fn start(name: &str) -> io::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        // Nobody should wait for the end of the output because of it, no signal for this process's group should reach
        // it, and a process that runs this one as a program should not take it for one.
        command.args([GUARD, name]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let guard = Self(command.process_group(0).env_remove(VARIABLE).spawn()?);
        if let Some(pipe) = &guard.0.stdin {
            // A guard that somebody has suspended must not suspend this process.
            rustix::io::ioctl_fionbio(pipe, true)?;
        }
        Ok(guard)
    }

    /// Tells it that a group has been started or stopped.
    pub(super) fn tell(&mut self, group: Pid) -> io::Result<()> {
        self.0.stdin.as_mut().map_or(Ok(()), |pipe| pipe.write_all(format!("{group}\n").as_bytes()))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What the guard does: waits until the process with marks of this name, which has started it, has ended. Then it stops
/// the groups that are left, and all processes with these marks.
pub(crate) fn run(name: &str) {
    /// So a process that starts one program after another does not wake this one for each.
    const PAUSE: Duration = Duration::from_millis(50);
    /// A process that is just being started has no mark for a moment.
    const QUIET: Duration = Duration::from_millis(250);
    // So that it does not end together with that process when somebody kills all processes of the program's name.
    let _ = fs::write("/proc/self/comm", "guard");
    let mut groups = HashSet::new();
    let mut lines = BufReader::new(io::stdin());
    let mut line = String::new();
    while lines.read_line(&mut line).is_ok_and(|length| length > 0) {
        let group = line.trim_end().parse().ok().and_then(Pid::from_raw);
        if let Some(group) = group.filter(|&group| !groups.insert(group)) {
            groups.remove(&group);
        }
        line.clear();
        if lines.buffer().is_empty() {
            thread::sleep(PAUSE);
        }
    }
    for group in groups {
        proc::signal_group(group, Signal::KILL);
    }
    Marks::named(name).end(QUIET, |_| true);
}
