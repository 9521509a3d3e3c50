//! Octal games and Grundy's game: codes and values.
//!
//! - A text is a code exactly if it is one by the definition, spelled out here, and is printed without what may be
//!   omitted.
//! - Both engines on one to four threads, in steps that end anywhere, resumed from values that were given back, have
//!   the values by the definition: the smallest number that no move of any digit leads to.

mod rules;
mod steps;
mod text;

use grundy::Nimber;

use crate::Case;
use crate::bytes::Bytes;
use rules::Rules;

/// Checks the bytes as a code, and a game that is made of them.
///
/// # Panics
///
/// If a property does not hold.
pub fn check(data: &[u8]) -> Case {
    text::check(data);
    let mut bytes = Bytes::new(data);
    if bytes.below(16) == 1 {
        check_continued(&mut bytes);
    } else {
        check_small_heaps(&mut bytes);
    }
    Case::Real
}

/// From the first heap on.
fn check_small_heaps(bytes: &mut Bytes<'_>) {
    let rules = Rules::from_bytes(bytes);
    let (game, mut expected) = (rules.game(), Vec::new());
    rules.extend(&mut expected, 1 + bytes.below(200));
    steps::check(&game, &expected, 0, bytes);

    let nimbers: Result<Vec<Nimber>, _> = rules.nimbers().take(40).collect();
    let nimbers = nimbers.expect("small values");
    assert!(nimbers.iter().zip(&expected).all(|(nimber, value)| *nimber == Nimber::from(*value)), "{game}");
}

/// A sequence trusts the values that it is given. So any values can stand for the many that it takes until the sparse
/// engine does not look at all moves.
fn check_continued(bytes: &mut Bytes<'_>) {
    let rules = Rules::from_bytes(bytes);
    let start = 4_090 + bytes.below(20);
    let mut values = some_values(start - 1, bytes);
    // What would follow from a period of such values need not be what follows from the rules. After a value that occurs
    // only once so late, they prove none.
    let once = values.iter().max().map_or(1, |largest| (largest + 1).checked_next_power_of_two().unwrap_or(u16::MAX));
    values.push(once);
    rules.extend(&mut values, start + 1 + some_heaps(bytes));
    if values.iter().filter(|value| **value == once).count() == 1 {
        steps::check(&rules.game(), &values, start, bytes);
    }
}

/// More than a block of the sparse engine has seldom, as that takes long.
fn some_heaps(bytes: &mut Bytes<'_>) -> usize {
    if bytes.is_one_in(16) { 1 + bytes.below(300) } else { 1 + bytes.below(24) }
}

/// Values most of which are among a few, in an order that looks random or repeats.
fn some_values(count: usize, bytes: &mut Bytes<'_>) -> Vec<u16> {
    let bits = [2, 4, 6, 9, 12, 16][bytes.below(6)];
    let limit = 1_usize << bits;
    let frequent: Vec<usize> = (0..=bytes.below(8)).map(|_| bytes.below(limit.max(257)) % (limit - 1)).collect();
    let (rare, repeats) = (1 + bytes.below(64), bytes.is_one_in(3));
    let mut state = u64::from(bytes.byte());
    let mut random = move || {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        usize::try_from(state >> 40).expect("24 bits")
    };
    let value = |heap: usize| {
        let number = if repeats { heap } else { random() };
        let value = if random() % (8 * rare) == 0 { random() % (limit - 1) } else { frequent[number % frequent.len()] };
        u16::try_from(value).expect("at most 16 bits")
    };
    (0..count).map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = ".7 from 0 by")]
    fn a_wrong_value_is_found() {
        let (rules, mut values) = (Rules::Octal(vec![0, 7]), Vec::new());
        rules.extend(&mut values, 300);
        values[9] += 1;
        steps::check(&rules.game(), &values, 0, &mut Bytes::new(&[]));
    }
}
