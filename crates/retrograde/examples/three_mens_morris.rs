//! Three men's morris: tic-tac-toe with three stones each, which move once all are on the board. The first line wins;
//! without one the game goes on forever. There are three variants of the rules.

use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write as _};

use retrograde::{Explored, Game, Solution, Solver, Summary, Values};

/// Where a stone can move.
#[derive(Clone, Copy, Debug)]
enum Movement {
    /// To the next point along the lines of the board, which may include the diagonals through the centre.
    Lines { diagonals: bool },
    /// To any empty point.
    Anywhere,
}

struct ThreeMensMorris {
    movement: Movement,
}

/// The nine points, row by row, seen by the player to move. A player with fewer than three stones on the board has the
/// others in hand, and places one.
type Points = [Stone; 9];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Stone {
    None,
    Own,
    Other,
}

use Stone::{Other, Own};

const EMPTY: Points = [Stone::None; 9];

/// The points of all rows, columns and diagonals.
const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

fn has_line(points: &Points, whose: Stone) -> bool {
    LINES.iter().any(|line| line.iter().all(|&point| points[point] == whose))
}

fn count(points: &Points, whose: Stone) -> usize {
    points.iter().filter(|&&stone| stone == whose).count()
}

/// The board seen by the other player, whose turn it is now.
fn swapped(points: Points) -> Points {
    points.map(|stone| match stone {
        Stone::None => Stone::None,
        Own => Other,
        Other => Own,
    })
}

impl ThreeMensMorris {
    fn connects(&self, from: usize, to: usize) -> bool {
        let distances = ((from / 3).abs_diff(to / 3), (from % 3).abs_diff(to % 3));
        match self.movement {
            Movement::Anywhere => true,
            Movement::Lines { diagonals } => match distances {
                (0, 1) | (1, 0) => true,
                (1, 1) => diagonals && (from == 4 || to == 4),
                _ => false,
            },
        }
    }
}

impl Game for ThreeMensMorris {
    type Position = Points;

    fn successors(&self, points: &Points, visit: &mut impl FnMut(Points)) {
        if has_line(points, Other) {
            return;
        }
        let on = |whose| (0..9).filter(move |&point| points[point] == whose);
        for to in on(Stone::None) {
            let mut next = *points;
            next[to] = Own;
            if count(points, Own) < 3 {
                visit(swapped(next));
                continue;
            }
            for from in on(Own).filter(|&from| self.connects(from, to)) {
                let mut next = next;
                next[from] = Stone::None;
                visit(swapped(next));
            }
        }
    }
}

const RULES: [(&str, Movement); 3] = [
    ("straight lines", Movement::Lines { diagonals: false }),
    ("diagonals too", Movement::Lines { diagonals: true }),
    ("anywhere", Movement::Anywhere),
];

/// Solves the game, after finding its positions and checking its own code, and checks the solution.
fn solved(movement: Movement) -> Result<Solution<Explored<ThreeMensMorris>>, Box<dyn Error>> {
    let solver = Solver::new();
    let game = solver.explore(ThreeMensMorris { movement }, [EMPTY])?;
    solver.audit(&game)?;
    let solution = solver.solve(game)?;
    solver.verify_every_position(&solution)?;
    Ok(solution)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut page = String::new();
    writeln!(
        page,
        "The value of the game for the first player, and with the first stone in a corner, on an edge, in the centre;"
    )?;
    writeln!(page, "the number of positions won, lost and drawn for the player to move.\n")?;
    writeln!(page, "stones move     the game   corner     edge       centre        won  lost drawn")?;
    for (name, movement) in RULES {
        let solution = solved(movement)?;
        // A move for each point, in their order.
        let moves = solution.moves(&EMPTY)?;
        let [corner, edge, centre] = [0, 1, 4].map(|point| moves[point].1.to_string());
        let Summary { won, lost, drawn, .. } = solution.summary();
        let empty = solution.value(&EMPTY)?.to_string();
        writeln!(page, "{name:<15} {empty:<10} {corner:<10} {edge:<10} {centre:<10} {won:>6}{lost:>6}{drawn:>6}")?;
    }
    Ok(io::stdout().write_all(page.as_bytes())?)
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use oracles::fixpoint;

    use retrograde::Value;

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
    const STRAIGHT: [[usize; 2]; 12] =
        [[0, 1], [1, 2], [3, 4], [4, 5], [6, 7], [7, 8], [0, 3], [3, 6], [1, 4], [4, 7], [2, 5], [5, 8]];
    const DIAGONAL: [[usize; 2]; 4] = [[0, 4], [2, 4], [4, 6], [4, 8]];

    fn moves(board: &Board, paths: &[[usize; 2]]) -> Vec<Board> {
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
                    stones_of(me).into_iter().filter(|&from| paths.contains(&[from, to]) || paths.contains(&[to, from]))
                {
                    let mut moved = placed.clone();
                    moved.cells[from] = 0;
                    found.push(moved);
                }
            }
        }
        found
    }

    /// The values of all reachable positions by fixpoint iteration.
    fn by_definition(paths: &[[usize; 2]]) -> HashMap<Board, Value> {
        let start = Board { cells: [0; 9], hands: [0, 3, 3], player: 1 };
        fixpoint::values([start], |_| None, |board| moves(board, paths), |_, _| false)
    }

    /// `first_moves` are a corner, an edge and the centre; `outcomes` the numbers of won, lost and drawn positions.
    fn check(movement: Movement, paths: &[[usize; 2]], empty: Value, first_moves: [Value; 3], outcomes: [u64; 3]) {
        let solution = solved(movement).expect("a consistent game");
        assert_eq!(solution.value(&EMPTY), Ok(empty));
        let moves = solution.moves(&EMPTY).expect("solved");
        assert_eq!([0, 1, 4].map(|point| moves[point].1), first_moves);
        let Summary { won, lost, drawn, .. } = solution.summary();
        assert_eq!([won, lost, drawn], outcomes);

        let mut reached = HashSet::new();
        for (board, value) in by_definition(paths) {
            let points = board.cells.map(|whose| match whose {
                0 => Stone::None,
                _ if whose == board.player => Own,
                _ => Other,
            });
            assert_eq!(solution.value(&points), Ok(value), "{points:?}");
            reached.insert(points);
        }
        assert_eq!(reached.len() as u64, outcomes.iter().sum::<u64>());
    }

    #[test]
    fn along_straight_lines() {
        let first_moves = [Value::Draw, Value::Loss(8), Value::Win(9)];
        check(Movement::Lines { diagonals: false }, &STRAIGHT, Value::Win(9), first_moves, [2121, 769, 980]);
    }

    #[test]
    fn along_diagonals_too() {
        let first_moves = [Value::Draw, Value::Loss(8), Value::Win(9)];
        let paths = [&STRAIGHT[..], &DIAGONAL[..]].concat();
        check(Movement::Lines { diagonals: true }, &paths, Value::Win(9), first_moves, [2161, 773, 936]);
    }

    #[test]
    fn to_any_empty_point() {
        let paths: Vec<_> = (0..9).flat_map(|from| (0..from).map(move |to| [from, to])).collect();
        check(Movement::Anywhere, &paths, Value::Draw, [Value::Draw; 3], [2278, 820, 772]);
    }
}
