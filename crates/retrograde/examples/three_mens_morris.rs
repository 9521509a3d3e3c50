//! Three men's morris: tic-tac-toe with three stones each, which move along the lines of the board once all are on it.
//! The first row or diagonal of three wins; without one the game never ends.

use std::error::Error;
use std::io::{self, Write as _};

use retrograde::{Explored, Game, Solution, Solver, Values};

struct ThreeMensMorris;

/// The nine points, row by row, seen by the player to move. A player with fewer than three stones on the board has the
/// others in hand, and places one.
type Points = [Stone; 9];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stone {
    None,
    Own,
    Other,
}

use Stone::{Other, Own};

const EMPTY: Points = [Stone::None; 9];

/// The points of all rows, columns and diagonals.
const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The board seen by the other player, whose turn it is now.
fn swapped(points: Points) -> Points {
    points.map(|stone| match stone {
        Stone::None => Stone::None,
        Own => Other,
        Other => Own,
    })
}

/// Whether the points are next to each other in a row or a column.
fn are_connected(one: usize, other: usize) -> bool {
    (one / 3).abs_diff(other / 3) + (one % 3).abs_diff(other % 3) == 1
}

impl Game for ThreeMensMorris {
    type Position = Points;

    fn successors(&self, points: &Points, visit: &mut impl FnMut(Points)) {
        if LINES.iter().any(|line| line.iter().all(|&point| points[point] == Other)) {
            return;
        }
        let on = |whose| (0..9).filter(move |&point| points[point] == whose);
        for to in on(Stone::None) {
            let mut next = *points;
            next[to] = Own;
            if on(Own).count() < 3 {
                visit(swapped(next));
                continue;
            }
            for from in on(Own).filter(|&from| are_connected(from, to)) {
                let mut next = next;
                next[from] = Stone::None;
                visit(swapped(next));
            }
        }
    }
}

/// Solves the game, after finding its positions and checking its own code, and checks the solution.
fn solved() -> Result<Solution<Explored<ThreeMensMorris>>, retrograde::Error> {
    let solver = Solver::new();
    let game = solver.explore(ThreeMensMorris, [EMPTY])?;
    solver.audit(&game)?;
    let solution = solver.solve(game)?;
    solver.verify_every_position(&solution)?;
    Ok(solution)
}

fn main() -> Result<(), Box<dyn Error>> {
    let (solution, mut out) = (solved()?, io::stdout());
    writeln!(out, "{}; the first player: {}", solution.summary(), solution.value(&EMPTY)?)?;
    // A move for each point, in their order.
    let moves = solution.moves(&EMPTY)?;
    for (name, point) in [("a corner", 0), ("an edge", 1), ("the centre", 4)] {
        writeln!(out, "with the first stone on {name}: {}", moves[point].1)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use oracles::fixpoint;

    use retrograde::{Summary, Value};

    use super::*;

    /// A board with the players 1 and 2: the owners of the cells, and the numbers of stones in hand.
    #[derive(Clone, PartialEq, Eq, Hash)]
    struct Board {
        cells: [usize; 9],
        hands: [u8; 3],
        player: usize,
    }

    /// A magic square: three cells are in a line if they sum to 15.
    const MAGIC: [usize; 9] = [2, 7, 6, 9, 5, 1, 4, 3, 8];
    const PATHS: [[usize; 2]; 12] =
        [[0, 1], [1, 2], [3, 4], [4, 5], [6, 7], [7, 8], [0, 3], [3, 6], [1, 4], [4, 7], [2, 5], [5, 8]];

    fn moves(board: &Board) -> Vec<Board> {
        let (me, you) = (board.player, 3 - board.player);
        let stones_of = |whose| (0..9).filter(|&cell| board.cells[cell] == whose).collect::<Vec<_>>();
        let yours = stones_of(you);
        if yours.len() == 3 && yours.iter().map(|&cell| MAGIC[cell]).sum::<usize>() == 15 {
            return Vec::new();
        }
        let mut found = Vec::new();
        for to in stones_of(0) {
            let mut placed = Board { player: you, ..board.clone() };
            placed.cells[to] = me;
            if placed.hands[me] > 0 {
                placed.hands[me] -= 1;
                found.push(placed);
            } else {
                for from in
                    stones_of(me).into_iter().filter(|&from| PATHS.contains(&[from, to]) || PATHS.contains(&[to, from]))
                {
                    let mut moved = placed.clone();
                    moved.cells[from] = 0;
                    found.push(moved);
                }
            }
        }
        found
    }

    #[test]
    fn all_values_are_those_by_definition() {
        let solution = solved().expect("a consistent game");
        assert_eq!(solution.value(&EMPTY), Ok(Value::Win(9)));
        let first = solution.moves(&EMPTY).expect("solved");
        assert_eq!([0, 1, 4].map(|point| first[point].1), [Value::Draw, Value::Loss(8), Value::Win(9)]);
        let Summary { won, lost, drawn, .. } = solution.summary();
        assert_eq!([won, lost, drawn], [2121, 769, 980]);

        let start = Board { cells: [0; 9], hands: [0, 3, 3], player: 1 };
        let mut reached = HashSet::new();
        for (board, value) in fixpoint::values([start], |_| None, moves, |_, _| false) {
            let points = board.cells.map(|whose| match whose {
                0 => Stone::None,
                _ if whose == board.player => Own,
                _ => Other,
            });
            assert_eq!(solution.value(&points), Ok(value), "{points:?}");
            reached.insert(points);
        }
        assert_eq!(reached.len(), 3_870);
    }
}
