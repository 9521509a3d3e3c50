//! What the programs of this crate share: how they begin and end, and how they print.

use std::io::{self, Write};
use std::process::{ExitCode, Termination};

use anyhow::{Context, anyhow};
use clap::Parser;

use crate::options;

/// Runs one of the programs of this crate with the arguments of the process, reports its error, and returns its exit
/// code.
pub(crate) fn run<O: Parser, T: Termination>(name: &str, execute: fn(&O) -> anyhow::Result<T>) -> ExitCode {
    startup::report_file_size_limit();
    let result = match O::try_parse() {
        Ok(options) => execute(&options).map(Termination::report),
        Err(error) if error.use_stderr() => Err(anyhow!(options::one_line(&error))),
        Err(help) => accept_closed_pipe(help.print()).map(Termination::report),
    };
    result.unwrap_or_else(|error| {
        // If standard error is closed, there is nowhere to report that.
        let _ = writeln!(io::stderr(), "{name}: {error:#}");
        ExitCode::from(2)
    })
}

/// Prints the line that a run ends with.
pub(crate) fn print_line(line: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    accept_closed_pipe(writeln!(out, "{line}").and_then(|()| out.flush()))
}

/// Treats a reader that stops reading as the end of the program, not as an error.
pub(crate) fn accept_closed_pipe(written: io::Result<()>) -> anyhow::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("standard output"),
    }
}
