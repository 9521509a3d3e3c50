//! Kono on three rows of three points, solved part by part: a capture leads to a part with fewer stones, and play never
//! returns from there. A player moves a stone to a free point next to it, or captures: a stone jumps over another one
//! of its own side and takes the place of an opponent's stone behind. Who has a single stone left, or cannot move,
//! loses.

use std::error::Error;
use std::io::{self, Write as _};
use std::path::Path;

use retrograde::files::Stored;
use retrograde::{Game, Part, Ranked, Solver, Value, Values};

struct Kono;

/// The stones of the player to move and of the other, a bit for each point, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Stones {
    own: u16,
    other: u16,
}

const START: Stones = Stones { own: 0b111, other: 0b111 << 6 };

/// The points of a set, ascending.
fn points(set: u16) -> impl Iterator<Item = u16> {
    (0..9).filter(move |point| set & 1 << point != 0)
}

/// The next point in each direction, and the one after that, as sets; of no point beyond the edge.
fn ahead(from: u16) -> [[u16; 2]; 4] {
    [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(down, right)| {
        [1, 2].map(|steps| {
            let row = (from / 3).checked_add_signed(steps * down).filter(|row| *row < 3);
            let column = (from % 3).checked_add_signed(steps * right).filter(|column| *column < 3);
            row.zip(column).map_or(0, |(row, column)| 1 << (3 * row + column))
        })
    })
}

impl Game for Kono {
    type Position = Stones;

    fn successors(&self, &Stones { own, other }: &Stones, visit: &mut impl FnMut(Stones)) {
        for from in points(own) {
            for [next, behind] in ahead(from) {
                if next & !own & !other != 0 {
                    visit(Stones { own: other, other: own ^ 1 << from ^ next });
                }
                if next & own != 0 && behind & other != 0 {
                    visit(Stones { own: other ^ behind, other: own ^ 1 << from ^ behind });
                }
            }
        }
    }

    fn known_value(&self, at: &Stones) -> Option<Value> {
        (at.own.count_ones() < 2).then_some(Value::Loss(0))
    }
}

/// The parts in the order of solving: the stones of both players, the larger number first. 3 against 2 belong together
/// with 2 against 3, as players take turns.
const PARTS: [(u32, u32); 3] = [(2, 2), (3, 2), (3, 3)];

/// In each part the board is a number in base 3. Those with other numbers of stones are holes.
const BOARDS: u64 = 3_u64.pow(9);

impl Ranked for Kono {
    fn ranks(&self) -> u64 {
        3 * BOARDS
    }

    fn rank(&self, at: &Stones) -> Option<u64> {
        let number = |set: u16| points(set).map(|point| 3_u64.pow(point.into())).sum::<u64>();
        Some(self.part_of(at)? as u64 * BOARDS + number(at.own) + 2 * number(at.other))
    }

    fn unrank(&self, rank: u64) -> Option<Stones> {
        let digit = |point| rank % BOARDS / 3_u64.pow(point) % 3;
        let set = |whose| (0..9).filter(|&point| digit(point) == whose).map(|point| 1 << point).sum();
        let at = Stones { own: set(1), other: set(2) };
        (self.part_of(&at)? as u64 == rank / BOARDS).then_some(at)
    }

    fn parts(&self) -> Vec<Part> {
        let part = |(number, (more, fewer)): (usize, (u32, u32))| Part {
            name: format!("{more}-{fewer}"),
            ranks: number as u64 * BOARDS..(number as u64 + 1) * BOARDS,
            next: (number.saturating_sub(1)..=number).collect(),
        };
        PARTS.into_iter().enumerate().map(part).collect()
    }

    fn part_of(&self, at: &Stones) -> Option<usize> {
        let [own, other] = [at.own.count_ones(), at.other.count_ones()];
        PARTS.iter().position(|part| *part == (own.max(other), own.min(other)))
    }
}

/// Audits, solves and verifies all parts in a folder.
fn solved(folder: &Path) -> Result<Stored<Kono>, retrograde::Error> {
    let (stored, solver) = (Stored::folder(folder, Kono, "kono on 3 times 3 points")?, Solver::new());
    for part in 0..PARTS.len() {
        solver.audit_part(&Kono, part)?;
        solver.solve_parts(&stored, [part])?;
        solver.verify_part(&stored, part)?;
    }
    Ok(stored)
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let (stored, mut out) = (solved(folder.path())?, io::stdout());
    for (number, part) in stored.parts().iter().enumerate() {
        writeln!(out, "{}: {}", part.name, stored.header(number)?.canonical)?;
    }
    writeln!(out, "the first player: {}", stored.value(&START)?)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use oracles::fixpoint;

    use super::*;

    /// The values of all positions by fixpoint iteration over boards of rows, without parts, ranks or sets of bits.
    fn by_definition() -> HashMap<Vec<usize>, Value> {
        let boards = (0..3_u32.pow(9)).map(|code| (0..9).map(|cell| (code / 3_u32.pow(cell) % 3) as usize).collect());
        let count = |board: &Vec<usize>, whose: usize| board.iter().filter(|cell| **cell == whose).count();
        let all: Vec<Vec<usize>> =
            boards.filter(|board| (1..=3).contains(&count(board, 1)) && (2..=3).contains(&count(board, 2))).collect();
        let moves = |board: &Vec<usize>| -> Vec<Vec<usize>> {
            let mut moves = Vec::new();
            for line in [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8]] {
                for [a, b, c] in [line, [line[2], line[1], line[0]]] {
                    let mut play = |from: usize, to: usize| {
                        let mut after = board.clone();
                        (after[from], after[to]) = (0, 1);
                        moves.push(after.into_iter().map(|cell| [0, 2, 1][cell]).collect());
                    };
                    for (from, to) in
                        [(a, b), (b, c)].into_iter().filter(|(from, to)| board[*from] == 1 && board[*to] == 0)
                    {
                        play(from, to);
                    }
                    if [board[a], board[b], board[c]] == [1, 1, 2] {
                        play(a, c);
                    }
                }
            }
            moves
        };
        let known = |board: &Vec<usize>| (count(board, 1) == 1).then_some(Value::Loss(0));
        fixpoint::values(all, known, moves, |_, _| false)
    }

    #[test]
    fn all_values_are_those_by_definition() {
        let folder = tempfile::tempdir().expect("a folder");
        let stored = solved(folder.path()).expect("a consistent game");
        let by_definition = by_definition();
        for (board, value) in &by_definition {
            let set = |whose| (0..9).filter(|point| board[*point] == whose).map(|point| 1 << point).sum();
            let at = Stones { own: set(1), other: set(2) };
            assert_eq!(stored.value(&at), Ok(*value), "{board:?}");
        }
        assert_eq!(by_definition.len(), 9 * 28 + 9 * 56 + 36 * 21 + 36 * 35 + 84 * 15 + 84 * 20);
    }
}
