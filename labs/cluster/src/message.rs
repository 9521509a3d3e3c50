//! What workers send one another, as timely moves it.

use std::io::Write;
use std::ops::Deref;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::progress::Stamp;

/// A message from one worker to another.
#[derive(Clone, Default)]
pub(crate) struct WorkerMessage {
    /// The worker that it is for. Not known to that one.
    pub(crate) to: usize,
    pub(crate) kind: Kind,
    pub(crate) content: Content,
}

/// What a message says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing: there is no message.
    #[default]
    Nothing,
    /// Moves, as an [`Outbox`](crate::moves::Outbox) encodes them.
    Moves,
    /// Numbers that are combined with the numbers of all other workers.
    Numbers,
}

/// Bytes that were written here, or that have come over the network and are not copied.
#[derive(Clone)]
pub(crate) enum Content {
    Own(Vec<u8>),
    Received(Bytes),
}

impl Default for Content {
    fn default() -> Self {
        Self::Own(Vec::new())
    }
}

impl Deref for Content {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Own(bytes) => bytes,
            Self::Received(bytes) => bytes,
        }
    }
}

impl Accountable for WorkerMessage {
    fn record_count(&self) -> i64 {
        (self.kind != Kind::Nothing).into()
    }
}

/// The kind and the length of the content, in eight bytes; then the content.
impl ContainerBytes for WorkerMessage {
    fn from_bytes(mut bytes: Bytes) -> Self {
        let header = bytes.extract_to(8);
        let header = u64::from_le_bytes(header[..].try_into().expect("eight bytes"));
        let kind = match header & 3 {
            0 => Kind::Nothing,
            1 => Kind::Moves,
            _ => Kind::Numbers,
        };
        let length = usize::try_from(header >> 2).expect("as written").min(bytes.len());
        Self { to: 0, kind, content: Content::Received(bytes.extract_to(length)) }
    }

    fn length_in_bytes(&self) -> usize {
        8 + self.content.len().next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let padding = self.content.len().next_multiple_of(8) - self.content.len();
        let header = (self.content.len() as u64) << 2 | self.kind as u64;
        let parts = [&header.to_le_bytes()[..], &self.content, &[0; 8][..padding]];
        for part in parts {
            writer.write_all(part).expect("timely has reserved the length");
        }
    }
}

/// Sends each message to the worker that it is for.
pub(crate) fn to_recipient() -> DistributorPact<impl FnOnce(usize) -> ToRecipient> {
    DistributorPact(|_| ToRecipient)
}

pub(crate) struct ToRecipient;

impl Distributor<WorkerMessage> for ToRecipient {
    fn partition<T: Clone, P: Push<Message<T, WorkerMessage>>>(
        &mut self,
        message: &mut WorkerMessage,
        stamp: &Stamp<T>,
        pushers: &mut [P],
    ) {
        let to = message.to;
        Message::push_at(message, stamp.clone(), &mut pushers[to]);
    }

    fn flush<T: Clone, P: Push<Message<T, WorkerMessage>>>(&mut self, _: &Stamp<T>, _: &mut [P]) {}
}

#[cfg(test)]
mod tests {
    use timely::bytes::arc::BytesMut;

    use super::*;

    #[test]
    fn a_message_is_the_same_after_the_network() {
        for (kind, length) in [(Kind::Moves, 0), (Kind::Moves, 1), (Kind::Numbers, 8), (Kind::Moves, 70_001)] {
            let content: Vec<u8> =
                (0..length).map(|number: u32| number.to_le_bytes()[0] ^ number.to_le_bytes()[1]).collect();
            let message = WorkerMessage { to: 3, kind, content: Content::Own(content) };
            let mut bytes = Vec::new();
            message.into_bytes(&mut bytes);
            assert_eq!(bytes.len(), message.length_in_bytes());
            let received = WorkerMessage::from_bytes(BytesMut::from(bytes).freeze());
            assert_eq!((received.kind, &received.content[..]), (kind, &message.content[..]));
        }
    }
}
