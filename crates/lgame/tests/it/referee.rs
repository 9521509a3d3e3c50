//! Compares the check of other programs' moves with the oracle. `tools/properties` changes bytes of right answers.

use std::collections::BTreeSet;

use lgame::LGame;
use problem::{Comparison, Layout, Problem, Verdict, compare, solve};
use retrograde::Value;

use crate::oracle::{Grid, ORACLE, swapped, text};

/// The verdict on an output and its reason, or `None` if the output is accepted.
fn rejection(before: &Grid, output: &str) -> Option<(Verdict, String)> {
    let solution = solve(LGame::dialect("boi").unwrap(), Layout::Free, text(before).as_bytes()).unwrap();
    let difference = compare(&solution, output.as_bytes(), Comparison::Exact).err()?;
    Some((difference.verdict(), difference.reason))
}

/// Of every fifth position.
#[test]
fn legal_moves_are_accepted_only_if_they_win() {
    const STEP: usize = 5;
    let mut accepted = 0;
    for (at, before) in ORACLE.grids.iter().enumerate().step_by(STEP) {
        let solution = solve(LGame::dialect("boi").unwrap(), Layout::Free, text(before).as_bytes()).unwrap();
        let winning: BTreeSet<&Grid> = ORACLE.winning_moves(at).collect();
        // All moves of won positions, and a sample of the moves of the others, where none is right.
        let step = if winning.is_empty() { 7 } else { 1 };
        for after in ORACLE.moves[at].iter().step_by(step) {
            let is_right = compare(&solution, text(after).as_bytes(), Comparison::Exact).is_ok();
            assert_eq!(is_right, winning.contains(after), "{}{}", text(before), text(after));
            accepted += usize::from(is_right);
        }
    }
    assert!(accepted > 8_048 / STEP, "every won position has a winning move");
}

/// The judge's first sample, and moves that are wrong in one way each.
#[test]
fn a_rejection_gives_the_reason() {
    let before: &Grid = b".***#*.x###.x...";
    let rejection_of = |rows: &str| rejection(before, &(rows.replace('/', "\n") + "\n"));
    let assert_rejected = |rows: &str, reason: &str| {
        assert_eq!(rejection_of(rows), Some((Verdict::WrongAnswer, reason.to_owned())), "{rows}");
    };
    assert_eq!(rejection_of(".***/x*#x/###./...."), None);
    assert_rejected(".***/#*.x/###./x...", "the L of '#' has not been moved");
    assert_rejected(
        "..../x*#x/###./.***",
        "the cells with '*' do not form an L; expected three in a line and one beside an end",
    );
    assert_rejected("***./*.#x/###./x...", "the L of '*' has been moved");
    assert_rejected(".***/x*#./###./..x.", "both neutral pieces have been moved");
    assert_rejected("x***/.*.x/#.../###.", "the L of '#' has been moved to a cell where a neutral piece was");
    assert_rejected("No winning move/Draw", "there is a winning move");
    assert_rejected(".***/.*#x/###.", "expected the position after a move: four rows of four cells");
    assert_rejected(".***/.*#x/###/.x...", "expected the position after a move: four rows of four cells");
    let at = ORACLE.grids.iter().position(|grid| grid == before).unwrap();
    for after in &ORACLE.moves[at] {
        let reason = match ORACLE.verdict(&swapped(after)) {
            Value::Loss(_) => continue,
            Value::Draw => "this move only draws",
            Value::Win(_) => "this move loses",
        };
        assert_eq!(rejection(before, &text(after)), Some((Verdict::WrongAnswer, reason.to_owned())), "{}", text(after));
    }
}
