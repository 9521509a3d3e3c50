//! The unit of what runs over a connection: a kind, whom it is from and for, and a payload.

/// The most bytes of payload in one frame: more than a message between workers takes.
pub(super) const LONGEST: usize = 1 << 20;
/// The number of bytes before the payload.
pub(super) const HEADER: usize = 13;
/// A longer reason is cut.
const LONGEST_REASON: usize = 1 << 12;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Moves from one worker to another.
    Moves = 1,
    /// The numbers with which a worker ends a round, for all workers of the process.
    Numbers,
    /// A sign of life, without payload.
    Heartbeat,
    /// The end of a run that failed: the reason, from the process that failed first.
    Abort,
    /// The end of a run, without payload.
    End,
}

impl Kind {
    const ALL: [Self; 5] = [Self::Moves, Self::Numbers, Self::Heartbeat, Self::Abort, Self::End];
}

/// What stands before the payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) kind: Kind,
    /// The worker, or the process in an [`Kind::Abort`].
    pub(super) from: usize,
    /// The number of the worker within its process.
    pub(super) to: usize,
}

impl Header {
    /// The header of a frame that is from a process as a whole.
    pub(super) fn of_process(kind: Kind, from: usize) -> Self {
        Self { kind, from, to: 0 }
    }

    /// Writes a frame into `buffer`, replacing what it held.
    ///
    /// # Panics
    ///
    /// If the payload is longer than [`LONGEST`].
    pub(super) fn encode(self, payload: &[u8], buffer: &mut Vec<u8>) {
        assert!(payload.len() <= LONGEST, "the payload of a frame is bounded");
        buffer.clear();
        buffer.push(self.kind as u8);
        for number in [self.from, self.to, payload.len()] {
            buffer.extend(u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes());
        }
        buffer.extend_from_slice(payload);
    }

    /// The header and the length of the payload, or `None` if no process of this version sends such a header.
    pub(super) fn decode(bytes: [u8; HEADER]) -> Option<(Self, usize)> {
        let kind = Kind::ALL.into_iter().find(|kind| *kind as u8 == bytes[0])?;
        let number =
            |at: usize| bytes[at..at + 4].iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte));
        let [from, to, length] = [1, 5, 9].map(number);
        let fits = match kind {
            Kind::Moves => length <= LONGEST,
            Kind::Numbers => length <= LONGEST && length.is_multiple_of(8),
            Kind::Abort => length <= LONGEST_REASON,
            Kind::Heartbeat | Kind::End => length == 0,
        };
        fits.then_some((Self { kind, from, to }, length))
    }
}

/// The payload of an [`Kind::Abort`].
pub(super) fn reason(text: &str) -> &[u8] {
    &text.as_bytes()[..text.len().min(LONGEST_REASON)]
}
