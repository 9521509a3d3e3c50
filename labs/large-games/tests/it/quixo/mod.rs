//! The values, compared with the values by definition and with `GamesmanOne`.

mod by_definition;

use std::collections::{BTreeMap, BTreeSet};

use large_games::program::Notation;
use large_games::quixo::{Position, Quixo};
use retrograde::files::Stored;
use retrograde::{Game, Value, Values};

use self::by_definition::{Cubes, is_border};
use crate::parts::{part, positions, solved};

/// Reads a position as the game writes it.
fn fast(game: &Quixo, cubes: &[u8]) -> Position {
    let rows: Vec<&str> =
        cubes.chunks(by_definition::size(cubes)).map(|row| str::from_utf8(row).expect("ASCII")).collect();
    game.parse_position(&rows.join("/")).expect("a position")
}

fn slow(game: &Quixo, position: Position) -> Cubes {
    game.position_text(&position).bytes().filter(|&sign| sign != b'/').collect()
}

fn start(size: usize) -> Cubes {
    vec![b'.'; size * size]
}

#[test]
fn all_of_three_by_three_agrees_with_the_solution_by_definition() {
    let game = &Quixo::new(3);
    let (stored, _, _folder) = solved(game, &[], u64::MAX);
    let mut compared = 0;
    for (cubes, value) in by_definition::values(3) {
        let on_border = (0..9).any(|place| is_border(place, 3) && cubes[place] == b'O');
        if on_border || cubes == start(3) {
            assert_eq!(stored.value(&fast(game, &cubes)), Ok(value), "{cubes:?}");
            compared += 1;
        }
    }
    let all = stored.parts().iter().flat_map(|part| positions(game, part));
    assert_eq!(all.map(|position| game.orbit(&position)).sum::<u32>(), compared);
    // Each place is blank or has one of two signs; 2^9 + 2^8 - 1 boards have no O on the border.
    assert_eq!(compared, 3_u32.pow(9) - 3 * 2_u32.pow(8) + 1);
}

/// How many cubes show this sign.
fn count(cubes: &[u8], sign: u8) -> usize {
    cubes.iter().map(|&other| usize::from(other == sign)).sum()
}

/// All that can be reached from the blank board, with whether it is the second player's turn, where neither player has
/// more cubes than this.
fn reachable(size: usize, most: usize) -> BTreeSet<(bool, Cubes)> {
    let mut reached = BTreeSet::from([(false, start(size))]);
    let mut left: Vec<(bool, Cubes)> = reached.iter().cloned().collect();
    while let Some((second, cubes)) = left.pop() {
        if by_definition::ended(&cubes).is_some() {
            continue;
        }
        for next in by_definition::moves(&cubes) {
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
fn counts(stored: &Stored<&Quixo>, positions: impl Iterator<Item = Cubes>) -> BTreeMap<Value, u32> {
    let mut counts = BTreeMap::new();
    for cubes in positions {
        *counts.entry(stored.value(&fast(stored.game(), &cubes)).expect("a solved position")).or_default() += 1;
    }
    counts
}

/// The output of `gamesman analyze quixo 2` of `GamesmanOne` 1.3.0, "Summary of all positions".
#[test]
fn three_by_three_has_the_counts_of_gamesman_one() {
    let game = Quixo::new(3);
    let (stored, _, _folder) = solved(&game, &[], 0);
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

/// Checks that the values of some positions of all solved parts follow from those after each move, as the slow rules
/// list them.
fn check_some(stored: &Stored<&Quixo>, order: &[usize], every: usize) {
    let game = stored.game();
    let value = |cubes: &Cubes| stored.value(&fast(game, cubes)).expect("a solved position");
    for part in order.iter().map(|part| &stored.parts()[*part]) {
        for position in positions(*game, part).step_by(every) {
            let cubes = slow(game, position);
            assert_eq!(value(&cubes), by_definition::value(&cubes, value), "{}: {position:?}", part.name);
        }
    }
}

#[test]
fn some_positions_of_four_by_four_follow_from_the_slow_rules() {
    let game = Quixo::new(4);
    let (stored, order, _folder) = solved(&game, &["7-7"], 20_000);
    check_some(&stored, &order, 97);
}

/// The output of `gamesman query` and `gamesman analyze quixo 1` of `GamesmanOne` 1.3.0 for the blank board, and for
/// all positions with three cubes of each player that can be reached.
#[test]
#[ignore = "takes a minute or two"]
fn four_by_four_has_the_values_of_gamesman_one() {
    let game = Quixo::new(4);
    let (stored, order, _folder) = solved(&game, &[], 0);
    check_some(&stored, &order, 997);
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

#[test]
fn parts_have_as_many_positions_as_there_are_boards() {
    let game = Quixo::new(4);
    let choices = |of: u32, members: u32| {
        (0..members).fold(1, |product, member| product * of.saturating_sub(member) / (member + 1))
    };
    for (one, other) in [(8_u32, 8_u32), (8, 7), (7, 5), (4, 3), (3, 1), (1, 0)] {
        let part = part(&game, &format!("{one}-{other}"));
        let counted: u32 = positions(&game, &part).map(|position| game.orbit(&position)).sum();
        // All, without those with all cubes of the opponent on the four places inside.
        let side =
            |own, other| choices(16, own) * choices(16 - own, other) - choices(4, other) * choices(16 - other, own);
        let expected = if one == other { side(one, one) } else { side(one, other) + side(other, one) };
        assert_eq!(counted, expected, "{}", part.name);
    }
}
