//! Processes that have left the group of their program, and whose parent has ended.
//!
//! On Linux this process adopts them. Each program gets a variable in its environment that names the run, and what it
//! starts inherits it, so that it is known when to stop which.
//!
//! This process may have had children before it became this program, like `sh -c 'server & exec PROGRAM'`. Neither they
//! nor what comes from them is touched: then only what is marked is.

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

use super::guard;
use super::proc::{children_of_main_thread, descendants, environment_of};
use super::running::{is_registered, no_starts};

/// The variable in the environment of a program: for each process that runs programs, from the outermost one, its
/// [name](adopt), a point, the number of the run, and a blank.
pub(super) const VARIABLE: &str = "HARNESS_RUN";

/// How orphans are known.
struct Adoption {
    /// What distinguishes this process from all others that run programs.
    own_name: String,
    /// Children that this process had already, as what it was before has become this program. Their orphans come here
    /// too.
    foreign: Vec<Pid>,
}

/// Set once this process adopts orphans.
static ADOPTION: OnceLock<Adoption> = OnceLock::new();

/// The runs that have begun and are not over.
static RUNS: Mutex<BTreeSet<u64>> = Mutex::new(BTreeSet::new());

/// Makes this process adopt its orphans, under a name that no other process has.
pub(super) fn adopt(own_name: String) {
    let foreign = children_of_main_thread();
    #[cfg(target_os = "linux")]
    let is_adopting = rustix::process::set_child_subreaper(Some(rustix::process::getpid())).is_ok();
    #[cfg(not(target_os = "linux"))]
    let is_adopting = false;
    if is_adopting {
        let _ = ADOPTION.set(Adoption { own_name, foreign });
    }
}

/// One run of a program. When this is dropped, the run is over.
pub(super) struct MarkedRun {
    /// `None` if orphans are not adopted.
    number: Option<u64>,
}

impl MarkedRun {
    /// Marks the program that a command is about to start.
    pub(super) fn of(command: &mut Command) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let Some(Adoption { own_name, .. }) = ADOPTION.get() else { return Self { number: None } };
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        with_runs(|runs| runs.insert(number));
        let outer = std::env::var(VARIABLE).unwrap_or_default();
        command.env(VARIABLE, format!("{outer}{own_name}.{number} "));
        Self { number: Some(number) }
    }
}

impl Drop for MarkedRun {
    fn drop(&mut self) {
        if let Some(number) = self.number {
            with_runs(|runs| runs.remove(&number));
        }
    }
}

/// Stops the orphans of runs that are over, and those that hide where they come from if no run is left.
pub(super) fn stop_orphans() {
    /// Only a process that waits for a broken device is not gone by then.
    const LIMIT: Duration = Duration::from_secs(2);
    const BETWEEN: Duration = Duration::from_micros(200);
    if adopted().is_empty() {
        return;
    }
    // A process that is just being started is no orphan.
    let _no_starts = no_starts();
    let deadline = Instant::now() + LIMIT;
    while adopted().into_iter().filter(|&process| stop_if_over(process)).count() > 0 && Instant::now() < deadline {
        thread::sleep(BETWEEN);
    }
}

/// Forgets the orphans that have ended. Until then the system keeps their numbers.
pub(super) fn reap_orphans() {
    if adopted().is_empty() {
        return;
    }
    // A process that is just being started is no orphan.
    let _no_starts = no_starts();
    for orphan in adopted() {
        let _ = waitpid(Some(orphan), WaitOptions::NOHANG);
    }
}

/// Stops an orphan unless its run is not over. Returns whether it has to be looked for again: its children, if it has
/// some, are orphans only when it has ended.
fn stop_if_over(orphan: Pid) -> bool {
    let is_over = match run_of(orphan) {
        Some(number) => with_runs(|runs| !runs.contains(&number)),
        None => !may_be_foreign() && with_runs(|runs| runs.is_empty()),
    };
    if is_over {
        // Until it is waited for, its number is its own.
        let _ = kill_process(orphan, Signal::KILL);
    }
    let is_waited_for = matches!(waitpid(Some(orphan), WaitOptions::NOHANG), Ok(Some(_)));
    is_over || is_waited_for
}

/// The number of the run that a process belongs to, if it says so.
fn run_of(process: Pid) -> Option<u64> {
    let Adoption { own_name, .. } = ADOPTION.get()?;
    runs(process).iter().find_map(|run| run.strip_prefix(own_name.as_str())?.strip_prefix('.')?.parse().ok())
}

/// Whether a process says that it comes from the process of this name.
pub(super) fn comes_from(process: Pid, name: &str) -> bool {
    runs(process).iter().any(|run| run.strip_prefix(name).is_some_and(|number| number.starts_with('.')))
}

fn runs(process: Pid) -> Vec<String> {
    let value = environment_of(process, VARIABLE).unwrap_or_default();
    value.split_whitespace().map(str::to_owned).collect()
}

/// The descendants of this process that come from programs, as far as it is known.
pub(super) fn descendants_of_programs() -> Vec<Pid> {
    let foreign = ADOPTION.get().map(|adoption| &adoption.foreign);
    let is_ours =
        |process: Pid| Some(process) != guard::id() && foreign.is_none_or(|foreign| !foreign.contains(&process));
    let mut descendants = descendants(is_ours);
    if may_be_foreign() {
        descendants.retain(|&process| run_of(process).is_some());
    }
    descendants
}

/// The children of this process that it has not started.
fn adopted() -> Vec<Pid> {
    let Some(Adoption { foreign, .. }) = ADOPTION.get() else { return Vec::new() };
    let guard = guard::id();
    let is_adopted = |process: &Pid| Some(*process) != guard && !is_registered(*process) && !foreign.contains(process);
    children_of_main_thread().into_iter().filter(is_adopted).collect()
}

/// Whether a process without a mark may be none of ours.
fn may_be_foreign() -> bool {
    ADOPTION.get().is_some_and(|adoption| !adoption.foreign.is_empty())
}

fn with_runs<R>(action: impl FnOnce(&mut BTreeSet<u64>) -> R) -> R {
    action(&mut RUNS.lock().unwrap_or_else(PoisonError::into_inner))
}
