//! What the programs of this crate share: how they print.

use std::io::{self, Write};

use anyhow::Context;

/// Prints the line that a run ends with. A reader that stops reading does not change the exit code.
pub(crate) fn print_line(line: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match writeln!(out, "{line}").and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("standard output"),
    }
}
