//! The three pipes of a process, each with a thread, so that none can block the others.

use std::io::{self, Read, Write};
use std::process::{ChildStderr, ChildStdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::process::Pipes;
use super::talk::{Speaker, Transcript};

/// What a process has written. The threads end when the pipes are closed. They are not waited for, as a process that
/// has left the group could hold a pipe.
pub(super) struct Streams {
    chunks: Receiver<Chunk>,
    /// How long to wait if the pipes have been closed.
    pause: Duration,
    pub(super) stdout: Vec<u8>,
    /// The beginning and the end, with a line of dots for what is between them.
    pub(super) stderr: Vec<u8>,
}

/// What was written, and where.
type Chunk = (OutputStream, Vec<u8>);

#[derive(Clone, Copy)]
enum OutputStream {
    Stdout,
    Stderr,
}

impl Streams {
    /// Starts to write the input of a process and to read its output.
    pub(super) fn of((mut stdin, stdout, stderr): Pipes, input: &[u8]) -> io::Result<Self> {
        /// As much as fits into every new pipe.
        const SHORT_INPUT: usize = 4 * 1024;
        let (sender, streams) = Self::of_stderr(stderr)?;
        // A program need not read all of its input.
        if input.len() <= SHORT_INPUT {
            let _ = stdin.write_all(input);
            drop(stdin);
        } else {
            let input = input.to_vec();
            in_thread(move || drop(stdin.write_all(&input)))?;
        }
        in_thread(move || read_all(stdout, |bytes| sender.send((OutputStream::Stdout, bytes.to_vec())).is_ok()))?;
        Ok(streams)
    }

    /// Lets a process talk with another one: gives away its input, and writes to the input of the other, which the other
    /// gives away likewise, unless it cannot be started.
    pub(super) fn joined(
        (stdin, stdout, stderr): Pipes,
        speaker: Speaker,
        transcript: Arc<Mutex<Transcript>>,
        (input, other): (Sender<ChildStdin>, Receiver<ChildStdin>),
    ) -> io::Result<Self> {
        let (sender, streams) = Self::of_stderr(stderr)?;
        let _ = input.send(stdin);
        in_thread(move || {
            let mut other = other.recv().ok();
            let transcript = || transcript.lock().unwrap_or_else(PoisonError::into_inner);
            read_all(stdout, |bytes| {
                transcript().add(speaker, bytes);
                // A program may stop reading and still be right.
                let is_read = other.as_mut().is_none_or(|other| other.write_all(bytes).is_ok());
                transcript().has_decided |= !is_read && speaker == Speaker::Candidate;
                true
            });
            transcript().end(speaker);
            // Until now neither the streams nor the input of the other are closed.
            drop((sender, other));
        })?;
        Ok(streams)
    }

    /// Starts to read what a process writes to standard error.
    fn of_stderr(stderr: ChildStderr) -> io::Result<(SyncSender<Chunk>, Self)> {
        /// How many chunks may wait: a process cannot fill the memory before it is killed.
        const WAITING: usize = 16;
        let (sender, chunks) = sync_channel(WAITING);
        let sent = sender.clone();
        in_thread(move || read_all(stderr, |bytes| sent.send((OutputStream::Stderr, bytes.to_vec())).is_ok()))?;
        Ok((sender, Self { chunks, pause: Duration::ZERO, stdout: Vec::new(), stderr: Vec::new() }))
    }

    /// Waits until the process has written something, or for this long. If it has closed its pipes, it ends in a moment,
    /// unless it continues without output: then this waits for a short time, and for a longer one at each call.
    pub(super) fn wait(&mut self, timeout: Duration) {
        if self.receive(timeout) == Err(RecvTimeoutError::Disconnected) {
            thread::sleep(self.pause.min(timeout));
            self.pause += Duration::from_micros(20);
        }
    }

    /// Reads what is left in the pipes of a group that has been killed, until there is too much. Only a process that has
    /// left the group can still hold a pipe, and is not waited for.
    pub(super) fn drain(&mut self, output_limit: usize) {
        const LIMIT: Duration = Duration::from_secs(1);
        let start = Instant::now();
        let left = || LIMIT.checked_sub(start.elapsed());
        while self.stdout.len() <= output_limit && left().is_some_and(|left| self.receive(left).is_ok()) {}
    }

    fn receive(&mut self, timeout: Duration) -> Result<(), RecvTimeoutError> {
        /// How many bytes are kept of the beginning of standard error, and of its end.
        const KEPT: usize = 8 * 1024;
        const LEFT_OUT: [u8; 5] = *b"\n...\n";
        match self.chunks.recv_timeout(timeout)? {
            (OutputStream::Stdout, bytes) => self.stdout.extend(bytes),
            (OutputStream::Stderr, bytes) => self.stderr.extend(bytes),
        }
        if self.stderr.len() > KEPT + LEFT_OUT.len() + KEPT {
            self.stderr.splice(KEPT..self.stderr.len() - KEPT, LEFT_OUT);
        }
        Ok(())
    }
}

fn in_thread(action: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().spawn(action).map(drop)
}

/// Reads a pipe until it is closed, or `take` returns false.
fn read_all(mut pipe: impl Read, mut take: impl FnMut(&[u8]) -> bool) {
    let mut buffer = [0; 16 * 1024];
    loop {
        match pipe.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(length) if length > 0 && take(&buffer[..length]) => {}
            _ => return,
        }
    }
}
