//! The values on 4x4 cells, compared with those by definition, and the numbers of positions with known ones.

use std::collections::BTreeMap;

use large_games::l_game::{Half, LGame, Position};
use oracles::l_game::ORACLE;
use retrograde::{Ranked, Solver, Value, Values};

use crate::parts::{parsed, solved};

/// A turn takes two plies.
fn in_plies(value: Value) -> Value {
    match value {
        Value::Win(turns) => Value::Win(2 * turns),
        Value::Loss(turns) => Value::Loss(2 * turns),
        Value::Draw => Value::Draw,
    }
}

/// Checks the number of positions before a turn with each value, by the number of turns.
fn check_counts(height: u32, width: u32, expected: &[(Value, u64)]) {
    let (stored, _, _folder) = solved(LGame::new(height, width), &[], u64::MAX);
    let key = |position: &Position, value| (position.half == Half::L).then_some(value);
    let found = Solver::new().threads(0).counts_by(&stored, 0..stored.game().ranks(), key).expect("solved");
    let found: BTreeMap<Value, u64> = found.into_iter().filter_map(|(value, count)| Some((value?, count))).collect();
    let expected = expected.iter().map(|(turns, count)| (in_plies(*turns), *count)).collect();
    assert_eq!(found, expected, "{height}x{width}");
}

#[test]
fn values_on_4x4_cells_are_those_by_definition() {
    let (stored, _, _folder) = solved(LGame::new(4, 4), &[], 0);
    for (grid, expected) in ORACLE.grids.iter().zip(&ORACLE.verdicts) {
        let text = |row| String::from_utf8_lossy(row).replace('#', "X").replace('*', "O").replace('x', "N");
        let rows: Vec<String> = grid.chunks(4).map(text).collect();
        let position = parsed(stored.game(), &rows.join("/"));
        assert_eq!(stored.value(&position), Ok(in_plies(*expected)), "{rows:?}");
    }
}

/// On 4x4 cells they are from a program that uses whole moves and shares no code with this one.
#[test]
fn small_boards_have_the_known_numbers() {
    use Value::{Draw, Loss, Win};
    let won = [(Win(1), 6_144), (Win(3), 216), (Win(5), 648), (Win(7), 88), (Win(9), 952)];
    let lost = [(Loss(0), 120), (Loss(2), 24), (Loss(4), 24), (Loss(6), 40), (Loss(8), 24)];
    check_counts(4, 4, &[&won[..], &lost, &[(Draw, 10_088)]].concat());
    let small = [(Win(1), 420), (Win(3), 40), (Loss(0), 216), (Loss(2), 80), (Loss(4), 12)];
    check_counts(3, 4, &small);
    check_counts(4, 3, &small);
    let won = [(Win(1), 4_488), (Win(3), 832), (Win(5), 696), (Win(7), 320), (Win(9), 32), (Win(11), 12)];
    let lost = [(Loss(0), 296), (Loss(2), 500), (Loss(4), 460), (Loss(6), 92), (Loss(8), 4), (Loss(10), 32)];
    check_counts(3, 5, &[&won[..], &lost, &[(Draw, 1_560)]].concat());
}

/// Only four positions are lost on 3x6 cells, and none on larger boards.
#[test]
#[ignore = "takes a minute or two"]
fn few_or_no_positions_are_lost_on_larger_boards() {
    check_counts(3, 6, &[(Value::Win(1), 1_320), (Value::Loss(0), 4), (Value::Draw, 45_836)]);
    for (height, width, positions) in [(3, 7, 151_320), (4, 5, 120_648), (5, 5, 620_160), (6, 6, 6_241_536)] {
        check_counts(height, width, &[(Value::Draw, positions)]);
    }
}
