//! The rules of the game: what a board is, which moves win immediately, and how a board without such moves splits into
//! strips.

use std::fmt;

use crate::row::{REACH, Row, x_words};

/// The game, and the problem that judges pose.
#[derive(Clone, Copy, Debug)]
pub struct Treblecross;

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
        // Branch-free, as nearly every board is legal.
        let all_valid = cells.iter().fold(true, |valid, &cell| valid & matches!(cell, b'.' | b'X'));
        if !all_valid {
            let invalid = cells.iter().position(|cell| !matches!(cell, b'.' | b'X'));
            return error(invalid, BoardFault::InvalidCharacter);
        }
        if cells.len() < Self::SHORTEST {
            return error(None, BoardFault::TooShort(cells.len()));
        }
        if Row::of(cells, &x_words(cells)).threats().threes != 0 {
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
        Row::of(self.cells, &x_words(self.cells)).completing_cells().iter().collect()
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
        Row::of(self.cells, &x_words(self.cells)).visit_strips(|first, length| strips.push((first + 1, length)));
        strips.retain(|&(_, length)| length > 0);
        strips
    }
}
