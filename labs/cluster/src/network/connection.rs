//! One connection to another process: what its threads share, and what is written to it.

use std::io::{self, ErrorKind, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::clock::Waited;
use super::ending::{Ending, Steps, lock};
use super::failure::Failure;
use super::frame::{self, Header, Kind};
use super::{Config, Message};
use crate::ClusterError;

/// The time between two looks at whether the run has failed, for threads that wait for a socket.
pub(super) const POLL: Duration = Duration::from_millis(50);
/// The time that a failed process spends on finishing a frame, and on finding out why a connection broke.
const GRACE: Duration = Duration::from_secs(1);

/// One connection to another process, shared by the threads that send, receive, and show signs of life.
pub(super) struct Connection {
    pub(super) config: Arc<Config>,
    pub(super) peer: usize,
    pub(super) failure: Arc<Failure>,
    socket: TcpStream,
    writer: Mutex<Writer>,
    pub(super) ending: Arc<Ending>,
    /// The number of bytes since the handshake, signs of life and the headers of frames included.
    sent: AtomicU64,
    pub(super) received: AtomicU64,
}

struct Writer {
    buffer: Vec<u8>,
    /// When the last frame was written.
    last: Instant,
    /// False after the last frame, and after an error, when the other side cannot tell where a frame begins.
    open: bool,
}

impl Connection {
    /// Takes over a socket after the handshake: shows signs of life, and puts what is received into the inboxes.
    pub(super) fn open(
        socket: TcpStream,
        peer: usize,
        config: &Arc<Config>,
        inboxes: &[Sender<Message>],
        failure: &Arc<Failure>,
    ) -> io::Result<Arc<Self>> {
        socket.set_nonblocking(false)?;
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(POLL))?;
        socket.set_write_timeout(Some(POLL))?;
        let (input, inboxes) = (socket.try_clone()?, inboxes.to_vec());
        let connection = Arc::new(Self {
            config: Arc::clone(config),
            peer,
            failure: Arc::clone(failure),
            socket,
            writer: Mutex::new(Writer { buffer: Vec::new(), last: Instant::now(), open: true }),
            ending: Arc::default(),
            sent: AtomicU64::new(0),
            received: AtomicU64::new(0),
        });
        let (keeper, reader) = (Arc::clone(&connection), Arc::clone(&connection));
        // First, as a thread that is not yet watched would not be woken by a failure.
        failure.watch(&connection.ending);
        thread::Builder::new().name(format!("heartbeat-{peer}")).spawn(move || keeper.keep())?;
        thread::Builder::new().name(format!("reader-{peer}")).spawn(move || reader.read(input, &inboxes))?;
        Ok(connection)
    }

    /// Sends a frame, unless the run has failed: then the data is of no use to anybody, and is dropped.
    pub(super) fn send(&self, header: Header, payload: &[u8]) {
        if self.failure.is_failed() {
            return;
        }
        let result = self.write(&mut lock(&self.writer), header, payload);
        if let Err(error) = result {
            self.explain(&error);
        }
    }

    /// Says that nothing follows, unless the run has failed: then the heartbeat thread says why.
    pub(super) fn end(&self) {
        if self.failure.is_failed() {
            return;
        }
        let result = self.finish(&mut lock(&self.writer), Kind::End, self.config.process, "");
        match result {
            // Lets the heartbeat thread end.
            Ok(()) => self.ending.update(|steps| steps.closing = true),
            Err(error) => self.explain(&error),
        }
    }

    /// Waits until nothing more will be written and read, and returns the number of bytes sent and received.
    pub(super) fn wait(&self) -> [u64; 2] {
        self.ending.wait(Duration::MAX, Steps::settled);
        [&self.sent, &self.received].map(|counter| counter.load(Ordering::Relaxed))
    }

    /// The other process broke the connection.
    pub(super) fn lost(&self, error: &str) -> ClusterError {
        ClusterError::Lost { process: self.peer, address: self.address(self.peer), error: error.to_string() }
    }

    /// The other process shows no sign of life.
    pub(super) fn silent(&self) -> ClusterError {
        ClusterError::Silent { process: self.peer, address: self.address(self.peer), limit: self.config.silence_limit }
    }

    /// The other process said that the run is over.
    pub(super) fn ended(&self, origin: usize, reason: String) -> ClusterError {
        let process = if origin < self.config.addresses.len() { origin } else { self.peer };
        ClusterError::Ended { process, address: self.address(process), reason }
    }

    fn address(&self, process: usize) -> String {
        self.config.addresses[process].clone()
    }

    /// Shows signs of life until nothing more is to be written, and informs the other side of a failure.
    fn keep(&self) {
        let interval = self.config.heartbeat;
        let mut pause = interval;
        loop {
            let steps = self.ending.wait(pause, |steps| steps.closing || self.failure.is_failed());
            if self.failure.is_failed() {
                self.abort();
                break;
            }
            if steps.closing {
                break;
            }
            // If another thread writes, that is a sign of life too.
            let Ok(mut writer) = self.writer.try_lock() else {
                pause = interval;
                continue;
            };
            pause = (writer.last + interval).saturating_duration_since(Instant::now());
            if pause.is_zero() {
                pause = interval;
                let header = Header::of_process(Kind::Heartbeat, self.config.process);
                if let Err(error) = self.write(&mut writer, header, &[]) {
                    drop(writer);
                    self.ending.update(|steps| steps.closed = true);
                    self.explain(&error);
                    return;
                }
            }
        }
        self.ending.update(|steps| steps.closed = true);
    }

    fn abort(&self) {
        let (origin, reason) = match self.failure.error() {
            Some(ClusterError::Ended { process, reason, .. }) => (process, reason),
            Some(error) => (self.config.process, error.to_string()),
            None => return,
        };
        // A thread that writes gives up its frame after the grace, and then no other frame can follow.
        let mut writer = lock(&self.writer);
        // An error means that the other side ended or hangs, and so cannot be informed.
        let _ = self.finish(&mut writer, Kind::Abort, origin, &reason);
        // Also without a reason the other side must not wait for data that never comes.
        let _ = self.socket.shutdown(Shutdown::Write);
    }

    fn finish(&self, writer: &mut Writer, kind: Kind, from: usize, reason: &str) -> io::Result<()> {
        self.write(writer, Header::of_process(kind, from), frame::reason(reason))?;
        if writer.open {
            writer.open = false;
            // The other side knows that nothing follows, and may have closed the connection already.
            let _ = self.socket.shutdown(Shutdown::Write);
        }
        Ok(())
    }

    /// Writes a frame, unless the connection takes no more.
    fn write(&self, writer: &mut Writer, header: Header, payload: &[u8]) -> io::Result<()> {
        if !writer.open {
            return Ok(());
        }
        let mut buffer = std::mem::take(&mut writer.buffer);
        header.encode(payload, &mut buffer);
        let result = self.write_all(&buffer);
        writer.buffer = buffer;
        writer.open = result.is_ok();
        writer.last = Instant::now();
        result
    }

    fn write_all(&self, mut bytes: &[u8]) -> io::Result<()> {
        let mut waited = Waited::new(&self.config.clock);
        let mut give_up = None;
        while !bytes.is_empty() {
            if self.failure.is_failed() && Instant::now() > *give_up.get_or_insert_with(|| Instant::now() + GRACE) {
                return Err(ErrorKind::TimedOut.into());
            }
            match (&self.socket).write(bytes) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(written) => {
                    bytes = &bytes[written..];
                    waited = Waited::new(&self.config.clock);
                    self.sent.fetch_add(u64::try_from(written).unwrap_or(u64::MAX), Ordering::Relaxed);
                }
                Err(error) if is_timeout(&error) => {
                    if waited.add(POLL, &self.config.clock) >= self.config.silence_limit {
                        return Err(ErrorKind::TimedOut.into());
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Records why nothing can be written, with the reason of the other process if it sent one.
    fn explain(&self, error: &io::Error) {
        if error.kind() == ErrorKind::TimedOut {
            self.failure.record(self.silent());
            return;
        }
        self.ending.wait(GRACE, |steps| steps.drained || self.failure.is_failed());
        self.failure.record(self.lost(&describe(error)));
    }
}

/// Whether a socket with a time limit had nothing to read, or no room to write.
pub(super) fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

/// The error of a connection in words that do not depend on the operating system, where there are some.
pub(super) fn describe(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::ConnectionRefused => "connection refused".to_string(),
        ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe => {
            "connection reset".to_string()
        }
        ErrorKind::TimedOut | ErrorKind::WouldBlock => "no answer".to_string(),
        _ => error.to_string(),
    }
}
