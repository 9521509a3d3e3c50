//! A candidate program: its command, its limits, and the result of running it.
//!
//! What differs between systems is in one module for each: `unix` has process groups, `windows` has jobs.
//!
//! # A run always ends
//!
//! A program may exceed its time or its memory, write too much, be stopped by a signal, or leave a child that holds a
//! pipe open. It is stopped with its children in each case.
//!
//! # A run whose time is in doubt is repeated
//!
//! This process may be suspended, or may not get a processor, while a program ends (`watch.rs`). If the time that was
//! watched is within the limit, but the end was noticed only after it, the program runs again, up to three times. It
//! does not run again if its CPU time, divided by the number of processors, already exceeds the limit (`ending.rs`).
//!
//! # What was started ends with this process
//!
//! | this process | who stops the programs |
//! |---|---|
//! | receives a signal, or Ctrl-C | [`stop_all`], which `interrupt` calls |
//! | ends by itself | [`stop_what_is_left`] |
//! | panics or is killed, on Unix | a second process (`unix/guard.rs`) |
//! | panics or is killed, on Windows | the system: it closes the job of this process (`windows/job.rs`) |
//!
//! On Linux this process also adopts what has left the group of its program, and stops it when the run is over
//! (`unix/orphans.rs`). `docs/decisions.md` lists what can still get away.

mod ending;
mod usage;
mod watch;
mod words;

#[cfg(unix)]
mod unix;
#[cfg(unix)]
use unix as system;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
use windows as system;

use std::fmt;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

pub(crate) use ending::Ending;
pub(crate) use usage::MIB;
pub use usage::{PeakMemory, Usage};

use crate::source::display_name;

/// A program to be judged, which is run once for each input.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The program, then its arguments.
    words: Vec<String>,
    time_limit: Duration,
    /// In bytes.
    memory_limit: Option<u64>,
}

/// The result of one run.
#[derive(Debug)]
pub(crate) struct RunOutput {
    pub(crate) ending: Ending,
    /// What the program wrote to standard output, if that is within the limit.
    pub(crate) stdout: Vec<u8>,
    /// The end of what it wrote to standard error.
    pub(crate) stderr: Vec<u8>,
    pub(crate) usage: Usage,
}

impl Candidate {
    /// Splits a command into words as a shell does. No shell is started later: there are no pipes, variables or
    /// patterns.
    ///
    /// ```
    /// use std::time::Duration;
    /// use harness::Candidate;
    ///
    /// let second = Duration::from_secs(1);
    /// assert!(Candidate::parse("python3 'my solution.py' --fast", second).is_ok());
    /// assert!(Candidate::parse("python3 'my solution.py", second).is_err());
    /// ```
    pub fn parse(command: &str, time_limit: Duration) -> Result<Self, String> {
        let words = words::split(command).ok_or("a quote or a backslash is not closed")?;
        if words.first().is_none_or(String::is_empty) {
            return Err("the command is empty; name a program".to_owned());
        }
        if command.contains('\0') {
            return Err("a NUL byte cannot be part of a command".to_owned());
        }
        Ok(Self { words, time_limit, memory_limit: None })
    }

    /// The same program with a limit of its memory: how many bytes may be resident in the largest of its processes.
    #[must_use]
    pub fn with_memory_limit(self, bytes: u64) -> Self {
        Self { memory_limit: Some(bytes), ..self }
    }

    /// How many bytes of memory the program may take.
    pub(crate) fn memory_limit(&self) -> Option<u64> {
        self.memory_limit
    }

    /// How long the program may take for one input.
    pub(crate) fn time_limit(&self) -> Duration {
        self.time_limit
    }

    /// The same program with a shorter time limit.
    pub(crate) fn with_time_limit(&self, time_limit: Duration) -> Self {
        Self { time_limit: time_limit.min(self.time_limit), ..self.clone() }
    }

    /// Runs the program on an input. It is stopped, with all processes of its group, at its time limit or when it has
    /// written more than `output_limit` bytes to standard output. When it exits, what is left of its group is stopped
    /// too. If this process was suspended meanwhile, so that it cannot know whether the program ended in time, the
    /// program is run again.
    ///
    /// # Errors
    ///
    /// If the program cannot be run, and [`AllStopped`] after [`stop_all`].
    pub(crate) fn run(&self, input: &[u8], output_limit: usize) -> anyhow::Result<RunOutput> {
        /// How often a program is run again because it is not known whether it ended in time.
        const REPETITIONS: usize = 3;
        /// How long it takes at most to notice an interrupt.
        const LATEST_NOTICE: Duration = Duration::from_millis(100);
        if self.memory_limit.is_some() && !system::IS_MEASURED {
            anyhow::bail!("--memory-limit needs a system that says how much memory a program takes; leave it out");
        }
        let mut repetitions = 0..REPETITIONS;
        loop {
            let run = system::run(self, input, output_limit);
            if run.as_ref().is_ok_and(|output| output.ending.may_be_an_interrupt()) {
                // Until this process has noticed it too.
                thread::sleep(LATEST_NOTICE);
            }
            // What has been stopped, or could not be started any more, has no result.
            if are_all_stopped() {
                return Err(AllStopped.into());
            }
            let output = run.map_err(|error| self.describe(&error))?;
            if output.ending != Ending::Disturbed || repetitions.next().is_none() {
                return Ok(output);
            }
        }
    }

    /// Why the program cannot be run.
    fn describe(&self, error: &io::Error) -> anyhow::Error {
        let program = &self.words[0];
        let name = display_name(program);
        match error.kind() {
            io::ErrorKind::NotFound if program.contains('/') && Path::new(program).exists() => {
                anyhow::anyhow!("--against: '{name}' cannot be run: the program that its first line names is missing")
            }
            io::ErrorKind::NotFound => {
                anyhow::anyhow!("--against: there is no program '{name}'; name one, or a path")
            }
            io::ErrorKind::PermissionDenied => {
                anyhow::anyhow!(
                    "--against: permission to run '{name}' is denied; `chmod +x` grants it if this is a program"
                )
            }
            _ => anyhow::anyhow!("--against: '{name}' cannot be run: {error}"),
        }
    }
}

/// Set by [`stop_all`].
static ARE_ALL_STOPPED: AtomicBool = AtomicBool::new(false);

/// The error of a run after [`stop_all`]: it has no result, whatever the program did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AllStopped;

impl fmt::Display for AllStopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the program was stopped because of an interrupt")
    }
}

impl std::error::Error for AllStopped {}

/// Stops the programs that are running now; their results do not matter any more.
pub(crate) fn stop_running() {
    system::stop_running();
}

/// Stops all programs that run, with all that they have started, and lets none be started any more: every run, also one
/// that has just ended, fails with [`AllStopped`].
pub(crate) fn stop_all() {
    ARE_ALL_STOPPED.store(true, Ordering::SeqCst);
    system::stop_all();
}

/// Whether [`stop_all`] has been called.
pub(crate) fn are_all_stopped() -> bool {
    ARE_ALL_STOPPED.load(Ordering::SeqCst)
}

/// Whether programs end with this process.
static ARE_BOUND: AtomicBool = AtomicBool::new(false);

/// Makes programs that are started from now on end with this process, however it ends, as far as the system allows:
/// with the processes that they have started. Where a second process has to see to that, it is this program, started
/// with the arguments [`GUARD`] and a name, which it passes to [`guard`].
pub(crate) fn end_with_this_process() -> io::Result<()> {
    ARE_BOUND.store(true, Ordering::SeqCst);
    system::end_with_this_process()
}

/// Stops what programs that have ended have left behind, if they are to end with this process.
pub(crate) fn stop_what_is_left() {
    if ARE_BOUND.load(Ordering::SeqCst) {
        stop_all();
    }
}

/// The first argument of the second process. It is for this program alone, and is no command that is listed.
pub(crate) const GUARD: &str = "guard-programs";

/// What the second process does: it waits until the process of this name has ended, and stops what that has left
/// behind.
pub(crate) fn guard(name: &str) {
    system::guard(name);
}

/// Suspends the programs that are running, with what they have started, until the result is dropped. No verdict is
/// given on them because of that.
#[cfg(unix)]
pub(crate) fn suspend_all() -> system::Suspension {
    system::suspend_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_limit_is_only_ever_made_shorter() {
        let seconds = Duration::from_secs;
        let candidate = Candidate::parse("program", seconds(5)).expect("a command");
        assert_eq!(candidate.with_time_limit(seconds(2)).time_limit(), seconds(2));
        assert_eq!(candidate.with_time_limit(seconds(9)).time_limit(), seconds(5));
    }
}
