//! The three pipes of a process, polled together so that none can block the others.

use std::io::{self, PipeReader, PipeWriter, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::Command;
use std::time::Duration;

use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// How many bytes of standard error are kept: the last ones.
const STDERR_KEPT: usize = 8 * 1024;

/// How many bytes are read at once: as many as a pipe usually holds.
const CHUNK: usize = 64 * 1024;

pub(super) struct Streams<'a> {
    stdin: Option<PipeWriter>,
    /// The part of the input that has not been written yet.
    input: &'a [u8],
    stdout: Output,
    stderr: Output,
}

/// A pipe to read from, and what has been read.
struct Output {
    /// `None` when the other side has closed it.
    pipe: Option<PipeReader>,
    bytes: Vec<u8>,
}

/// What has happened while the pipes were polled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Events {
    /// Whether the process has ended.
    pub(super) end: bool,
    /// Whether something could be read or written.
    pub(super) transfer: bool,
}

impl<'a> Streams<'a> {
    /// Connects a command that is about to be started with new pipes, and writes as much of its input as fits into one.
    pub(super) fn of(command: &mut Command, input: &'a [u8]) -> io::Result<Self> {
        let (stdin_of_child, stdin) = io::pipe()?;
        let (stdout, stdout_of_child) = io::pipe()?;
        let (stderr, stderr_of_child) = io::pipe()?;
        command.stdin(stdin_of_child).stdout(stdout_of_child).stderr(stderr_of_child);
        // Writing then returns instead of blocking.
        rustix::io::ioctl_fionbio(&stdin, true)?;
        let mut streams = Self { stdin: Some(stdin), input, stdout: Output::of(stdout), stderr: Output::of(stderr) };
        streams.write();
        Ok(streams)
    }

    /// Waits until a pipe can be written or read, and then does so, or until `end` is readable or the time is up.
    pub(super) fn transfer(&mut self, end: Option<BorrowedFd<'_>>, timeout: Duration) -> io::Result<Events> {
        // The end comes first: what is said about the pipes afterwards then includes all that the process has written.
        let outputs = [&self.stdout, &self.stderr].into_iter().filter_map(|output| output.pipe.as_ref());
        let mut polled: Vec<PollFd<'_>> = end.iter().map(|end| PollFd::new(end, PollFlags::IN)).collect();
        polled.extend(outputs.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        polled.extend(self.stdin.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        let timeout = Timespec::try_from(timeout).map_err(io::Error::other)?;
        match poll(&mut polled, Some(&timeout)) {
            Ok(0) | Err(Errno::INTR) => return Ok(Events { end: false, transfer: false }),
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        let ready: Vec<bool> = polled.iter().map(|polled| !polled.revents().is_empty()).collect();
        let mut ready = ready.into_iter();
        let mut is_ready = |is_polled: bool| is_polled && ready.next().unwrap_or(false);
        let end = is_ready(end.is_some());
        let [stdout, stderr] = [&self.stdout, &self.stderr].map(|output| is_ready(output.pipe.is_some()));
        let stdin = is_ready(self.stdin.is_some());
        if stdout {
            self.stdout.read()?;
        }
        if stderr {
            self.stderr.read()?;
            self.stderr.keep_last(8 * STDERR_KEPT);
        }
        if stdin {
            self.write();
        }
        Ok(Events { end, transfer: stdout || stderr || stdin })
    }

    /// Reads what is left in the pipes of a process that has ended. Further output of its children is not waited for.
    pub(super) fn drain(&mut self, output_limit: usize) -> io::Result<()> {
        /// As much as no pipe holds, so that children that go on writing do not matter.
        const ROUNDS: usize = 1024;
        self.stdin = None;
        for _ in 0..ROUNDS {
            let events = self.transfer(None, Duration::ZERO)?;
            if !events.transfer || self.stdout.bytes.len() > output_limit {
                break;
            }
        }
        Ok(())
    }

    /// How many bytes the process has written to standard output.
    pub(super) fn written(&self) -> usize {
        self.stdout.bytes.len()
    }

    /// Whether both pipes that are read from have been closed. While this process holds the other ends itself, they
    /// never are.
    pub(super) fn are_closed(&self) -> bool {
        self.stdout.pipe.is_none() && self.stderr.pipe.is_none()
    }

    /// What was written to standard output, and the end of what was written to standard error.
    pub(super) fn into_outputs(mut self) -> (Vec<u8>, Vec<u8>) {
        self.stderr.keep_last(STDERR_KEPT);
        (self.stdout.bytes, self.stderr.bytes)
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

impl Output {
    fn of(pipe: PipeReader) -> Self {
        Self { pipe: Some(pipe), bytes: Vec::new() }
    }

    /// Reads once, from a pipe that can be read or has been closed.
    fn read(&mut self) -> io::Result<()> {
        let Some(pipe) = &self.pipe else { return Ok(()) };
        self.bytes.reserve(CHUNK);
        match rustix::io::read(pipe.as_fd(), spare_capacity(&mut self.bytes)) {
            Ok(0) => self.pipe = None,
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// Forgets all but the end if there is more than `limit` bytes.
    fn keep_last(&mut self, limit: usize) {
        if self.bytes.len() > limit {
            let surplus = self.bytes.len() - STDERR_KEPT;
            self.bytes.drain(..surplus);
        }
    }
}
