//! Compares the check of other programs' moves with the oracle. `tools/properties` changes bytes of right answers.

use lgame::LGame;
use problem::{CaseAnswers, Comparison, Layout, Problem, Verdict, compare, solve};
use retrograde::Value;

use crate::oracle::{Grid, ORACLE, swapped, text};

fn solution(position: &Grid) -> CaseAnswers<LGame> {
    solve(LGame::dialect("boi").unwrap(), Layout::Free, text(position).as_bytes()).unwrap()
}

/// The reason why an output is wrong; nothing if it is right.
fn reason(solution: &CaseAnswers<LGame>, output: &str) -> String {
    let difference = compare(solution, output.as_bytes(), Comparison::Exact).err();
    assert!(difference.iter().all(|difference| difference.verdict() == Verdict::WrongAnswer), "{output}");
    difference.map(|difference| difference.reason).unwrap_or_default()
}

/// Of every fifth position.
#[test]
fn legal_moves_are_accepted_only_if_they_win() {
    const STEP: usize = 5;
    let mut accepted = 0;
    for (at, before) in ORACLE.grids.iter().enumerate().step_by(STEP) {
        let solution = solution(before);
        // All moves of won positions, and a sample of the moves of the others, where none is right.
        let step = if ORACLE.winning_moves(at).next().is_some() { 1 } else { 7 };
        for after in ORACLE.moves[at].iter().step_by(step) {
            let is_right = reason(&solution, &text(after)).is_empty();
            let wins = matches!(ORACLE.verdict(&swapped(after)), Value::Loss(_));
            assert_eq!(is_right, wins, "{}{}", text(before), text(after));
            accepted += usize::from(is_right);
        }
    }
    assert!(accepted > 8_048 / STEP, "every won position has a winning move");
}

/// The judge's first sample, and moves that are wrong in one way each.
#[test]
fn a_rejection_gives_the_reason() {
    let before: &Grid = b".***#*.x###.x...";
    let solution = solution(before);
    for (rows, expected) in [
        (".***/x*#x/###./....", ""),
        (".***/#*.x/###./x...", "the L of '#' did not move"),
        ("..../x*#x/###./.***", "the cells with '*' do not form an L; expected three in a line and one beside an end"),
        ("***./*.#x/###./x...", "the L of '*' has been moved"),
        (".***/x*#./###./..x.", "both neutral pieces have been moved"),
        ("x***/.*.x/#.../###.", "the L of '#' has been moved to a cell where a neutral piece was"),
        ("No winning move/Draw", "there is a winning move"),
        (".***/.*#x/###.", "expected the position after a move: four rows of four cells"),
        (".***/.*#x/###/.x...", "expected the position after a move: four rows of four cells"),
    ] {
        assert_eq!(reason(&solution, &(rows.replace('/', "\n") + "\n")), expected, "{rows}");
    }
    for after in &ORACLE.moves[ORACLE.grids.iter().position(|grid| grid == before).unwrap()] {
        let expected = match ORACLE.verdict(&swapped(after)) {
            Value::Loss(_) => "",
            Value::Draw => "this move only draws",
            Value::Win(_) => "this move loses",
        };
        assert_eq!(reason(&solution, &text(after)), expected, "{}", text(after));
    }
}
