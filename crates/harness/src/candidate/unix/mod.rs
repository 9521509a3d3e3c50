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
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockWriteGuard, TryLockError};
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
    /// Locked while a program is started: for writing if it has to be started alone. So nothing is started while this is
    /// locked for something else.
    starts: RwLock<()>,
    state: Mutex<State>,
    is_stopped: AtomicBool,
    marks: Marks,
    /// The last peak of this process's own memory that was asked for, in bytes.
    own_peak: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    /// The runs by their numbers, with the group of each as soon as its program has been started.
    runs: BTreeMap<u64, Option<Pid>>,
    /// The number of the last run.
    last: u64,
    guard: Option<Guard>,
    /// When processes that have left their group were last looked for.
    swept: Option<Instant>,
}

impl State {
    fn signal_groups(&self, signal: Signal) {
        self.runs.values().flatten().for_each(|&group| proc::signal_group(group, signal));
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
        drop(self.without_starts());
        let state = self.lock();
        state.signal_groups(Signal::KILL);
        let has_run = state.last > 0;
        drop(state);
        // Those that run them reap them.
        Self::wait_for(|| self.lock().runs.is_empty().then_some(()));
        if has_run {
            self.marks.end(Duration::ZERO, |_| true);
        }
        self.lock().guard = None;
    }

    /// Whether all programs have been stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    /// Suspends the programs that are running, with what they have started, while this is done. None is started
    /// meanwhile: this process could not be suspended then.
    pub(crate) fn while_suspended(&self, action: impl FnOnce()) {
        let _no_start = self.without_starts();
        let signal_all = |signal| {
            self.lock().signal_groups(signal);
            self.marks.signal(signal, |_| true);
        };
        signal_all(Signal::STOP);
        action();
        signal_all(Signal::CONT);
    }

    /// Starts a program, given the number of its run.
    ///
    /// A memory limit needs that it is started alone: the own peak of this process, which counts for that one, is then as
    /// low as possible. So do systems that close a new pipe in other programs only after a second call: one that is
    /// started at the same moment would inherit it.
    ///
    /// # Errors
    ///
    /// If it cannot be started, and after [`stop`](Self::stop).
    fn start<'a>(
        &self,
        is_memory_limited: bool,
        start: impl FnOnce(u64) -> io::Result<Program<'a>>,
    ) -> io::Result<Program<'a>> {
        let is_alone = is_memory_limited || !cfg!(target_os = "linux");
        let _alone = is_alone.then(|| self.starts.write());
        let _with_others = (!is_alone).then(|| self.starts.read());
        if self.is_stopped() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let number = {
            let mut state = self.lock();
            state.last += 1;
            let number = state.last;
            state.runs.insert(number, None);
            number
        };
        let started = start(number);
        match &started {
            Ok(program) => {
                let mut state = self.lock();
                state.runs.insert(number, Some(program.id));
                state.tell_guard(program.id);
                // If this has taken so long that nobody waits for it any more.
                if self.is_stopped() {
                    proc::signal_group(program.id, Signal::KILL);
                }
            }
            Err(_) => self.end_run(number),
        }
        started
    }

    /// Says that a program could not be started, or that its group has been killed: before its number may belong to
    /// another one.
    fn end_run(&self, run: u64) {
        let mut state = self.lock();
        if let Some(Some(group)) = state.runs.remove(&run) {
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
            self.marks.end(Duration::ZERO, |run| !self.lock().runs.contains_key(&run));
        }
    }

    /// Waits until no program is being started, and lets none be started while the result is kept.
    fn without_starts(&self) -> Option<RwLockWriteGuard<'_, ()>> {
        Self::wait_for(|| match self.starts.try_write() {
            Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
            attempt => attempt.ok(),
        })
    }

    /// Waits for something, but not for long: a process that waits for a broken device is not gone soon.
    ///
    /// A process that is being started belongs to the group of this process for a moment. A signal may have suspended it
    /// then, and nobody else could resume it, as even the thread that starts it waits for it.
    fn wait_for<T>(attempt: impl Fn() -> Option<T>) -> Option<T> {
        const LIMIT: Duration = Duration::from_secs(10);
        const PATIENCE: Duration = Duration::from_millis(20);
        const BETWEEN: Duration = Duration::from_millis(1);
        let start = Instant::now();
        while start.elapsed() < LIMIT {
            if let Some(reached) = attempt() {
                return Some(reached);
            }
            if start.elapsed() > PATIENCE {
                for child in proc::children() {
                    let _ = kill_process(child, Signal::CONT);
                }
            }
            thread::sleep(BETWEEN);
        }
        None
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
