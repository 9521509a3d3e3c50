//! Writing to standard output, where nothing is lost silently and a closed pipe is not an error, and messages to standard
//! error.
//!
//! The standard library replaces a descriptor that is closed before the program starts by the null device. Nothing can
//! be done about that here.

use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};
use anyhow::Context;

/// Writes to standard output with `write` and flushes it. A closed pipe is a success, as its reader has all that it
/// wanted; any other failure is an error.
pub(crate) fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    unless_closed(stdout().and_then(|mut stdout| {
        write(&mut stdout)?;
        stdout.flush()
    }))
}

/// Writes these bytes to standard output, where a closed pipe is a success.
pub fn print(bytes: &[u8]) -> anyhow::Result<()> {
    to_stdout(|out| out.write_all(bytes))
}

/// The result of writing to standard output, which is a success if its pipe is closed. What is written later is lost
/// too, but the exit code of a command may still matter.
pub(crate) fn unless_closed(written: io::Result<()>) -> anyhow::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context("standard output"),
    }
}

/// Standard output as a file: the standard library's own reports success if the descriptor cannot be written to.
#[cfg(unix)]
pub(crate) fn stdout() -> io::Result<impl Write> {
    use std::os::fd::AsFd;
    io::stdout().as_fd().try_clone_to_owned().map(std::fs::File::from)
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it fails on Unix only")]
pub(crate) fn stdout() -> io::Result<impl Write> {
    Ok(io::stdout().lock())
}

/// Prints a line to standard error, after the program's name.
pub fn print_message(program: &str, message: impl std::fmt::Display) {
    // There is nowhere to report that standard error is closed.
    let _ = writeln!(io::stderr(), "{program}: {message}");
}

/// The bytes of a styled text, with its styles or without, as `colors` says.
pub(crate) fn render(text: &str, colors: ColorChoice) -> Vec<u8> {
    let mut stream = AutoStream::new(Vec::new(), colors);
    stream.write_all(text.as_bytes()).expect("writing to memory never fails");
    stream.into_inner()
}
