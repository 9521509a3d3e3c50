//! Every fixture: its answer against the oracle, the program against its answer, and what the program says.

use lgame::LGame;

use crate::cli::subject;
use crate::oracle::{self, ORACLE, Verdict, text};

testkit::fixture_tests!(LGame, subject(), oracle::answer);

/// The positions of a kind, by the oracle's numbers of them.
fn chosen(is_wanted: impl Fn(usize) -> bool) -> Vec<u8> {
    let wanted = (0..ORACLE.grids.len()).filter(|&at| is_wanted(at)).map(|at| text(&ORACLE.grids[at]));
    wanted.collect::<Vec<_>>().join("\n").into_bytes()
}

/// Whether some winning moves of a position leave the neutral pieces where they are, and whether some move one.
fn ways_to_win(at: usize) -> [bool; 2] {
    let neutrals = |grid: &oracle::Grid| grid.map(|sign| sign == b'x');
    let before = neutrals(&ORACLE.grids[at]);
    [true, false].map(|unmoved| ORACLE.winning_moves(at).any(|after| (neutrals(after) == before) == unmoved))
}

#[test]
fn stress_inputs_are_made_by_their_recipe() {
    let make = |name: &str, input: Vec<u8>| testkit::agree_with_recipe("lgame", &format!("boi/stress/{name}"), &input);
    let verdict = |at: usize| ORACLE.verdicts[at];
    let is_win = |at: usize| matches!(verdict(at), Verdict::Win(_));
    make("01-all-positions-without-a-move", chosen(|at| verdict(at) == Verdict::Loss(0)));
    make("02-deepest-wins", chosen(|at| verdict(at) == Verdict::Win(9)));
    make("03-all-losses-with-a-move", chosen(|at| matches!(verdict(at), Verdict::Loss(1..))));
    make("04-a-single-winning-move", chosen(|at| ORACLE.winning_moves(at).count() == 1));
    make(
        "05-won-only-with-a-neutral-moved",
        chosen(|at| is_win(at) && at % 5 == 0 && ways_to_win(at) == [false, true]),
    );
    make("06-won-only-without-a-neutral-moved", chosen(|at| is_win(at) && ways_to_win(at) == [true, false]));
    make("07-some-draws", chosen(|at| verdict(at) == Verdict::Draw && at % 50 == 0));
}
