//! The numbers of positions, compared with known ones and with those by definition.

mod by_definition;

use std::collections::BTreeMap;

use large_games::l_game::{Half, LGame, Position};
use retrograde::{Ranked, Solution, Solver, Value};

fn proven(solver: &Solver<'_>, height: u32, width: u32) -> Solution<LGame> {
    let game = LGame::new(height, width);
    solver.audit(&game).expect("a consistent game");
    let solution = solver.solve(game).expect("a consistent game");
    solver.verify(&solution).expect("right values");
    solution
}

/// The number of positions before a turn with each value, distances in turns.
fn counts(height: u32, width: u32) -> BTreeMap<Value, u64> {
    let solver = Solver::new().threads(0);
    let solution = proven(&solver, height, width);
    let in_turns = |value| match value {
        Value::Win(plies) => Value::Win(plies / 2),
        Value::Loss(plies) => Value::Loss(plies / 2),
        Value::Draw => Value::Draw,
    };
    let key = |position: &Position, value| (position.half == Half::L).then(|| in_turns(value));
    let counts = solver.counts_by(&solution, 0..solution.game().ranks(), key).expect("in memory");
    counts.into_iter().filter_map(|(value, positions)| Some((value?, positions))).collect()
}

/// The numbers are from a program that uses whole moves and shares no code with this one.
#[test]
fn counts_on_4x4_cells_are_the_known_ones() {
    let won = [(1, 6144), (3, 216), (5, 648), (7, 88), (9, 952)].map(|(turns, count)| (Value::Win(turns), count));
    let lost = [(0, 120), (2, 24), (4, 24), (6, 40), (8, 24)].map(|(turns, count)| (Value::Loss(turns), count));
    assert_eq!(counts(4, 4), won.into_iter().chain(lost).chain([(Value::Draw, 10_088)]).collect());
}

#[test]
fn small_boards_agree_with_the_solution_by_definition() {
    for (height, width) in [(3, 4), (4, 3), (3, 5)] {
        let mut expected = BTreeMap::new();
        for value in by_definition::values(height, width) {
            *expected.entry(value).or_insert(0) += 1;
        }
        assert!(expected.len() > 4);
        assert_eq!(counts(height, width), expected, "{height}x{width}");
    }
}

/// A turn takes two plies, so the distance is even before a turn and odd within one.
#[test]
fn a_turn_has_two_plies() {
    let solution = proven(&Solver::new().threads(0), 3, 5);
    for position in (0..solution.game().ranks()).filter_map(|rank| solution.game().unrank(rank)) {
        let odd = solution.get(&position).expect("solved").plies().map(|plies| plies % 2 == 1);
        assert!(odd.is_none_or(|odd| odd == (position.half == Half::Neutral)), "{position:?}");
    }
}

/// Only four positions are lost on 3x6 cells, and none on 3x7 and 4x5.
#[test]
#[ignore = "takes some seconds"]
fn few_or_no_positions_are_lost_on_larger_boards() {
    let few = [(Value::Win(1), 1320), (Value::Loss(0), 4), (Value::Draw, 45_836)];
    assert_eq!(counts(3, 6), few.into());
    for (height, width, positions) in [(3, 7, 151_320), (4, 5, 120_648)] {
        assert_eq!(counts(height, width), [(Value::Draw, positions)].into(), "{height}x{width}");
    }
}

#[test]
#[ignore = "takes a minute or two"]
fn no_position_is_lost_on_5x5_and_6x6_cells() {
    for (side, positions) in [(5, 620_160), (6, 6_241_536)] {
        assert_eq!(counts(side, side), [(Value::Draw, positions)].into(), "{side}x{side}");
    }
}
