//! The three pipes of a process, each with a thread, so that none can block the others.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use super::job::Pipes;

/// How many bytes of standard error are kept: the last ones.
const STDERR_KEPT: usize = 8 * 1024;

/// How many bytes are read at once.
const CHUNK: usize = 64 * 1024;

/// What a process has written. Its threads end when the pipes are closed; nobody waits for them, as a process that has
/// left the job could hold a pipe.
pub(super) struct Streams {
    chunks: Receiver<Chunk>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

enum Chunk {
    Stdout(Vec<u8>),
    Stderr(Vec<u8>),
}

/// What has happened while output was waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// Something has been read.
    Read,
    /// Nothing has, in the time given.
    Nothing,
    /// Both pipes that are read from have been closed.
    Closed,
}

impl Streams {
    /// Starts to write the input of a process and to read its output.
    pub(super) fn of(pipes: Pipes, input: &[u8]) -> io::Result<Self> {
        /// So many chunks may wait, so that a process cannot fill the memory before it is stopped.
        const WAITING: usize = 16;
        let (sender, chunks) = sync_channel(WAITING);
        if let Some(mut stdin) = pipes.stdin {
            let input = input.to_vec();
            // A program need not read all of its input.
            in_thread(move || drop(stdin.write_all(&input)))?;
        }
        if let Some(stdout) = pipes.stdout {
            let sender = sender.clone();
            in_thread(move || read(stdout, &sender, Chunk::Stdout))?;
        }
        if let Some(stderr) = pipes.stderr {
            in_thread(move || read(stderr, &sender, Chunk::Stderr))?;
        }
        Ok(Self { chunks, stdout: Vec::new(), stderr: Vec::new() })
    }

    /// Waits until the process has written something, or closed its pipes, or the time is up.
    pub(super) fn receive(&mut self, timeout: Duration) -> Event {
        match self.chunks.recv_timeout(timeout) {
            Ok(Chunk::Stdout(bytes)) => self.stdout.extend(bytes),
            Ok(Chunk::Stderr(bytes)) => {
                self.stderr.extend(bytes);
                keep_last(&mut self.stderr, 8 * STDERR_KEPT);
            }
            Err(RecvTimeoutError::Timeout) => return Event::Nothing,
            Err(RecvTimeoutError::Disconnected) => return Event::Closed,
        }
        Event::Read
    }

    /// Reads what is left in the pipes of a job that has been stopped. Returns how many bytes of standard output there
    /// are, or were when they became too many.
    pub(super) fn drain(&mut self, output_limit: usize) -> usize {
        /// Only a process that has got a pipe from another one, and is not in the job, still holds it then.
        const LIMIT: Duration = Duration::from_secs(10);
        while self.written() <= output_limit && self.receive(LIMIT) == Event::Read {}
        self.written()
    }

    /// How many bytes the process has written to standard output.
    pub(super) fn written(&self) -> usize {
        self.stdout.len()
    }

    /// What was written to standard output, and the end of what was written to standard error.
    pub(super) fn into_outputs(mut self) -> (Vec<u8>, Vec<u8>) {
        keep_last(&mut self.stderr, STDERR_KEPT);
        (self.stdout, self.stderr)
    }
}

fn in_thread(action: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().spawn(action).map(drop)
}

/// Reads a pipe until it is closed or nobody wants to know.
fn read(mut pipe: impl Read, chunks: &SyncSender<Chunk>, chunk: fn(Vec<u8>) -> Chunk) {
    let mut buffer = vec![0; CHUNK];
    loop {
        match pipe.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => return,
            Ok(length) => {
                if chunks.send(chunk(buffer[..length].to_vec())).is_err() {
                    return;
                }
            }
        }
    }
}

/// Forgets all but the end if there is more than `limit` bytes.
fn keep_last(bytes: &mut Vec<u8>, limit: usize) {
    if bytes.len() > limit {
        bytes.drain(..bytes.len() - STDERR_KEPT);
    }
}
