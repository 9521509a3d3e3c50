//! A process and its group: starting it, noticing its end, stopping it with its children, and what it took.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process, kill_process_group, waitid};
use wait4::{ResUse, Wait4};

use super::memory::OwnPeak;
use super::orphans::{MarkedRun, stop_orphans};
use super::proc::{Status, family, members};
use super::running::{Start, register, unregister};
use crate::candidate::Ending;

/// A process and all processes that it starts. Those that leave its group are stopped only on Linux, and when the
/// process has ended.
pub(super) struct Group {
    child: Child,
    id: Pid,
    /// Becomes readable when the process has ended. `None` where the system has no such thing.
    end: Option<OwnedFd>,
    own_peak: OwnPeak,
    /// `None` when it is over.
    run: Option<MarkedRun>,
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
        // If the process cannot be started, this must not wait for the right to start one, as `stop_orphans` does.
        let run = Some(MarkedRun::of(command));
        let child = command.process_group(0).spawn()?;
        let id = Pid::from_child(&child);
        register(id);
        Ok(Self { child, id, end: descriptor_of_end(id), own_peak: OwnPeak::OfWholeTime, run })
    }

    /// The own peak memory of this process when the group was started.
    pub(super) fn own_peak(&self) -> OwnPeak {
        self.own_peak
    }

    /// The largest peak memory among the process and its descendants that still run, in bytes. 0 if the system does not
    /// show it.
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

    /// Whether the process has been stopped, and nobody but its parent could let it continue, because it is not the one
    /// that may use the terminal.
    pub(super) fn is_stopped_by_terminal(&self) -> bool {
        let signals = [Signal::TTIN, Signal::TTOU].map(|signal| Some(signal.as_raw()));
        signals.contains(&self.stopping_signal())
    }

    /// If the process does not continue because it has been stopped, or because one of its children has: this as an
    /// ending.
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
        // Until the process is waited for, its id and that of its group cannot belong to others. It may have joined
        // another group, so it is killed by itself too. What cannot be killed has already ended.
        let _ = kill_process_group(self.id, Signal::KILL);
        let _ = kill_process(self.id, Signal::KILL);
        unregister(self.id);
        let used = loop {
            match self.child.wait4() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                used => break used,
            }
        };
        self.run = None;
        stop_orphans();
        used
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if self.run.is_some() {
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
