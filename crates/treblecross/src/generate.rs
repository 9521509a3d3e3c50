//! Test cases: all boards, random boards of shapes that programs tend to get wrong, and smaller boards.

use problem::{Generator, Rng, Shape, rows, shrink_number, shrink_row};

use crate::rules::{Board, REACH};

pub(crate) const BOARDS: Generator = Generator {
    enumerate: |cells| Box::new(rows(b".X", cells).filter(|board| Board::parse(board).is_ok())),
    shapes: &[
        Shape { name: "near-empty", about: "at most two X: long strips", make: near_empty },
        Shape { name: "spread", about: "X without a threat, far and near: strips of all lengths", make: spread },
        Shape {
            name: "dense",
            about: "as many X as possible without a threat: strips of one cell, or none",
            make: dense,
        },
        Shape { name: "traps", about: "a spread board with a few XX and X.X", make: traps },
        Shape { name: "crowded", about: "about every other cell an X: many threats at once", make: crowded },
    ],
    shrink: |board| shrink_row(board, b'.'),
};

/// Empty strips, which are given by their length.
pub(crate) const LENGTHS: Generator = Generator {
    enumerate: |cells| Box::new((cells >= Board::SHORTEST).then(|| length(cells)).into_iter()),
    shapes: &[Shape { name: "empty", about: "an empty strip", make: |cells, _| length(cells) }],
    shrink: shrink_number,
};

fn length(cells: usize) -> Vec<u8> {
    cells.to_string().into_bytes()
}

fn near_empty(cells: usize, rng: &mut Rng) -> Vec<u8> {
    let mut board = vec![b'.'; cells];
    for _ in 0..rng.below(3) {
        board[rng.below(cells)] = b'X';
    }
    board
}

fn spread(cells: usize, rng: &mut Rng) -> Vec<u8> {
    let widest = rng.between(1, 40);
    with_gaps(cells, rng, |rng| REACH + rng.between(0, widest))
}

fn dense(cells: usize, rng: &mut Rng) -> Vec<u8> {
    with_gaps(cells, rng, |rng| REACH + rng.below(4))
}

/// A board whose gaps between X have the lengths that `gap` returns.
fn with_gaps(cells: usize, rng: &mut Rng, mut gap: impl FnMut(&mut Rng) -> usize) -> Vec<u8> {
    let mut board = vec![b'.'; cells];
    let mut cell = rng.below(1 + REACH).max(gap(rng) - REACH);
    while cell < cells {
        board[cell] = b'X';
        cell += 1 + gap(rng);
    }
    board
}

fn traps(cells: usize, rng: &mut Rng) -> Vec<u8> {
    let mut board = spread(cells, rng);
    for _ in 0..rng.between(1, 3) {
        let trap: &[u8] = if rng.one_in(2) { b"XX" } else { b"X.X" };
        let at = rng.below(cells - trap.len() + 1);
        let mut trapped = board.clone();
        trapped[at..at + trap.len()].copy_from_slice(trap);
        if Board::parse(&trapped).is_ok() {
            board = trapped;
        }
    }
    board
}

fn crowded(cells: usize, rng: &mut Rng) -> Vec<u8> {
    let mut board = Vec::with_capacity(cells);
    while board.len() < cells {
        let is_x = rng.one_in(2) && !board.ends_with(b"XX");
        board.push(if is_x { b'X' } else { b'.' });
    }
    board
}
