//! The rules of the game: what a legal position is, and which moves it has.

use problem::{Diagnostic, Place, count_of};

use crate::pieces::{Cells, Placement, placements_apart_from, placements_in, single_cells};

/// Four rows of four cells: `#` for the L of the player to move, `*` for the other L, `x` for a neutral piece, `.` for
/// an empty cell.
pub type Grid = [[u8; 4]; 4];

/// A legal position, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    own: Placement,
    /// Does not overlap `own`.
    other: Placement,
    /// Two cells, covered by neither L.
    neutrals: Cells,
}

/// The signs of the L of the player to move, of the L of the opponent and of the neutral pieces, and how many cells of a
/// legal position have each.
const PIECES: [(u8, u32); 3] = [(b'#', 4), (b'*', 4), (b'x', 2)];

impl Position {
    /// A position of pieces that the caller knows not to overlap.
    pub(crate) fn new_unchecked(own: Placement, other: Placement, neutrals: Cells) -> Self {
        // A cell that two of them have in common would carry, and a sum with a carry has fewer bits than its parts.
        debug_assert_eq!((own.cells() + other.cells() + neutrals).count_ones(), 10, "a piece is on another");
        Self { own, other, neutrals }
    }

    /// Reads a position from a grid.
    ///
    /// # Errors
    ///
    /// If a character is invalid, a piece covers too many or too few cells, or an L has another shape: at that cell, or
    /// at the first one if the whole grid is wrong.
    ///
    /// ```
    /// use lgame::Position;
    /// use problem::Place;
    ///
    /// let position = Position::parse([*b".***", *b"#*.x", *b"###.", *b"x..."]).expect("a legal position");
    /// assert_eq!(position.grid(), [*b".***", *b"#*.x", *b"###.", *b"x..."]);
    /// let square = Position::parse([*b".***", *b"x*x.", *b"..##", *b"..##"]);
    /// assert_eq!(square.map_err(|error| error.place), Err(Place { line: 3, column: 3 }));
    /// let unknown = Position::parse([*b".***", *b"#*.x", *b"###o", *b"x..."]);
    /// assert_eq!(unknown.map_err(|error| error.place), Err(Place { line: 3, column: 4 }));
    /// ```
    pub fn parse(grid: Grid) -> Result<Self, Diagnostic> {
        let signs = grid.as_flattened();
        let is_known = |sign: &u8| *sign == b'.' || PIECES.iter().any(|(piece, _)| piece == sign);
        if let Some(cell) = signs.iter().position(|sign| !is_known(sign)) {
            return Err(at(cell, "an invalid character: expected '#', '*', 'x' or '.'".to_owned()));
        }
        let pieces = PIECES.map(|(sign, _)| cells_with(signs, sign));
        for ((sign, count), cells) in PIECES.into_iter().zip(pieces) {
            let found = cells.count_ones();
            if found != count {
                // The first that is too many, if there is one.
                let rest = (0..count).fold(cells, |rest, _| rest & rest.saturating_sub(1));
                let cell = if rest == 0 { 0 } else { rest.trailing_zeros() as usize };
                let (found, sign) = (count_of(found as usize, "cell"), char::from(sign));
                return Err(at(cell, format!("{found} with '{sign}'; expected exactly {count}")));
            }
        }
        let placement = |sign: char, cells: Cells| {
            let message =
                format!("the cells with '{sign}' do not form an L; expected three in a line and one beside an end");
            Placement::covering(cells).ok_or_else(|| at(cells.trailing_zeros() as usize, message))
        };
        let [own, other, neutrals] = pieces;
        Ok(Self { own: placement('#', own)?, other: placement('*', other)?, neutrals })
    }

    /// The grid of this position.
    ///
    /// ```
    /// # use lgame::Position;
    /// let grid = [*b"...x", *b"###.", *b"#***", *b"x..*"];
    /// assert_eq!(Position::parse(grid).map(Position::grid), Ok(grid));
    /// ```
    pub fn grid(self) -> Grid {
        let pieces = [self.own.cells(), self.other.cells(), self.neutrals];
        let mut grid = [[b'.'; 4]; 4];
        for (cells, (sign, _)) in pieces.into_iter().zip(PIECES) {
            for cell in single_cells(cells) {
                grid.as_flattened_mut()[cell.trailing_zeros() as usize] = sign;
            }
        }
        grid
    }

    /// Where the L of the player to move is.
    pub fn own(self) -> Placement {
        self.own
    }

    /// Where the L of the other player is.
    pub fn other(self) -> Placement {
        self.other
    }

    /// The cells of the neutral pieces.
    pub fn neutrals(self) -> Cells {
        self.neutrals
    }

    /// The same position with the two L exchanged, as the other player sees it.
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

    /// The placements that the own L can move to, as a set.
    pub(crate) fn own_moves(self) -> u64 {
        placements_apart_from(self.other.cells() | self.neutrals) & !(1 << self.own.index())
    }

    /// The positions after each move, seen by the other player. All are different.
    ///
    /// ```
    /// # use lgame::Position;
    /// let position = Position::parse([*b"###x", *b"#..*", *b"...*", *b"x.**"]).expect("a legal position");
    /// assert_eq!(position.moves().count(), 17 * 13);
    /// ```
    pub fn moves(self) -> impl Iterator<Item = Self> {
        placements_in(self.own_moves()).flat_map(move |own| {
            let moved = Self { own: self.other, other: own, neutrals: self.neutrals };
            moved.with_a_neutral_moved().chain(std::iter::once(moved))
        })
    }

    /// The positions that have this one among their [`moves`](Self::moves).
    pub(crate) fn predecessors(self) -> impl Iterator<Item = Self> {
        // The other L is the one that moved. It came from any other placement that was free before.
        let free = placements_apart_from(self.own.cells()) & !(1 << self.other.index());
        self.with_a_neutral_moved().chain(std::iter::once(self)).flat_map(move |before| {
            let origins = placements_in(free & placements_apart_from(before.neutrals));
            origins.map(move |own| Self { own, other: before.own, neutrals: before.neutrals })
        })
    }

    fn with_a_neutral_moved(self) -> impl Iterator<Item = Self> {
        let empty = !(self.own.cells() + self.other.cells() + self.neutrals);
        single_cells(self.neutrals).flat_map(move |from| {
            single_cells(empty).map(move |to| Self { neutrals: self.neutrals - from + to, ..self })
        })
    }
}

/// An error at a cell, numbered like the bits of [`Cells`].
fn at(cell: usize, message: String) -> Diagnostic {
    Diagnostic { place: Place { line: 1 + cell / 4, column: 1 + cell % 4 }, message }
}

fn cells_with(signs: &[u8], sign: u8) -> Cells {
    signs.iter().rev().fold(0, |cells, &found| (cells << 1) + Cells::from(found == sign))
}
