//! Boards to try a program with: all of them, and random ones of the shapes that programs stumble over.

use judge::{Dice, Shape, rows};

use crate::dialects::Judge;
use crate::rules::Board;

pub(crate) const SHAPES: &[Shape<Judge>] = &[
    Shape {
        name: "near-empty",
        about: "about two marks, so long strips",
        make: |_, cells, dice| with_marks(cells, dice, |dice, cells| dice.below(cells) < 2),
    },
    Shape {
        name: "sparse",
        about: "about a tenth of the cells marked",
        make: |_, cells, dice| with_marks(cells, dice, |dice, _| dice.once_in(10)),
    },
    Shape {
        name: "dense",
        about: "about half of the cells marked, so many cells that nobody can mark",
        make: |_, cells, dice| with_marks(cells, dice, |dice, _| dice.once_in(2)),
    },
    Shape {
        name: "full",
        about: "hardly an empty cell, so that the number of marks decides",
        make: |_, cells, dice| with_marks(cells, dice, |dice, _| !dice.once_in(20)),
    },
];

/// All boards of so many cells.
pub(crate) fn every(cells: usize) -> impl Iterator<Item = Vec<u8>> + Send {
    rows(b".XO", cells).filter(|board| !board.is_empty() && Board::parse(board).is_ok())
}

/// A board on which `is_marked` chooses the cells, told how many there are. A mark that its neighbour forbids is the other.
fn with_marks(cells: usize, dice: &mut Dice, is_marked: impl Fn(&mut Dice, usize) -> bool) -> Vec<u8> {
    let mut board: Vec<u8> = Vec::with_capacity(cells);
    for _ in 0..cells {
        let is_x = match board.last() {
            Some(b'X') => false,
            Some(b'O') => true,
            _ => dice.once_in(2),
        };
        board.push(match (is_marked(dice, cells), is_x) {
            (false, _) => b'.',
            (true, true) => b'X',
            (true, false) => b'O',
        });
    }
    board
}
