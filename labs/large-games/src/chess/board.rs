//! The board: squares, sets of squares, and what a piece attacks.

use std::ops::{BitAnd, BitOr, Sub};

use super::part::{Colour, Man, Piece};

/// 0 to 63: a1, b1, …, h8. What chess calls a rank is a row here, because a rank is something else in `retrograde`.
pub(crate) type Square = u8;

pub(crate) fn row(square: Square) -> u8 {
    square / 8
}

/// The square of a man that is not there. It is in no set, and hides nothing.
pub(crate) const NOWHERE: Square = 64;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Squares(u64);

impl Squares {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) fn one(square: Square) -> Self {
        Self(1 << square)
    }

    pub(crate) fn contain(self, square: Square) -> bool {
        self.0 >> square & 1 == 1
    }

    pub(crate) fn count(self) -> u32 {
        self.0.count_ones()
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Square> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let square = u8::try_from(left.trailing_zeros()).ok().filter(|&square| square < 64)?;
            left &= left - 1;
            Some(square)
        })
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        Self(squares.into_iter().fold(0, |set, square| set | 1 << square))
    }
}

impl Sub for Squares {
    type Output = Self;

    fn sub(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }
}

impl BitAnd for Squares {
    type Output = Self;

    fn bitand(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }
}

impl BitOr for Squares {
    type Output = Self;

    fn bitor(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }
}

/// Tables of the squares that are attacked from each square.
#[derive(Debug)]
pub(crate) struct Board {
    king: [Squares; 64],
    /// In the order of [`Piece`]. Pawns are White's.
    pieces: [[Squares; 64]; 5],
    black_pawns: [Squares; 64],
    /// The squares that a piece on the second square hides from the first, without its own; none for a piece that is
    /// [nowhere](NOWHERE).
    behind: Box<[[Squares; 65]]>,
}

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The squares from a square to the edge of the board in a direction.
fn ray(from: Square, (right, up): (i8, i8)) -> impl Iterator<Item = Square> {
    let (file, row) = (from.cast_signed() % 8, from.cast_signed() / 8);
    (1..8)
        .map(move |steps| (file + right * steps, row + up * steps))
        .take_while(|(file, row)| (0..8).contains(file) && (0..8).contains(row))
        .map(|(file, row)| (file + 8 * row).cast_unsigned())
}

/// For each square the squares that a piece attacks with up to `steps` steps in each direction.
fn table(directions: &[(i8, i8)], steps: usize) -> [Squares; 64] {
    squares().map(|from| directions.iter().flat_map(|&direction| ray(from, direction).take(steps)).collect())
}

pub(crate) fn squares() -> [Square; 64] {
    std::array::from_fn(|square| u8::try_from(square).expect("a square"))
}

/// For each square, and for [`NOWHERE`], those that a piece there hides from `from`, without its own.
fn behind(from: Square) -> [Squares; 65] {
    let mut behind = [Squares::NONE; 65];
    for (blocker, hidden) in squares().into_iter().zip(&mut behind) {
        let beyond = |direction| ray(from, direction).skip_while(move |&square| square != blocker).skip(1);
        // There are none if it is not in line, as for a knight.
        *hidden = DIRECTIONS.into_iter().flat_map(beyond).collect();
    }
    behind
}

/// The image of a square under one of the eight symmetries of the board. The first is the identity, the second
/// exchanges left and right.
pub(crate) fn image(square: Square, symmetry: usize) -> Square {
    const FLIPS: [Square; 8] = [0, 0b000_111, 0b111_000, 0b111_111, 0, 0b111_000, 0b000_111, 0b111_111];
    let turned = if symmetry < 4 { square } else { square % 8 * 8 + square / 8 };
    turned ^ FLIPS[symmetry % 8]
}

impl Board {
    pub(crate) fn new() -> Self {
        Self {
            king: table(&DIRECTIONS, 1),
            pieces: [
                table(&DIRECTIONS, 7),
                table(&STRAIGHT, 7),
                table(&DIAGONAL, 7),
                table(&JUMPS, 1),
                table(&[(-1, 1), (1, 1)], 1),
            ],
            black_pawns: table(&[(-1, -1), (1, -1)], 1),
            behind: squares().map(behind).into(),
        }
    }

    pub(crate) fn beside(&self, king: Square) -> Squares {
        self.king[usize::from(king)]
    }

    /// The squares that pieces on these squares hide from `from`, without their own.
    pub(crate) fn behind<const N: usize>(&self, from: Square, blockers: [Square; N]) -> Squares {
        let behind = &self.behind[usize::from(from)];
        blockers.iter().fold(Squares::NONE, |hidden, &blocker| hidden | behind[usize::from(blocker)])
    }

    /// The squares that a man attacks on an empty board.
    pub(crate) fn attacks(&self, man: Man, from: Square) -> Squares {
        let table = match man {
            Man { colour: Colour::Black, piece: Piece::Pawn } => &self.black_pawns,
            Man { piece, .. } => &self.pieces[piece as usize],
        };
        table[usize::from(from)]
    }
}
