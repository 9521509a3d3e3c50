//! The unit of what runs over a connection: a kind, a length and a payload.

/// The most bytes of payload in one frame.
pub(super) const LONGEST: usize = 1 << 16;
/// The number of bytes before the payload.
pub(super) const HEADER: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Bytes of the dataflow.
    Data,
    /// A sign of life, without payload.
    Heartbeat,
    /// The end of the run: the number of the process that failed first, and its reason.
    Abort,
    /// The end of the data, without payload.
    End,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Data, Self::Heartbeat, Self::Abort, Self::End];

    fn code(self) -> u8 {
        match self {
            Self::Data => 1,
            Self::Heartbeat => 2,
            Self::Abort => 3,
            Self::End => 4,
        }
    }
}

/// Writes a frame into `buffer`, replacing what it held.
///
/// # Panics
///
/// If the payload is longer than [`LONGEST`].
pub(super) fn encode(kind: Kind, payload: &[u8], buffer: &mut Vec<u8>) {
    assert!(payload.len() <= LONGEST, "the payload of a frame is bounded");
    let length = u32::try_from(payload.len()).expect("the bound fits");
    buffer.clear();
    buffer.push(kind.code());
    buffer.extend_from_slice(&length.to_le_bytes());
    buffer.extend_from_slice(payload);
}

/// The kind of a frame and the length of its payload, or `None` if no process of this version sends such a header.
pub(super) fn decode(header: [u8; HEADER]) -> Option<(Kind, usize)> {
    let [code, length @ ..] = header;
    let kind = Kind::ALL.into_iter().find(|kind| kind.code() == code)?;
    let length = usize::try_from(u32::from_le_bytes(length)).ok()?;
    let fits = match kind {
        Kind::Data => 1..=LONGEST,
        Kind::Abort => 4..=LONGEST,
        Kind::Heartbeat | Kind::End => 0..=0,
    };
    fits.contains(&length).then_some((kind, length))
}

/// The payload of an [`Kind::Abort`]. A long reason is cut.
pub(super) fn abort(origin: usize, reason: &str) -> Vec<u8> {
    let origin = u32::try_from(origin).unwrap_or(u32::MAX);
    let mut payload = origin.to_le_bytes().to_vec();
    payload.extend(reason.bytes().take(4096));
    payload
}

/// The process that failed first and its reason.
pub(super) fn parse_abort(payload: &[u8]) -> Option<(usize, String)> {
    let (origin, reason) = payload.split_first_chunk()?;
    Some((usize::try_from(u32::from_le_bytes(*origin)).ok()?, String::from_utf8_lossy(reason).into_owned()))
}
