//! Programs on Windows: each is a process and its job. It is started in its job, and all that is in there is stopped at
//! its end; `streams.rs` feeds it, and reads what it writes.

mod streams;

use std::io;
use std::os::windows::process::CommandExt;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::Duration;

use process_wrap::std::{ChildWrapper, CommandWrap, CommandWrapper, JobObject};
use win32job::{ExtendedLimitInfo, Job};

use self::streams::Streams;
use super::watch::Watch;
use super::{Candidate, Ending, Usage};

/// What a single process has taken would be known, but it may be one that has only started another: `py` does, and so
/// does the `python` of a virtual environment.
pub(super) const IS_MEASURED: bool = false;

/// The system needs no second process to stop programs.
pub(crate) fn guard(_: &str) {}

/// How often to look whether a process whose pipes are still open has ended, or all programs are stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Runs programs. Each run looks now and then whether it is stopped, and the system stops what is left when this process
/// ends.
#[derive(Debug, Default)]
pub struct Supervisor(AtomicBool);

/// A program that runs: a process in a job of its own, which all processes that it starts are in too, and its three
/// pipes.
pub(crate) struct Program<'a> {
    supervisor: &'a Supervisor,
    process: Box<dyn ChildWrapper>,
    /// How the process has ended, when that has been noticed.
    status: Option<ExitStatus>,
    /// How long to wait if the pipes have been closed.
    pause: Duration,
    pub(crate) watch: Watch,
    pub(crate) streams: Streams,
}

impl Supervisor {
    /// Puts this process into a job, with all that it starts from now on, directly or not. The system closes the job
    /// when this process ends, and then stops what is left in it.
    #[expect(clippy::unused_self, reason = "on Unix a process has to be kept")]
    pub(crate) fn bind_to_this_process(&self) -> io::Result<()> {
        let mut limits = ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        let job = Job::create_with_limit_info(&limits)?;
        job.assign_current_process()?;
        // Closing it would end this process too.
        std::mem::forget(job);
        Ok(())
    }

    /// Whether all programs have been stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// Stops all programs that run, with all that they have started, in a moment, and lets none be started any more:
    /// every run, also one that has just ended, fails with `AllStopped`.
    pub(crate) fn stop(&self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

impl<'a> Program<'a> {
    /// Starts a candidate. It runs only when it is in its job.
    ///
    /// # Errors
    ///
    /// If it cannot be started, and after [`stop`](Supervisor::stop).
    pub(crate) fn start(supervisor: &'a Supervisor, candidate: &Candidate, input: &[u8]) -> io::Result<Self> {
        if supervisor.is_stopped() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let mut command = Command::new(&candidate.words[0]);
        command.args(&candidate.words[1..]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let watch = Watch::start();
        let mut process = CommandWrap::from(command).wrap(JobObject).wrap(ConsoleGroup).spawn()?;
        let streams = Streams::of(process.as_mut(), input);
        if streams.is_err() {
            let _ = process.start_kill();
        }
        Ok(Self { supervisor, process, status: None, pause: Duration::from_micros(50), watch, streams: streams? })
    }

    /// How long nothing has to be looked at that is not an event.
    #[expect(clippy::unused_self, reason = "on Unix it depends on the program")]
    pub(crate) fn longest_wait(&self) -> Duration {
        POLL_INTERVAL
    }

    /// Reads output until the process ends or the time is up, or for a shorter time.
    #[expect(clippy::unnecessary_wraps, reason = "it fails on Unix only")]
    pub(crate) fn transfer(&mut self, wait: Duration) -> io::Result<()> {
        if self.streams.receive(wait) == Err(RecvTimeoutError::Disconnected) {
            // The process ends in a moment, unless it continues without output.
            thread::sleep(wait.min(self.pause));
            self.pause = POLL_INTERVAL.min(2 * self.pause);
        }
        Ok(())
    }

    /// Whether the process has ended. What it has started may live on.
    pub(crate) fn has_ended(&mut self) -> io::Result<bool> {
        self.status = self.process.try_wait()?;
        Ok(self.status.is_some())
    }

    /// Why the program has to be stopped, if it has: no time is left, or all are stopped. Memory is not measured.
    pub(crate) fn over_limit(&mut self, left: Duration) -> Option<Ending> {
        (left.is_zero() || self.supervisor.is_stopped()).then_some(Ending::OutOfTime)
    }

    /// Stops what is left in the job, and says how the process ended and what it took. If it ended by itself, reads the
    /// rest of its output, until that is longer than `output_limit`.
    pub(crate) fn stop_and_reap(&mut self, has_ended: bool, output_limit: usize) -> io::Result<(ExitStatus, Usage)> {
        // What is left may hold a pipe, which closes now.
        self.process.start_kill()?;
        if has_ended {
            self.streams.drain(output_limit);
        }
        Ok((self.status.unwrap_or_default(), Usage::of_wall(self.watch.elapsed())))
    }
}

/// Keeps Ctrl-C from a process, which this one stops itself.
#[derive(Debug)]
struct ConsoleGroup;

impl CommandWrapper for ConsoleGroup {
    fn pre_spawn(&mut self, command: &mut Command, _: &CommandWrap) -> io::Result<()> {
        const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
        /// What [`JobObject`] has set, as these flags replace the earlier ones.
        const CREATE_SUSPENDED: u32 = 0x4;
        command.creation_flags(CREATE_NEW_PROCESS_GROUP | CREATE_SUSPENDED);
        Ok(())
    }
}
