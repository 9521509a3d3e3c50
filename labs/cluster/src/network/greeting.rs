//! The messages of the handshake.
//!
//! Magic bytes, protocol version, length, and a body of texts, which begins in the same way in every version, so that
//! processes of different versions can say what differs.

use std::io::{self, ErrorKind, Read};
use std::net::TcpStream;
use std::time::Duration;

use super::connection::{describe, is_timeout};

const MAGIC: &[u8; 8] = b"cluster ";
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
    /// What all processes must agree on. Of another version this can be anything.
    pub(super) terms: Vec<String>,
}

/// What goes wrong with a message, in a few words.
pub(super) type Problem = String;

impl Greeting {
    /// The bytes of the message, or `None` if it is too long.
    pub(super) fn encode(&self, version: u32) -> Option<Vec<u8>> {
        let texts = match self {
            Self::Hello(Hello { token, from, to, terms, .. }) => {
                [&["hello".to_string(), token.clone(), from.to_string(), to.to_string()], &terms[..]].concat()
            }
            Self::WrongToken => vec!["wrong token".to_string()],
            Self::Taken(first) => vec!["taken".to_string(), first.clone()],
        };
        let length = |bytes: &[u8]| u32::try_from(bytes.len()).ok().map(u32::to_le_bytes);
        let mut body = Vec::new();
        for text in texts {
            body.extend(length(text.as_bytes())?);
            body.extend(text.bytes());
        }
        let fits = body.len() <= LONGEST;
        fits.then_some([&MAGIC[..], &version.to_le_bytes(), &length(&body)?, &body].concat())
    }

    /// Reads one message, and no byte after it, unless it is stopped before.
    pub(super) fn read(socket: &TcpStream, stopped: &dyn Fn() -> bool) -> Result<Self, Problem> {
        let damaged = || "it sent a damaged message".to_string();
        // The magic bytes first: a program that sends something else might send less than a header.
        if read_bytes(socket, MAGIC.len(), stopped)? != MAGIC {
            return Err("it is another program".to_string());
        }
        let header = read_bytes(socket, 8, stopped)?;
        let mut header = header.as_slice();
        let [version, length] = [(); 2].map(|()| take(&mut header).unwrap_or(u32::MAX));
        let length = usize::try_from(length).ok().filter(|&length| length <= LONGEST).ok_or_else(damaged)?;
        let body = read_bytes(socket, length, stopped)?;
        Self::parse(version, &body).ok_or_else(damaged)
    }

    fn parse(version: u32, mut body: &[u8]) -> Option<Self> {
        let mut texts = Vec::new();
        while !body.is_empty() {
            let length = usize::try_from(take(&mut body)?).ok()?;
            texts.push(String::from_utf8_lossy(body.split_off(..length)?).into_owned());
        }
        match texts.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            ["hello", token, from, to, ..] => {
                let (token, from, to) = ((*token).to_string(), from.parse().ok()?, to.parse().ok()?);
                Some(Self::Hello(Hello { version, token, from, to, terms: texts.split_off(4) }))
            }
            ["wrong token"] => Some(Self::WrongToken),
            ["taken", first] => Some(Self::Taken((*first).to_string())),
            _ => None,
        }
    }
}

fn take(bytes: &mut &[u8]) -> Option<u32> {
    bytes.split_off(..4)?.try_into().ok().map(u32::from_le_bytes)
}

fn read_bytes(mut socket: &TcpStream, length: usize, stopped: &dyn Fn() -> bool) -> Result<Vec<u8>, Problem> {
    let error = |error: io::Error| describe(&error);
    socket.set_read_timeout(Some(POLL)).map_err(error)?;
    let (mut bytes, mut filled) = (vec![0; length], 0);
    while filled < length {
        if stopped() {
            return Err("it sent no complete message".to_string());
        }
        match socket.read(&mut bytes[filled..]) {
            Ok(0) => return Err("it closed the connection".to_string()),
            Ok(read) => filled += read,
            Err(error) if is_timeout(&error) || error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(describe(&error)),
        }
    }
    Ok(bytes)
}
