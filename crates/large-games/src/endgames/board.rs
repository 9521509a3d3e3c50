//! The board: squares, sets of squares, and what a piece attacks.

use std::ops::{BitOr, Sub};

/// 0 to 63: a1, b1, …, h8. What chess calls a rank is a row here, because a rank is something else in `retrograde`.
pub(crate) type Square = u8;

pub(crate) fn row(square: Square) -> u8 {
    square / 8
}

/// A piece of White besides the king, in the order of the board's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say all")]
pub enum Piece {
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Squares(u64);

impl Squares {
    pub(crate) fn one(square: Square) -> Self {
        Self(1 << square)
    }

    pub(crate) fn contain(self, square: Square) -> bool {
        self.0 >> square & 1 == 1
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
    pieces: [[Squares; 64]; 5],
    /// The squares that a piece on the second square hides from the first: its own and those behind it.
    shadow: Box<[[Squares; 64]]>,
}

/// All pairs of squares for the two kings, which may not be adjacent.
#[derive(Debug)]
pub(crate) struct Kings {
    pairs: Vec<[Square; 2]>,
    numbers: Box<[[u16; 64]; 64]>,
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

fn squares() -> [Square; 64] {
    std::array::from_fn(|square| u8::try_from(square).expect("a square"))
}

fn shadow(from: Square, blocker: Square) -> Squares {
    let to_the_edge =
        DIRECTIONS.into_iter().flat_map(|direction| ray(from, direction).skip_while(move |&square| square != blocker));
    // From a square that is not in line with it, as for a knight, it is the square alone.
    to_the_edge.chain([blocker]).collect()
}

/// The image of a square under one of the eight symmetries of the board. The first is the identity, the second exchanges left
/// and right.
pub(crate) fn image(square: Square, symmetry: usize) -> Square {
    let flipped = square ^ [0, 0b000_111, 0b111_000, 0b111_111][symmetry % 4];
    if symmetry < 4 { flipped } else { flipped % 8 * 8 + flipped / 8 }
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
            shadow: squares().map(|from| squares().map(|blocker| shadow(from, blocker))).into(),
        }
    }

    pub(crate) fn beside(&self, king: Square) -> Squares {
        self.king[usize::from(king)]
    }

    /// The squares that a piece on `blocker` hides from `from`: its own and those behind it.
    pub(crate) fn shadow(&self, from: Square, blocker: Square) -> Squares {
        self.shadow[usize::from(from)][usize::from(blocker)]
    }

    /// The squares that a piece attacks if `blocker` is occupied, without that square.
    pub(crate) fn attacked(&self, piece: Piece, from: Square, blocker: Square) -> Squares {
        self.pieces[piece as usize][usize::from(from)] - self.shadow(from, blocker)
    }

    /// The squares that a piece other than a pawn can move to or from, given two kings.
    pub(crate) fn reached(&self, piece: Piece, from: Square, kings: [Square; 2]) -> Squares {
        self.attacked(piece, from, kings[0]) - self.shadow(from, kings[1])
    }
}

impl Kings {
    /// The number of pairs.
    pub(crate) const COUNT: u64 = 3612;

    pub(crate) fn new(board: &Board) -> Self {
        let (mut pairs, mut numbers) = (Vec::new(), Box::new([[0; 64]; 64]));
        for (king, lone_king) in (0..64).flat_map(|king| (0..64).map(move |lone_king| (king, lone_king))) {
            if king != lone_king && !board.beside(king).contain(lone_king) {
                numbers[usize::from(king)][usize::from(lone_king)] = u16::try_from(pairs.len()).expect("few");
                pairs.push([king, lone_king]);
            }
        }
        assert_eq!(pairs.len() as u64, Self::COUNT);
        Self { pairs, numbers }
    }

    pub(crate) fn number(&self, king: Square, lone_king: Square) -> u64 {
        u64::from(self.numbers[usize::from(king)][usize::from(lone_king)])
    }

    pub(crate) fn pair(&self, number: u64) -> [Square; 2] {
        self.pairs[usize::try_from(number).expect("less than COUNT")]
    }
}
