//! A candidate program: its command, its limits, and the result of running it.

use std::io;
use std::path::Path;
use std::time::Duration;

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

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It exited with this code.
    Exit(i32),
    /// This signal ended it, which the harness did not send.
    Signal(i32),
    /// It was stopped at its time limit.
    OutOfTime,
    /// It took more than its memory limit. It was stopped, or had ended.
    OutOfMemory,
    /// It did not go on because this signal had stopped it, like one from the terminal. `None` if this is not known, as when a
    /// child of it was stopped.
    Stopped(Option<i32>),
    /// It was stopped because it wrote too much.
    TooMuchOutput,
    /// It ended, but this process was suspended meanwhile, so that it is not known whether that was in time.
    Disturbed,
}

impl Candidate {
    /// Splits a command into words as a shell does. No shell is started later: there are no pipes, variables or patterns.
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
        let words = shlex::split(command).ok_or("a quote or a backslash is not closed")?;
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

    /// Runs the program on an input. It is stopped, with all processes of its group, at its time limit or when it has written
    /// more than `output_limit` bytes to standard output. When it exits, what is left of its group is stopped too. If this process
    /// was suspended meanwhile, so that it cannot know whether the program ended in time, the program is run again.
    pub(crate) fn run(&self, input: &[u8], output_limit: usize) -> anyhow::Result<RunOutput> {
        let run = process::run(self, input, output_limit);
        run.map_err(|error| {
            let program = &self.words[0];
            let name = display_name(program);
            match error.kind() {
                io::ErrorKind::NotFound if program.contains('/') && Path::new(program).exists() => {
                    anyhow::anyhow!(
                        "--against: '{name}' cannot be run: the program that its first line names is missing"
                    )
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
        })
    }
}

mod usage;

#[cfg(unix)]
mod process;

#[cfg(not(unix))]
mod process {
    use std::io;

    use super::{Candidate, RunOutput};

    pub(super) fn run(_: &Candidate, _: &[u8], _: usize) -> io::Result<RunOutput> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "only Unix systems can stop a program with its children"))
    }

    pub(super) fn stop_running() {}

    pub(super) fn stop_all_on_interrupt() {}
}

/// Makes an interrupt of this process, from now on, also stop the programs that it runs.
pub(crate) fn stop_all_on_interrupt() {
    process::stop_all_on_interrupt();
}

/// Stops the programs that are running now; their results do not matter any more.
pub(crate) fn stop_running() {
    process::stop_running();
}
