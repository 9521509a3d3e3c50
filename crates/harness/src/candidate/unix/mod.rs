//! Programs on Unix: each is a process and its group.
//!
//! | what | file |
//! |---|---|
//! | all programs that run: stopping or suspending them | this one |
//! | one of them: starting it, noticing its end, stopping its group, reaping it | `program.rs` |
//! | feeding it, and reading what it writes | `streams.rs` |
//! | its memory | `memory.rs` |
//! | finding what has left its group | `marks.rs` |
//! | stopping everything if this process is killed | `guard.rs` |

mod guard;
mod marks;
mod memory;
mod program;
mod streams;

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::proc;
use guard::Guard;
pub(crate) use guard::run as guard;
use marks::Marks;
pub(super) use program::Program;

/// Whether the system, and `wait4` on it, say what a single process has taken.
pub(super) const IS_MEASURED: bool = cfg!(any(target_os = "linux", target_os = "macos", target_os = "freebsd"));

/// Runs programs, and owns everything that runs. What is left when it is dropped is stopped.
#[derive(Debug, Default)]
pub struct Supervisor {
    /// Locked while a program is started, and while all are suspended.
    state: Mutex<State>,
    is_stopped: AtomicBool,
    marks: Marks,
}

#[derive(Debug, Default)]
struct State {
    /// The groups of the programs that run, by the numbers of their runs.
    groups: BTreeMap<u64, Pid>,
    /// The number of the next run.
    next: u64,
    guard: Option<Guard>,
    /// When processes that have left their group were last looked for.
    swept: Option<Instant>,
}

impl State {
    fn signal_groups(&self, signal: Signal) {
        self.groups.values().for_each(|&group| proc::signal_group(group, signal));
    }

    /// Tells the guard that a group has been started or stopped.
    fn tell_guard(&mut self, group: Pid) {
        if self.guard.as_mut().is_some_and(|guard| guard.tell(group).is_err()) {
            // Somebody has ended or suspended it. What it does not know any more it must not act upon.
            self.guard = None;
        }
    }
}

impl Supervisor {
    /// Makes programs that are started from now on end with this process, however it ends, with the processes that they
    /// have started. A second process sees to that: this program, started with the arguments `GUARD` and a name, which
    /// it passes to [`guard`].
    pub(crate) fn bind_to_this_process(&self) -> io::Result<()> {
        let mut state = self.lock();
        if !self.is_stopped() {
            state.guard = Some(Guard::start(self.marks.name())?);
        }
        Ok(())
    }

    /// Stops all programs that run, with all that they have started, and lets none be started any more: every run, also
    /// one that has just ended, fails with `AllStopped`.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        let killed = self.lock_when(|_| true).map(|state| state.signal_groups(Signal::KILL));
        // Those that run them reap them.
        let reaped = killed.and_then(|()| self.lock_when(|state| state.groups.is_empty()));
        if reaped.is_none_or(|state| state.next > 0) {
            self.marks.end(Duration::ZERO, |_| true);
        }
        if let Some(mut state) = self.lock_when(|_| true) {
            state.guard = None;
        }
    }

    /// Whether all programs have been stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    /// Suspends the programs that are running, with what they have started, while this is done. None is started
    /// meanwhile: this process could not be suspended then.
    pub(crate) fn while_suspended(&self, action: impl FnOnce()) {
        let state = self.lock_when(|_| true);
        let signal_all = |signal| {
            if let Some(state) = &state {
                state.signal_groups(signal);
            }
            self.marks.signal(signal, |_| true);
        };
        signal_all(Signal::STOP);
        action();
        signal_all(Signal::CONT);
    }

    /// Starts a program alone, given the number of its run. The own peak of this process, which counts for that one, is
    /// then as low as possible. And systems that close a new pipe in other programs only after a second call do so
    /// before one is started that would inherit it.
    ///
    /// # Errors
    ///
    /// If it cannot be started, and after [`stop`](Self::stop).
    fn start<'a>(&self, start: impl FnOnce(u64) -> io::Result<Program<'a>>) -> io::Result<Program<'a>> {
        let mut state = self.lock();
        if self.is_stopped() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let number = state.next;
        state.next += 1;
        let program = start(number)?;
        state.groups.insert(number, program.id);
        state.tell_guard(program.id);
        Ok(program)
    }

    /// Says that the group of a run has been killed: before its number may belong to another one.
    fn end_run(&self, run: u64) {
        let mut state = self.lock();
        if let Some(group) = state.groups.remove(&run) {
            state.tell_guard(group);
        }
    }

    /// Stops what runs that are over have left behind: at once, or if that is due.
    fn sweep(&self, at_once: bool) {
        const INTERVAL: Duration = Duration::from_secs(1);
        let mut state = self.lock();
        let since = *state.swept.get_or_insert_with(Instant::now);
        if at_once || since.elapsed() >= INTERVAL {
            state.swept = Some(Instant::now());
            drop(state);
            self.marks.end(Duration::ZERO, |run| !self.lock().groups.contains_key(&run));
        }
    }

    /// Waits until no program is being started and this holds, but not for long: a process that waits for a broken
    /// device is not gone soon.
    ///
    /// A process that is being started belongs to the group of this process for a moment. A signal may have suspended it
    /// then, and nobody else could resume it, as even the thread that starts it waits for it.
    fn lock_when(&self, is_done: impl Fn(&State) -> bool) -> Option<MutexGuard<'_, State>> {
        const LIMIT: Duration = Duration::from_secs(10);
        const PATIENCE: Duration = Duration::from_millis(20);
        const BETWEEN: Duration = Duration::from_millis(1);
        let start = Instant::now();
        while start.elapsed() < LIMIT {
            match self.state.try_lock() {
                Ok(state) if is_done(&state) => return Some(state),
                Err(TryLockError::WouldBlock) if start.elapsed() > PATIENCE => {
                    for child in proc::children() {
                        let _ = kill_process(child, Signal::CONT);
                    }
                }
                _ => {}
            }
            thread::sleep(BETWEEN);
        }
        None
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
