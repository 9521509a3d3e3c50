//! The chess ending of king and rook against king: a formula numbers the positions, of which symmetric ones are solved
//! once.

use std::error::Error;
use std::io::{self, Write as _};

use retrograde::{Game, Outcome, Ranked, Solver, Value, Values};

struct RookEnding;

/// Squares by file and row, from 0.
type Square = (i8, i8);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Position {
    white_moves: bool,
    king: Square,
    rook: Square,
    black_king: Square,
}

/// The squares that a piece reaches with up to `steps` of these steps, up to the first that is taken.
fn reach(from: Square, steps: i8, taken: [Square; 2], lines: &[(i8, i8)]) -> impl Iterator<Item = Square> {
    lines.iter().flat_map(move |(right, up)| {
        let squares = (1..=steps).map(move |step| (from.0 + step * right, from.1 + step * up));
        let mut is_open = true;
        squares.take_while(move |square| {
            let is_seen = is_open && (0..8).contains(&square.0) && (0..8).contains(&square.1);
            is_open = !taken.contains(square);
            is_seen
        })
    })
}

const LINES: [(i8, i8); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

fn are_adjacent(one: Square, other: Square) -> bool {
    one.0.abs_diff(other.0) <= 1 && one.1.abs_diff(other.1) <= 1
}

impl Position {
    fn is_check(self) -> bool {
        reach(self.rook, 7, [self.king, self.black_king], &LINES[..4]).any(|square| square == self.black_king)
    }

    /// Whether the kings are apart, no square is taken twice, and the player who has moved is not in check.
    fn is_legal(self) -> bool {
        let apart = !are_adjacent(self.king, self.black_king) && self.rook != self.king && self.rook != self.black_king;
        apart && !(self.white_moves && self.is_check())
    }
}

impl Game for RookEnding {
    type Position = Position;

    fn successors(&self, at: &Position, visit: &mut impl FnMut(Position)) {
        let next = Position { white_moves: !at.white_moves, ..*at };
        if at.white_moves {
            let kings = reach(at.king, 1, [at.rook; 2], &LINES).map(|king| Position { king, ..next });
            let rooks = reach(at.rook, 7, [at.king, at.black_king], &LINES[..4]).map(|rook| Position { rook, ..next });
            kings.chain(rooks).filter(|at| at.is_legal()).for_each(visit);
        } else {
            let kings = reach(at.black_king, 1, [at.rook; 2], &LINES).map(|black_king| Position { black_king, ..next });
            let is_legal = |next: &Position| {
                let captures = next.black_king == next.rook && !are_adjacent(next.king, next.rook);
                captures || next.is_legal()
            };
            kings.filter(is_legal).for_each(visit);
        }
    }

    fn ending(&self, at: &Position) -> Outcome {
        if at.is_check() { Outcome::Loss } else { Outcome::Draw }
    }

    fn known_value(&self, at: &Position) -> Option<Value> {
        (at.black_king == at.rook).then_some(Value::Draw)
    }

    /// Under the symmetries of the board.
    fn images(&self, at: &Position, visit: &mut impl FnMut(Position)) {
        for symmetry in 1..8 {
            let image = |(file, row): Square| {
                let (file, row) = if symmetry & 1 == 0 { (file, row) } else { (row, file) };
                (if symmetry & 2 == 0 { file } else { 7 - file }, if symmetry & 4 == 0 { row } else { 7 - row })
            };
            let [king, rook, black_king] = [at.king, at.rook, at.black_king].map(image);
            visit(Position { white_moves: at.white_moves, king, rook, black_king });
        }
    }

    fn canonical(&self, at: &Position) -> Position {
        self.least_image(at)
    }
}

impl Ranked for RookEnding {
    fn ranks(&self) -> u64 {
        2 * 64 * 64 * 64
    }

    fn rank(&self, at: &Position) -> Option<u64> {
        let digit =
            |rank: u64, (file, row): Square| rank * 64 + u64::from(file.cast_unsigned() + 8 * row.cast_unsigned());
        Some([at.king, at.rook, at.black_king].into_iter().fold(at.white_moves.into(), digit))
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        let square = |place: u32| ((rank >> (6 * place) & 7) as i8, (rank >> (6 * place + 3) & 7) as i8);
        let (king, rook, black_king) = (square(2), square(1), square(0));
        Some(Position { white_moves: rank >> 18 == 1, king, rook, black_king }).filter(|at| at.is_legal())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let (solver, mut out) = (Solver::new().threads(0), io::stdout());
    let solution = solver.solve(RookEnding)?;
    solver.verify(&solution)?;
    let counts = solver.canonical_counts_by(&solution, 0..RookEnding.ranks(), |at, value| (at.white_moves, value))?;
    writeln!(out, "Positions with Black to move, symmetric ones counted once:")?;
    for ((_, value), positions) in counts.into_iter().filter(|((white_moves, _), _)| !white_moves).rev() {
        writeln!(out, "{positions:>6}  {value}")?;
    }
    let longest = solution.iter().find(|(_, value)| *value == Value::Loss(32)).ok_or("no such position")?.0;
    for at in solution.line(&longest)? {
        writeln!(out, "  king {:?}, rook {:?}, black king {:?}", at.king, at.rook, at.black_king)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use retrograde::solver::Sample;

    use super::*;

    /// M. Bain, *Chess (King-Rook vs. King)*, UCI Machine Learning Repository, 1994: 28,056 positions with Black to move,
    /// by the number of moves to mate, and those that are drawn.
    #[test]
    fn all_counts_by_distance_are_the_published_ones() {
        let solver = Solver::new().threads(0);
        solver.audit_some(&RookEnding, Sample { size: 10_000, seed: 1994 }).expect("a consistent game");
        let solution = solver.solve(RookEnding).expect("a consistent game");
        let counts = solver.canonical_counts_by(&solution, 0..RookEnding.ranks(), |at, value| (at.white_moves, value));
        let counts = counts.expect("values in memory");
        let mated = [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390];
        let mut published: Vec<(Value, u64)> = (0..).step_by(2).map(Value::Loss).zip(mated).collect();
        published.push((Value::Draw, 2796));
        assert_eq!(published.iter().map(|(_, positions)| positions).sum::<u64>(), 28_056);
        let black = counts.into_iter().filter(|((white_moves, _), _)| !white_moves);
        assert_eq!(black.map(|((_, value), positions)| (value, positions)).collect::<Vec<_>>(), published);
    }
}
