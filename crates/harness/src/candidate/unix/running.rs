//! All groups that are running: the right to start one, and stopping or suspending all of them.

use std::collections::BTreeSet;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::guard;
use super::orphans::descendants_of_programs;
use crate::candidate::are_all_stopped;

/// The groups that are running.
static RUNNING: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// Locked while a process is started and registered: for reading, or for writing if no other one may be started
/// meanwhile.
static STARTING: RwLock<()> = RwLock::new(());

/// Whether a new pipe is inherited by a process that is started at the same moment, because the system closes it in
/// other programs only after a second call.
const ARE_PIPES_INHERITED: bool = cfg!(not(any(
    target_os = "linux",
    target_os = "freebsd",
    target_os = "dragonfly",
    target_os = "netbsd",
    target_os = "openbsd"
)));

/// The right to create the pipes of a process and to start it.
pub(super) enum Start {
    Shared {
        _lock: RwLockReadGuard<'static, ()>,
    },
    /// No other process is started meanwhile.
    Alone {
        _lock: NoStarts,
        is_memory_limited: bool,
    },
}

/// While this exists, no process is started.
pub(super) type NoStarts = RwLockWriteGuard<'static, ()>;

impl Start {
    /// Waits for the right. A process whose memory is limited is started alone, so that it gets a low own peak.
    ///
    /// # Errors
    ///
    /// After [`stop_all`](crate::candidate::stop_all) nobody gets it.
    pub(super) fn wait(is_memory_limited: bool) -> io::Result<Self> {
        let start = if is_memory_limited || ARE_PIPES_INHERITED {
            Self::Alone { _lock: no_starts(), is_memory_limited }
        } else {
            Self::Shared { _lock: STARTING.read().unwrap_or_else(PoisonError::into_inner) }
        };
        if are_all_stopped() { Err(io::ErrorKind::Interrupted.into()) } else { Ok(start) }
    }
}

/// Waits until no process is being started, and prevents that one is.
pub(super) fn no_starts() -> NoStarts {
    STARTING.write().unwrap_or_else(PoisonError::into_inner)
}

/// The same after a signal: if that has suspended a process which is just being started, and which no one could resume,
/// as even the thread that starts it waits for it, it gets this signal too.
fn no_starts_after_signal(remedy: Signal) -> NoStarts {
    const PATIENCE: Duration = Duration::from_millis(20);
    if let Ok(lock) = STARTING.try_write() {
        return lock;
    }
    let (got_it, waiting) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let resume = move || {
            while waiting.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                signal_everyone(remedy);
            }
        };
        // Without a thread only the one that has suspended it can resume it.
        let _ = thread::Builder::new().spawn_scoped(scope, resume);
        let lock = no_starts();
        drop(got_it);
        lock
    })
}

/// Registers a group that has been started.
pub(super) fn register(group: Pid) {
    with_running(|groups| groups.insert(group.as_raw_pid()));
    guard::add(group);
}

/// Forgets a group that has been killed, before its number may belong to another one.
pub(super) fn unregister(group: Pid) {
    with_running(|groups| groups.remove(&group.as_raw_pid()));
    guard::remove(group);
}

/// Whether a group of this number has been registered.
pub(super) fn is_registered(process: Pid) -> bool {
    with_running(|groups| groups.contains(&process.as_raw_pid()))
}

fn with_running<R>(action: impl FnOnce(&mut BTreeSet<i32>) -> R) -> R {
    action(&mut RUNNING.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Stops the groups that are running now.
pub(in crate::candidate) fn stop_running() {
    signal_groups(Signal::KILL);
}

/// Stops all groups and, on Linux, all other descendants. None is started any more.
pub(in crate::candidate) fn stop_all() {
    /// Only a process that waits for a broken device is not gone by then.
    const LIMIT: Duration = Duration::from_secs(10);
    const BETWEEN: Duration = Duration::from_millis(1);
    // A process that is being started now is registered when nobody holds this any more.
    drop(no_starts_after_signal(Signal::KILL));
    let deadline = Instant::now() + LIMIT;
    while signal_everyone(Signal::KILL) && Instant::now() < deadline {
        thread::sleep(BETWEEN);
    }
    guard::end();
}

/// How often programs have been suspended.
static SUSPENSIONS: AtomicUsize = AtomicUsize::new(0);

/// Programs that are suspended, until this is dropped. None is started meanwhile.
pub(crate) struct Suspension {
    _no_starts: NoStarts,
}

/// Suspends all groups and, on Linux, all other descendants.
pub(in crate::candidate) fn suspend_all() -> Suspension {
    let suspension = Suspension { _no_starts: no_starts_after_signal(Signal::CONT) };
    SUSPENSIONS.fetch_add(1, Ordering::SeqCst);
    signal_everyone(Signal::STOP);
    suspension
}

impl Drop for Suspension {
    fn drop(&mut self) {
        signal_everyone(Signal::CONT);
    }
}

/// How often programs have been suspended until now. If this changes while one runs, it means nothing that it is
/// stopped or slow.
pub(super) fn suspensions() -> usize {
    SUSPENSIONS.load(Ordering::SeqCst)
}

/// Signals all groups and descendants. Returns whether there may be any.
fn signal_everyone(signal: Signal) -> bool {
    let groups = signal_groups(signal);
    let descendants = descendants_of_programs();
    for &process in &descendants {
        // What cannot be signalled has ended, or runs as somebody else.
        let _ = kill_process(process, signal);
    }
    groups > 0 || !descendants.is_empty()
}

/// Signals all groups, and returns their number.
fn signal_groups(signal: Signal) -> usize {
    // While this is locked, no group is unregistered, so that their numbers are theirs.
    with_running(|groups| {
        for group in groups.iter().filter_map(|&id| Pid::from_raw(id)) {
            let _ = kill_process_group(group, signal);
        }
        groups.len()
    })
}
