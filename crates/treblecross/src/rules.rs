//! The rules of the game: what a board is, which moves win immediately, and how a board without such moves splits into
//! strips.

use std::fmt;

use problem::{bits_where, blocks};

/// The game, and the problem that judges pose.
#[derive(Clone, Copy, Debug)]
pub struct Treblecross;

/// How many cells on either side of an X are too close to it: another X there is a threat.
pub(crate) const REACH: usize = 2;

/// The lengths that an X on cell `at` of a strip, counted from 0, leaves to its left and to its right: it takes its own
/// cell and two on either side out of play for both players, because a move there lets the opponent complete three.
pub(crate) fn parts(length: usize, at: usize) -> [usize; 2] {
    [at, length - at - 1].map(|side| side.saturating_sub(REACH))
}

/// A position: three or more cells, each empty or X, without three adjacent X.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board<'a> {
    /// Only `.` and `X`, at least three of them, and nowhere `XXX`.
    cells: &'a [u8],
}

/// The reason why a text is not a [`Board`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardError {
    /// The cell where the error is, counted from 1: the first one if the whole board is at fault.
    pub cell: usize,
    /// What is wrong.
    pub fault: BoardFault,
}

/// What is wrong with a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardFault {
    /// A character other than `.` and `X`.
    InvalidCharacter,
    /// Only this number of cells: fewer than three have no room for three X.
    TooShort(usize),
    /// The game is over: three adjacent X, of which this is the first.
    Over,
}

impl fmt::Display for BoardError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cell, fault } = *self;
        match fault {
            BoardFault::InvalidCharacter => write!(out, "cell {cell} is neither '.' nor 'X'"),
            BoardFault::TooShort(cells) => {
                let cells = if cells == 1 { "1 cell".to_owned() } else { format!("{cells} cells") };
                write!(out, "a board of {cells} has no room for three X; it needs at least 3 cells")
            }
            BoardFault::Over => {
                write!(out, "cells {cell} to {} are XXX, so the game is over; expected a board without XXX", cell + 2)
            }
        }
    }
}

impl std::error::Error for BoardError {}

impl<'a> Board<'a> {
    /// The fewest cells of a board.
    pub const SHORTEST: usize = 3;

    /// Reads a board.
    ///
    /// ```
    /// use treblecross::{Board, BoardError, BoardFault};
    ///
    /// assert!(Board::parse(b"X.X").is_ok());
    /// assert_eq!(Board::parse(b".x.."), Err(BoardError { cell: 2, fault: BoardFault::InvalidCharacter }));
    /// assert_eq!(Board::parse(b".."), Err(BoardError { cell: 1, fault: BoardFault::TooShort(2) }));
    /// assert_eq!(Board::parse(b"..XXX"), Err(BoardError { cell: 3, fault: BoardFault::Over }));
    /// ```
    pub fn parse(cells: &'a [u8]) -> Result<Self, BoardError> {
        let error = |index: Option<usize>, fault| Err(BoardError { cell: index.map_or(1, |index| index + 1), fault });
        let (mut is_valid, mut threes, mut before) = (true, 0, 0);
        for block in blocks(cells, b'.') {
            is_valid &= block.iter().fold(true, |valid, &cell| valid & matches!(cell, b'.' | b'X'));
            let xs = bits_where(&block, |cell| cell == b'X');
            threes |= xs & (xs << 1 | before >> 63) & (xs << 2 | before >> 62);
            before = xs;
        }
        if !is_valid {
            let invalid = cells.iter().position(|cell| !matches!(cell, b'.' | b'X'));
            return error(invalid, BoardFault::InvalidCharacter);
        }
        if cells.len() < Self::SHORTEST {
            return error(None, BoardFault::TooShort(cells.len()));
        }
        if threes != 0 {
            return error(cells.windows(3).position(|three| three == b"XXX"), BoardFault::Over);
        }
        Ok(Self { cells })
    }

    /// The cells, `.` or `X`.
    pub fn cells(self) -> &'a [u8] {
        self.cells
    }

    /// The empty cells where an X completes three, in ascending order.
    ///
    /// ```
    /// use treblecross::Board;
    ///
    /// let board = Board::parse(b".XX.X").expect("a legal board");
    /// assert_eq!(board.completing_cells(), [1, 4]);
    /// ```
    pub fn completing_cells(self) -> Vec<usize> {
        let mut completing = Vec::new();
        let mut add = |cell| {
            if (1..=self.cells.len()).contains(&cell) && completing.last() != Some(&cell) {
                completing.push(cell);
            }
        };
        let mut before = None;
        self.visit_xs(|x| {
            match before.map(|before| x - before) {
                Some(1) => {
                    add(x - 2);
                    add(x + 1);
                }
                Some(2) => add(x - 1),
                _ => {}
            }
            before = Some(x);
        });
        completing
    }

    /// Visits the cells with an X, counted from 1, in ascending order.
    fn visit_xs(self, mut visit: impl FnMut(usize)) {
        for (first, block) in (1..).step_by(64).zip(blocks(self.cells, b'.')) {
            let mut xs = bits_where(&block, |cell| cell == b'X');
            while xs != 0 {
                visit(first + xs.trailing_zeros() as usize);
                xs &= xs - 1;
            }
        }
    }

    /// The maximal runs of empty cells that have no X within two cells, on which the game is decided if no cell
    /// completes three. Each is given by its first cell and its length.
    ///
    /// ```
    /// use treblecross::Board;
    ///
    /// let board = Board::parse(b"....X...").expect("a legal board");
    /// assert_eq!(board.strips(), [(1, 2), (8, 1)]);
    /// ```
    pub fn strips(self) -> Vec<(usize, usize)> {
        let mut strips = Vec::new();
        let mut first = 1;
        let mut end_strip = |x: usize| {
            if x > first + REACH {
                strips.push((first, x - REACH - first));
            }
            first = x + REACH + 1;
        };
        self.visit_xs(&mut end_strip);
        // An X there would make no cell of the board unusable.
        end_strip(self.cells.len() + REACH + 1);
        strips
    }
}
