//! The three pipes of a process, each with a thread, so that none can block the others.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use process_wrap::std::ChildWrapper;

use crate::candidate::keep_end;

/// What a process has written. Its threads end when the pipes are closed; nobody waits for them, as a process that has
/// left the job could hold a pipe.
pub(crate) struct Streams {
    chunks: Receiver<(Stream, Vec<u8>)>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

#[derive(Clone, Copy)]
enum Stream {
    Stdout,
    Stderr,
}

impl Streams {
    /// Starts to write the input of a process and to read its output.
    pub(super) fn of(child: &mut dyn ChildWrapper, input: &[u8]) -> io::Result<Self> {
        /// How many chunks may wait: a process cannot fill the memory before it is stopped.
        const WAITING: usize = 16;
        let (sender, chunks) = sync_channel(WAITING);
        if let Some(mut stdin) = child.stdin().take() {
            let input = input.to_vec();
            // A program need not read all of its input.
            in_thread(move || drop(stdin.write_all(&input)))?;
        }
        if let Some(stdout) = child.stdout().take() {
            let sender = sender.clone();
            in_thread(move || read(stdout, Stream::Stdout, &sender))?;
        }
        if let Some(stderr) = child.stderr().take() {
            in_thread(move || read(stderr, Stream::Stderr, &sender))?;
        }
        Ok(Self { chunks, stdout: Vec::new(), stderr: Vec::new() })
    }

    /// Waits until the process has written something, for this long at most. Fails when the time is up, or when it has
    /// closed its pipes.
    pub(super) fn receive(&mut self, timeout: Duration) -> Result<(), RecvTimeoutError> {
        match self.chunks.recv_timeout(timeout)? {
            (Stream::Stdout, bytes) => self.stdout.extend(bytes),
            (Stream::Stderr, bytes) => {
                self.stderr.extend(bytes);
                keep_end(&mut self.stderr);
            }
        }
        Ok(())
    }

    /// Reads what is left in the pipes of a job that has been stopped, until there is too much.
    pub(super) fn drain(&mut self, output_limit: usize) {
        /// Only a process that has got a pipe from another one, and is not in the job, still holds it then.
        const LIMIT: Duration = Duration::from_secs(10);
        while self.stdout.len() <= output_limit && self.receive(LIMIT).is_ok() {}
    }
}

fn in_thread(action: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().spawn(action).map(drop)
}

/// Reads a pipe until it is closed or nobody wants to know.
fn read(mut pipe: impl Read, stream: Stream, chunks: &SyncSender<(Stream, Vec<u8>)>) {
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match pipe.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => return,
            Ok(length) => {
                if chunks.send((stream, buffer[..length].to_vec())).is_err() {
                    return;
                }
            }
        }
    }
}
