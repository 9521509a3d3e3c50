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
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, MutexGuard, PoisonError};
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
    state: Mutex<State>,
    /// Locked while a program is started that has to be started alone.
    turn: Mutex<()>,
    marks: Marks,
    /// The highest peak of this process's own memory that is known, in bytes.
    own_peak: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    /// The runs by their numbers, with the group of each as soon as its program has been started.
    runs: BTreeMap<u64, Option<Pid>>,
    /// The number of the next run.
    next: u64,
    is_stopped: bool,
    is_suspended: bool,
    /// How often the programs have been suspended or resumed until now.
    suspensions: usize,
    guard: Option<Guard>,
    /// When processes that have left their group were last looked for.
    swept: Option<Instant>,
}

impl State {
    fn is_any_starting(&self) -> bool {
        self.runs.values().any(Option::is_none)
    }

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
        if !state.is_stopped {
            state.guard = Some(Guard::start(self.marks.name())?);
        }
        Ok(())
    }

    /// Stops all programs that run, with all that they have started, and lets none be started any more: every run, also
    /// one that has just ended, fails with `AllStopped`.
    pub(crate) fn stop(&self) {
        let mut state = self.lock();
        state.is_stopped = true;
        state.signal_groups(Signal::KILL);
        let has_run = state.next > 0;
        drop(state);
        // Those that run them reap them.
        self.wait_until(|state| state.runs.is_empty());
        if has_run {
            self.marks.end(Duration::ZERO, |_| true);
        }
        self.lock().guard = None;
    }

    /// Whether all programs have been stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.lock().is_stopped
    }

    /// Suspends the programs that are running, with what they have started, while this is done. No verdict is given on
    /// them because of that.
    pub(crate) fn while_suspended(&self, action: impl FnOnce()) {
        self.lock().is_suspended = true;
        // Else this process could not be suspended: a thread that starts a program cannot.
        self.wait_until(|state| !state.is_any_starting());
        self.signal_all(Signal::STOP);
        action();
        self.lock().is_suspended = false;
        self.signal_all(Signal::CONT);
    }

    fn signal_all(&self, signal: Signal) {
        let mut state = self.lock();
        state.suspensions += 1;
        state.signal_groups(signal);
        self.marks.signal(signal, |_| true);
    }

    /// Waits for the right to create the pipes of a process and to start it alone. A memory limit needs that: the own
    /// peak of this process, which counts for that one, is then as low as possible. So do systems that close a new pipe
    /// in other programs only after a second call: one that is started at the same moment would inherit it.
    fn wait_for_turn(&self, is_memory_limited: bool) -> Option<MutexGuard<'_, ()>> {
        let is_needed = is_memory_limited || !cfg!(target_os = "linux");
        is_needed.then(|| self.turn.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Begins a run, whose program is about to be started. Returns its number, and [`suspensions`](Self::suspensions).
    ///
    /// # Errors
    ///
    /// After [`stop`](Self::stop).
    fn begin_run(&self) -> io::Result<(u64, usize)> {
        let mut state = self.lock();
        if state.is_stopped {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let number = state.next;
        state.next += 1;
        state.runs.insert(number, None);
        Ok((number, state.suspensions))
    }

    /// Says that the program of a run has been started, with this group.
    fn set_group(&self, run: u64, group: Pid) {
        let mut state = self.lock();
        state.runs.insert(run, Some(group));
        state.tell_guard(group);
        if state.is_stopped {
            proc::signal_group(group, Signal::KILL);
        } else if state.is_suspended {
            proc::signal_group(group, Signal::STOP);
        }
    }

    /// Says that a program could not be started, or that its group has been killed: before its number may belong to
    /// another one.
    fn end_run(&self, run: u64) {
        let mut state = self.lock();
        if let Some(Some(group)) = state.runs.remove(&run) {
            state.tell_guard(group);
        }
    }

    /// How often the programs have been suspended or resumed. If that is different after a run, it means nothing that it
    /// was slow.
    fn suspensions(&self) -> usize {
        self.lock().suspensions
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

    /// Waits until this holds, but not for long: a process that waits for a broken device is not gone soon.
    ///
    /// A process that is being started belongs to the group of this process for a moment. A signal may have suspended it
    /// then, and nobody else could resume it, as even the thread that starts it waits for it.
    fn wait_until(&self, is_done: impl Fn(&State) -> bool) {
        const LIMIT: Duration = Duration::from_secs(10);
        const PATIENCE: Duration = Duration::from_millis(20);
        const BETWEEN: Duration = Duration::from_millis(1);
        let start = Instant::now();
        loop {
            let state = self.lock();
            if is_done(&state) || start.elapsed() > LIMIT {
                return;
            }
            if state.is_any_starting() && start.elapsed() > PATIENCE {
                for child in proc::children() {
                    let _ = kill_process(child, Signal::CONT);
                }
            }
            drop(state);
            thread::sleep(BETWEEN);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
