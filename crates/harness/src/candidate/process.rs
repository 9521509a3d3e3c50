//! A process with all that it starts: on Unix its group, on Windows its job. Only this file differs from system to
//! system.

use std::io;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use process_wrap::std::{ChildWrapper, CommandWrap};
#[cfg(windows)]
use process_wrap::std::{CreationFlags, JobObject};
#[cfg(unix)]
use {
    process_wrap::std::ProcessGroup,
    rustix::process::{Pid, WaitId, WaitIdOptions, waitid},
    std::{any::Any, os::unix::process::ExitStatusExt, process::Child},
    wait4::Wait4,
};

use super::Ending;

/// A process that ends with [`kill`](Self::kill) and [`reap`](Self::reap), at the latest.
#[derive(Debug)]
pub(super) struct Process(Box<dyn ChildWrapper>);

/// The pipes of a process: its standard input, output and error.
pub(super) type Pipes = (ChildStdin, ChildStdout, ChildStderr);

/// What a process does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Status {
    Runs,
    /// This signal has suspended it.
    #[cfg_attr(windows, expect(dead_code, reason = "only Unix has signals"))]
    Suspended(i32),
    /// It has ended. Others of its group may live on.
    Ended,
}

/// How a process has ended; its CPU time and its peak memory, if the system says them.
pub(super) type Reaped = (Ending, Option<Duration>, Option<u64>);

/// Whether the system says what a process has taken. On Windows it may be one that has only started another: `py` does,
/// and so does the `python` of a virtual environment.
pub(super) const IS_MEASURED: bool = cfg!(any(target_os = "linux", target_os = "macos", target_os = "freebsd"));

impl Process {
    /// Starts a process in a group or job of its own. Ctrl-C does not reach it there.
    pub(super) fn start(mut command: Command) -> io::Result<(Self, Pipes)> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut command = CommandWrap::from(command);
        #[cfg(unix)]
        command.wrap(ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(CreationFlags(windows::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP)).wrap(JobObject);
        let mut child = command.spawn()?;
        let mut pipes = || Some((child.stdin().take()?, child.stdout().take()?, child.stderr().take()?));
        let pipes = pipes().expect("all three are pipes");
        Ok((Self(child), pipes))
    }

    /// The number of the process, on Unix also of its group. No other has it before this one is reaped.
    pub(super) fn id(&self) -> u32 {
        self.0.id()
    }

    /// Kills everything in the group or job, and the process itself, which may have joined another group.
    pub(super) fn kill(&mut self) {
        // What cannot be killed has ended.
        let _ = self.0.start_kill();
        let _ = self.0.inner_mut().start_kill();
    }
}

#[cfg(unix)]
impl Process {
    pub(super) fn status(&mut self) -> io::Result<Status> {
        let id = Pid::from_raw(self.id().cast_signed()).expect("a child has a number");
        // The process is left to be looked at again.
        let options = WaitIdOptions::EXITED | WaitIdOptions::STOPPED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(id), options)?;
        Ok(status.map_or(Status::Runs, |status| status.stopping_signal().map_or(Status::Ended, Status::Suspended)))
    }

    /// Waits for a process that has been killed or has ended.
    pub(super) fn reap(self) -> io::Result<Reaped> {
        // `process-wrap` waits with system calls that do not say what a process took.
        let child: Box<dyn Any> = self.0.into_inner();
        let mut child = child.downcast::<Child>().expect("a group has a child");
        let used = child.wait4()?;
        let ending = used.status.code().map_or(Ending::Signal(used.status.signal().unwrap_or(0)), Ending::Exit);
        let cpu = IS_MEASURED.then_some(used.rusage.utime + used.rusage.stime);
        Ok((ending, cpu, IS_MEASURED.then_some(used.rusage.maxrss)))
    }
}

#[cfg(windows)]
impl Process {
    pub(super) fn status(&mut self) -> io::Result<Status> {
        Ok(if self.0.try_wait()?.is_some() { Status::Ended } else { Status::Runs })
    }

    /// Waits for a process that has been killed or has ended.
    pub(super) fn reap(mut self) -> io::Result<Reaped> {
        // `wait` would wait for a message of the job, which may have been read already.
        loop {
            if let Some(status) = self.0.try_wait()? {
                return Ok((Ending::Exit(status.code().unwrap_or(0)), None, None));
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
