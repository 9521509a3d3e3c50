//! The rule of the game: what a position is, and what a move makes of it.

use std::fmt;

use judge::count_of;

use crate::pieces::{Cells, Placement, Places, single_cells};

/// Four rows of four cells: `#` for the L of the player to move, `*` for the other L, `x` for the neutral pieces, `.` for
/// nothing.
pub type Grid = [[u8; 4]; 4];

/// A position: who is to move has the own L.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    own: Placement,
    /// Overlaps neither of the other two.
    other: Placement,
    /// Two cells, beside both L.
    neutrals: Cells,
}

/// A piece as a message names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// `#`.
    Own,
    /// `*`.
    Other,
    /// `x`.
    Neutral,
}

impl Piece {
    const ALL: [Self; 3] = [Self::Own, Self::Other, Self::Neutral];

    /// What it looks like in a grid.
    ///
    /// ```
    /// use lgame::Piece;
    /// assert_eq!([Piece::Own, Piece::Other, Piece::Neutral].map(Piece::sign), *b"#*x");
    /// ```
    #[must_use]
    pub const fn sign(self) -> u8 {
        match self {
            Self::Own => b'#',
            Self::Other => b'*',
            Self::Neutral => b'x',
        }
    }

    /// How many cells hold it.
    fn cells(self) -> u32 {
        if self == Self::Neutral { 2 } else { 4 }
    }
}

/// Why a grid is no position. Cells are numbered like the bits of [`Cells`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// A sign that stands for nothing.
    ForeignCell {
        /// The first such cell.
        cell: usize,
    },
    /// A piece that is there too often.
    TooMany {
        /// Which one.
        piece: Piece,
        /// The first cell too many.
        cell: usize,
    },
    /// A piece that is there too seldom.
    TooFew {
        /// Which one.
        piece: Piece,
        /// How many cells hold it.
        found: u32,
    },
    /// Four cells that are no L.
    NoL {
        /// Whose.
        piece: Piece,
        /// The first of them.
        cell: usize,
    },
}

impl PositionError {
    /// The cell that is at fault: the first one where it is the whole grid.
    #[must_use]
    pub fn cell(self) -> usize {
        match self {
            Self::ForeignCell { cell } | Self::TooMany { cell, .. } | Self::NoL { cell, .. } => cell,
            Self::TooFew { .. } => 0,
        }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |cell: usize| format!("row {}, column {}", cell / 4 + 1, cell % 4 + 1);
        match *self {
            Self::ForeignCell { cell } => write!(out, "{} is none of '#', '*', 'x' and '.'", place(cell)),
            Self::TooMany { piece, cell } => {
                let (sign, count) = (char::from(piece.sign()), piece.cells());
                write!(out, "'{sign}' in {} is one too many; a position has exactly {count} of them", place(cell))
            }
            Self::TooFew { piece, found } => {
                let (sign, count) = (char::from(piece.sign()), piece.cells());
                write!(
                    out,
                    "{} with '{sign}'; a position has exactly {count} of them",
                    count_of(found as usize, "cell")
                )
            }
            Self::NoL { piece, cell } => write!(
                out,
                "the cells with '{}' from {} on are no L: three in a row and one beside an end",
                char::from(piece.sign()),
                place(cell)
            ),
        }
    }
}

impl std::error::Error for PositionError {}

impl Position {
    /// Two L and two neutral pieces that are known to overlap nowhere.
    pub(crate) fn trusted(own: Placement, other: Placement, neutrals: Cells) -> Self {
        let apart = own.cells() & other.cells() == 0 && neutrals & (own.cells() | other.cells()) == 0;
        debug_assert!(apart && neutrals.count_ones() == 2);
        Self { own, other, neutrals }
    }

    /// Reads a grid.
    ///
    /// ```
    /// use lgame::{Position, PositionError, Piece};
    ///
    /// let position = Position::parse([*b".***", *b"#*.x", *b"###.", *b"x..."]).expect("a legal position");
    /// assert_eq!(position.grid(), [*b".***", *b"#*.x", *b"###.", *b"x..."]);
    /// let square = Position::parse([*b".***", *b"x*x.", *b"..##", *b"..##"]);
    /// assert_eq!(square, Err(PositionError::NoL { piece: Piece::Own, cell: 10 }));
    /// ```
    pub fn parse(grid: Grid) -> Result<Self, PositionError> {
        let signs = grid.as_flattened();
        let is_known = |sign: &u8| *sign == b'.' || Piece::ALL.iter().any(|piece| piece.sign() == *sign);
        if let Some(cell) = signs.iter().position(|sign| !is_known(sign)) {
            return Err(PositionError::ForeignCell { cell });
        }
        let [own, other, neutrals] = Piece::ALL.map(|piece| cells_with(signs, piece.sign()));
        for (piece, cells) in Piece::ALL.into_iter().zip([own, other, neutrals]) {
            let found = cells.count_ones();
            if found > piece.cells() {
                let first_too_many = (0..piece.cells()).fold(cells, |rest, _| rest & (rest - 1));
                return Err(PositionError::TooMany { piece, cell: first_too_many.trailing_zeros() as usize });
            }
            if found < piece.cells() {
                return Err(PositionError::TooFew { piece, found });
            }
        }
        let place = |piece, cells: Cells| {
            let no_l = PositionError::NoL { piece, cell: cells.trailing_zeros() as usize };
            Placement::covering(cells).ok_or(no_l)
        };
        Ok(Self { own: place(Piece::Own, own)?, other: place(Piece::Other, other)?, neutrals })
    }

    /// The grid of this position.
    ///
    /// ```
    /// # use lgame::Position;
    /// let grid = [*b"...x", *b"###.", *b"#***", *b"x..*"];
    /// assert_eq!(Position::parse(grid).map(Position::grid), Ok(grid));
    /// ```
    #[must_use]
    pub fn grid(self) -> Grid {
        let pieces =
            [(Piece::Own, self.own.cells()), (Piece::Other, self.other.cells()), (Piece::Neutral, self.neutrals)];
        let mut grid = [[b'.'; 4]; 4];
        for (cell, sign) in grid.as_flattened_mut().iter_mut().enumerate() {
            if let Some((piece, _)) = pieces.iter().find(|(_, cells)| cells >> cell & 1 == 1) {
                *sign = piece.sign();
            }
        }
        grid
    }

    /// The L of the player to move.
    #[must_use]
    pub fn own(self) -> Placement {
        self.own
    }

    /// The L of the other player.
    #[must_use]
    pub fn other(self) -> Placement {
        self.other
    }

    /// The cells of the neutral pieces.
    #[must_use]
    pub fn neutrals(self) -> Cells {
        self.neutrals
    }

    /// The same pieces as the other player sees them.
    ///
    /// ```
    /// # use lgame::Position;
    /// let position = Position::parse([*b"...x", *b"###.", *b"#***", *b"x..*"]).expect("a legal position");
    /// assert_eq!(position.swapped().grid(), [*b"...x", *b"***.", *b"*###", *b"x..#"]);
    /// ```
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { own: self.other, other: self.own, ..self }
    }

    /// The places that the own L can be taken to.
    pub(crate) fn own_moves(self) -> Places {
        Places::beside(self.other, self.neutrals).without(self.own)
    }

    /// The positions after each move, as the other player sees them. All differ.
    ///
    /// ```
    /// # use lgame::Position;
    /// let position = Position::parse([*b"###x", *b"#..*", *b"...*", *b"x.**"]).expect("a legal position");
    /// assert_eq!(position.moves().count(), 17 * 13);
    /// ```
    pub fn moves(self) -> impl Iterator<Item = Self> {
        self.own_moves().flat_map(move |own| {
            let moved = Self { own: self.other, other: own, neutrals: self.neutrals };
            moved.with_a_neutral_moved().chain(std::iter::once(moved))
        })
    }

    /// The positions that this one can have come from by a move, as the player saw them who made it.
    pub(crate) fn origins(self) -> impl Iterator<Item = Self> {
        self.with_a_neutral_moved().chain(std::iter::once(self)).flat_map(|before| {
            // The other L is the one that was moved. It came from any place but its own that was free before.
            before.swapped().own_moves().map(move |own| Self { own, other: before.own, neutrals: before.neutrals })
        })
    }

    fn with_a_neutral_moved(self) -> impl Iterator<Item = Self> {
        let empty = !(self.own.cells() | self.other.cells() | self.neutrals);
        single_cells(self.neutrals).flat_map(move |from| {
            single_cells(empty).map(move |to| Self { neutrals: self.neutrals ^ from ^ to, ..self })
        })
    }
}

fn cells_with(signs: &[u8], sign: u8) -> Cells {
    signs.iter().rev().fold(0, |cells, &found| cells << 1 | Cells::from(found == sign))
}
