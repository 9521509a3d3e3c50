//! Tic-tac-toe, solved: a draw, as everybody knows. A game whose positions are alike in eights.

use std::collections::HashSet;

use retrograde::{Game, Outcome, Value, solve, verify};

struct TicTacToe;

/// The nine cells, row by row: 0 for empty, 1 for X, 2 for O. X begins.
type Grid = [u8; 9];

const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Where each cell goes in a quarter turn, and in a mirror.
const TURN: [usize; 9] = [2, 5, 8, 1, 4, 7, 0, 3, 6];
const MIRROR: [usize; 9] = [2, 1, 0, 5, 4, 3, 8, 7, 6];

fn has_line(grid: &Grid, mark: u8) -> bool {
    LINES.iter().any(|line| line.iter().all(|&cell| grid[cell] == mark))
}

fn mover(grid: &Grid) -> u8 {
    if grid.iter().filter(|&&mark| mark != 0).count().is_multiple_of(2) { 1 } else { 2 }
}

fn images(grid: &Grid) -> [Grid; 8] {
    let mut image = *grid;
    std::array::from_fn(|index| {
        let map = if index == 4 { MIRROR } else { TURN };
        if index > 0 {
            image = map.map(|cell| image[cell]);
        }
        image
    })
}

impl Game for TicTacToe {
    type Position = Grid;

    fn ranks(&self) -> u32 {
        3_u32.pow(9)
    }

    fn rank(&self, grid: &Grid) -> u32 {
        grid.iter().fold(0, |rank, &mark| 3 * rank + u32::from(mark))
    }

    fn unrank(&self, rank: u32) -> Option<Grid> {
        let mark = |cell: u32| u8::try_from(rank / 3_u32.pow(8 - cell) % 3).expect("a digit");
        let grid: Grid = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(mark);
        let [_, crosses, noughts] = [0, 1, 2].map(|mark| grid.iter().map(|&other| u8::from(other == mark)).sum::<u8>());
        // X begins, and nobody moves after a line.
        let fair = crosses == noughts || crosses == noughts + 1;
        (fair && !has_line(&grid, mover(&grid))).then_some(grid)
    }

    fn successors(&self, grid: &Grid, mut visit: impl FnMut(Grid)) {
        let mark = mover(grid);
        if !has_line(grid, 3 - mark) {
            for cell in (0..9).filter(|&cell| grid[cell] == 0) {
                let mut next = *grid;
                next[cell] = mark;
                visit(next);
            }
        }
    }

    fn ending(&self, grid: &Grid) -> Outcome {
        if has_line(grid, 3 - mover(grid)) { Outcome::Loss } else { Outcome::Draw }
    }

    fn canonical(&self, grid: &Grid) -> Grid {
        images(grid).into_iter().min().unwrap_or(*grid)
    }

    fn orbit(&self, grid: &Grid) -> u32 {
        u32::try_from(HashSet::from(images(grid)).len()).expect("at most eight")
    }
}

#[expect(clippy::print_stdout, reason = "an example shows what it finds")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = TicTacToe;
    let solution = solve(&game)?;
    verify(&game, &solution)?;
    println!("the empty board: {}", solution.value(&game, &[0; 9]));
    for (value, positions) in solution.counts(&game) {
        println!("{positions:>6} positions: {value}");
    }
    let blunder = [1, 2, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(solution.value(&game, &blunder), Value::Win(5));
    println!("after X in a corner and O beside it: {}", solution.value(&game, &blunder));
    for grid in solution.principal_line(&game, &blunder) {
        let rows = grid.chunks(3).map(|row| row.iter().map(|&mark| ['.', 'X', 'O'][usize::from(mark)]).collect());
        println!("  {}", rows.collect::<Vec<String>>().join(" / "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_board_is_a_draw_and_5478_positions_can_be_reached() {
        let game = TicTacToe;
        assert_eq!(retrograde::audit(&game), Ok(()));
        let solution = solve(&game).expect("a small game");
        assert_eq!(verify(&game, &solution), Ok(()));
        assert_eq!(solution.value(&game, &[0; 9]), Value::Draw);

        let mut reached = HashSet::from([[0; 9]]);
        let mut unexplored = vec![[0; 9]];
        while let Some(grid) = unexplored.pop() {
            game.successors(&grid, |next| {
                if reached.insert(next) {
                    unexplored.push(next);
                }
            });
        }
        assert_eq!(reached.len(), 5478);
        // Every grid with fair numbers of marks and no move after a line can be reached, and 765 differ in kind.
        assert_eq!(solution.counts(&game).values().sum::<u64>(), 5478);
        assert_eq!(reached.iter().map(|grid| game.canonical(grid)).collect::<HashSet<_>>().len(), 765);
    }
}
