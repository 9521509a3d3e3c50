//! A process and its group: starting it, noticing its end, stopping it with its children, and reaping it.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, waitid};
use wait4::{ResUse, Wait4};

use super::marks;
use super::programs::Place;
use crate::candidate::Ending;
use crate::proc;

/// A process and all processes that it starts and that stay in its group. They are stopped when this is dropped.
pub(super) struct Process<'a> {
    child: Child,
    id: Pid,
    /// Becomes readable when the process has ended. `None` where the system has no such thing.
    end: Option<OwnedFd>,
    /// Among the programs that run.
    place: Place<'a>,
    is_reaped: bool,
    /// Holds the ends of the pipes that the process has. As long as they are open, a process that closes its own, as it
    /// does when it ends, causes no event.
    _held: Command,
}

impl<'a> Process<'a> {
    /// Starts a process.
    pub(super) fn spawn(mut command: Command, mut place: Place<'a>) -> io::Result<Self> {
        let child = command.env(marks::VARIABLE, place.mark()).process_group(0).spawn()?;
        let id = Pid::from_child(&child);
        place.take(id);
        Ok(Self { child, id, end: descriptor_of_end(id), place, is_reaped: false, _held: command })
    }

    /// A descriptor that becomes readable when the process has ended, if the system has such a thing.
    pub(super) fn end(&self) -> Option<BorrowedFd<'_>> {
        self.end.as_ref().map(AsFd::as_fd)
    }

    /// Its number, which is also that of its group.
    pub(super) fn id(&self) -> Pid {
        self.id
    }

    /// Whether the process has ended, for systems without a descriptor that says so.
    pub(super) fn has_ended(&self) -> bool {
        self.state(WaitIdOptions::EXITED).is_some()
    }

    /// If the process does not continue because it has been stopped, or because one of its group has: this as an
    /// ending.
    pub(super) fn stopped(&self) -> Option<Ending> {
        if let Some(status) = self.state(WaitIdOptions::STOPPED) {
            return Some(Ending::Stopped(status.stopping_signal()));
        }
        let states: Vec<char> = proc::members(self.id).map(|(_, stat)| stat.state).collect();
        (states.contains(&'T') && !states.contains(&'R') && !states.contains(&'D')).then_some(Ending::Stopped(None))
    }

    /// Whether the process has been suspended together with this one.
    pub(super) fn was_suspended(&self) -> bool {
        self.place.was_suspended()
    }

    /// Looks at the state of the process and leaves it to be looked at again.
    fn state(&self, wanted: WaitIdOptions) -> Option<WaitIdStatus> {
        let options = wanted | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        waitid(WaitId::Pid(self.id), options).ok().flatten()
    }

    /// Stops what is left of the group, and returns how the process ended and what it took.
    pub(super) fn stop_and_reap(&mut self) -> io::Result<ResUse> {
        proc::signal_group(self.id, Signal::KILL);
        // Until it is reaped, its number cannot belong to others.
        self.place.leave();
        self.is_reaped = true;
        loop {
            match self.child.wait4() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                used => return used,
            }
        }
    }
}

impl Drop for Process<'_> {
    fn drop(&mut self) {
        if !self.is_reaped {
            let _ = self.stop_and_reap();
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
