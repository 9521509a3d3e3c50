//! A process and its group: starting it, noticing its end, stopping it with its children, and what it took.

use std::collections::BTreeSet;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process, kill_process_group, waitid};
use wait4::{ResUse, Wait4};

use super::memory::OwnPeak;
use super::proc::{Status, family, members};
use crate::candidate::Ending;

/// A process and all processes that it starts, except those that leave its group.
pub(super) struct Group {
    child: Child,
    id: Pid,
    /// Becomes readable when the process has ended. `None` where the system has no such thing.
    end: Option<OwnedFd>,
    own_peak: OwnPeak,
    is_over: bool,
}

/// The groups that are running, so that an interrupt can stop them all.
static RUNNING: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// Locked while a process is started and registered: for reading, or for writing if no other one may be started meanwhile.
static STARTING: RwLock<()> = RwLock::new(());

/// Whether a new pipe is inherited by a process that is started at the same moment, because the system closes it in other
/// programs only after a second call.
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
        _lock: RwLockWriteGuard<'static, ()>,
        is_memory_limited: bool,
    },
}

impl Start {
    /// Waits for the right. A process whose memory is limited is started alone, so that it gets a low own peak.
    pub(super) fn wait(is_memory_limited: bool) -> Self {
        if is_memory_limited || ARE_PIPES_INHERITED {
            Self::Alone { _lock: STARTING.write().unwrap_or_else(PoisonError::into_inner), is_memory_limited }
        } else {
            Self::Shared { _lock: STARTING.read().unwrap_or_else(PoisonError::into_inner) }
        }
    }
}

impl Group {
    /// Starts a process.
    pub(super) fn spawn(command: &mut Command, start: &Start) -> io::Result<Self> {
        let is_memory_limited = matches!(start, Start::Alone { is_memory_limited: true, .. });
        if is_memory_limited {
            OwnPeak::lower();
        }
        let mut group = Self::spawn_and_register(command)?;
        if is_memory_limited {
            group.own_peak = OwnPeak::AtMost(OwnPeak::now());
        }
        Ok(group)
    }

    fn spawn_and_register(command: &mut Command) -> io::Result<Self> {
        let child = command.process_group(0).spawn()?;
        let id = Pid::from_child(&child);
        with_running(|groups| groups.insert(id.as_raw_pid()));
        Ok(Self { child, id, end: descriptor_of_end(id), own_peak: OwnPeak::OfWholeTime, is_over: false })
    }

    /// The own peak memory of this process when the group was started.
    pub(super) fn own_peak(&self) -> OwnPeak {
        self.own_peak
    }

    /// The largest peak memory among the process and its descendants that still run, in bytes. 0 if the system does not show it.
    pub(super) fn peak_of_family(&self) -> u64 {
        largest_peak(&family(self.id))
    }

    /// The same for all processes of the group, also those whose parent has ended. This takes longer.
    pub(super) fn peak_of_members(&self) -> u64 {
        largest_peak(&members(self.id))
    }

    /// A descriptor that becomes readable when the process has ended, if the system has such a thing.
    pub(super) fn end(&self) -> Option<BorrowedFd<'_>> {
        self.end.as_ref().map(AsFd::as_fd)
    }

    /// Whether the process has ended, for systems without a descriptor that says so.
    pub(super) fn has_ended(&self) -> bool {
        self.state(WaitIdOptions::EXITED).is_some()
    }

    /// Whether the process has been stopped, and nobody but its parent could let it go on, because it is not the one that may
    /// use the terminal.
    pub(super) fn is_stopped_by_terminal(&self) -> bool {
        let signals = [Signal::TTIN, Signal::TTOU].map(|signal| Some(signal.as_raw()));
        signals.contains(&self.stopping_signal())
    }

    /// If the process does not go on because it has been stopped, or because one of its children has: this as an ending.
    pub(super) fn stopped(&self) -> Option<Ending> {
        if let Some(signal) = self.stopping_signal() {
            return Some(Ending::Stopped(Some(signal)));
        }
        let family = family(self.id);
        let is_any = |states: &[char]| family.iter().any(|status| states.contains(&status.state));
        (is_any(&['T']) && !is_any(&['R', 'D'])).then_some(Ending::Stopped(None))
    }

    fn stopping_signal(&self) -> Option<i32> {
        self.state(WaitIdOptions::STOPPED)?.stopping_signal()
    }

    /// Looks at the state of the process and leaves it to be looked at again.
    fn state(&self, wanted: WaitIdOptions) -> Option<WaitIdStatus> {
        let options = wanted | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        waitid(WaitId::Pid(self.id), options).ok().flatten()
    }

    /// Makes it look as if this system had no descriptor for the end of a process.
    #[cfg(test)]
    pub(super) fn forget_end(&mut self) {
        self.end = None;
    }

    /// Stops what is left of the group, and returns how the process ended and what it took.
    pub(super) fn stop(mut self) -> io::Result<ResUse> {
        self.kill_and_wait()
    }

    fn kill_and_wait(&mut self) -> io::Result<ResUse> {
        // Until the process is waited for, its id and that of its group cannot belong to others. It may have joined another
        // group, so it is killed by itself too. What cannot be killed has already ended.
        let _ = kill_process_group(self.id, Signal::KILL);
        let _ = kill_process(self.id, Signal::KILL);
        let used = loop {
            match self.child.wait4() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                used => break used,
            }
        };
        self.is_over = true;
        with_running(|groups| groups.remove(&self.id.as_raw_pid()));
        used
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.is_over {
            let _ = self.kill_and_wait();
        }
    }
}

#[cfg(target_os = "linux")]
fn descriptor_of_end(id: Pid) -> Option<OwnedFd> {
    // Linux before 5.3 has none.
    rustix::process::pidfd_open(id, rustix::process::PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn descriptor_of_end(_: Pid) -> Option<OwnedFd> {
    None
}

fn largest_peak(processes: &[Status]) -> u64 {
    processes.iter().map(|status| status.peak_memory).max().unwrap_or(0)
}

fn with_running<R>(action: impl FnOnce(&mut BTreeSet<i32>) -> R) -> R {
    action(&mut RUNNING.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Stops the groups that are running now.
pub(in crate::candidate) fn stop_running() {
    with_running(|groups| {
        for group in groups.iter().filter_map(|&id| Pid::from_raw(id)) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    });
}

/// Never returns if an interrupt is about to end this process: what it has done to a run is no result.
pub(super) fn wait_if_interrupted() {
    drop(STARTING.read().unwrap_or_else(PoisonError::into_inner));
}

pub(in crate::candidate) fn stop_all_on_interrupt() {
    /// The exit code by which shells report an interrupt.
    const INTERRUPTED: i32 = 130;
    // Signals that were ignored at the start, as under `nohup`, stay ignored.
    let _ = ctrlc::try_set_handler(|| {
        let _no_more_starts = STARTING.write().unwrap_or_else(PoisonError::into_inner);
        stop_running();
        std::process::exit(INTERRUPTED);
    });
}
