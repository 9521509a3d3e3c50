//! Programs that help to judge others. What goes wrong in one is said of it by name.

use std::ffi::OsString;

use anyhow::Context;
use problem::visible_line;

use super::Fault;
use crate::candidate::{Candidate, Ending, Supervisor};
use crate::check::ending_in_words;

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

/// What a helper did that has ended by itself.
#[derive(Clone, Debug)]
pub struct Helped {
    /// Its exit code.
    pub code: i32,
    /// What it wrote to standard output.
    pub stdout: Vec<u8>,
    /// The beginning and the end of what it wrote to standard error.
    pub stderr: Vec<u8>,
}

impl Helper {
    /// Runs the program with more arguments.
    ///
    /// # Errors
    ///
    /// If the program cannot be run at all, and after an interrupt. Everything else that goes wrong is a [`Fault`].
    pub fn run(
        &self,
        supervisor: &Supervisor,
        arguments: impl IntoIterator<Item = OsString>,
        input: &[u8],
    ) -> anyhow::Result<Result<Helped, Fault>> {
        const LONGEST_OUTPUT: usize = 256 << 20;
        let program = self.program.clone().with_arguments(arguments);
        let run = supervisor.run(&program, input, LONGEST_OUTPUT).context(self.option)?;
        Ok(match run.ending {
            Ending::Exit(code) => Ok(Helped { code, stdout: run.stdout, stderr: run.stderr }),
            ending => Err(self.fault(ending, &run.stderr)),
        })
    }

    /// What the program writes, which is not empty, if it ends in order.
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run).
    pub fn output(
        &self,
        supervisor: &Supervisor,
        arguments: impl IntoIterator<Item = OsString>,
        input: &[u8],
    ) -> anyhow::Result<Result<Vec<u8>, Fault>> {
        Ok(self.run(supervisor, arguments, input)?.and_then(|Helped { code, stdout, stderr }| match code {
            0 if stdout.is_empty() => Err(Fault::Helper(format!("{} printed nothing", self.name))),
            0 => Ok(stdout),
            _ => Err(self.fault(Ending::Exit(code), &stderr)),
        }))
    }

    /// The error if the program crashed, was stopped, or reported a failure.
    pub(crate) fn fault(&self, ending: Ending, stderr: &[u8]) -> Fault {
        // The last line has the cause in most languages.
        let said = line(stderr.rsplit(|&byte| byte == b'\n')).map(|line| format!("; stderr: {line}"));
        let (name, how) = (self.name, ending_in_words(ending, &self.program));
        let message = format!("{name} failed: {how}{}", said.unwrap_or_default());
        if ending == Ending::OutOfTime { Fault::Slow(format!("{name} was {how}")) } else { Fault::Helper(message) }
    }
}

/// The first line that is not empty, cut if long.
pub(super) fn line<'t>(lines: impl Iterator<Item = &'t [u8]>) -> Option<String> {
    let line = lines.map(<[u8]>::trim_ascii).find(|line| !line.is_empty())?;
    Some(visible_line(line).replace('␣', " "))
}
