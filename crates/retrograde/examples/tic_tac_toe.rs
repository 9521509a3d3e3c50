//! Tic-tac-toe, solved: a draw, also if three in a row lose. A game with symmetries.

use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write as _};

use retrograde::{Explored, Game, Outcome, Solution, Solver, Value, Values};

struct TicTacToe {
    aim: Aim,
}

/// The result for the player who makes three in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Aim {
    Win,
    /// Misère play.
    Lose,
}

/// The nine cells, row by row: 0 for empty, 1 for X, 2 for O. X moves first.
type Grid = [u8; 9];

/// The cells of all rows, columns and diagonals.
const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The cell that each cell of the image comes from, for a quarter turn and for a reflection.
const ROTATION: [usize; 9] = [2, 5, 8, 1, 4, 7, 0, 3, 6];
const REFLECTION: [usize; 9] = [2, 1, 0, 5, 4, 3, 8, 7, 6];

fn mover(grid: &Grid) -> u8 {
    if grid.iter().filter(|&&mark| mark != 0).count().is_multiple_of(2) { 1 } else { 2 }
}

fn has_line(grid: &Grid, mark: u8) -> bool {
    LINES.iter().any(|line| line.iter().all(|&cell| grid[cell] == mark))
}

/// The images of a board under all rotations and reflections, equal ones repeated.
fn images(grid: &Grid) -> [Grid; 8] {
    let mut image = *grid;
    std::array::from_fn(|index| {
        let map = if index == 4 { REFLECTION } else { ROTATION };
        if index > 0 {
            image = map.map(|cell| image[cell]);
        }
        image
    })
}

impl Game for TicTacToe {
    type Position = Grid;

    fn successors(&self, grid: &Grid, visit: &mut impl FnMut(Grid)) {
        let mark = mover(grid);
        if has_line(grid, 3 - mark) {
            return;
        }
        let empty_cells = (0..9).filter(|&cell| grid[cell] == 0);
        let moves = empty_cells.map(|cell| {
            let mut next = *grid;
            next[cell] = mark;
            next
        });
        moves.for_each(visit);
    }

    fn ending(&self, grid: &Grid) -> Outcome {
        match self.aim {
            _ if !has_line(grid, 3 - mover(grid)) => Outcome::Draw,
            Aim::Win => Outcome::Loss,
            Aim::Lose => Outcome::Win,
        }
    }

    fn canonical(&self, grid: &Grid) -> Grid {
        images(grid).into_iter().min().unwrap_or(*grid)
    }

    fn orbit(&self, grid: &Grid) -> u32 {
        let fixed = images(grid).iter().map(|image| u32::from(image == grid)).sum::<u32>();
        8 / fixed
    }
}

/// The value for the second player after each first move.
fn after_first_moves(solution: &Solution<Explored<TicTacToe>>) -> Result<Vec<Value>, retrograde::Error> {
    solution.moves(&[0; 9])?.into_iter().map(|(grid, _)| solution.value(&grid)).collect()
}

/// Solves the game, after finding its positions and checking its own code, and checks the solution.
fn solved(aim: Aim) -> Result<Solution<Explored<TicTacToe>>, Box<dyn Error>> {
    let solver = Solver::new();
    let game = solver.explore(TicTacToe { aim }, [[0; 9]])?;
    solver.audit(&game)?;
    let solution = solver.solve(game)?;
    solver.verify_every_position(&solution)?;
    Ok(solution)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut page = String::new();
    for aim in [Aim::Win, Aim::Lose] {
        let solution = solved(aim)?;
        let rule = if aim == Aim::Win { "wins" } else { "loses" };
        writeln!(page, "Three in a row {rule}. The empty board: {}; after X there:", solution.value(&[0; 9])?)?;
        for row in after_first_moves(&solution)?.chunks(3) {
            writeln!(page, "  {:<10} {:<10} {}", row[0].to_string(), row[1].to_string(), row[2])?;
        }
        let counts = solution.counts();
        writeln!(page, "{} positions:", counts.values().sum::<u64>())?;
        for (value, positions) in counts.into_iter().rev() {
            writeln!(page, "{positions:>6}  {value}")?;
        }
        let opening = [1, 2, 0, 0, 0, 0, 0, 0, 0];
        writeln!(page, "After X in a corner and O beside it: {}", solution.value(&opening)?)?;
        for grid in solution.line(&opening)? {
            let rows = grid.chunks(3).map(|row| row.iter().map(|&mark| ['.', 'X', 'O'][usize::from(mark)]).collect());
            writeln!(page, "  {}", rows.collect::<Vec<String>>().join(" / "))?;
        }
        writeln!(page)?;
    }
    Ok(io::stdout().write_all(page.as_bytes())?)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The lines as sets of cells, one bit per cell.
    const SETS: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];

    /// Plays all games to the end, and visits each position with its score: with a positive score the player to move
    /// wins in `10 - score` plies, with a negative one loses in `10 + score`, and with 0 draws.
    fn minimax(own: u16, other: u16, aim: Aim, visit: &mut impl FnMut(u16, u16, i16)) -> i16 {
        let free = (0..9).map(|cell| 1 << cell).filter(|cell| (own | other) & cell == 0);
        let score = if SETS.iter().any(|line| other & line == *line) {
            if aim == Aim::Lose { 10 } else { -10 }
        } else {
            free.map(|cell| -minimax(other, own | cell, aim, visit))
                .map(|score| score - score.signum())
                .max()
                .unwrap_or(0)
        };
        visit(own, other, score);
        score
    }

    fn check(aim: Aim, first_moves: [Value; 9]) {
        let solution = solved(aim).expect("a consistent game");
        assert_eq!(solution.value(&[0; 9]), Ok(Value::Draw));
        assert_eq!(after_first_moves(&solution).expect("solved"), first_moves);

        let (mut reached, mut nodes) = (HashSet::new(), 0);
        minimax(0, 0, aim, &mut |own, other, score| {
            let crosses = if own.count_ones() == other.count_ones() { own } else { other };
            let grid = std::array::from_fn(|cell| match 1 << cell {
                cell if (own | other) & cell == 0 => 0,
                cell => {
                    if crosses & cell == 0 {
                        2
                    } else {
                        1
                    }
                }
            });
            let value = match score {
                0 => Value::Draw,
                1.. => Value::Win(10 - score.unsigned_abs()),
                _ => Value::Loss(10 - score.unsigned_abs()),
            };
            assert_eq!(solution.value(&grid), Ok(value), "{grid:?}");
            reached.insert(grid);
            nodes += 1;
        });
        assert_eq!(nodes, 549_946);
        // There are 765 positions up to symmetry.
        assert_eq!(reached.len(), 5478);
        assert_eq!(solution.counts().values().sum::<u64>(), 5478);
        assert_eq!(reached.iter().map(|grid| images(grid).into_iter().min()).collect::<HashSet<_>>().len(), 765);
    }

    #[test]
    fn three_in_a_row_wins_and_all_first_moves_draw() {
        check(Aim::Win, [Value::Draw; 9]);
    }

    #[test]
    fn three_in_a_row_loses_and_only_the_centre_draws() {
        let mut first_moves = [Value::Win(8); 9];
        first_moves[4] = Value::Draw;
        check(Aim::Lose, first_moves);
    }
}
