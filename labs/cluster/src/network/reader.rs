//! What is read from a connection.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::clock::{Clock, Waited};
use super::connection::{Connection, POLL, describe, is_timeout, lock};
use super::frame::{self, HEADER, Kind};

/// The size of the buffer of a connection: large frames arrive in few system calls.
const BUFFER: usize = 1 << 16;
/// The most data kept while other processes still start.
const EARLY: usize = 1 << 24;
/// The time that a failed process keeps reading.
const DRAIN: Duration = Duration::from_secs(1);

/// The state of what is read.
pub(super) struct Reader {
    input: BufReader<TcpStream>,
    header: Vec<u8>,
    /// The payload of an [`Kind::Abort`] so far.
    reason: Vec<u8>,
    /// The frame that is being read, and how much of its payload is missing.
    frame: Option<(Kind, usize)>,
    /// Data that arrived while other processes still started.
    early: VecDeque<u8>,
    /// The time without a byte.
    waited: Waited,
    ended: bool,
}

/// What one step of reading found.
enum Step {
    /// The buffer holds data.
    Data,
    End,
    Nothing,
    /// The run has failed, on this side or on the other.
    Failed,
}

impl Reader {
    pub(super) fn new(socket: TcpStream, clock: &Clock) -> Self {
        Self {
            input: BufReader::with_capacity(BUFFER, socket),
            header: Vec::with_capacity(HEADER),
            reason: Vec::new(),
            frame: None,
            early: VecDeque::new(),
            waited: Waited::new(clock),
            ended: false,
        }
    }

    fn data(&self) -> &[u8] {
        match self.frame {
            Some((Kind::Data, left)) => &self.input.buffer()[..left.min(self.input.buffer().len())],
            _ => &[],
        }
    }

    /// Counts bytes of the payload as read.
    fn take(&mut self, length: usize) {
        self.input.consume(length);
        if let Some((_, left)) = &mut self.frame {
            *left -= length;
        }
    }
}

impl Connection {
    /// Reads data into `bytes`: their number, 0 after the end, or `None` if the run has failed.
    pub(super) fn receive(&self, bytes: &mut [u8]) -> Option<usize> {
        let reader = &mut *lock(&self.reader);
        if bytes.is_empty() {
            return Some(0);
        }
        loop {
            // Checked first, so that no data of a failed run reaches the dataflow as if it were complete.
            if self.failure.is_failed() {
                self.drain(reader);
                return None;
            }
            if !reader.early.is_empty() {
                return Some(reader.early.read(bytes).unwrap_or(0));
            }
            match self.step(reader) {
                Step::Data => {
                    let length = bytes.len().min(reader.data().len());
                    bytes[..length].copy_from_slice(&reader.data()[..length]);
                    reader.take(length);
                    return Some(length);
                }
                Step::End => {
                    self.drained();
                    return Some(0);
                }
                Step::Nothing | Step::Failed => {}
            }
        }
    }

    /// Keeps data that arrives until `stop`, and notices when the run fails.
    pub(super) fn watch(&self, stop: &AtomicBool) {
        let reader = &mut *lock(&self.reader);
        while !stop.load(Ordering::Relaxed) {
            if self.failure.is_failed() {
                self.drain(reader);
                return;
            }
            if reader.early.len() > EARLY {
                thread::sleep(POLL);
                continue;
            }
            if let Step::Data = self.step(reader) {
                let data = reader.data().to_vec();
                reader.take(data.len());
                reader.early.extend(data);
            } else if reader.ended {
                return;
            }
        }
    }

    /// Reads at most once from the socket, and through frames that are not data.
    fn step(&self, reader: &mut Reader) -> Step {
        if reader.ended {
            return Step::End;
        }
        if reader.input.buffer().is_empty() {
            match reader.input.fill_buf().map(<[u8]>::len) {
                Ok(0) => return self.stop(&self.lost("connection closed")),
                Ok(length) => {
                    self.received.fetch_add(u64::try_from(length).unwrap_or(u64::MAX), Ordering::Relaxed);
                    reader.waited = Waited::new(self.clock());
                }
                Err(error) if is_timeout(&error) => {
                    if reader.waited.add(POLL, self.clock()) >= self.silence() {
                        return self.stop(&self.silent());
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return self.stop(&self.lost(&describe(&error))),
            }
        }
        while !reader.input.buffer().is_empty() {
            match reader.frame {
                Some((Kind::Data, 1..)) => return Step::Data,
                Some((Kind::Abort, left @ 1..)) => {
                    let length = left.min(reader.input.buffer().len());
                    reader.reason.extend_from_slice(&reader.input.buffer()[..length]);
                    reader.take(length);
                    if length == left {
                        let reason = frame::parse_abort(&reader.reason);
                        let (origin, reason) = reason.unwrap_or((usize::MAX, "no reason".to_string()));
                        return self.stop(&self.ended(origin, reason));
                    }
                }
                _ => {
                    let length = (HEADER - reader.header.len()).min(reader.input.buffer().len());
                    reader.header.extend_from_slice(&reader.input.buffer()[..length]);
                    reader.input.consume(length);
                    let Ok(header) = <[u8; HEADER]>::try_from(reader.header.as_slice()) else { continue };
                    reader.header.clear();
                    reader.frame = frame::decode(header);
                    match reader.frame {
                        Some((Kind::End, _)) => {
                            reader.ended = true;
                            return Step::End;
                        }
                        Some(_) => {}
                        None => return self.stop(&self.lost("its data is damaged")),
                    }
                }
            }
        }
        Step::Nothing
    }

    fn stop(&self, error: &crate::ClusterError) -> Step {
        self.failure.record(error.clone());
        Step::Failed
    }

    /// Reads and drops what still arrives, up to the end of the connection.
    ///
    /// If this process closed the connection with bytes unread, the operating system would reset it, and the other side
    /// might not see the reason of the failure.
    fn drain(&self, reader: &mut Reader) {
        let until = Instant::now() + DRAIN;
        while Instant::now() < until {
            let length = reader.input.buffer().len();
            reader.input.consume(length);
            match reader.input.fill_buf() {
                Ok([]) => break,
                Ok(_) => {}
                Err(error) if is_timeout(&error) || error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        self.drained();
    }
}
