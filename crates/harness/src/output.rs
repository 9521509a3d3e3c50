//! Writing to standard output: nothing is lost silently, and a closed pipe is not an error.
//!
//! The standard library replaces a descriptor that is closed before the program starts by the null device. Nothing can
//! be done about that here.

use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};
use anyhow::Context;

/// The name of standard output in messages.
pub(crate) const STDOUT: &str = "standard output";

/// Writes to standard output with `write` and flushes it. A closed pipe is a success, as its reader has all that it
/// wanted; any other failure is an error.
pub(crate) fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    let written = stdout().and_then(|mut stdout| {
        write(&mut stdout)?;
        stdout.flush()
    });
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.context(STDOUT),
    }
}

/// Standard output as a file: the standard library's own reports success if the descriptor cannot be written to.
#[cfg(unix)]
fn stdout() -> io::Result<impl Write> {
    use std::os::fd::AsFd;
    io::stdout().as_fd().try_clone_to_owned().map(std::fs::File::from)
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it fails on Unix only")]
fn stdout() -> io::Result<impl Write> {
    Ok(io::stdout().lock())
}

/// The bytes of a styled text, with its styles or without, as `colors` says.
pub(crate) fn render(text: &str, colors: ColorChoice) -> Vec<u8> {
    let mut stream = AutoStream::new(Vec::new(), colors);
    stream.write_all(text.as_bytes()).expect("writing to memory never fails");
    stream.into_inner()
}

/// Standard output that discards everything once its pipe is closed, for a command whose exit code still matters then.
pub(crate) fn stdout_until_closed() -> io::Result<impl Write> {
    Ok(UntilClosed { out: stdout()?, is_closed: false })
}

struct UntilClosed<W> {
    out: W,
    is_closed: bool,
}

impl<W: Write> Write for UntilClosed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_closed {
            match self.out.write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.is_closed = true,
                written => return written,
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_closed { Ok(()) } else { self.out.flush() }
    }
}
