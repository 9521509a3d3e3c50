//! Positions, with the colours exchanged if Black is the stronger side.

use super::board::{NOWHERE, Square, Squares, image, row};
use super::part::{Colour, Man, Men, Part, Piece, order};

/// A legal position with up to four men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Only the men in order until the position is [settled](Self::settled).
    pub(super) men: Men,
    /// Of the White king and the Black king.
    pub(super) kings: [Square; 2],
    /// Of each of the men, [`NOWHERE`] for one that is not there. Equal men have theirs in order.
    pub(super) squares: [Square; 2],
    pub(super) to_move: Colour,
    /// Whether the pawn of the player who has just moved can be captured en passant.
    pub(super) en_passant: bool,
    /// Whether the board is seen from the other side, with top and bottom and the colours exchanged: then White here is
    /// Black for the players. Never with the same men on both sides.
    pub(super) exchanged: bool,
}

/// The symmetry that exchanges rows and files.
const DIAGONAL: usize = 4;

impl Position {
    /// The part of a position, which must be settled.
    pub(crate) fn part(&self) -> Part {
        Part::with(self.men)
    }

    /// The men besides the kings: their places in the list, what they are, and their squares.
    pub(super) fn men(&self) -> impl Iterator<Item = (usize, Man, Square)> {
        let man = |place: usize| Some((place, self.men[place]?, self.squares[place]));
        [man(0), man(1)].into_iter().flatten()
    }

    pub(super) fn men_of(&self, colour: Colour) -> impl Iterator<Item = (usize, Man, Square)> {
        self.men().filter(move |(_, man, _)| man.colour == colour)
    }

    pub(super) fn king(&self, colour: Colour) -> Square {
        self.kings[colour as usize]
    }

    /// The squares of the White king, the Black king and the other men: 0 for a1, 1 for b1 and so on, 64 for a man that
    /// is not there.
    #[must_use]
    pub fn occupied(&self) -> [Square; 4] {
        let ([white, black], [one, other]) = (self.kings, self.squares);
        [white, black, one, other]
    }

    pub(super) fn is_free(&self, square: Square) -> bool {
        !self.occupied().contains(&square)
    }

    /// The squares of a player's men, without the king's.
    pub(super) fn squares_of(&self, colour: Colour) -> Squares {
        self.men_of(colour).map(|(.., square)| square).collect()
    }

    /// The square of the pawn that may be captured en passant: the one of the player who has just moved, if the
    /// positions of the pawns are such that it can have moved two rows, and be captured.
    pub(super) fn pawn_to_capture_in_passing(&self) -> Option<Square> {
        let (mover, other) = (self.to_move, self.to_move.other());
        let [own, pawn] = [mover, other].map(|colour| {
            let mut men = self.men_of(colour).filter(|(_, man, _)| man.piece == Piece::Pawn);
            men.next().map(|(.., square)| square)
        });
        let (own, pawn) = (own?, pawn?);
        if row_seen_by(other, pawn) != 3 || row(own) != row(pawn) || own.abs_diff(pawn) != 1 {
            return None;
        }
        let passed = [back(pawn, other, 1), back(pawn, other, 2)];
        passed.iter().all(|&square| self.is_free(square)).then_some(pawn)
    }

    /// The position with a man on another square.
    pub(super) fn with_man(mut self, place: usize, square: Square) -> Self {
        self.squares[place] = square;
        self
    }

    pub(super) fn with_king(mut self, colour: Colour, square: Square) -> Self {
        self.kings[colour as usize] = square;
        self
    }

    pub(super) fn promoted(mut self, place: usize, piece: Piece) -> Self {
        self.men[place] = self.men[place].map(|man| Man { piece, ..man });
        self
    }

    /// The position without the man of a player on a square, if there is one.
    pub(super) fn without(mut self, colour: Colour, square: Square) -> Self {
        for place in 0..2 {
            if self.men[place].is_some_and(|man| man.colour == colour) && self.squares[place] == square {
                (self.men[place], self.squares[place]) = (None, NOWHERE);
            }
        }
        self
    }

    /// The position with the men in order, and with the colours exchanged if that makes it one of a part.
    pub(super) fn settled(self) -> Self {
        let (part, exchange) = Part::of(self.men);
        if exchange || (self.exchanged && part.is_symmetric()) { self.with_colours_exchanged() } else { self.sorted() }
    }

    fn sorted(mut self) -> Self {
        if order(self.men[1]) < order(self.men[0]) {
            self.men.swap(0, 1);
            self.squares.swap(0, 1);
        }
        self.with_twins_in_order()
    }

    /// The position with the men in order, if they were before some of them changed their squares.
    pub(super) fn with_twins_in_order(mut self) -> Self {
        if self.men[0] == self.men[1] && self.squares[1] < self.squares[0] {
            self.squares.swap(0, 1);
        }
        self
    }

    /// The same position with White as Black and Black as White.
    pub(super) fn with_colours_exchanged(self) -> Self {
        let mirrored = self.mapped(|square| square ^ 0b111_000);
        let [white, black] = mirrored.kings;
        let exchanged = Self {
            men: self.men.map(|man| man.map(|man| Man { colour: man.colour.other(), ..man })),
            kings: [black, white],
            to_move: self.to_move.other(),
            exchanged: !self.exchanged,
            ..mirrored
        };
        exchanged.sorted()
    }

    fn mapped(mut self, to: impl Fn(Square) -> Square) -> Self {
        self.kings = self.kings.map(&to);
        for place in 0..2 {
            if self.squares[place] != NOWHERE {
                self.squares[place] = to(self.squares[place]);
            }
        }
        self
    }

    /// The image under a symmetry of the board.
    pub(super) fn image(self, symmetry: usize) -> Self {
        self.mapped(|square| image(square, symmetry)).with_twins_in_order()
    }

    /// The image with rows and files exchanged, if both kings stay where they are.
    pub(super) fn image_across_kings(self) -> Option<Self> {
        self.kings.iter().all(|&king| image(king, DIAGONAL) == king).then(|| self.image(DIAGONAL))
    }
}

/// The row of a square as a player counts them, whose pawns begin in row 1.
pub(super) fn row_seen_by(colour: Colour, square: Square) -> u8 {
    match colour {
        Colour::White => row(square),
        Colour::Black => 7 - row(square),
    }
}

/// The square this number of rows ahead for a player's pawns.
pub(super) fn ahead(square: Square, colour: Colour, rows: u8) -> Square {
    match colour {
        Colour::White => square + 8 * rows,
        Colour::Black => square - 8 * rows,
    }
}

/// The square this number of rows back for a player's pawns.
pub(super) fn back(square: Square, colour: Colour, rows: u8) -> Square {
    ahead(square, colour.other(), rows)
}
