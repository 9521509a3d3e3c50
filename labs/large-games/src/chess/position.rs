//! Positions.

use cozy_chess::{BitBoard, Color, Piece, Rank, Square};

/// The kind of a man that is not a king: first the White ones, and of each colour the strongest first.
pub(crate) type PieceKind = u8;

/// The kind of a man that is not there, after all others.
pub(crate) const NOBODY: PieceKind = 10;

/// The pieces of a colour, the strongest first.
const PIECES: [Piece; 5] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];

pub(crate) fn kind(colour: Color, piece: Piece) -> PieceKind {
    colour as PieceKind * 5 + 4 - piece as PieceKind
}

#[inline]
pub(crate) fn piece(kind: PieceKind) -> Piece {
    PIECES[usize::from(kind % 5)]
}

pub(super) fn is_pawn(kind: PieceKind) -> bool {
    kind != NOBODY && piece(kind) == Piece::Pawn
}

/// A man that is not a king.
#[derive(Clone, Copy)]
pub(super) struct Man {
    pub(super) colour: Color,
    pub(super) piece: Piece,
    pub(super) square: Square,
}

/// A legal position with up to four men.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The men besides the kings, in the order of their kinds, and equal ones in the order of their squares.
    pub(super) men: Material,
    /// Of these men; of one that is not there a1.
    pub(super) squares: [Square; 2],
    /// Of the White king and the Black king.
    pub(super) kings: [Square; 2],
    pub(super) to_move: Color,
    /// Whether the pawn of the player who has just moved can be captured en passant.
    pub(super) en_passant: bool,
}

/// The kinds of two men.
pub(crate) type Material = [PieceKind; 2];

fn sorted([one, other]: Material) -> Material {
    [one.min(other), one.max(other)]
}

fn other_colour(kind: PieceKind) -> PieceKind {
    if kind == NOBODY { NOBODY } else { (kind + 5) % NOBODY }
}

/// The kinds of men with the colours exchanged, in order.
pub(super) fn exchanged(men: Material) -> Material {
    sorted(men.map(other_colour))
}

/// The kinds of men in order, with the colours exchanged if that makes White the stronger side.
pub(super) fn settled(men: Material) -> Material {
    // The order of kinds is such that the lower list is that of the stronger White.
    sorted(men).min(exchanged(men))
}

impl Position {
    /// The men besides the kings of one player, each with its place in the list.
    #[inline]
    pub(super) fn men_of(&self, colour: Color) -> impl Iterator<Item = (usize, Man)> {
        let places = [0, 1].into_iter().filter(move |&place| self.men[place] / 5 == colour as PieceKind);
        places.map(move |place| (place, Man { colour, piece: piece(self.men[place]), square: self.squares[place] }))
    }

    #[inline]
    pub(super) fn king(self, colour: Color) -> Square {
        self.kings[colour as usize]
    }

    /// The squares of all men.
    #[inline]
    pub(super) fn occupied(self) -> BitBoard {
        let man =
            |place: usize| if self.men[place] == NOBODY { BitBoard::EMPTY } else { self.squares[place].bitboard() };
        self.kings[0].bitboard() | self.kings[1].bitboard() | man(0) | man(1)
    }

    /// The squares of a player's men, without the king's.
    #[inline]
    pub(super) fn squares_of(self, colour: Color) -> BitBoard {
        self.men_of(colour).fold(BitBoard::EMPTY, |set, (_, man)| set | man.square.bitboard())
    }

    /// The square of the pawn that may be captured en passant: the one of the player who has just moved, if the
    /// positions of the pawns are such that it can have moved two rows, and be captured.
    pub(super) fn pawn_to_capture_in_passing(self) -> Option<Square> {
        let (mover, other) = (self.to_move, !self.to_move);
        let pawn = |colour| self.men_of(colour).find(|(_, man)| man.piece == Piece::Pawn).map(|(_, man)| man.square);
        let (own, pawn) = (pawn(mover)?, pawn(other)?);
        let is_beside = own.rank() == pawn.rank() && (own.file() as u8).abs_diff(pawn.file() as u8) == 1;
        if pawn.rank() != Rank::Fourth.relative_to(other) || !is_beside {
            return None;
        }
        let passed = back(pawn, other, 1).bitboard() | back(pawn, other, 2).bitboard();
        self.occupied().is_disjoint(passed).then_some(pawn)
    }

    /// The position with a man on another square.
    #[inline]
    pub(super) fn with_man(mut self, place: usize, square: Square) -> Self {
        self.squares[place] = square;
        self
    }

    #[inline]
    pub(super) fn with_king(mut self, colour: Color, square: Square) -> Self {
        self.kings[colour as usize] = square;
        self
    }

    pub(super) fn promoted(mut self, place: usize, colour: Color, piece: Piece) -> Self {
        self.men[place] = kind(colour, piece);
        self
    }

    /// The position without the man of a player on a square, if there is one.
    pub(super) fn without(mut self, colour: Color, square: Square) -> Self {
        for place in 0..2 {
            if self.men[place] / 5 == colour as PieceKind && self.squares[place] == square {
                (self.men[place], self.squares[place]) = (NOBODY, Square::A1);
            }
        }
        self
    }

    /// The position with the men in order.
    pub(super) fn sorted(mut self) -> Self {
        if self.men[1] < self.men[0] {
            self.men.swap(0, 1);
            self.squares.swap(0, 1);
        }
        self.with_twins_in_order()
    }

    /// The position with the men in order, if they were before some of them changed their squares.
    #[inline]
    pub(super) fn with_twins_in_order(mut self) -> Self {
        if self.men[0] == self.men[1] && self.squares[1] < self.squares[0] {
            self.squares.swap(0, 1);
        }
        self
    }

    /// The same position with White as Black and Black as White.
    pub(super) fn with_colours_exchanged(self) -> Self {
        let mirrored = self.mapped(Square::flip_rank);
        let ([white, black], men) = (mirrored.kings, self.men.map(other_colour));
        Self { men, kings: [black, white], to_move: !self.to_move, ..mirrored }.sorted()
    }

    #[inline]
    fn mapped(self, to: impl Fn(Square) -> Square) -> Self {
        let man = |place: usize| if self.men[place] == NOBODY { Square::A1 } else { to(self.squares[place]) };
        Self { kings: self.kings.map(&to), squares: [man(0), man(1)], ..self }
    }

    /// The image under a symmetry of the board.
    #[inline]
    pub(super) fn image(self, symmetry: usize) -> Self {
        self.mapped(|square| image(square, symmetry)).with_twins_in_order()
    }

    /// The image with rows and files exchanged, if both kings stay where they are.
    #[inline]
    pub(super) fn image_across_kings(self) -> Option<Self> {
        self.kings.iter().all(|&king| image(king, DIAGONAL) == king).then(|| self.image(DIAGONAL))
    }
}

/// Whether both sides have the same men.
pub(crate) fn is_symmetric([one, other]: Material) -> bool {
    if other == NOBODY { one == NOBODY } else { one + 5 == other }
}

/// The symmetry that exchanges rows and files.
const DIAGONAL: usize = 4;

/// The image of each square under each of the eight symmetries of the board. The first is the identity, the second
/// exchanges left and right.
static IMAGES: [[Square; 64]; 8] = {
    const FLIPS: [usize; 8] = [0, 0b000_111, 0b111_000, 0b111_111, 0, 0b111_000, 0b000_111, 0b111_111];
    let mut images = [[Square::A1; 64]; 8];
    let mut place = 0;
    while place < 8 * 64 {
        let (symmetry, square) = (place / 64, place % 64);
        let turned = if symmetry < 4 { square } else { square % 8 * 8 + square / 8 };
        images[symmetry][square] = Square::index_const(turned ^ FLIPS[symmetry]);
        place += 1;
    }
    images
};

/// The image of a square under one of the symmetries.
#[inline]
pub(crate) fn image(square: Square, symmetry: usize) -> Square {
    IMAGES[symmetry][square as usize]
}

/// The square this number of rows ahead for a player's pawns.
#[inline]
pub(super) fn ahead(square: Square, colour: Color, rows: i8) -> Square {
    square.offset(0, if colour == Color::White { rows } else { -rows })
}

/// The square this number of rows back for a player's pawns.
#[inline]
pub(super) fn back(square: Square, colour: Color, rows: i8) -> Square {
    ahead(square, !colour, rows)
}
