//! Moves as bytes: sorted, equal ones merged, and each coded as the difference to the one before.

use retrograde::shares::ShareMove;

/// Moves for one worker that are not sent yet.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    /// The indices of moves that win.
    wins: Vec<u64>,
    /// Moves that lose: the index and, in the lowest bits, the weight.
    losses: Vec<u64>,
}

/// The number of bits for a weight. One that takes more is more than a position has moves, so it is the same error when
/// it is cut to the largest.
const WEIGHT_BITS: u32 = 16;
const MAX_WEIGHT: u64 = (1 << WEIGHT_BITS) - 1;

/// The most bytes that a move takes, for up to 2^41 ranks in a share and weights up to 127.
pub(crate) const MOST_BYTES: u64 = 7;

impl Outbox {
    #[inline]
    pub(crate) fn push(&mut self, ShareMove { index, wins, weight }: ShareMove) {
        if wins {
            self.wins.push(index);
        } else {
            self.losses.push(index << WEIGHT_BITS | u64::from(weight).min(MAX_WEIGHT));
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.wins.len() + self.losses.len()
    }

    /// Takes all moves out. The code is: the number of different moves that win; their indices; the weight of most of
    /// the others; then for each twice the index, and 1 more if its weight follows as a number of its own. All numbers
    /// are in LEB128; an index is the difference to the one before.
    pub(crate) fn encode(&mut self, code: &mut Vec<u8>) {
        self.wins.sort_unstable();
        self.wins.dedup();
        self.losses.sort_unstable();
        put(code, self.wins.len() as u64);
        let mut last = 0;
        for index in self.wins.drain(..) {
            put(code, index - last);
            last = index;
        }
        let usual = usual_weight(&self.losses);
        put(code, usual);
        let (mut last, mut losses) = (0, self.losses.drain(..).map(split).peekable());
        while let Some((index, mut weight)) = losses.next() {
            while let Some((_, other)) = losses.next_if(|(next, _)| *next == index) {
                weight = (weight + other).min(MAX_WEIGHT);
            }
            put(code, (index - last) << 1 | u64::from(weight != usual));
            if weight != usual {
                put(code, weight);
            }
            last = index;
        }
    }
}

fn split(loss: u64) -> (u64, u64) {
    (loss >> WEIGHT_BITS, loss & MAX_WEIGHT)
}

/// The weight that occurs most often, among small ones.
fn usual_weight(losses: &[u64]) -> u64 {
    let mut counts = [0_u32; 64];
    for (_, weight) in losses.iter().copied().map(split) {
        if let Some(count) = usize::try_from(weight).ok().and_then(|weight| counts.get_mut(weight)) {
            *count += 1;
        }
    }
    let most = (0..).zip(counts).max_by_key(|(_, count)| *count);
    most.map_or(0, |(weight, _)| weight)
}

/// The moves of a code, in the order of their indices: first those that win. `None` if it is not a code of moves.
pub(crate) fn decode(mut code: &[u8]) -> Option<Vec<ShareMove>> {
    let code = &mut code;
    let mut moves = Vec::with_capacity(code.len());
    let mut index = 0_u64;
    for _ in 0..take(code)? {
        index = index.checked_add(take(code)?)?;
        moves.push(ShareMove { index, wins: true, weight: 1 });
    }
    let usual = u32::try_from(take(code)?).ok()?;
    index = 0;
    while !code.is_empty() {
        let step = take(code)?;
        index = index.checked_add(step >> 1)?;
        let weight = if step & 1 == 1 { u32::try_from(take(code)?).ok()? } else { usual };
        moves.push(ShareMove { index, wins: false, weight });
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

    fn code_of(moves: &[ShareMove]) -> Vec<u8> {
        let (mut outbox, mut code) = (Outbox::default(), Vec::new());
        for next in moves {
            outbox.push(*next);
        }
        assert_eq!(outbox.len(), moves.len());
        outbox.encode(&mut code);
        assert_eq!(outbox.len(), 0);
        code
    }

    fn win(index: u64) -> ShareMove {
        ShareMove { index, wins: true, weight: 1 }
    }

    fn loss(index: u64, weight: u32) -> ShareMove {
        ShareMove { index, wins: false, weight }
    }

    #[test]
    fn moves_come_out_in_order_with_equal_ones_merged() {
        let moves = [
            loss(900, 2),
            win(70_000),
            loss(5, 2),
            win(3),
            loss(5, 6),
            win(3),
            loss(0, 1_000_000),
            loss((1 << 47) + 1, 2),
            loss(901, 2),
        ];
        let expected =
            [win(3), win(70_000), loss(0, 65_535), loss(5, 8), loss(900, 2), loss(901, 2), loss((1 << 47) + 1, 2)];
        assert_eq!(decode(&code_of(&moves)).as_deref(), Some(&expected[..]));
        assert_eq!(decode(&code_of(&[])), Some(Vec::new()));
    }

    #[test]
    fn a_move_takes_no_more_bytes_than_stated() {
        for index in (0..41).flat_map(|bit| [1_u64 << bit, (1 << bit) - 1]) {
            for next in [win(index), loss(index, 1), loss(index, 16)] {
                // The number of wins and the usual weight.
                assert!(code_of(&[next]).len() as u64 <= 2 + MOST_BYTES, "{next:?}");
            }
        }
        // Two bytes where moves start some hundred ranks apart.
        let dense: Vec<ShareMove> = (0..1_000).map(|number| loss(number * 300, 8)).collect();
        assert!(code_of(&dense).len() < 2_010);
    }

    #[test]
    fn a_damaged_code_is_noticed_or_is_another_one() {
        let code = code_of(&[win(3), win(1 << 40), loss(5, 1), loss(700, 9), loss(701, 9)]);
        let read = |code: &[u8]| decode(code).map(|moves| moves.len());
        assert_eq!(read(&code), Some(5));
        // Where a move ends, what is left is a code of its own, once the usual weight is there.
        let whole: Vec<usize> = (0..code.len()).filter_map(|length| read(&code[..length])).collect();
        assert_eq!(whole, [2, 3, 4]);
        for damaged in [&[][..], &[0xFF; 12], &[5]] {
            assert_eq!(read(damaged), None);
        }
    }
}
