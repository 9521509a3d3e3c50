//! A program that runs: a process, its group, and its three pipes.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, waitid};
use wait4::Wait4;

use super::memory::Memory;
use super::streams::Streams;
use super::{IS_MEASURED, Supervisor, marks};
use crate::candidate::watch::Watch;
use crate::candidate::{Candidate, Ending, Usage};
use crate::proc;

/// How often to look for what is not an event: the memory of a process, or its end on systems that do not report it.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// A process and all processes that it starts and that stay in its group.
pub(crate) struct Program<'a> {
    supervisor: &'a Supervisor,
    /// The number of the run.
    run: u64,
    child: Child,
    /// The number of the process and of its group.
    pub(super) id: Pid,
    /// Becomes readable when the process has ended. `None` where the system has no such thing.
    end: Option<OwnedFd>,
    memory: Memory,
    pub(crate) watch: Watch,
    pub(crate) streams: Streams<'a>,
    /// Holds the ends of the pipes that the process has. As long as they are open, a process that closes its own, as it
    /// does when it ends, causes no event.
    _held: Command,
}

impl<'a> Program<'a> {
    /// Starts a candidate. If the system is temporarily out of processes, descriptors or memory, or the program still
    /// open for writing somewhere, tries again for as long as a run may take.
    pub(crate) fn start(supervisor: &'a Supervisor, candidate: &Candidate, input: &'a [u8]) -> io::Result<Self> {
        const TRANSIENT: [Errno; 5] = [Errno::MFILE, Errno::NFILE, Errno::AGAIN, Errno::NOMEM, Errno::TXTBSY];
        let is_transient =
            |error: &io::Error| Errno::from_io_error(error).is_some_and(|errno| TRANSIENT.contains(&errno));
        let deadline = Instant::now() + candidate.time_limit;
        loop {
            let start = |run| Self::start_once(supervisor, run, candidate, input);
            match supervisor.start(candidate.memory_limit.is_some(), start) {
                Err(error) if is_transient(&error) && Instant::now() <= deadline => thread::sleep(POLL_INTERVAL),
                started => return started,
            }
        }
    }

    fn start_once(supervisor: &'a Supervisor, run: u64, candidate: &Candidate, input: &'a [u8]) -> io::Result<Self> {
        let mut command = Command::new(&candidate.words[0]);
        command.args(&candidate.words[1..]).env(marks::VARIABLE, supervisor.marks.of_run(run)).process_group(0);
        let streams = Streams::of(&mut command, input)?;
        let mut memory = Memory::before_start(candidate.memory_limit);
        let watch = Watch::start();
        let child = command.spawn()?;
        memory.after_start();
        let id = Pid::from_child(&child);
        let end = descriptor_of_end(id);
        Ok(Self { supervisor, run, child, id, end, memory, watch, streams, _held: command })
    }

    /// How long nothing has to be looked at that is not an event.
    pub(crate) fn longest_wait(&self) -> Duration {
        let is_all_an_event = self.end.is_some() && !self.memory.is_limited();
        if is_all_an_event { Duration::MAX } else { POLL_INTERVAL }
    }

    /// Writes input and reads output until the process ends or the time is up.
    pub(crate) fn transfer(&mut self, wait: Duration) -> io::Result<()> {
        self.streams.transfer(self.end.as_ref().map(AsFd::as_fd), wait).map(drop)
    }

    /// Whether the process has ended. Its group may live on.
    pub(crate) fn has_ended(&self) -> io::Result<bool> {
        Ok(self.state(WaitIdOptions::EXITED)?.is_some())
    }

    /// Why the program has to be stopped, if it has: no time is left, or it takes more memory than its limit, as far as
    /// that is known already. One that does not continue, because its process or another one of its group has been
    /// stopped, has not run out of time.
    pub(crate) fn over_limit(&mut self, left: Duration) -> Option<Ending> {
        if !left.is_zero() {
            return self.memory.is_exceeded(self.id, self.watch.elapsed()).then_some(Ending::OutOfMemory);
        }
        // So that it is not this process that has suspended it.
        let _no_suspension = self.supervisor.starts.read();
        if let Ok(Some(status)) = self.state(WaitIdOptions::STOPPED) {
            return Some(Ending::Stopped(status.stopping_signal()));
        }
        let states: Vec<char> = proc::members(self.id).map(|stat| stat.state).collect();
        let is_stopped = states.contains(&'T') && !states.contains(&'R') && !states.contains(&'D');
        Some(if is_stopped { Ending::Stopped(None) } else { Ending::OutOfTime })
    }

    /// Looks at the state of the process and leaves it to be looked at again.
    fn state(&self, wanted: WaitIdOptions) -> rustix::io::Result<Option<WaitIdStatus>> {
        let options = wanted | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        waitid(WaitId::Pid(self.id), options)
    }

    /// Stops what is left of the group, and says how the process ended and what it took. If it ended by itself, reads
    /// the rest of its output, until that is longer than `output_limit`.
    pub(crate) fn stop_and_reap(&mut self, has_ended: bool, output_limit: usize) -> io::Result<(ExitStatus, Usage)> {
        self.memory.look(self.id);
        proc::signal_group(self.id, Signal::KILL);
        let drained = if has_ended { self.streams.drain(output_limit) } else { Ok(()) };
        // Until the process is reaped, its number cannot belong to others.
        self.supervisor.end_run(self.run);
        let used = loop {
            match self.child.wait4() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                used => break used?,
            }
        };
        self.supervisor.sweep(!has_ended);
        let mut usage = Usage::of_wall(self.watch.elapsed());
        if IS_MEASURED {
            usage.cpu = Some(used.rusage.utime + used.rusage.stime);
            usage.peak_memory = Some(self.memory.peak(used.rusage.maxrss, &self.supervisor.own_peak));
        }
        drained.map(|()| (used.status, usage))
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
