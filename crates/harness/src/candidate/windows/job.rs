//! Processes and their jobs: starting them, noticing their ends, and stopping them with all that they have started.

use std::io;
use std::os::windows::process::CommandExt;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use process_wrap::std::{ChildWrapper, CommandWrap, CommandWrapper, JobObject};
use win32job::{ExtendedLimitInfo, Job};

use super::streams::Streams;
use crate::candidate::watch::Watch;
use crate::candidate::{Candidate, Ending, Usage};

/// How often to look whether a process whose pipes are still open has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Runs programs, and owns everything that runs. What is left when it is dropped is stopped.
#[derive(Debug, Default)]
pub struct Supervisor(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The processes that are running, and perhaps some that have ended.
    running: Vec<Weak<Process>>,
    is_stopped: bool,
}

/// A process in a job of its own, which all processes that it starts are in too. They are stopped when this is dropped.
#[derive(Debug)]
struct Process(Mutex<Box<dyn ChildWrapper>>);

/// A program that runs: a process, its job, and its three pipes.
pub(crate) struct Program {
    process: Arc<Process>,
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
        lock(&self.0).is_stopped
    }

    /// Stops all programs that run, with all that they have started, and lets none be started any more: every run, also
    /// one that has just ended, fails with `AllStopped`.
    pub(crate) fn stop(&self) {
        let mut state = lock(&self.0);
        state.is_stopped = true;
        for process in state.running.iter().filter_map(Weak::upgrade) {
            // What cannot be stopped has already ended.
            let _ = process.stop();
        }
    }

    /// Starts a process with three pipes. It runs only when it is in its job.
    ///
    /// # Errors
    ///
    /// If it cannot be started, and after [`stop`](Self::stop).
    fn spawn(&self, mut command: Command) -> io::Result<Arc<Process>> {
        let mut state = lock(&self.0);
        if state.is_stopped {
            return Err(io::ErrorKind::Interrupted.into());
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = CommandWrap::from(command).wrap(JobObject).wrap(ConsoleGroup).spawn()?;
        let process = Arc::new(Process(Mutex::new(child)));
        state.running.retain(|process| process.strong_count() > 0);
        state.running.push(Arc::downgrade(&process));
        Ok(process)
    }
}

impl Program {
    /// Starts a candidate.
    pub(crate) fn start(supervisor: &Supervisor, candidate: &Candidate, input: &[u8]) -> io::Result<Self> {
        let mut command = Command::new(&candidate.words[0]);
        command.args(&candidate.words[1..]);
        let watch = Watch::start();
        let process = supervisor.spawn(command)?;
        let streams = Streams::of(lock(&process.0).as_mut(), input)?;
        Ok(Self { process, status: None, pause: Duration::from_micros(50), watch, streams })
    }

    /// Reads output until the process ends or the time is up, or for a shorter time.
    #[expect(clippy::unnecessary_wraps, reason = "it fails on Unix only")]
    pub(crate) fn transfer(&mut self, longest: Duration) -> io::Result<()> {
        if self.streams.receive(longest.min(POLL_INTERVAL)) == Err(RecvTimeoutError::Disconnected) {
            // The process ends in a moment, unless it continues without output.
            thread::sleep(longest.min(self.pause));
            self.pause = POLL_INTERVAL.min(2 * self.pause);
        }
        Ok(())
    }

    /// Whether the process has ended. What it has started may live on.
    pub(crate) fn has_ended(&mut self) -> io::Result<bool> {
        self.status = lock(&self.process.0).try_wait()?;
        Ok(self.status.is_some())
    }

    /// Why the program has to be stopped, if it has: no time is left. Memory is not measured.
    #[expect(clippy::unused_self, reason = "it is needed on Unix")]
    pub(crate) fn over_limit(&mut self, left: Duration) -> Option<Ending> {
        left.is_zero().then_some(Ending::OutOfTime)
    }

    /// Stops what is left in the job, and says how the process ended and what it took. If it ended by itself, reads the
    /// rest of its output, until that is longer than `output_limit`.
    pub(crate) fn stop_and_reap(&mut self, has_ended: bool, output_limit: usize) -> io::Result<(ExitStatus, Usage)> {
        // What is left may hold a pipe, which closes now.
        self.process.stop()?;
        if has_ended {
            self.streams.drain(output_limit);
        }
        Ok((self.status.unwrap_or_default(), Usage::of_wall(self.watch.elapsed())))
    }
}

impl Process {
    /// Stops all that is left in the job.
    fn stop(&self) -> io::Result<()> {
        lock(&self.0).start_kill()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.stop();
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
