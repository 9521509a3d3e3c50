//! Processes that have left the group of their program, and whose parent has ended.
//!
//! On Linux this process adopts them. Each program gets a variable in its environment that names the run, and what it starts
//! inherits it, so that it is known when to stop which.

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

use super::guard;
use super::proc::{children_of_main_thread, environment_of};
use super::running::{is_registered, no_starts};

/// The variable in the environment of a program: the [name](adopt) of this process, a point, and the number of the run.
pub(super) const VARIABLE: &str = "HARNESS_RUN";

/// What distinguishes this process from all others that run programs, once it adopts orphans.
static OWN_NAME: OnceLock<String> = OnceLock::new();

/// The runs that have begun and are not over.
static RUNS: Mutex<BTreeSet<u64>> = Mutex::new(BTreeSet::new());

/// Makes this process adopt its orphans, under a name that no other process has.
pub(super) fn adopt(name: String) {
    #[cfg(target_os = "linux")]
    let is_adopting = rustix::process::set_child_subreaper(Some(rustix::process::getpid())).is_ok();
    #[cfg(not(target_os = "linux"))]
    let is_adopting = false;
    if is_adopting {
        let _ = OWN_NAME.set(name);
    }
}

/// One run of a program. When it is over, the orphans that it leaves behind are stopped.
pub(super) struct MarkedRun {
    /// `None` if orphans are not adopted.
    number: Option<u64>,
}

impl MarkedRun {
    /// Marks the program that a command is about to start.
    pub(super) fn of(command: &mut Command) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let Some(name) = OWN_NAME.get() else { return Self { number: None } };
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        with_runs(|runs| runs.insert(number));
        command.env(VARIABLE, format!("{name}.{number}"));
        Self { number: Some(number) }
    }
}

impl Drop for MarkedRun {
    fn drop(&mut self) {
        if let Some(number) = self.number {
            with_runs(|runs| runs.remove(&number));
            if !adopted().is_empty() {
                stop_orphans();
            }
        }
    }
}

/// Stops the orphans of runs that are over, and those that hide where they come from if no run is left.
fn stop_orphans() {
    /// Only a process that waits for a broken device is not gone by then.
    const LIMIT: Duration = Duration::from_millis(500);
    const BETWEEN: Duration = Duration::from_micros(200);
    // A process that is just being started is no orphan.
    let _no_starts = no_starts();
    let deadline = Instant::now() + LIMIT;
    while adopted().into_iter().filter(|&process| stop_if_over(process)).count() > 0 && Instant::now() < deadline {
        thread::sleep(BETWEEN);
    }
}

/// Stops an orphan unless its run is not over. Returns whether it has to be looked for again: its children, if it has some, are
/// orphans only when it has ended.
fn stop_if_over(orphan: Pid) -> bool {
    let is_over = match run_of(orphan) {
        Some(number) => with_runs(|runs| !runs.contains(&number)),
        None => with_runs(|runs| runs.is_empty()),
    };
    if is_over {
        // Until it is waited for, its number is its own.
        let _ = kill_process(orphan, Signal::KILL);
    }
    let is_waited_for = matches!(waitpid(Some(orphan), WaitOptions::NOHANG), Ok(Some(_)));
    is_over || is_waited_for
}

/// The number of the run that an orphan belongs to, if it says so.
fn run_of(orphan: Pid) -> Option<u64> {
    let value = environment_of(orphan, VARIABLE)?;
    value.strip_prefix(OWN_NAME.get()?)?.strip_prefix('.')?.parse().ok()
}

/// The children of this process that it has not started.
fn adopted() -> Vec<Pid> {
    let guard = guard::id();
    let is_adopted = |process: &Pid| Some(*process) != guard && !is_registered(*process);
    children_of_main_thread().into_iter().filter(is_adopted).collect()
}

fn with_runs<R>(action: impl FnOnce(&mut BTreeSet<u64>) -> R) -> R {
    action(&mut RUNS.lock().unwrap_or_else(PoisonError::into_inner))
}
