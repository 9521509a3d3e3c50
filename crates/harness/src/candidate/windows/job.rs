//! A process and its job: starting it, noticing its end, and stopping it with all that it has started.

use std::io;
use std::os::windows::process::CommandExt;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};

use process_wrap::std::{ChildWrapper, CommandWrap, CommandWrapper, JobObject};
use win32job::{ExtendedLimitInfo, Job};

/// A process in a job of its own, which all processes that it starts are in too. They are stopped when this is dropped.
#[derive(Debug)]
pub(super) struct Process(Mutex<Box<dyn ChildWrapper>>);

/// The programs of a supervisor.
#[derive(Debug, Default)]
pub(in crate::candidate) struct Programs {
    /// The processes that are running, and perhaps some that have ended.
    running: Mutex<Vec<Weak<Process>>>,
    /// Locked for reading while a process is started and registered.
    is_stopped: RwLock<bool>,
}

impl Programs {
    /// Starts a process with three pipes. It runs only when it is in its job.
    ///
    /// # Errors
    ///
    /// If it cannot be started, and after [`stop`](Self::stop).
    pub(super) fn spawn(&self, mut command: Command) -> io::Result<Arc<Process>> {
        let is_stopped = self.is_stopped.read().unwrap_or_else(PoisonError::into_inner);
        if *is_stopped {
            return Err(io::ErrorKind::Interrupted.into());
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = CommandWrap::from(command).wrap(JobObject).wrap(ConsoleGroup).spawn()?;
        let process = Arc::new(Process(Mutex::new(child)));
        let mut running = lock(&self.running);
        running.retain(|process| process.strong_count() > 0);
        running.push(Arc::downgrade(&process));
        Ok(process)
    }

    /// Puts this process into a job, with all that it starts from now on, directly or not. The system closes the job
    /// when this process ends, and then stops what is left in it.
    #[expect(clippy::unused_self, reason = "on Unix a process has to be kept")]
    pub(in crate::candidate) fn bind_to_this_process(&self) -> io::Result<()> {
        let mut limits = ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        let job = Job::create_with_limit_info(&limits)?;
        job.assign_current_process()?;
        // Closing it would end this process too.
        std::mem::forget(job);
        Ok(())
    }

    pub(in crate::candidate) fn is_stopped(&self) -> bool {
        *self.is_stopped.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops all processes. None is started any more.
    pub(in crate::candidate) fn stop(&self) {
        *self.is_stopped.write().unwrap_or_else(PoisonError::into_inner) = true;
        for process in lock(&self.running).iter().filter_map(Weak::upgrade) {
            // What cannot be stopped has already ended.
            let _ = process.stop();
        }
    }
}

impl Process {
    /// The process itself, for as long as the result is kept.
    pub(super) fn child(&self) -> MutexGuard<'_, Box<dyn ChildWrapper>> {
        lock(&self.0)
    }

    /// How the process has ended, if it has.
    pub(super) fn status(&self) -> io::Result<Option<ExitStatus>> {
        self.child().try_wait()
    }

    /// Stops all that is left in the job.
    pub(super) fn stop(&self) -> io::Result<()> {
        self.child().start_kill()
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
