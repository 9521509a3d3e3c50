//! Boards to try a program with: all of them, random ones of the shapes that programs stumble over, and simpler ones.

use judge::{Dice, Shape, rows, shorter_or_clearer};

use crate::dialects::Judge;
use crate::rules::{Board, REACH};

pub(crate) const SHAPES: &[Shape<Judge>] = &[
    Shape {
        name: "near-empty",
        about: "at most two X, so long strips",
        make: |judge, cells, dice| asked(judge, cells, |cells| near_empty(cells, dice)),
    },
    Shape {
        name: "spread",
        about: "X anywhere but nowhere a threat, so strips of all lengths",
        make: |judge, cells, dice| asked(judge, cells, |cells| spread(cells, dice)),
    },
    Shape {
        name: "dense",
        about: "as many X as can be without a threat, so single free cells or none",
        make: |judge, cells, dice| asked(judge, cells, |cells| dense(cells, dice)),
    },
    Shape {
        name: "traps",
        about: "a few XX and X.X on a board that is spread otherwise",
        make: |judge, cells, dice| asked(judge, cells, |cells| traps(cells, dice)),
    },
    Shape {
        name: "crowded",
        about: "every other cell an X, so many threats at once",
        make: |judge, cells, dice| asked(judge, cells, |cells| crowded(cells, dice)),
    },
];

/// A board as the judge asks of it: POJ's boards are empty, and only their length is told.
fn asked(judge: Judge, cells: usize, board: impl FnOnce(usize) -> Vec<u8>) -> Vec<u8> {
    match judge {
        Judge::Uva | Judge::Lightoj => board(cells),
        Judge::Poj => cells.to_string().into_bytes(),
    }
}

/// All boards of so many cells.
pub(crate) fn every(judge: Judge, cells: usize) -> impl Iterator<Item = Vec<u8>> + Send {
    let signs: &[u8] = if judge == Judge::Poj { b"." } else { b".X" };
    let legal = rows(signs, cells).filter(|board| Board::parse(board).is_ok());
    legal.map(move |board| asked(judge, cells, |_| board))
}

pub(crate) fn simpler(judge: Judge, case: &[u8]) -> Vec<Vec<u8>> {
    if judge != Judge::Poj {
        return shorter_or_clearer(case, b'.');
    }
    let cells: usize = str::from_utf8(case).ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let steps = (1..usize::BITS).map(|halvings| cells >> halvings).take_while(|&step| step > 0);
    steps.map(|step| (cells - step).to_string().into_bytes()).collect()
}

fn near_empty(cells: usize, dice: &mut Dice) -> Vec<u8> {
    let mut board = vec![b'.'; cells];
    for _ in 0..dice.below(3) {
        board[dice.below(cells)] = b'X';
    }
    board
}

fn spread(cells: usize, dice: &mut Dice) -> Vec<u8> {
    let widest = dice.between(1, 40);
    with_gaps(cells, dice, |dice| REACH + dice.between(0, widest))
}

fn dense(cells: usize, dice: &mut Dice) -> Vec<u8> {
    with_gaps(cells, dice, |dice| REACH + dice.below(4))
}

/// An X, then as many empty cells as `gap` says, and so on.
fn with_gaps(cells: usize, dice: &mut Dice, mut gap: impl FnMut(&mut Dice) -> usize) -> Vec<u8> {
    let mut board = vec![b'.'; cells];
    let mut cell = dice.below(1 + REACH).max(gap(dice) - REACH);
    while cell < cells {
        board[cell] = b'X';
        cell += 1 + gap(dice);
    }
    board
}

fn traps(cells: usize, dice: &mut Dice) -> Vec<u8> {
    let mut board = spread(cells, dice);
    for _ in 0..dice.between(1, 3) {
        let trap: &[u8] = if dice.once_in(2) { b"XX" } else { b"X.X" };
        let at = dice.below(cells - trap.len() + 1);
        let mut trapped = board.clone();
        trapped[at..at + trap.len()].copy_from_slice(trap);
        if Board::parse(&trapped).is_ok() {
            board = trapped;
        }
    }
    board
}

fn crowded(cells: usize, dice: &mut Dice) -> Vec<u8> {
    let mut board = Vec::with_capacity(cells);
    while board.len() < cells {
        let is_x = dice.once_in(2) && !board.ends_with(b"XX");
        board.push(if is_x { b'X' } else { b'.' });
    }
    board
}
