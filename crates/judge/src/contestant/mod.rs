//! Somebody else's program: how it is named, what it is allowed, and what came of running it.

use std::io;
use std::path::Path;
use std::time::Duration;

/// A program that is judged: one process for each input.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// The program, then its arguments.
    words: Vec<String>,
    time_limit: Duration,
}

/// What a program did with an input.
#[derive(Debug)]
pub(crate) struct Performance {
    pub(crate) ending: Ending,
    /// What it wrote to standard output, if it is not more than was allowed.
    pub(crate) stdout: Vec<u8>,
    /// The end of what it wrote to standard error.
    pub(crate) stderr: Vec<u8>,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// By itself, with this exit code.
    Exit(i32),
    /// By this signal, which nobody here has sent.
    Signal(i32),
    /// It was stopped: its time was up.
    OutOfTime,
    /// It was stopped: it wrote more than it was allowed.
    TooMuchOutput,
}

impl Contestant {
    /// Splits a command into words as a shell does. No shell is started for it later: there are no pipes, variables or
    /// patterns.
    ///
    /// ```
    /// use std::time::Duration;
    /// use judge::Contestant;
    ///
    /// let second = Duration::from_secs(1);
    /// assert!(Contestant::parse("python3 'my solution.py' --fast", second).is_ok());
    /// assert!(Contestant::parse("python3 'my solution.py", second).is_err());
    /// ```
    pub fn parse(command: &str, time_limit: Duration) -> Result<Self, String> {
        let words = shlex::split(command).ok_or("a quote or a backslash is not closed")?;
        if words.first().is_none_or(String::is_empty) {
            return Err("the command is empty; name a program".to_owned());
        }
        if command.contains('\0') {
            return Err("a NUL byte cannot be part of a command".to_owned());
        }
        Ok(Self { words, time_limit })
    }

    /// How long it may take for one input.
    pub(crate) fn time_limit(&self) -> Duration {
        self.time_limit
    }

    /// The same program, held to a shorter limit.
    pub(crate) fn within(&self, time_limit: Duration) -> Self {
        Self { time_limit: time_limit.min(self.time_limit), ..self.clone() }
    }

    /// Runs the program on an input. It is stopped, with all the processes of its group, when its time is up or when it
    /// writes more than `output_limit` bytes; and when it ends, what it leaves running in its group is stopped as well and
    /// not waited for.
    pub(crate) fn run(&self, input: &[u8], output_limit: usize) -> anyhow::Result<Performance> {
        let performance = process::run(&self.words, input, output_limit, self.time_limit);
        performance.map_err(|error| {
            let name = &self.words[0];
            match error.kind() {
                io::ErrorKind::NotFound if name.contains('/') && Path::new(name).exists() => {
                    anyhow::anyhow!(
                        "--against: '{name}' cannot be run: the program that its first line names is missing"
                    )
                }
                io::ErrorKind::NotFound => {
                    anyhow::anyhow!("--against: there is no program '{name}'; name one, or a path")
                }
                io::ErrorKind::PermissionDenied => {
                    anyhow::anyhow!("--against: '{name}' may not be run; `chmod +x` allows it if it is a program")
                }
                _ => anyhow::anyhow!("--against: '{name}' cannot be run: {error}"),
            }
        })
    }
}

#[cfg(unix)]
mod process;

#[cfg(not(unix))]
mod process {
    use std::io;
    use std::path::Path;
    use std::time::Duration;

    use super::Performance;

    pub(super) fn run(_: &[String], _: &[u8], _: usize, _: Duration) -> io::Result<Performance> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "only Unix systems can stop a program with its children"))
    }

    pub(super) fn stop_all_when_told_to() {}
}

/// From now on, whoever interrupts this process stops the programs that it runs as well.
pub(crate) fn stop_all_when_told_to() {
    process::stop_all_when_told_to();
}
