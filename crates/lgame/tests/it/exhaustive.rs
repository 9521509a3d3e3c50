//! Compares the program with the oracle on every position.

use lgame::{Grid, LGame, Position, best_line, solution, value};
use problem::{Layout, Problem, solve};
use retrograde::{Game, Solver, Value};

use crate::oracle::{self, ORACLE, text};

fn position(grid: &oracle::Grid) -> Position {
    let rows: Grid = std::array::from_fn(|row| std::array::from_fn(|column| grid[4 * row + column]));
    Position::parse(rows).unwrap()
}

#[test]
fn all_values_moves_and_lines_agree_with_the_oracle() {
    for ((grid, verdict), moves) in ORACLE.grids.iter().zip(&ORACLE.verdicts).zip(&ORACLE.moves) {
        let (position, text) = (position(grid), text(grid));
        assert_eq!(value(position), *verdict, "{text}");
        let mut actual: Vec<Vec<u8>> =
            position.moves().map(|after| after.swapped().grid().as_flattened().to_vec()).collect();
        let mut expected: Vec<Vec<u8>> = moves.iter().map(|after| after.to_vec()).collect();
        actual.sort_unstable();
        expected.sort_unstable();
        assert_eq!(actual, expected, "{text}");
        expected.dedup();
        assert_eq!(actual.len(), expected.len(), "two moves lead to the same position: {text}");
        assert_eq!(LGame.move_count(&position), u32::try_from(moves.len()).ok());
        // A line of best play has as many plies as the value.
        let line = best_line(position);
        assert_eq!(line.len(), 1 + usize::from(verdict.plies().unwrap_or(0)), "{text}");
        assert!(line.windows(2).all(|pair| pair[0].moves().any(|after| after == pair[1])), "{text}");
    }
}

#[test]
fn all_answers_agree_with_the_oracle() {
    let input: String = ORACLE.grids.iter().map(text).collect();
    let answers = solve(LGame::dialect("boi").unwrap(), Layout::Free, input.as_bytes()).unwrap().to_bytes();
    assert!(answers == oracle::answer("boi", input.as_bytes()));
}

#[test]
fn generated_positions_have_the_outcome_that_their_shape_names() {
    let dialect = LGame::dialect("boi").unwrap();
    let generator = dialect.generator.unwrap();
    for shape in generator.shapes {
        for case in generator.random_cases(1, Some(*shape), |_, _| 16).take(20) {
            let at = oracle::positions_in(&dialect.format.input(&[case]))[0];
            let outcome = match ORACLE.verdicts[at] {
                Value::Win(_) => "won",
                Value::Loss(_) => "lost",
                Value::Draw => "drawn",
            };
            assert!(shape.name == outcome || shape.name == "any", "{}: {}", shape.name, text(&ORACLE.grids[at]));
        }
    }
}

#[test]
fn the_audit_of_the_game_and_the_verification_of_its_solution_pass() {
    let solver = Solver::new();
    assert_eq!(solver.audit(&LGame), Ok(()));
    assert_eq!(solver.verify_every_position(solution()), Ok(()));
}
