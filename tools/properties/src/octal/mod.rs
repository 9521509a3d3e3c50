//! Octal games and Grundy's game: codes, values and periods.
//!
//! - A text is a code exactly if it is one by the definition, spelled out here, and is printed without what may be
//!   omitted.
//! - Both engines on one to four threads, in steps that end anywhere, resumed from values that were given back, have
//!   the values by the definition: the smallest number that no move of any digit leads to.
//! - A period is reported exactly if the known values prove it, with the first of them that complete the proof, and the
//!   values by the definition repeat for three periods more.
//! - A sparse space has as few rare heaps as any.

mod rules;
mod steps;
mod text;

use std::sync::OnceLock;

use grundy::{HeapGame, Nimber, Period, Sequence, Tally};

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
    match bytes.below(16) {
        0 => check_real(&mut bytes),
        1 => check_continued(&mut bytes),
        2 | 3 => check_periods_of_any_values(&mut bytes),
        _ => check_small_heaps(&mut bytes),
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

    let known = bytes.below(expected.len() + 1);
    check_sparse_space(&rules, &game, &expected[..known]);
    let period = check_period(&rules, &game, &expected[..known]);
    let Some(Period { preperiod, period }) = period else { return };
    rules.extend(&mut expected, known + 3 * period);
    let wrong = (preperiod..expected.len() - period).find(|heap| expected[*heap] != expected[heap + period]);
    assert_eq!(wrong, None, "{game} is said to have the period {period} from heap {preperiod} on, by {known} values");
}

/// Compares the sparse space with all others.
fn check_sparse_space(rules: &Rules, game: &HeapGame, values: &[u16]) {
    let space = values.iter().copied().collect::<Tally>().sparse_space(game).map(|(space, _)| space);
    let room = values.iter().max().map_or(1, |largest| (largest + 1).next_power_of_two());
    // With sizes counted, the two heaps that are left of a common one have other parities together than the heap itself
    // if the number of tokens taken is odd.
    let kinds = [Some((false, false)), rules.parity_of_splits().map(|is_odd| (true, is_odd))];
    let is_rare = |mask: u16, (counts_size, rare): (bool, bool), heap: usize, value: u16| {
        ((mask & value).count_ones() % 2 == 1) ^ (counts_size && heap % 2 == 1) == rare
    };
    let count = |mask, kind| (0..).zip(values).filter(|(heap, value)| is_rare(mask, kind, *heap, **value)).count();
    let masks = 1..if rules.splits() { room } else { 1 };
    let fewest = masks.flat_map(|mask| kinds.into_iter().flatten().map(move |kind| (mask, kind)));
    let fewest = fewest.map(|(mask, kind)| count(mask, kind)).min();
    let rare = space.map(|space| {
        let mask = u16::try_from(space.mask()).expect("16 bits");
        let kind = kinds.into_iter().flatten().find(|(counts_size, _)| *counts_size == space.counts_size());
        let kind = kind.expect("sizes tell something");
        let rare: Vec<usize> = space.rare_heaps(values.iter().copied().map(Nimber::from)).collect();
        assert!((0..values.len()).filter(|heap| is_rare(mask, kind, *heap, values[*heap])).eq(rare.iter().copied()));
        rare.len()
    });
    assert_eq!(rare, fewest, "{game}: {space:?} of {values:?}");
}

/// Compares the period that a sequence reports with the one that its values prove.
fn check_period(rules: &Rules, game: &HeapGame, values: &[u16]) -> Option<Period> {
    let reported = Sequence::resume(game.clone(), values.to_vec()).period();
    let found = reported.map(|Period { preperiod, period }| (preperiod, period));
    assert_eq!(found, rules.proven_period(values), "{game}, by {values:?}");
    reported
}

/// Whether a period is proven is a question of the values, whatever they are.
fn check_periods_of_any_values(bytes: &mut Bytes<'_>) {
    let rules = Rules::from_bytes(bytes);
    let (limit, repeated, count) = (1 + bytes.below(3), 1 + bytes.below(12), bytes.below(90));
    let mut values: Vec<u16> = bytes.take(repeated).iter().map(|byte| u16::from(*byte) % 4).collect();
    values.resize(repeated, 0);
    let mut values: Vec<u16> = values.into_iter().cycle().take(count).collect();
    for _ in 0..limit {
        let at = bytes.below(90);
        if let Some(value) = values.get_mut(at) {
            *value = u16::from(bytes.byte()) % 4;
        }
    }
    check_period(&rules, &rules.game(), &values);
}

/// Games of which the sparse engine finds different masks, or none, or a period, with as many values as it takes for
/// that.
fn check_real(bytes: &mut Bytes<'_>) {
    const GAMES: [&str; 6] = [".007", ".77", "grundy", ".6", ".0137", "4.7"];
    const HEAPS: usize = 5_300;
    static VALUES: [OnceLock<Vec<u16>>; GAMES.len()] = [const { OnceLock::new() }; GAMES.len()];
    let number = bytes.below(GAMES.len());
    let rules = Rules::from_code(GAMES[number]);
    let values = VALUES[number].get_or_init(|| {
        let mut values = Vec::new();
        rules.extend(&mut values, HEAPS);
        values
    });
    let start = 4_000 + bytes.below(1_300);
    let end = (start + some_heaps(bytes)).min(HEAPS);
    steps::check(&rules.game(), &values[..end], start, bytes);
    check_period(&rules, &rules.game(), &values[..end]);
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

    fn dawsons_kayles() -> (Rules, Vec<u16>) {
        let (rules, mut values) = (Rules::from_code(".07"), Vec::new());
        rules.extend(&mut values, 300);
        (rules, values)
    }

    #[test]
    #[should_panic(expected = ".07 from 0 by")]
    fn a_wrong_value_is_found() {
        let (rules, mut values) = dawsons_kayles();
        values[9] += 1;
        steps::check(&rules.game(), &values, 0, &mut Bytes::new(&[]));
    }

    #[test]
    #[should_panic(expected = "left: Some((53, 34))")]
    fn a_period_that_nothing_proves_is_found() {
        let (rules, values) = dawsons_kayles();
        // Of Grundy's game no period can be proven.
        check_period(&Rules::Grundy, &rules.game(), &values);
    }

    #[test]
    #[should_panic(expected = "sizes tell something")]
    fn a_sparse_space_that_the_rules_do_not_give_is_found() {
        let (rules, values) = dawsons_kayles();
        // Here no move splits a heap.
        check_sparse_space(&Rules::from_code(".03"), &rules.game(), &values);
    }
}
