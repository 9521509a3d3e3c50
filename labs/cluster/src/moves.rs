//! Moves as bytes: sorted, equal ones merged, and each coded as the difference to the one before.

use retrograde::shares::ShareMove;

/// Moves for all processes that are not sent yet.
#[derive(Debug)]
pub(crate) struct Outboxes {
    /// For each process what waits to be coded: the index, whether the move loses, and its weight in the lowest bits.
    waiting: Vec<Vec<u64>>,
    /// For each process codes of moves, each after its length in four bytes.
    messages: Vec<Vec<u8>>,
}

/// The number of bits for a weight. One that takes more is more than a position has moves, so it is the same error when
/// it is cut to the largest.
const WEIGHT_BITS: u32 = 16;
const MAX_WEIGHT: u64 = (1 << WEIGHT_BITS) - 1;
/// The length of the length of a code, in bytes.
const LENGTH: usize = 4;

/// The most bytes that a move takes, for up to 2^40 ranks in a share and weights up to 127.
pub(crate) const MOST_BYTES: u64 = 7;

impl Outboxes {
    /// The most moves for each of `count` processes that wait to be coded: enough to be sorted well, and to be close to
    /// one another.
    pub(crate) fn most_waiting(count: usize) -> usize {
        ((1 << 20) / count).clamp(1 << 8, 1 << 16)
    }

    pub(crate) fn new(count: usize) -> Self {
        Self { waiting: vec![Vec::new(); count], messages: vec![Vec::new(); count] }
    }

    #[inline]
    pub(crate) fn push(&mut self, to: usize, ShareMove { index, wins, weight }: ShareMove) {
        // Of equal moves that win one is enough.
        let weight = if wins { 0 } else { u64::from(weight).min(MAX_WEIGHT) };
        self.waiting[to].push((index << 1 | u64::from(!wins)) << WEIGHT_BITS | weight);
        if self.waiting[to].len() >= Self::most_waiting(self.waiting.len()) {
            self.code(to);
        }
    }

    fn code(&mut self, to: usize) {
        let message = &mut self.messages[to];
        let start = message.len();
        message.extend([0; LENGTH]);
        encode(&mut self.waiting[to], message);
        let length = u32::try_from(message.len() - start - LENGTH).expect("at most a megabyte");
        message[start..start + LENGTH].copy_from_slice(&length.to_le_bytes());
    }

    /// Takes the messages to all processes out.
    pub(crate) fn take(&mut self) -> Vec<Vec<u8>> {
        let count = self.waiting.len();
        for to in 0..count {
            if !self.waiting[to].is_empty() {
                self.code(to);
            }
        }
        std::mem::replace(&mut self.messages, vec![Vec::new(); count])
    }
}

/// Takes all moves out. Each is coded as the difference of its index to the one before, with two more bits: whether it
/// loses, and whether its weight follows, as it differs from the weight of the losing move before.
fn encode(moves: &mut Vec<u64>, code: &mut Vec<u8>) {
    let split = |entry: u64| (entry >> WEIGHT_BITS, entry & MAX_WEIGHT);
    moves.sort_unstable();
    let (mut last, mut usual, mut moves) = (0, 0, moves.drain(..).map(split).peekable());
    while let Some((key, mut weight)) = moves.next() {
        while let Some((_, other)) = moves.next_if(|(next, _)| *next == key) {
            weight = (weight + other).min(MAX_WEIGHT);
        }
        let (index, loses) = (key >> 1, key & 1);
        let is_unusual = loses == 1 && weight != usual;
        put(code, (index - last) << 2 | loses << 1 | u64::from(is_unusual));
        if is_unusual {
            put(code, weight);
            usual = weight;
        }
        last = index;
    }
}

/// The moves of a message, one code after another; `None` where it is damaged.
pub(crate) fn moves_in(mut message: &[u8]) -> impl Iterator<Item = Option<Vec<ShareMove>>> {
    std::iter::from_fn(move || {
        (!message.is_empty()).then(|| {
            let length = message.split_off(..LENGTH).and_then(|length| length.try_into().ok()).map(u32::from_le_bytes);
            let code = length.and_then(|length| message.split_off(..usize::try_from(length).ok()?));
            message = if code.is_some() { message } else { &[] };
            decode(code?)
        })
    })
}

fn decode(mut code: &[u8]) -> Option<Vec<ShareMove>> {
    let (mut moves, mut index, mut usual) = (Vec::with_capacity(code.len()), 0_u64, 0);
    while !code.is_empty() {
        let step = take(&mut code)?;
        index = index.checked_add(step >> 2)?;
        if step & 1 == 1 {
            usual = u32::try_from(take(&mut code)?).ok()?;
        }
        let wins = step & 2 == 0;
        moves.push(ShareMove { index, wins, weight: if wins { 1 } else { usual } });
    }
    Some(moves)
}

/// Adds a number in LEB128: seven bits a byte, the lowest first, with the top bit set in all bytes but the last.
#[inline]
pub(crate) fn put(code: &mut Vec<u8>, mut number: u64) {
    while number > 0x7F {
        code.push((number & 0x7F) as u8 | 0x80);
        number >>= 7;
    }
    code.push((number & 0x7F) as u8);
}

/// Takes a number off the start of a code; `None` if there is none, or it has more than 64 bits.
#[inline]
pub(crate) fn take(code: &mut &[u8]) -> Option<u64> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let (byte, rest) = code.split_first()?;
        *code = rest;
        let bits = u64::from(byte & 0x7F);
        if shift >= u64::BITS || bits << shift >> shift != bits {
            return None;
        }
        number |= bits << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
        shift += 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message_of(moves: &[ShareMove]) -> Vec<u8> {
        let mut outboxes = Outboxes::new(1);
        for next in moves {
            outboxes.push(0, *next);
        }
        outboxes.take().remove(0)
    }

    fn win(index: u64) -> ShareMove {
        ShareMove { index, wins: true, weight: 1 }
    }

    fn loss(index: u64, weight: u32) -> ShareMove {
        ShareMove { index, wins: false, weight }
    }

    #[test]
    fn moves_come_out_in_order_with_equal_ones_merged() {
        let far = (1 << 46) + 1;
        let moves =
            [loss(900, 2), win(70_000), loss(5, 2), win(3), loss(5, 6), win(3), loss(0, 1_000_000), loss(far, 2)];
        let expected = [loss(0, 65_535), win(3), loss(5, 8), loss(900, 2), win(70_000), loss(far, 2)];
        assert_eq!(moves_in(&message_of(&moves)).collect::<Vec<_>>(), [Some(expected.to_vec())]);
        // As many as may wait are a code of their own.
        let many: Vec<_> = (0..70_000).map(|number| loss(number * 300, 8)).collect();
        let message = message_of(&many);
        assert_eq!(moves_in(&message).map(|moves| moves.map_or(0, |moves| moves.len())).sum::<usize>(), 70_000);
        assert!(moves_in(&message).count() == 2 && message.len() < 70_000 * 2 + 20);
        assert_eq!(moves_in(&message_of(&[])).count(), 0);
    }

    #[test]
    fn a_move_takes_no_more_bytes_than_stated() {
        for index in (0..40).flat_map(|bit| [1_u64 << bit, (1 << bit) - 1]) {
            for next in [win(index), loss(index, 1), loss(index, 127)] {
                assert!(message_of(&[next]).len() as u64 <= LENGTH as u64 + MOST_BYTES, "{next:?}");
            }
        }
    }

    #[test]
    fn a_message_that_is_cut_is_damaged() {
        let message = message_of(&[win(3), win(1 << 40), loss(5, 1), loss(700, 9), loss(701, 9)]);
        for length in 1..message.len() {
            assert_eq!(moves_in(&message[..length]).collect::<Vec<_>>(), [None], "{length}");
        }
        assert_eq!(moves_in(&[12, 0, 0, 0].into_iter().chain([0xFF; 12]).collect::<Vec<_>>()).next(), Some(None));
    }
}
