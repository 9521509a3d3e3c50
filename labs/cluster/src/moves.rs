//! Moves as bytes: sorted, equal ones merged, and each coded as the difference to the one before.

use std::iter;

use retrograde::solver::ShareMove;

/// Codes moves: each as the difference of its index to the one before, with two more bits: whether it loses, and
/// whether its weight follows, as it differs from the weight of the losing move before.
pub(crate) fn encode(mut moves: Vec<ShareMove>) -> Vec<u8> {
    let key = |decided: &ShareMove| decided.index << 1 | u64::from(!decided.wins);
    moves.sort_unstable_by_key(key);
    moves.dedup_by(|next, first| {
        let is_equal = key(next) == key(first);
        first.weight = first.weight.saturating_add(u32::from(is_equal) * next.weight);
        is_equal
    });
    let (mut code, mut last, mut usual) = (Vec::new(), 0, 0);
    for ShareMove { index, wins, weight } in moves {
        let is_unusual = !wins && weight != usual;
        put(&mut code, (index - last) << 2 | u64::from(!wins) << 1 | u64::from(is_unusual));
        if is_unusual {
            put(&mut code, weight.into());
            usual = weight;
        }
        last = index;
    }
    code
}

/// The moves of a code.
pub(crate) fn decode(mut code: &[u8]) -> impl Iterator<Item = ShareMove> {
    let (mut index, mut usual) = (0, 0);
    iter::from_fn(move || {
        let step = take(&mut code)?;
        index += step >> 2;
        if step & 1 == 1 {
            usual = u32::try_from(take(&mut code)?).ok()?;
        }
        let wins = step & 2 == 0;
        Some(ShareMove { index, wins, weight: if wins { 1 } else { usual } })
    })
}

/// Adds a number in LEB128: seven bits a byte, the lowest first, with the top bit set in all bytes but the last.
#[inline]
fn put(code: &mut Vec<u8>, mut number: u64) {
    while number > 0x7F {
        code.push((number & 0x7F) as u8 | 0x80);
        number >>= 7;
    }
    code.push((number & 0x7F) as u8);
}

/// Takes a number off the start of a code; `None` at its end.
#[inline]
fn take(code: &mut &[u8]) -> Option<u64> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = code.split_off_first()?;
        number |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
        shift += 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let expected = [loss(0, 1_000_000), win(3), loss(5, 8), loss(900, 2), win(70_000), loss(far, 2)];
        assert_eq!(decode(&encode(moves.to_vec())).collect::<Vec<_>>(), expected);
    }
}
