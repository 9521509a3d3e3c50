//! A second process that stops all programs when this one has ended without doing so, as when it is killed or panics.
//!
//! It is this program itself, started with a hidden command. `prctl(PR_SET_PDEATHSIG)` would need `unsafe` code before
//! the start of each program, and would end only the program, not its children.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

use super::marks::{Found, Marks, VARIABLE};
use crate::candidate::GUARD;
use crate::proc;

/// The guard of this process. It reads `+` or `-` and the number of a group from its standard input, and is ended when
/// this is dropped.
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

    pub(super) fn id(&self) -> Pid {
        Pid::from_child(&self.0)
    }

    /// Tells it that a group has been started (`+`) or stopped (`-`).
    pub(super) fn tell(&mut self, sign: char, group: Pid) -> io::Result<()> {
        self.0.stdin.as_mut().map_or(Ok(()), |pipe| pipe.write_all(format!("{sign}{group}\n").as_bytes()))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Reads what is there, and then pauses: so a process that starts one program after another does not wake this one for
/// each.
struct Lazy<R>(R);

impl<R: Read> Read for Lazy<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        const PAUSE: Duration = Duration::from_millis(20);
        let length = self.0.read(buffer)?;
        if length > 0 {
            thread::sleep(PAUSE);
        }
        Ok(length)
    }
}

/// What the guard does: waits until the process with marks of this name, which has started it, has ended. Then it stops
/// the groups that it knows, and all processes with these marks.
pub(crate) fn run(name: &str) {
    /// Processes that start others faster than they are stopped cannot be stopped.
    const LIMIT: Duration = Duration::from_secs(5);
    /// A process that is just being started has no mark for a moment.
    const QUIET: Duration = Duration::from_millis(250);
    const BETWEEN: Duration = Duration::from_millis(10);
    // So that it does not end together with that process when somebody kills all processes of the program's name.
    let _ = fs::write("/proc/self/comm", "guard");
    let mut groups = BTreeSet::new();
    for line in BufReader::new(Lazy(io::stdin())).lines().map_while(Result::ok) {
        match line.split_at_checked(1) {
            Some(("+", group)) => groups.insert(group.to_owned()),
            Some(("-", group)) => groups.remove(group),
            _ => false,
        };
    }
    for group in groups.iter().filter_map(|group| Pid::from_raw(group.parse().ok()?)) {
        proc::signal_group(group, Signal::KILL);
    }
    let marks = Marks::named(name);
    let start = Instant::now();
    let mut last_found = start;
    while last_found.elapsed() < QUIET && start.elapsed() < LIMIT {
        if marks.signal(Signal::KILL, |_| true) != Found::Nothing {
            last_found = Instant::now();
        }
        thread::sleep(BETWEEN);
    }
}
