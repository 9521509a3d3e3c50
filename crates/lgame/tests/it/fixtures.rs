//! Tests of every fixture: its answer is the oracle's, the program gives that answer, and its snapshot shows the run.

use std::array;
use std::collections::BTreeSet;
use std::iter;

use retrograde::Value;

use crate::cli::subject;
use crate::oracle::{self, Grid, ORACLE, positions_in, text};

#[test]
fn answers_are_the_oracles_and_each_group_holds_what_it_promises() {
    subject().groups_hold_what_they_promise();
    subject().answers_agree_with_the_oracle(oracle::answer);
}

#[test]
fn the_program_answers_every_fixture_as_its_snapshot_shows() {
    subject().fixtures_are_answered();
}

#[test]
fn generated_cases_are_legal_and_the_same_everywhere() {
    subject().generated_cases_are_legal();
    subject().a_seed_generates_the_same_input_everywhere();
}

/// Returns whether a position has a winning move that leaves the neutral pieces, and whether it has one that moves one.
fn ways_to_win(at: usize) -> [bool; 2] {
    let neutrals = |grid: &Grid| grid.map(|sign| sign == b'x');
    let before = neutrals(&ORACLE.grids[at]);
    [true, false].map(|unmoved| ORACLE.winning_moves(at).any(|after| (neutrals(after) == before) == unmoved))
}

#[test]
fn inputs_of_several_positions_match_their_recipe() {
    let check = |name: &str, is_wanted: &dyn Fn(usize, Value) -> bool| {
        let wanted = (0..ORACLE.grids.len()).filter(|&at| is_wanted(at, ORACLE.verdicts[at]));
        let input = wanted.map(|at| text(&ORACLE.grids[at])).collect::<Vec<_>>().join("\n");
        testkit::agree_with_recipe("lgame", &format!("boi/beyond-limits/{name}"), input.as_bytes());
    };
    check("03-all-positions-without-a-move", &|_, value| value == Value::Loss(0));
    check("04-deepest-wins", &|_, value| value == Value::Win(9));
    check("05-all-losses-with-a-move", &|_, value| matches!(value, Value::Loss(1..)));
    check("06-a-single-winning-move", &|at, _| ORACLE.winning_moves(at).count() == 1);
    check("07-won-only-with-a-neutral-moved", &|at, _| at % 5 == 0 && ways_to_win(at) == [false, true]);
    check("08-won-only-without-a-neutral-moved", &|at, _| ways_to_win(at) == [true, false]);
    check("09-some-draws", &|at, value| value == Value::Draw && at % 50 == 0);
}

/// A position turned and mirrored in the eight ways.
fn symmetric(grid: &Grid) -> [Grid; 8] {
    let turned = |grid: &Grid| array::from_fn(|cell| grid[4 * (3 - cell % 4) + cell / 4]);
    let mirrored = |grid: &Grid| array::from_fn(|cell| grid[4 * (cell / 4) + 3 - cell % 4]);
    let turns: Vec<Grid> = iter::successors(Some(*grid), |grid| Some(turned(grid))).take(4).collect();
    array::from_fn(|way| if way < 4 { turns[way] } else { mirrored(&turns[way - 4]) })
}

#[test]
fn stress_inputs_are_what_their_names_say_and_all_lost_positions_are_among_them() {
    let mut lost = BTreeSet::new();
    for fixture in testkit::fixtures("lgame").into_iter().filter(|fixture| fixture.group == "stress") {
        let at = positions_in(&fixture.input())[0];
        let what = match ORACLE.verdicts[at] {
            Value::Draw => "draw".to_owned(),
            Value::Loss(0) => "lost-without-a-move".to_owned(),
            Value::Loss(plies) => format!("lost-in-{plies}-plies"),
            Value::Win(plies) => {
                let how = match ways_to_win(at) {
                    [true, true] => "with-or-without",
                    [true, false] => "only-without",
                    _ => "only-with",
                };
                format!("won-in-{plies}-{}-{how}-a-neutral-moved", if plies == 1 { "ply" } else { "plies" })
            }
        };
        let name = fixture.name();
        let is_single = ORACLE.winning_moves(at).count() == 1 && name.ends_with("-won-by-a-single-move");
        assert!(is_single || name[3..] == what, "{name} is {what}");
        if matches!(ORACLE.verdicts[at], Value::Loss(_)) {
            lost.extend(symmetric(&ORACLE.grids[at]));
        }
    }
    // Of each class of eight positions one is there.
    assert_eq!(lost.len(), 8 * (15 + 14));
}
