//! The values, compared with the rules written down a second time and with `GamesmanOne`.

mod by_definition;

use std::collections::{BTreeMap, BTreeSet};

use large_games::quixo::Quixo;
use retrograde::files::Stored;
use retrograde::{Game, Value, Values};

use self::by_definition::{Cubes, Quixo as Slow};
use crate::parts::{Rules, check_values, parsed, positions, solved};

/// How many cubes show this sign.
fn count(cubes: &[u8], sign: u8) -> usize {
    cubes.iter().map(|&other| usize::from(other == sign)).sum()
}

/// All that can be reached from the blank board, with whether it is the second player's turn, where neither player has
/// more cubes than this.
fn reachable(size: usize, most: usize) -> BTreeSet<(bool, Cubes)> {
    let mut reached = BTreeSet::from([(false, vec![b'.'; size * size])]);
    let mut left: Vec<(bool, Cubes)> = reached.iter().cloned().collect();
    while let Some((second, cubes)) = left.pop() {
        if Slow.ended(&cubes).is_some() {
            continue;
        }
        for next in Slow.moves(&cubes) {
            let few = [b'X', b'O'].iter().all(|&sign| count(&next, sign) <= most);
            let next = (!second, next);
            if few && reached.insert(next.clone()) {
                left.push(next);
            }
        }
    }
    reached
}

/// How many of these positions have each value.
fn counts(stored: &Stored<Quixo>, positions: impl Iterator<Item = Cubes>) -> BTreeMap<Value, u32> {
    let mut counts = BTreeMap::new();
    for cubes in positions {
        let position = parsed(stored.game(), &Slow.text(&cubes));
        *counts.entry(stored.value(&position).expect("a solved position")).or_default() += 1;
    }
    counts
}

/// The output of `gamesman analyze quixo 2` of `GamesmanOne` 1.3.0, "Summary of all positions".
#[test]
fn three_by_three_has_the_counts_of_gamesman_one_and_follows_from_the_slow_rules() {
    let (stored, order, _folder) = solved(Quixo::new(3), &[], u64::MAX);
    check_values(&stored, &order, &Slow, 1);
    let all = stored.parts().iter().flat_map(|part| positions(stored.game(), part));
    // Each place is blank or has one of two signs; 2^9 + 2^8 - 1 boards have no O on the border.
    let boards = 3_u32.pow(9) - 3 * 2_u32.pow(8) + 1;
    assert_eq!(all.map(|position| stored.game().orbit(&position)).sum::<u32>(), boards);
    let expected = [
        (Value::Loss(8), 8),
        (Value::Win(7), 41),
        (Value::Loss(6), 130),
        (Value::Win(5), 496),
        (Value::Loss(4), 1_288),
        (Value::Win(3), 1_204),
        (Value::Loss(2), 3_644),
        (Value::Win(1), 13_426),
        (Value::Loss(1), 20),
        (Value::Win(0), 5_080),
        (Value::Loss(0), 6_690),
    ];
    let reached = reachable(3, 9).into_iter().map(|(_, cubes)| cubes);
    assert_eq!(counts(&stored, reached), BTreeMap::from(expected));
    assert_eq!(stored.value(&Quixo::start()), Ok(Value::Win(7)));
}

#[test]
fn some_positions_of_four_by_four_follow_from_the_slow_rules() {
    let (stored, order, _folder) = solved(Quixo::new(4), &["7-7"], 20_000);
    check_values(&stored, &order, &Slow, 97);
}

/// The output of `gamesman query` and `gamesman analyze quixo 1` of `GamesmanOne` 1.3.0 for the blank board, and for
/// all positions with three cubes of each player that can be reached.
#[test]
#[ignore = "takes a minute or two"]
fn four_by_four_has_the_values_of_gamesman_one() {
    let (stored, order, _folder) = solved(Quixo::new(4), &[], 0);
    check_values(&stored, &order, &Slow, 997);
    assert_eq!(stored.value(&Quixo::start()), Ok(Value::Win(21)));
    let expected = [
        (Value::Draw, 27_128),
        (Value::Win(21), 32),
        (Value::Win(19), 896),
        (Value::Win(17), 5_048),
        (Value::Win(15), 16_896),
        (Value::Win(13), 64_064),
        (Value::Win(11), 125_376),
        (Value::Win(9), 50_544),
        (Value::Win(7), 9_968),
        (Value::Win(1), 14_560),
    ];
    let has_three = |cubes: &Cubes| [b'X', b'O'].iter().all(|&sign| count(cubes, sign) == 3);
    let reached = reachable(4, 3).into_iter().map(|(_, cubes)| cubes).filter(has_three);
    assert_eq!(counts(&stored, reached), BTreeMap::from(expected));
}
