//! A second process that stops all programs when this one has ended without doing so, as when it is killed or panics.
//!
//! It is this program itself, started with a hidden command. `prctl(PR_SET_PDEATHSIG)` would need `unsafe` code before
//! the start of each program, and would end only the program, not its children.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::orphans::{VARIABLE, comes_from};
use super::proc::{all, pid};
use super::running::Start;
use crate::candidate;

/// The guard, while there is one. It reads `+` or `-` and the number of a group from its standard input.
static GUARD: Mutex<Option<Child>> = Mutex::new(None);

/// Starts the guard of this process, which has this name: the same program, with arguments that make it call [`run`].
/// After [`stop_all`](candidate::stop_all) none is started: there is nothing to guard, and nobody would end it.
pub(super) fn start(name: &str) -> io::Result<()> {
    use std::os::unix::process::CommandExt;
    // Held until the guard is known, so that it is found where all programs are stopped.
    let Ok(_start) = Start::wait(false) else { return Ok(()) };
    let mut command = Command::new(std::env::current_exe()?);
    // Nobody should wait for the end of the output because of it, and no signal for this process's group should reach
    // it.
    command
        .args([candidate::GUARD, name])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0);
    // It would else be taken for a program by a process that runs this one as a program.
    let guard = command.env_remove(VARIABLE).spawn()?;
    if let Some(pipe) = &guard.stdin {
        // A guard that somebody has suspended must not suspend this process.
        rustix::io::ioctl_fionbio(pipe, true)?;
    }
    with_guard(|slot| *slot = Some(guard));
    Ok(())
}

/// Tells the guard that a group has been started.
pub(super) fn add(group: Pid) {
    tell('+', group);
}

/// Tells the guard that a group has been stopped.
pub(super) fn remove(group: Pid) {
    tell('-', group);
}

fn tell(sign: char, group: Pid) {
    with_guard(|slot| {
        let pipe = slot.as_mut().and_then(|guard| guard.stdin.as_mut());
        if pipe.is_some_and(|pipe| pipe.write_all(format!("{sign}{group}\n").as_bytes()).is_err()) {
            // Somebody has ended or suspended it. What it does not know any more it must not act upon.
            end_in(slot);
        }
    });
}

/// The guard's process.
pub(super) fn id() -> Option<Pid> {
    with_guard(|guard| guard.as_ref().map(Pid::from_child))
}

/// Ends the guard, when all programs have been stopped.
pub(super) fn end() {
    // A thread that finds none may let this process exit: it has to have ended by then.
    with_guard(end_in);
}

fn end_in(slot: &mut Option<Child>) {
    if let Some(mut guard) = slot.take() {
        let _ = guard.kill();
        let _ = guard.wait();
    }
}

fn with_guard<R>(action: impl FnOnce(&mut Option<Child>) -> R) -> R {
    action(&mut GUARD.lock().unwrap_or_else(PoisonError::into_inner))
}

/// What the guard does: waits until the process of this name, which has started it, has ended. Then it stops the groups
/// that it knows, and all processes whose environment says that they come from there.
pub(in crate::candidate) fn run(name: &str) {
    /// Processes that start others faster than they are stopped cannot be stopped.
    const LIMIT: Duration = Duration::from_secs(5);
    /// A process that is just replacing its program shows no environment for a moment.
    const QUIET: Duration = Duration::from_millis(250);
    const BETWEEN: Duration = Duration::from_millis(10);
    // So that it does not end together with that process when somebody kills all processes of the program's name.
    let _ = fs::write("/proc/self/comm", "guard");
    let mut groups = BTreeSet::new();
    for line in BufReader::new(io::stdin()).lines().map_while(Result::ok) {
        match (line.strip_prefix('+'), line.strip_prefix('-')) {
            (Some(group), _) => groups.insert(group.to_owned()),
            (_, Some(group)) => groups.remove(group),
            _ => false,
        };
    }
    for group in groups.iter().filter_map(|group| Pid::from_raw(group.parse().ok()?)) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let start = Instant::now();
    let mut last_found = start;
    while last_found.elapsed() < QUIET && start.elapsed() < LIMIT {
        if stop_marked(name) {
            last_found = Instant::now();
        }
        thread::sleep(BETWEEN);
    }
}

/// Stops the processes that come from the process of this name. Returns whether there were any.
fn stop_marked(name: &str) -> bool {
    let marked = all().filter_map(pid).filter(|&process| comes_from(process, name));
    marked.filter(|&process| kill_process(process, Signal::KILL).is_ok()).count() > 0
}
