//! The three pipes of a process, polled together so that none can block the others.

use std::io::{self, PipeReader, PipeWriter, Write};
use std::os::fd::BorrowedFd;
use std::process::Command;
use std::time::Duration;

use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use crate::candidate::keep_end;

pub(crate) struct Streams<'a> {
    stdin: Option<PipeWriter>,
    /// The part of the input that has not been written yet.
    input: &'a [u8],
    /// While this process holds the other ends itself, no end of these is read.
    stdout_pipe: PipeReader,
    stderr_pipe: PipeReader,
    /// What was written to standard output so far.
    pub(crate) stdout: Vec<u8>,
    /// The end of what was written to standard error so far.
    pub(crate) stderr: Vec<u8>,
}

impl<'a> Streams<'a> {
    /// Connects a command that is about to be started with new pipes, and writes as much of its input as fits into one.
    pub(super) fn of(command: &mut Command, input: &'a [u8]) -> io::Result<Self> {
        let (stdin_of_child, stdin) = io::pipe()?;
        let (stdout_pipe, stdout_of_child) = io::pipe()?;
        let (stderr_pipe, stderr_of_child) = io::pipe()?;
        command.stdin(stdin_of_child).stdout(stdout_of_child).stderr(stderr_of_child);
        // Writing then returns instead of blocking.
        rustix::io::ioctl_fionbio(&stdin, true)?;
        let (stdout, stderr) = (Vec::new(), Vec::new());
        let mut streams = Self { stdin: Some(stdin), input, stdout_pipe, stderr_pipe, stdout, stderr };
        streams.write();
        Ok(streams)
    }

    /// Waits until a pipe can be written or read, and then does so, or until `end` is readable or the time is up. Returns
    /// whether something was written or read.
    pub(super) fn transfer(&mut self, end: Option<BorrowedFd<'_>>, timeout: Duration) -> io::Result<bool> {
        // Of one that is not wanted, nothing is asked.
        let unwanted = PollFd::new(&self.stdout_pipe, PollFlags::empty());
        let mut polled = [
            end.map_or(unwanted.clone(), |end| PollFd::from_borrowed_fd(end, PollFlags::IN)),
            PollFd::new(&self.stdout_pipe, PollFlags::IN),
            PollFd::new(&self.stderr_pipe, PollFlags::IN),
            self.stdin.as_ref().map_or(unwanted, |stdin| PollFd::new(stdin, PollFlags::OUT)),
        ];
        let timeout = Timespec::try_from(timeout).map_err(io::Error::other)?;
        match poll(&mut polled, Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let [_, stdout, stderr, stdin] = polled.map(|polled| !polled.revents().is_empty());
        if stdout {
            read(&self.stdout_pipe, &mut self.stdout)?;
        }
        if stderr {
            read(&self.stderr_pipe, &mut self.stderr)?;
            keep_end(&mut self.stderr);
        }
        if stdin {
            self.write();
        }
        Ok(stdout || stderr || stdin)
    }

    /// Reads what is left in the pipes of a process that has ended. Further output of its children is not waited for.
    pub(super) fn drain(&mut self, output_limit: usize) -> io::Result<()> {
        /// As much as no pipe holds, so that children that continue to write do not matter.
        const ROUNDS: usize = 1024;
        self.stdin = None;
        for _ in 0..ROUNDS {
            if !self.transfer(None, Duration::ZERO)? || self.stdout.len() > output_limit {
                break;
            }
        }
        Ok(())
    }

    fn write(&mut self) {
        let Some(pipe) = &mut self.stdin else { return };
        while !self.input.is_empty() {
            match pipe.write(self.input) {
                Ok(written) => self.input = &self.input[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // A program need not read all of its input.
                Err(_) => break,
            }
        }
        self.stdin = None;
    }
}

/// Reads once, from a pipe that can be read.
fn read(pipe: &PipeReader, bytes: &mut Vec<u8>) -> io::Result<()> {
    /// Most outputs are short. A pipe usually holds the larger number of bytes.
    const CHUNK: std::ops::RangeInclusive<usize> = 4 * 1024..=64 * 1024;
    bytes.reserve(bytes.len().clamp(*CHUNK.start(), *CHUNK.end()));
    match rustix::io::read(pipe, spare_capacity(bytes)) {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
