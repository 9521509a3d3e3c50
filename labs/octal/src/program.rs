//! What the programs of this crate share: how they print.

use std::io::{self, Write};

use anyhow::Context;

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
