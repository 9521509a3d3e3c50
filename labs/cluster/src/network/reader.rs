//! What is read from a connection, in a thread of its own.

use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::net::TcpStream;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::clock::Waited;
use super::connection::{Connection, POLL, describe, is_timeout};
use super::frame::{HEADER, Header, Kind};
use super::{Content, Message};
use crate::ClusterError;

/// The size of the buffer of a connection: small frames arrive in few system calls.
const BUFFER: usize = 1 << 16;
/// The time that a failed process keeps reading.
const DRAIN: Duration = Duration::from_secs(1);

impl Connection {
    /// Reads to the end of the run, and puts messages into the inboxes of workers.
    pub(super) fn read(&self, socket: TcpStream, inboxes: &[Sender<Message>]) {
        let mut input = BufReader::with_capacity(BUFFER, socket);
        if let Err(error) = self.read_frames(&mut input, inboxes) {
            self.failure.record(error);
            drain(&mut input);
        }
        self.ending.update(|steps| steps.drained = true);
    }

    fn read_frames(&self, input: &mut impl Read, inboxes: &[Sender<Message>]) -> Result<(), ClusterError> {
        let damaged = || self.lost("its data is damaged");
        loop {
            let mut header = [0; HEADER];
            self.fill(input, &mut header)?;
            let (Header { kind, from, to }, length) = Header::decode(header).ok_or_else(damaged)?;
            let mut payload = vec![0; length];
            self.fill(input, &mut payload)?;
            let is_from_peer = from / inboxes.len() == self.peer;
            // Who no longer listens has failed.
            let send = |inbox: &Sender<Message>, content| drop(inbox.send(Message { from, content }));
            match kind {
                Kind::Heartbeat => {}
                Kind::End => return Ok(()),
                Kind::Abort => return Err(self.ended(from, String::from_utf8_lossy(&payload).into_owned())),
                Kind::Moves if is_from_peer => send(inboxes.get(to).ok_or_else(damaged)?, Content::Moves(payload)),
                Kind::Numbers if is_from_peer => {
                    let number = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
                    let numbers: Vec<u64> = payload.chunks_exact(8).map(number).collect();
                    for inbox in inboxes {
                        send(inbox, Content::Numbers(numbers.clone()));
                    }
                }
                Kind::Moves | Kind::Numbers => return Err(damaged()),
            }
        }
    }

    /// Reads as many bytes as there is room for, unless the run fails.
    fn fill(&self, input: &mut impl Read, mut bytes: &mut [u8]) -> Result<(), ClusterError> {
        let mut waited = Waited::new(&self.config.clock);
        while !bytes.is_empty() {
            if let Some(error) = self.failure.error() {
                return Err(error);
            }
            match input.read(bytes) {
                Ok(0) => return Err(self.lost("connection closed")),
                Ok(length) => {
                    bytes = &mut bytes[length..];
                    waited = Waited::new(&self.config.clock);
                    self.received.fetch_add(length as u64, Ordering::Relaxed);
                }
                Err(error) if is_timeout(&error) => {
                    if waited.add(POLL, &self.config.clock) >= self.config.silence_limit {
                        return Err(self.silent());
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.lost(&describe(&error))),
            }
        }
        Ok(())
    }
}

/// Reads and drops what still arrives, up to the end of the connection.
///
/// If this process closed the connection with bytes unread, the operating system would reset it, and the other side
/// might not see the reason of the failure.
fn drain(input: &mut impl BufRead) {
    let until = Instant::now() + DRAIN;
    while Instant::now() < until {
        match input.fill_buf().map(<[u8]>::len) {
            Ok(0) => break,
            Ok(length) => input.consume(length),
            Err(error) if is_timeout(&error) || error.kind() == ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
}
