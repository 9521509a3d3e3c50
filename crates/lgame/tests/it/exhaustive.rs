//! Every position against the oracle.

use lgame::{Grid, LGame, Position, Solver};
use problem::{Layout, Problem, solve};
use retrograde::{Game, Value, audit_with_predecessors, verify};

use crate::oracle::{self, ORACLE, Verdict, text};

fn position(grid: &oracle::Grid) -> Position {
    let rows: Grid = std::array::from_fn(|row| std::array::from_fn(|column| grid[4 * row + column]));
    Position::parse(rows).unwrap()
}

#[test]
fn all_verdicts_and_distances_are_the_oracle_s() {
    let solver = Solver::new();
    for (grid, verdict) in ORACLE.grids.iter().zip(&ORACLE.verdicts) {
        let expected = match *verdict {
            Verdict::Win(plies) => Value::Win(plies),
            Verdict::Loss(plies) => Value::Loss(plies),
            Verdict::Draw => Value::Draw,
        };
        assert_eq!(solver.value(position(grid)), expected, "{}", text(grid));
    }
}

#[test]
fn all_moves_are_the_oracle_s() {
    for (grid, moves) in ORACLE.grids.iter().zip(&ORACLE.moves) {
        let mut own: Vec<Vec<u8>> =
            position(grid).moves().map(|after| after.swapped().grid().as_flattened().to_vec()).collect();
        let mut expected: Vec<Vec<u8>> = moves.iter().map(|after| after.to_vec()).collect();
        own.sort_unstable();
        expected.sort_unstable();
        assert_eq!(own, expected, "{}", text(grid));
        expected.dedup();
        assert_eq!(own.len(), expected.len(), "two moves lead to the same position");
        assert_eq!(LGame.move_count(&position(grid)) as usize, moves.len());
    }
}

#[test]
fn every_answer_is_the_oracle_s_and_a_legal_move_to_a_lost_position_where_it_is_a_move() {
    let input: String = ORACLE.grids.iter().map(text).collect();
    let answers = solve(LGame::dialect("boi").unwrap(), Layout::Free, input.as_bytes()).unwrap().to_bytes();
    assert!(answers == oracle::answer("boi", input.as_bytes()));

    let mut lines = str::from_utf8(&answers).unwrap().lines();
    for (at, verdict) in ORACLE.verdicts.iter().enumerate() {
        if let Verdict::Win(_) = verdict {
            let signs: Vec<u8> = lines.by_ref().take(4).flat_map(str::bytes).collect();
            assert!(ORACLE.winning_moves(at).any(|after| after[..] == signs));
        } else {
            assert_eq!(lines.next(), Some("No winning move"));
            assert_eq!(lines.next(), Some(if *verdict == Verdict::Draw { "Draw" } else { "Losing" }));
        }
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn the_game_s_own_code_is_sound() {
    assert_eq!(audit_with_predecessors(&LGame), Ok(()));
    assert_eq!(verify(Solver::new().solution()), Ok(()));
}

#[test]
fn the_eight_symmetries_of_a_position_have_its_value() {
    let solver = Solver::new();
    let turned = |grid: &oracle::Grid| std::array::from_fn(|cell| grid[4 * (3 - cell % 4) + cell / 4]);
    let mirrored = |grid: &oracle::Grid| std::array::from_fn(|cell| grid[cell - cell % 4 + 3 - cell % 4]);
    for grid in &ORACLE.grids {
        let value = solver.value(position(grid));
        let mut image = *grid;
        for step in 0..8 {
            image = if step == 3 { mirrored(&image) } else { turned(&image) };
            assert_eq!(solver.value(position(&image)), value, "{}", text(grid));
        }
    }
}

#[test]
fn the_line_lasts_as_long_as_the_value_says() {
    let solver = Solver::new();
    for grid in &ORACLE.grids {
        let line = solver.line(position(grid));
        let plies = solver.value(position(grid)).plies();
        assert_eq!(line.len(), 1 + usize::from(plies.unwrap_or(0)));
        assert!(line.windows(2).all(|pair| pair[0].moves().any(|after| after == pair[1])));
    }
}
