//! The rule of the game: what a board is, which moves win at once, and how a board without such moves falls into strips.

use std::fmt;

use grundy::{Strip, StripGame};

use crate::row::Row;

/// The game. As a [`StripGame`] it is what remains of Treblecross when nobody can win at once: an X takes its own cell
/// and two on either side out of play for both, because a player who moves there lets the opponent complete three.
///
/// ```
/// use grundy::{Nimber, Strip, StripTable};
/// use treblecross::Treblecross;
///
/// let mut strips = StripTable::new(Treblecross);
/// strips.grow_to(53);
/// assert_eq!(strips.nimber(Strip::between((), 53, ())), Nimber::new(8));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Treblecross;

/// How far from an X a cell must be so that an X there makes no threat.
pub(crate) const REACH: usize = 2;

impl StripGame for Treblecross {
    type End = ();

    fn moves(&self, strip: Strip<()>) -> impl Iterator<Item = [Strip<()>; 2]> {
        // The other half of the cells gives mirror images.
        (0..strip.len.div_ceil(2)).map(move |at| parts(strip.len, at).map(|len| Strip { len, ..strip }))
    }
}

/// The lengths that an X on cell `at` of a strip, counted from 0, leaves to its left and to its right.
pub(crate) fn parts(length: usize, at: usize) -> [usize; 2] {
    [at, length - at - 1].map(|side| side.saturating_sub(REACH))
}

/// A position: three or more cells, each empty or X, without three adjacent X.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board<'a> {
    /// Only `.` and `X`, at least three of them, and nowhere `XXX`.
    cells: &'a [u8],
}

/// The reason why cells are not a [`Board`]. Cells are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// A character other than `.` and `X`.
    InvalidCharacter {
        /// The first such cell.
        cell: usize,
    },
    /// Fewer than three cells can never hold three X.
    TooShort {
        /// How many cells there are.
        cells: usize,
    },
    /// The game is over: three adjacent X.
    Over {
        /// The first of the three cells.
        cell: usize,
    },
}

impl BoardError {
    /// The cell where the error is: the first one if it is the whole board.
    #[must_use]
    pub fn cell(self) -> usize {
        match self {
            Self::InvalidCharacter { cell } | Self::Over { cell } => cell,
            Self::TooShort { .. } => 1,
        }
    }
}

impl fmt::Display for BoardError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidCharacter { cell } => write!(out, "cell {cell} is neither '.' nor 'X'"),
            Self::TooShort { cells } => {
                let cells = if *cells == 1 { "1 cell".to_owned() } else { format!("{cells} cells") };
                write!(out, "a board of {cells} can never hold three X; it needs at least 3 cells")
            }
            Self::Over { cell } => {
                write!(
                    out,
                    "cells {cell} to {} are XXX, so the game is over; a board has no three adjacent X",
                    cell + 2
                )
            }
        }
    }
}

impl std::error::Error for BoardError {}

impl<'a> Board<'a> {
    /// The fewest cells of a board: fewer can never hold three X.
    pub const SHORTEST: usize = 3;

    /// Reads a board.
    ///
    /// ```
    /// use treblecross::{Board, BoardError};
    ///
    /// assert!(Board::parse(b"X.X").is_ok());
    /// assert_eq!(Board::parse(b".x.."), Err(BoardError::InvalidCharacter { cell: 2 }));
    /// assert_eq!(Board::parse(b".."), Err(BoardError::TooShort { cells: 2 }));
    /// assert_eq!(Board::parse(b"..XXX"), Err(BoardError::Over { cell: 3 }));
    /// ```
    pub fn parse(cells: &'a [u8]) -> Result<Self, BoardError> {
        // Without a branch for each cell: nearly every board is legal.
        let all_known = cells.iter().fold(true, |known, &cell| known & matches!(cell, b'.' | b'X'));
        if !all_known {
            let foreign = cells.iter().position(|cell| !matches!(cell, b'.' | b'X'));
            return Err(BoardError::InvalidCharacter { cell: foreign.map_or(1, |index| index + 1) });
        }
        if cells.len() < Self::SHORTEST {
            return Err(BoardError::TooShort { cells: cells.len() });
        }
        if has_three(cells) {
            let index = cells.windows(3).position(|three| three == b"XXX");
            return Err(BoardError::Over { cell: index.map_or(1, |index| index + 1) });
        }
        Ok(Self { cells })
    }

    /// The cells, `.` or `X`.
    #[must_use]
    pub fn cells(self) -> &'a [u8] {
        self.cells
    }

    /// The empty cells where an X completes three, ascending.
    ///
    /// ```
    /// use treblecross::Board;
    ///
    /// let board = Board::parse(b".XX.X").expect("a legal board");
    /// assert_eq!(board.completing_cells(), [1, 4]);
    /// ```
    #[must_use]
    pub fn completing_cells(self) -> Vec<usize> {
        Row::of(self).completing_cells().collect()
    }

    /// The longest runs of free cells that have no X within two cells: what is left to play for when no cell
    /// completes three. Each is given by its first cell and its length.
    ///
    /// ```
    /// use treblecross::Board;
    ///
    /// let board = Board::parse(b"....X...").expect("a legal board");
    /// assert_eq!(board.strips(), [(1, 2), (8, 1)]);
    /// ```
    #[must_use]
    pub fn strips(self) -> Vec<(usize, usize)> {
        let mut strips = Vec::new();
        Row::of(self).strips(&mut strips);
        strips
    }
}

/// Whether there are three adjacent X in cells that are `.` or `X`. Three cells joined by "and" give `X` if all are X, and
/// less than that otherwise; so the maximum tells whether there are three, without a branch for each cell.
fn has_three(cells: &[u8]) -> bool {
    let threes = cells.iter().zip(&cells[1..]).zip(&cells[2..]);
    threes.map(|((one, two), three)| one & two & three).fold(0, u8::max) == b'X'
}
