//! Programs that help to judge others. What goes wrong in one is said of it by name.

use std::ffi::OsString;
use std::time::Duration;

use anyhow::Context;
use problem::plain_line;

use super::Fault;
use crate::candidate::{Candidate, Ending, RunResult, Supervisor};

/// A program that helps to judge others: it answers inputs, checks outputs, or makes inputs.
#[derive(Clone, Debug)]
pub struct Helper {
    /// The option that names it, such as `--checker`.
    pub option: &'static str,
    /// What messages call it, such as `the checker`.
    pub name: &'static str,
    /// The program.
    pub program: Candidate,
}

impl Helper {
    /// The least time that a program gets which checks or makes inputs or outputs: it may take longer than a fast program.
    pub const LEAST_TIME: Duration = Duration::from_secs(10);

    /// The program of an option.
    ///
    /// # Errors
    ///
    /// If the command is empty, cannot be split into words, or names a file that is not there.
    pub fn parse(option: &'static str, name: &'static str, command: &str, limit: Duration) -> anyhow::Result<Self> {
        Ok(Self { option, name, program: Candidate::parse(command, limit).context(option)? })
    }

    /// Runs the program with more arguments. It has ended by itself, with the exit code that is returned.
    ///
    /// # Errors
    ///
    /// If the program cannot be run, crashes, or exceeds a limit.
    pub fn run(
        &self,
        supervisor: &Supervisor,
        arguments: impl IntoIterator<Item = OsString>,
        input: &[u8],
    ) -> Result<(i32, RunResult), Fault> {
        const LONGEST_OUTPUT: usize = 256 << 20;
        let program = self.program.clone().with_arguments(arguments);
        let run = supervisor.run(&program, input, LONGEST_OUTPUT).context(self.option)?;
        if let Ending::Exit(code) = run.ending { Ok((code, run)) } else { Err(self.fault(&run)) }
    }

    /// What the program writes, which may be nothing.
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run), and if it ends with a failure.
    pub fn output(
        &self,
        supervisor: &Supervisor,
        arguments: impl IntoIterator<Item = OsString>,
        input: &[u8],
    ) -> Result<Vec<u8>, Fault> {
        match self.run(supervisor, arguments, input)? {
            (0, run) => Ok(run.stdout),
            (_, run) => Err(self.fault(&run)),
        }
    }

    /// The fault of the program, which crashed, was stopped, or reported a failure.
    pub(super) fn fault(&self, run: &RunResult) -> Fault {
        // The last line has the cause in most languages.
        let said = line(run.stderr.rsplit(|&byte| byte == b'\n')).map(|line| format!("; stderr: {line}"));
        let (name, how) = (self.name, run.ending.in_words(&self.program));
        match run.ending {
            Ending::OutOfTime => Fault::Slow(format!("{name} was {how}")),
            _ => Fault::Helper(format!("{name} failed: {how}{}", said.unwrap_or_default())),
        }
    }
}

/// The first line that is not empty, cut if long.
pub(super) fn line<'t>(lines: impl Iterator<Item = &'t [u8]>) -> Option<String> {
    let line = lines.map(<[u8]>::trim_ascii).find(|line| !line.is_empty())?;
    Some(plain_line(line, 160))
}
