//! Tests of every fixture: its answer is the oracle's, the program gives that answer, and snapshots show all messages.

use std::array;
use std::iter;

use lgame::LGame;
use retrograde::Value;

use crate::cli::subject;
use crate::oracle::{self, Grid, ORACLE, text};

testkit::fixture_tests!(LGame, subject(), oracle::answer);

/// The positions whose index in the oracle satisfies a condition.
fn positions_where(is_wanted: impl Fn(usize) -> bool) -> Vec<u8> {
    let wanted = (0..ORACLE.grids.len()).filter(|&at| is_wanted(at)).map(|at| text(&ORACLE.grids[at]));
    wanted.collect::<Vec<_>>().join("\n").into_bytes()
}

/// Returns whether a position has a winning move that leaves the neutral pieces, and whether it has one that moves one.
fn ways_to_win(at: usize) -> [bool; 2] {
    let neutrals = |grid: &Grid| grid.map(|sign| sign == b'x');
    let before = neutrals(&ORACLE.grids[at]);
    [true, false].map(|unmoved| ORACLE.winning_moves(at).any(|after| (neutrals(after) == before) == unmoved))
}

#[test]
fn inputs_of_several_positions_match_their_recipe() {
    let check = |name: &str, input: Vec<u8>| {
        testkit::agree_with_recipe("lgame", &format!("boi/beyond-limits/{name}"), &input);
    };
    let verdict = |at: usize| ORACLE.verdicts[at];
    let is_win = |at: usize| matches!(verdict(at), Value::Win(_));
    check("03-all-positions-without-a-move", positions_where(|at| verdict(at) == Value::Loss(0)));
    check("04-deepest-wins", positions_where(|at| verdict(at) == Value::Win(9)));
    check("05-all-losses-with-a-move", positions_where(|at| matches!(verdict(at), Value::Loss(1..))));
    check("06-a-single-winning-move", positions_where(|at| ORACLE.winning_moves(at).count() == 1));
    check(
        "07-won-only-with-a-neutral-moved",
        positions_where(|at| is_win(at) && at % 5 == 0 && ways_to_win(at) == [false, true]),
    );
    check("08-won-only-without-a-neutral-moved", positions_where(|at| is_win(at) && ways_to_win(at) == [true, false]));
    check("09-some-draws", positions_where(|at| verdict(at) == Value::Draw && at % 50 == 0));
}

/// A position turned and mirrored in the eight ways.
fn symmetric(grid: &Grid) -> [Grid; 8] {
    let turned = |grid: &Grid| array::from_fn(|cell| grid[4 * (3 - cell % 4) + cell / 4]);
    let mirrored = |grid: &Grid| array::from_fn(|cell| grid[4 * (cell / 4) + 3 - cell % 4]);
    let turns: Vec<Grid> = iter::successors(Some(*grid), |grid| Some(turned(grid))).take(4).collect();
    array::from_fn(|way| if way < 4 { turns[way] } else { mirrored(&turns[way - 4]) })
}

/// `count` positions from the whole length of a list, or all if it has fewer.
fn spread(positions: Vec<usize>, count: usize) -> Vec<usize> {
    let length = positions.len();
    if length <= count { positions } else { (0..count).map(|index| positions[index * length / count]).collect() }
}

#[test]
fn stress_inputs_match_their_recipe() {
    let is_least = |at: &usize| symmetric(&ORACLE.grids[*at]).iter().all(|grid| ORACLE.grids[*at] <= *grid);
    let classes: Vec<usize> = (0..ORACLE.grids.len()).filter(is_least).collect();
    let classes_where = |is_wanted: &dyn Fn(usize) -> bool| -> Vec<usize> {
        classes.iter().copied().filter(|&at| is_wanted(at)).collect()
    };
    let with_verdict = |verdict| classes_where(&|at| ORACLE.verdicts[at] == verdict);
    let mut chosen: Vec<(String, usize)> = Vec::new();
    let mut add = |name: &str, positions: Vec<usize>| chosen.extend(positions.iter().map(|&at| (name.to_owned(), at)));

    add("lost-without-a-move", with_verdict(Value::Loss(0)));
    for plies in [2, 4, 6, 8] {
        add(&format!("lost-in-{plies}-plies"), with_verdict(Value::Loss(plies)));
    }
    for plies in [1, 3, 5, 7, 9] {
        let won = with_verdict(Value::Win(plies));
        for (ways, how) in [
            ([true, true], "with-or-without-a-neutral-moved"),
            ([true, false], "only-without-a-neutral-moved"),
            ([false, true], "only-with-a-neutral-moved"),
        ] {
            let won = won.iter().copied().filter(|&at| ways_to_win(at) == ways).collect();
            add(&format!("won-in-{plies}-{}-{how}", if plies == 1 { "ply" } else { "plies" }), spread(won, 2));
        }
    }
    let by_one_move = classes_where(&|at| ORACLE.winning_moves(at).count() == 1);
    add("won-by-a-single-move", spread(by_one_move, 5));
    add("draw", spread(with_verdict(Value::Draw), 6));

    // Each file shows its position from another side.
    let shown = |(number, (name, at)): (usize, (String, usize))| {
        (name, text(&symmetric(&ORACLE.grids[at])[number % 8]).into_bytes())
    };
    let inputs: Vec<(String, Vec<u8>)> = chosen.into_iter().enumerate().map(shown).collect();
    assert_eq!(inputs.iter().filter(|(name, _)| name.starts_with("lost-")).count(), 15 + 14);
    testkit::agree_with_recipes("lgame", "boi/stress", &inputs);
}
