//! Kono on three rows of three points, solved part by part: a capture leads to a part with fewer stones, and play never
//! returns from there. A player moves a stone to a free point next to it, or captures: a stone jumps over another one
//! of its own side and takes the place of an opponent's stone behind. Who has a single stone left, or cannot move,
//! loses.

use std::error::Error;
use std::io::{self, Write as _};

use retrograde::tiers::{Tiered, Tiers};
use retrograde::{Game, Solver, Value};

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
    const LISTS_PREDECESSORS: bool = true;

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

    /// Those in the same part are enough: the other player has moved without a capture.
    fn predecessors(&self, &Stones { own, other }: &Stones, visit: &mut impl FnMut(Stones)) {
        for to in points(other) {
            for [before, _] in ahead(to).into_iter().filter(|[before, _]| before & !own & !other != 0) {
                visit(Stones { own: other ^ 1 << to ^ before, other: own });
            }
        }
    }

    fn known_value(&self, at: &Stones) -> Option<Value> {
        (at.own.count_ones() < 2).then_some(Value::Loss(0))
    }
}

/// The stones of both players, the larger number first: 3 against 2 belong together with 2 against 3, as players take
/// turns.
type Part = (u32, u32);

impl Tiered for Kono {
    type Part = Part;

    fn name(&self) -> String {
        "kono on 3 times 3 points".into()
    }

    fn part_name(&self, (more, fewer): &Part) -> String {
        format!("{more}-{fewer}")
    }

    fn part(&self, at: &Stones) -> Part {
        let [own, other] = [at.own.count_ones(), at.other.count_ones()];
        (own.max(other), own.min(other))
    }

    fn next_parts(&self, &(more, fewer): &Part) -> Vec<Part> {
        let captured = [(more, fewer - 1), (fewer.max(more - 1), fewer.min(more - 1))];
        captured.into_iter().filter(|(_, fewer)| *fewer >= 2).collect()
    }

    /// The board is a number in base 3. Those with other numbers of stones are holes.
    fn ranks_in(&self, _: &Part) -> u64 {
        3_u64.pow(9)
    }

    fn rank_in(&self, _: &Part, at: &Stones) -> Option<u64> {
        let number = |set: u16| points(set).map(|point| 3_u64.pow(point.into())).sum::<u64>();
        Some(number(at.own) + 2 * number(at.other))
    }

    fn unrank_in(&self, part: &Part, rank: u64) -> Option<Stones> {
        let set = |digit| (0..9).filter(|&point| rank / 3_u64.pow(point) % 3 == digit).map(|point| 1 << point).sum();
        let at = Stones { own: set(1), other: set(2) };
        (self.part(&at) == *part).then_some(at)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let (tiers, solver) = (Tiers::new(Kono, folder.path()), Solver::new());
    let mut out = io::stdout();
    for plan in tiers.plan([(3, 3)])? {
        tiers.audit(&plan.part, |part| solver.audit(part))?;
        tiers.solve(&solver, [plan.part], |_| ())?;
        writeln!(out, "{}: {}", Kono.part_name(&plan.part), tiers.load(&plan.part)?.summary())?;
    }
    tiers.verify_all(&solver, [(3, 3)])?;
    writeln!(out, "the first player: {}", tiers.value(&START)?)?;
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
        let (tiers, solver) = (Tiers::new(Kono, folder.path()), Solver::new());
        for part in [(2, 2), (3, 2), (3, 3)] {
            tiers.audit(&part, |part| solver.audit(part)).expect("a consistent game");
        }
        tiers.solve(&solver, [(3, 3)], |_| ()).expect("a consistent game");
        tiers.verify_all(&solver, [(3, 3)]).expect("a right solution");
        let by_definition = by_definition();
        for (board, value) in &by_definition {
            let set = |whose| (0..9).filter(|point| board[*point] == whose).map(|point| 1 << point).sum();
            let at = Stones { own: set(1), other: set(2) };
            assert_eq!(tiers.value(&at).expect("solved"), *value, "{board:?}");
        }
        assert_eq!(by_definition.len(), 9 * 28 + 9 * 56 + 36 * 21 + 36 * 35 + 84 * 15 + 84 * 20);
    }
}
