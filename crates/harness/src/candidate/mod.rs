//! Running programs: a [`Supervisor`] runs each [`Candidate`], a command with its limits, and returns a [`RunResult`].
//!
//! A program runs in a process group on Unix, in a job on Windows (`process.rs`). Threads feed it and read what it
//! writes (`streams.rs`). When it ends, exceeds a limit, or all programs are to stop, its whole group is killed.

mod ending;
mod memory;
mod process;
mod streams;
mod supervisor;
mod talk;
mod words;

use std::ffi::OsString;
use std::time::Duration;

pub use ending::Ending;
pub use supervisor::Supervisor;

/// A program to be run, once for each input.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The program, then its arguments.
    pub words: Vec<OsString>,
    /// How long the program may take for one input.
    pub time_limit: Duration,
    /// How many bytes may be resident in the largest of its processes, if that is limited.
    pub memory_limit: Option<u64>,
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
    /// assert!(Candidate::parse("'my solution.py' --fast", second).is_err(), "no such file");
    /// assert!(Candidate::parse("python3 'my solution.py", second).is_err(), "an open quote");
    /// ```
    pub fn parse(command: &str, time_limit: Duration) -> anyhow::Result<Self> {
        let words = words::parse(command)?.into_iter().map(OsString::from).collect();
        Ok(Self { words, time_limit, memory_limit: None })
    }

    /// The same program with more arguments, such as the files that a checker gets.
    #[must_use]
    pub fn with_arguments(mut self, arguments: impl IntoIterator<Item = OsString>) -> Self {
        self.words.extend(arguments);
        self
    }
}

/// The result of one run.
#[derive(Clone, Debug)]
pub struct RunResult {
    /// How the program ended.
    pub ending: Ending,
    /// What it wrote to standard output; a little more than the limit if that was too much.
    pub stdout: Vec<u8>,
    /// The beginning and the end of what it wrote to standard error.
    pub stderr: Vec<u8>,
    /// What it took.
    pub usage: Usage,
}

/// What a run took: time and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// The wall-clock time, from the moment before the program is started until its end is noticed, without the time in
    /// which it was suspended together with this process.
    pub wall: Duration,
    /// The CPU time, user and system, of the program's process and of the children that it has waited for. `None` if it
    /// was not measured: for the problem's own solver, which has no process of its own, and where the system does not
    /// tell.
    pub cpu: Option<Duration>,
    /// The largest resident memory of a single process, in bytes, among the program's own and the children that it has
    /// waited for; with a memory limit also among all others of its group, on Linux, if they ran long enough to be seen.
    /// `None` as for `cpu`, and for a peak that may be the memory of this process.
    pub peak_memory: Option<u64>,
}

impl Usage {
    /// The usage of a run of which only the time is known.
    pub(crate) fn of_wall(wall: Duration) -> Self {
        Self { wall, cpu: None, peak_memory: None }
    }

    /// Whether a program that has run for as long as this has waited for most of it: that takes no time of the processor.
    pub(crate) fn has_waited(self, time: Duration) -> bool {
        self.cpu.is_some_and(|cpu| cpu < time / 2)
    }
}

/// A mebibyte, in bytes.
pub(crate) const MIB: u64 = 1024 * 1024;

/// A number of bytes in mebibytes.
#[expect(clippy::cast_precision_loss, reason = "a size that is shown to people")]
pub(crate) fn in_mib(bytes: u64) -> f64 {
    bytes as f64 / MIB as f64
}
