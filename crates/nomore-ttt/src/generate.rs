//! Cases to test a program with: all boards of a size, random boards of the shapes that programs get wrong, and smaller
//! variants of a board.

use problem::{Generator, Rng, Shape, rows, shrink_row};

use crate::rules::Board;

pub(crate) const BOARDS: Generator = Generator {
    enumerate: |cells| Box::new(rows(b".XO", cells).filter(|board| !board.is_empty() && Board::parse(board).is_ok())),
    shapes: &[
        Shape {
            name: "near-empty",
            about: "about two marks, so long strips",
            make: |cells, rng| with_marks(cells, rng, |rng, cells| rng.below(cells) < 2),
        },
        Shape {
            name: "sparse",
            about: "about a tenth of the cells marked",
            make: |cells, rng| with_marks(cells, rng, |rng, _| rng.one_in(10)),
        },
        Shape {
            name: "dense",
            about: "about half of the cells marked, and many that cannot be marked",
            make: |cells, rng| with_marks(cells, rng, |rng, _| rng.one_in(2)),
        },
        Shape {
            name: "full",
            about: "hardly an empty cell, so that the number of marks decides",
            make: |cells, rng| with_marks(cells, rng, |rng, _| !rng.one_in(20)),
        },
    ],
    shrink: |board| shrink_row(board, b'.'),
};

/// A random board. `is_marked` chooses the cells with marks, given the number of cells. A cell after a marked one gets
/// the other mark.
fn with_marks(cells: usize, rng: &mut Rng, is_marked: impl Fn(&mut Rng, usize) -> bool) -> Vec<u8> {
    let mut board: Vec<u8> = Vec::with_capacity(cells);
    for _ in 0..cells {
        let is_x = match board.last() {
            Some(b'X') => false,
            Some(b'O') => true,
            _ => rng.one_in(2),
        };
        board.push(match (is_marked(rng, cells), is_x) {
            (false, _) => b'.',
            (true, true) => b'X',
            (true, false) => b'O',
        });
    }
    board
}
