//! Comparing an output with the right answers, in every dialect of every program.
//!
//! A case is a digit for the dialect, the input, a bar, and edits of three bytes each, which make an output of the
//! answer.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use oracles::l_game as oracle;
use problem::{Comparison, Dialect, Layout, Problem, Verdict, compare, solve};

use crate::Held;
use crate::dialects::{DialectCheck, Size, check_dialect};
use crate::lines::{WHITE_SPACE, index_of, without_mark, words};

/// All that compare numbers like other words.
const COMPARISONS: [Comparison; 3] = [Comparison::Exact, Comparison::Lines, Comparison::Tokens];

/// More edits are left out.
const MOST_EDITS: usize = 8;

/// Checks an output that is a right answer with edits:
///
/// - The solver's own answer is accepted in every comparison.
/// - An output is accepted if and only if it is equal to a right answer: in all bytes (`exact`); in its lines, without
///   white space at their ends and empty lines at the end (`lines`); in its words (`tokens`).
/// - One whose words are right but that is not accepted is a presentation error, any other a wrong answer.
/// - The place of the difference lies inside the output or is its end, and is shown with a mark; its case is one of the
///   input's or follows them.
///
/// A right answer is the solver's own, or in the L game any that shows a winning move, by the tests' oracle.
///
/// Few inputs are longer than the judges' limits, as these are slow.
pub fn check(data: &[u8]) -> Held {
    let size = Size::of(data);
    let [dialect, data @ ..] = data else { return Held::Vacuous };
    let bar = data.iter().position(|&byte| byte == b'|').unwrap_or(data.len());
    let (input, edits) = (&data[..bar.min(size.longest())], data.get(bar + 1..).unwrap_or_default());
    check_dialect(*dialect, Output { input, edits: edits.as_chunks().0, size })
}

struct Output<'a> {
    input: &'a [u8],
    edits: &'a [[u8; 3]],
    size: Size,
}

impl DialectCheck for Output<'_> {
    fn check<P: Problem>(self, dialect: &'static Dialect<P>) -> Held {
        let Self { input, edits, size } = self;
        if size.is_exceeded_by(dialect, input) {
            return Held::Vacuous;
        }
        let Ok(solution) = solve(dialect, Layout::Free, input) else { return Held::Vacuous };
        let own = solution.to_bytes();
        // The positions of the L game, whose rows are all that its input holds.
        let positions = if P::NAME == lgame::LGame::NAME { Some(signs(input)) } else { None };
        let positions: Option<Vec<oracle::Grid>> = positions.map(|signs| signs.as_chunks().0.to_vec());
        let right = |output: &[u8]| match &positions {
            Some(positions) => nearest_right_answer(positions, &own, output),
            None => own.clone(),
        };
        assert_eq!(right(&own), own, "the solver's move wins");
        for comparison in COMPARISONS {
            assert_eq!(compare(&solution, &own, comparison), Ok(()));
        }

        let mut output = own.clone();
        for edit in &edits[..edits.len().min(MOST_EDITS)] {
            apply(*edit, &mut output, positions.as_deref());
        }
        let right = right(&output);
        for comparison in COMPARISONS {
            let expected = if are_equal(comparison, &output, &right) {
                Verdict::Accepted
            } else if are_equal(Comparison::Tokens, &output, &right) {
                Verdict::PresentationError
            } else {
                Verdict::WrongAnswer
            };
            let difference = compare(&solution, &output, comparison).err();
            let verdict = difference.as_ref().map_or(Verdict::Accepted, |difference| difference.verdict());
            assert_eq!(verdict, expected, "{comparison:?} of {:?}", String::from_utf8_lossy(&output));
            let Some(difference) = difference else { continue };
            let at = index_of(&output, difference.place);
            assert_eq!(difference.is_at_end, at == output.len());
            assert!((1..=solution.cases() + 1).contains(&difference.case), "case {}", difference.case);
            let line = output.split(|&byte| byte == b'\n').nth(difference.place.line - 1);
            assert_eq!(difference.got.split(|&byte| byte == b'\n').nth(difference.line_in_got), line, "it is shown");
            assert!(difference.to_text(["expected", "got"]).contains('^'));
            assert!(!difference.to_string().contains('\n'), "a message is one line");
        }
        if solution.cases() == 0 { Held::Vacuous } else { Held::Real }
    }
}

/// Returns whether two outputs are equal in the sense of a comparison.
fn are_equal(comparison: Comparison, one: &[u8], other: &[u8]) -> bool {
    match comparison {
        Comparison::Exact => one == other,
        Comparison::Lines => trimmed_lines(one) == trimmed_lines(other),
        Comparison::Tokens => words(one).map(|(_, word)| word).eq(words(other).map(|(_, word)| word)),
        _ => unreachable!("no judge compares numbers"),
    }
}

fn trimmed_lines(text: &[u8]) -> Vec<&[u8]> {
    let end_of_words =
        |line: &[u8]| line.iter().rposition(|byte| !WHITE_SPACE.contains(byte)).map_or(0, |last| last + 1);
    let mut lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').map(|line| &line[..end_of_words(line)]).collect();
    while lines.pop_if(|line| line.is_empty()).is_some() {}
    lines
}

fn signs(input: &[u8]) -> Vec<u8> {
    words(without_mark(input)).flat_map(|(_, word)| word).copied().collect()
}

/// The grids after all winning moves, by the grid before. Both are seen by the player who moves.
static WINNING: LazyLock<HashMap<oracle::Grid, HashSet<oracle::Grid>>> = LazyLock::new(|| {
    let grids = oracle::ORACLE.grids.iter().enumerate();
    grids.map(|(at, grid)| (*grid, oracle::ORACLE.winning_moves(at).copied().collect())).collect()
});

/// The right answer to these positions that has as many words in common with an output as any: the moves that it shows
/// where they win, and otherwise the words of the solver. The answer to each position is four words.
fn nearest_right_answer(positions: &[oracle::Grid], own: &[u8], output: &[u8]) -> Vec<u8> {
    let mut words = words(output).map(|(_, word)| word);
    let mut own = own.split_inclusive(|&byte| byte == b'\n');
    let mut right = Vec::new();
    for position in positions {
        let winning = &WINNING[position];
        let shown: Vec<&[u8]> = words.by_ref().take(4).collect();
        let is_grid = shown.iter().all(|row| row.len() == 4);
        let grid = shown.concat().try_into().ok().filter(|grid| is_grid && winning.contains(grid));
        let lines: Vec<&[u8]> = own.by_ref().take(if winning.is_empty() { 2 } else { 4 }).collect();
        right.extend(grid.map_or_else(|| lines.concat(), |grid| oracle::text(&grid).into_bytes()));
    }
    right
}

/// Changes an output by an edit: where, what, and by which bytes.
fn apply([place, what, by]: [u8; 3], output: &mut Vec<u8>, positions: Option<&[oracle::Grid]>) {
    const PIECES: &[u8] = b" |\n|\r|\r\n|\t|\x0B|\x0C|\n\n|1| 2|x|No|\xEF\xBB\xBF|LOSING\n\n";
    let at = (usize::from(place) + 256 * usize::from(what / 64)) % (output.len() + 1);
    let one = at..(at + 1).min(output.len());
    let raw = [by];
    let piece = PIECES.split(|&byte| byte == b'|').nth(usize::from(by)).unwrap_or(&raw);
    match what % 8 {
        0 => _ = output.splice(one, []),
        1 => _ = output.splice(at..at, piece.iter().copied()),
        2 => _ = output.splice(one, piece.iter().copied()),
        3 if at + 1 < output.len() => output.swap(at, at + 1),
        3 => output.truncate(at),
        4 => output[one].iter_mut().for_each(|byte| *byte ^= b' '),
        5 => {
            let lines = output.split(|&byte| byte == b'\n');
            *output = lines.collect::<Vec<_>>().join(piece);
        }
        6 => {
            let end = (at + usize::from(by)).min(output.len());
            output.drain(at..end);
        }
        _ => {
            if let Some(positions) = positions {
                *output = other_moves(positions, output, place, by);
            }
        }
    }
}

/// The output with another winning move in one position.
fn other_moves(positions: &[oracle::Grid], output: &[u8], place: u8, by: u8) -> Vec<u8> {
    let chosen = usize::from(place) % positions.len().max(1);
    let line_count = |position: &oracle::Grid| if WINNING[position].is_empty() { 2 } else { 4 };
    let before: usize = positions[..chosen].iter().map(line_count).sum();
    let mut moves: Vec<&oracle::Grid> =
        positions.get(chosen).map(|position| WINNING[position].iter().collect()).unwrap_or_default();
    if moves.is_empty() {
        return output.to_vec();
    }
    // A set has no order that is the same in each run.
    moves.sort_unstable();
    let other = oracle::text(moves[usize::from(by) % moves.len()]);
    let mut lines: Vec<&[u8]> = output.split_inclusive(|&byte| byte == b'\n').collect();
    let range = before.min(lines.len())..(before + 4).min(lines.len());
    lines.splice(range, [other.as_bytes()]);
    lines.concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planted::Planted;

    /// The planted problem takes every output for right.
    #[test]
    #[should_panic(expected = "left: Accepted")]
    fn a_comparison_that_accepts_a_wrong_output_is_found() {
        let drop_the_first_byte = [[0, 0, 0]];
        Output { input: b"a\n", edits: &drop_the_first_byte, size: Size::Usual }.check(&Planted::DIALECTS[0]);
    }
}
