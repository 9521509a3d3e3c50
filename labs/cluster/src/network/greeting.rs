//! The messages of the handshake.
//!
//! Magic bytes, protocol version, kind, length, and a body that begins with the token and the numbers of the two
//! processes in every version, so that processes of different versions can say what differs.

use std::io::{self, ErrorKind, Read};
use std::net::TcpStream;
use std::time::Duration;

use super::Terms;
use super::connection::{describe, is_timeout};

const MAGIC: [u8; 8] = *b"rgcluste";
/// The length of what precedes the body.
const HEADER: usize = 17;
/// The longest body.
const LONGEST: usize = 1 << 16;
/// The longest wait between two looks at whether the start is over.
const POLL: Duration = Duration::from_millis(20);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Greeting {
    Hello(Hello),
    /// The connection is refused: the token differs from the token of the other process.
    WrongToken,
    /// The connection is refused: the number of the process is taken by one that connected from this address.
    Taken(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hello {
    pub(super) version: u32,
    pub(super) token: String,
    /// The process that sends.
    pub(super) from: usize,
    /// The process that it means to reach.
    pub(super) to: usize,
    /// Absent if the version is another one, whose terms can have any form.
    pub(super) terms: Option<Terms>,
}

/// What goes wrong with a message, in a few words.
pub(super) type Problem = String;

impl Greeting {
    /// The bytes of the message, or `None` if it is too long.
    pub(super) fn encode(&self, version: u32) -> Option<Vec<u8>> {
        let mut body = Vec::new();
        let kind = match self {
            Self::Hello(hello) => {
                put_text(&mut body, &hello.token);
                put_number(&mut body, hello.from);
                put_number(&mut body, hello.to);
                if let Some(terms) = &hello.terms {
                    put_text(&mut body, &terms.game);
                    body.extend(terms.ranks.to_le_bytes());
                    put_number(&mut body, terms.processes);
                    put_number(&mut body, terms.threads);
                }
                1
            }
            Self::WrongToken => 2,
            Self::Taken(first) => {
                put_text(&mut body, first);
                3
            }
        };
        let length = u32::try_from(body.len()).ok().filter(|_| body.len() <= LONGEST)?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(version.to_le_bytes());
        bytes.push(kind);
        bytes.extend(length.to_le_bytes());
        bytes.extend(body);
        Some(bytes)
    }

    /// Reads one message, and no byte after it, unless it is stopped before.
    pub(super) fn read(socket: &TcpStream, version: u32, stopped: &dyn Fn() -> bool) -> Result<Self, Problem> {
        let damaged = || "it sent a damaged message".to_string();
        let mut header = [0; HEADER];
        // The magic bytes first: a program that sends something else might send less than a header.
        read_exact(socket, &mut header[..MAGIC.len()], stopped)?;
        if header[..MAGIC.len()] != MAGIC {
            return Err("it is another program".to_string());
        }
        read_exact(socket, &mut header[MAGIC.len()..], stopped)?;
        let mut fields = &header[MAGIC.len()..];
        let theirs = u32::from_le_bytes(take(&mut fields).ok_or_else(damaged)?);
        let [kind] = take(&mut fields).ok_or_else(damaged)?;
        let length = u32::from_le_bytes(take(&mut fields).ok_or_else(damaged)?);
        let length = usize::try_from(length).ok().filter(|&length| length <= LONGEST).ok_or_else(damaged)?;
        let mut body = vec![0; length];
        read_exact(socket, &mut body, stopped)?;
        let mut body = body.as_slice();
        match kind {
            1 => take_hello(&mut body, theirs, version).map(Self::Hello),
            2 => Some(Self::WrongToken),
            3 => take_text(&mut body).map(Self::Taken),
            _ => None,
        }
        .ok_or_else(damaged)
    }
}

fn take_hello(body: &mut &[u8], version: u32, own: u32) -> Option<Hello> {
    let token = take_text(body)?;
    let from = take_number(body)?;
    let to = take_number(body)?;
    let terms = if version == own { Some(take_terms(body)?) } else { None };
    Some(Hello { version, token, from, to, terms })
}

fn take_terms(body: &mut &[u8]) -> Option<Terms> {
    let game = take_text(body)?;
    let ranks = u64::from_le_bytes(take(body)?);
    let processes = take_number(body)?;
    let threads = take_number(body)?;
    Some(Terms { game, ranks, processes, threads })
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_number(bytes, text.len());
    bytes.extend_from_slice(text.as_bytes());
}

fn put_number(bytes: &mut Vec<u8>, number: usize) {
    bytes.extend(u64::try_from(number).unwrap_or(u64::MAX).to_le_bytes());
}

fn take_text(bytes: &mut &[u8]) -> Option<String> {
    let length = take_number(bytes)?;
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(String::from_utf8_lossy(text).into_owned())
}

fn take_number(bytes: &mut &[u8]) -> Option<usize> {
    usize::try_from(u64::from_le_bytes(take(bytes)?)).ok()
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

fn read_exact(mut socket: &TcpStream, mut bytes: &mut [u8], stopped: &dyn Fn() -> bool) -> Result<(), Problem> {
    let error = |error: io::Error| describe(&error);
    socket.set_read_timeout(Some(POLL)).map_err(error)?;
    while !bytes.is_empty() {
        if stopped() {
            return Err("it sent no complete message".to_string());
        }
        match socket.read(bytes) {
            Ok(0) => return Err("it closed the connection".to_string()),
            Ok(length) => bytes = &mut bytes[length..],
            Err(error) if is_timeout(&error) || error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(describe(&error)),
        }
    }
    Ok(())
}
