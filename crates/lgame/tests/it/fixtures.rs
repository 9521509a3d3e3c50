//! Tests of every fixture: its answer is the oracle's, the program gives that answer, and snapshots show all messages.

use lgame::LGame;

use crate::cli::subject;
use crate::oracle::{self, ORACLE, Verdict, text};

testkit::fixture_tests!(LGame, subject(), oracle::answer);

/// The positions whose index in the oracle satisfies a condition.
fn positions_where(is_wanted: impl Fn(usize) -> bool) -> Vec<u8> {
    let wanted = (0..ORACLE.grids.len()).filter(|&at| is_wanted(at)).map(|at| text(&ORACLE.grids[at]));
    wanted.collect::<Vec<_>>().join("\n").into_bytes()
}

/// Returns whether a position has a winning move that leaves the neutral pieces, and whether it has one that moves one.
fn ways_to_win(at: usize) -> [bool; 2] {
    let neutrals = |grid: &oracle::Grid| grid.map(|sign| sign == b'x');
    let before = neutrals(&ORACLE.grids[at]);
    [true, false].map(|unmoved| ORACLE.winning_moves(at).any(|after| (neutrals(after) == before) == unmoved))
}

#[test]
fn stress_inputs_match_their_recipe() {
    let check = |name: &str, input: Vec<u8>| testkit::agree_with_recipe("lgame", &format!("boi/stress/{name}"), &input);
    let verdict = |at: usize| ORACLE.verdicts[at];
    let is_win = |at: usize| matches!(verdict(at), Verdict::Win(_));
    check("01-all-positions-without-a-move", positions_where(|at| verdict(at) == Verdict::Loss(0)));
    check("02-deepest-wins", positions_where(|at| verdict(at) == Verdict::Win(9)));
    check("03-all-losses-with-a-move", positions_where(|at| matches!(verdict(at), Verdict::Loss(1..))));
    check("04-a-single-winning-move", positions_where(|at| ORACLE.winning_moves(at).count() == 1));
    check(
        "05-won-only-with-a-neutral-moved",
        positions_where(|at| is_win(at) && at % 5 == 0 && ways_to_win(at) == [false, true]),
    );
    check("06-won-only-without-a-neutral-moved", positions_where(|at| is_win(at) && ways_to_win(at) == [true, false]));
    check("07-some-draws", positions_where(|at| verdict(at) == Verdict::Draw && at % 50 == 0));
}
