//! A process and its job: starting it, noticing its end, and stopping it with all that it has started.

use std::io;
use std::os::windows::process::CommandExt;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};

use process_wrap::std::{ChildWrapper, CommandWrap, CommandWrapper, JobObject};
use win32job::{ExtendedLimitInfo, Job};

use crate::candidate::are_all_stopped;

/// A process in a job of its own, which all processes that it starts are in too. They are stopped when this is dropped.
pub(super) struct Process(Mutex<Box<dyn ChildWrapper>>);

/// The ends of a process's pipes that this process has.
pub(super) struct Pipes {
    pub(super) stdin: Option<ChildStdin>,
    pub(super) stdout: Option<ChildStdout>,
    pub(super) stderr: Option<ChildStderr>,
}

/// The processes that are running, and perhaps some that have ended.
static RUNNING: Mutex<Vec<Weak<Process>>> = Mutex::new(Vec::new());

/// Locked while a process is started and registered: for reading, or for writing if none may be started meanwhile.
static STARTING: RwLock<()> = RwLock::new(());

/// The job that this process itself is in. The system closes it when this process ends, and then stops all that is in
/// it.
static OWN_JOB: Mutex<Option<Job>> = Mutex::new(None);

impl Process {
    /// Starts a process. It runs only when it is in its job.
    ///
    /// # Errors
    ///
    /// If it cannot be started, and after [`stop_all`](crate::candidate::stop_all).
    pub(super) fn spawn(mut command: Command) -> io::Result<(Arc<Self>, Pipes)> {
        let _starting = STARTING.read().unwrap_or_else(PoisonError::into_inner);
        if are_all_stopped() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = CommandWrap::from(command).wrap(JobObject).wrap(ConsoleGroup).spawn()?;
        let pipes = Pipes { stdin: child.stdin().take(), stdout: child.stdout().take(), stderr: child.stderr().take() };
        let process = Arc::new(Self(Mutex::new(child)));
        let mut running = lock(&RUNNING);
        running.retain(|process| process.strong_count() > 0);
        running.push(Arc::downgrade(&process));
        Ok((process, pipes))
    }

    /// How the process has ended, if it has.
    pub(super) fn status(&self) -> io::Result<Option<ExitStatus>> {
        lock(&self.0).try_wait()
    }

    /// Stops all that is left in the job.
    pub(super) fn stop(&self) -> io::Result<()> {
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

/// Stops the processes that are running now, with all that they have started.
pub(in crate::candidate) fn stop_running() {
    for process in lock(&RUNNING).iter().filter_map(Weak::upgrade) {
        // What cannot be stopped has already ended.
        let _ = process.stop();
    }
}

/// Stops all processes. None is started any more.
pub(in crate::candidate) fn stop_all() {
    // A process that is being started now is registered when nobody holds this any more.
    drop(STARTING.write().unwrap_or_else(PoisonError::into_inner));
    stop_running();
}

/// Makes all processes that are started from now on, directly or not, end with this one.
pub(in crate::candidate) fn end_with_this_process() -> io::Result<()> {
    let mut own_job = lock(&OWN_JOB);
    if own_job.is_none() {
        let mut limits = ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        let job = Job::create_with_limit_info(&limits)?;
        job.assign_current_process()?;
        *own_job = Some(job);
    }
    Ok(())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
