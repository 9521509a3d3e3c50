//! King and one piece against king, as a game.

use retrograde::{Game, Outcome, Ranked, Value};

use crate::chess::board::{Board, Piece, Square, Squares, image, row};
use crate::chess::kings::Kings;

/// The endgame with a kind of piece, with either side to move.
#[derive(Debug)]
pub struct Endgame {
    board: Board,
    /// The kinds of piece that can be on the board, including by promotion. A pawn comes last.
    pieces: &'static [Piece],
    kings: Kings,
}

/// A position of the endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Position {
    /// The men are on these squares.
    Men(Men),
    /// White can no longer mate: the piece has been captured, or the pawn has become a bishop or a knight. Has no rank.
    Drawn,
}

/// The squares of the men, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Men {
    pub(crate) king: Square,
    pub(crate) piece: Piece,
    pub(crate) square: Square,
    pub(crate) lone_king: Square,
    pub(crate) white_moves: bool,
}

impl Position {
    /// Whether it is White's turn, if a piece of this kind is on the board.
    #[must_use]
    pub fn white_moves_with(self, piece: Piece) -> Option<bool> {
        match self {
            Self::Men(men) if men.piece == piece => Some(men.white_moves),
            _ => None,
        }
    }
}

impl Endgame {
    /// Makes the tables of the board.
    #[must_use]
    pub fn new(piece: Piece) -> Self {
        let board = Board::new();
        let pieces: &[_] = match piece {
            Piece::Queen => &[Piece::Queen],
            Piece::Rook => &[Piece::Rook],
            Piece::Pawn => &[Piece::Queen, Piece::Rook, Piece::Pawn],
            Piece::Bishop => &[Piece::Bishop],
            Piece::Knight => &[Piece::Knight],
        };
        Self { kings: Kings::new(&board, 1), board, pieces }
    }

    fn has_pawn(&self) -> bool {
        self.pieces.contains(&Piece::Pawn)
    }

    fn check(&self, men: Men) -> bool {
        self.attacked(men).contain(men.lone_king)
    }

    /// The squares that the piece attacks, including those behind the lone king.
    fn attacked(&self, men: Men) -> Squares {
        self.board.attacked(men.piece, men.square, men.king)
    }

    /// The squares a king can move to or from, given the other king and a piece that it does not capture.
    fn king_steps(&self, king: Square, other: Square, square: Square) -> impl Iterator<Item = Square> {
        (self.board.beside(king) - self.board.beside(other) - Squares::one(square)).iter()
    }

    fn piece_steps(&self, men: Men) -> impl Iterator<Item = Square> {
        self.board.reached(men.piece, men.square, [men.king, men.lone_king]).iter()
    }

    fn white_moves(&self, men: Men, visit: &mut impl FnMut(Position)) {
        let moved = Men { white_moves: false, ..men };
        self.king_steps(men.king, men.lone_king, men.square)
            .for_each(|king| visit(Position::Men(Men { king, ..moved })));
        if men.piece != Piece::Pawn {
            return self.piece_steps(men).for_each(|square| visit(Position::Men(Men { square, ..moved })));
        }
        let steps = if row(men.square) == 1 { 2 } else { 1 };
        for square in (1..=steps).map(|step| men.square + 8 * step).take_while(|&square| men.leave_free(square)) {
            if row(square) < 7 {
                visit(Position::Men(Men { square, ..moved }));
            } else {
                visit(Position::Men(Men { square, piece: Piece::Queen, ..moved }));
                visit(Position::Men(Men { square, piece: Piece::Rook, ..moved }));
                // Promotion to a bishop and to a knight.
                visit(Position::Drawn);
                visit(Position::Drawn);
            }
        }
    }

    fn black_moves(&self, men: Men, visit: &mut impl FnMut(Position)) {
        let safe = self.board.beside(men.lone_king) - self.board.beside(men.king) - self.attacked(men);
        let after = |lone_king| {
            let captures = lone_king == men.square;
            if captures { Position::Drawn } else { Position::Men(Men { lone_king, white_moves: true, ..men }) }
        };
        safe.iter().map(after).for_each(visit);
    }

    /// The positions that White may have moved from. Some are illegal, because the lone king was already in check.
    fn white_moves_back(&self, men: Men, visit: &mut impl FnMut(Men)) {
        let before = Men { white_moves: true, ..men };
        self.king_steps(men.king, men.lone_king, men.square).for_each(|king| visit(Men { king, ..before }));
        let up_to = |steps| (1..=steps).map(|step| men.square - 8 * step).take_while(|&square| men.leave_free(square));
        if men.piece != Piece::Pawn {
            self.piece_steps(men).for_each(|square| visit(Men { square, ..before }));
            if self.has_pawn() && row(men.square) == 7 {
                up_to(1).for_each(|square| visit(Men { square, piece: Piece::Pawn, ..before }));
            }
            return;
        }
        let steps = match row(men.square) {
            1 => 0,
            3 => 2,
            _ => 1,
        };
        up_to(steps).for_each(|square| visit(Men { square, ..before }));
    }

    /// The images of a position under all symmetries, equal ones repeated. With a pawn the only symmetry exchanges left
    /// and right; otherwise bottom and top, and rows and files, can be exchanged too.
    fn images(&self, men: Men) -> impl Iterator<Item = Men> {
        let symmetries = if self.has_pawn() { 2 } else { 8 };
        (0..symmetries).map(move |symmetry| {
            let image = |square| image(square, symmetry);
            Men { king: image(men.king), square: image(men.square), lone_king: image(men.lone_king), ..men }
        })
    }
}

fn lowest_square(piece: Piece) -> Square {
    if piece == Piece::Pawn { 8 } else { 0 }
}

impl Men {
    /// Whether no king is on a square.
    fn leave_free(self, square: Square) -> bool {
        square != self.king && square != self.lone_king
    }
}

impl Game for Endgame {
    type Position = Position;
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        match *position {
            Position::Men(men) if men.white_moves => self.white_moves(men, visit),
            Position::Men(men) => self.black_moves(men, visit),
            Position::Drawn => {}
        }
    }

    fn ending(&self, position: &Position) -> Outcome {
        match *position {
            Position::Men(men) if !men.white_moves && self.check(men) => Outcome::Loss,
            // Stalemate.
            _ => Outcome::Draw,
        }
    }

    fn known_value(&self, position: &Position) -> Option<Value> {
        (*position == Position::Drawn).then_some(Value::Draw)
    }

    fn canonical(&self, position: &Position) -> Position {
        match *position {
            Position::Men(men) => Position::Men(self.images(men).min().unwrap_or(men)),
            Position::Drawn => Position::Drawn,
        }
    }

    fn orbit(&self, position: &Position) -> u32 {
        let Position::Men(men) = *position else { return 1 };
        let (mut images, mut fixed) = (0, 0);
        for image in self.images(men) {
            images += 1;
            fixed += u32::from(image == men);
        }
        images / fixed
    }

    fn predecessors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        match *position {
            Position::Men(men) if men.white_moves => {
                let from = self.king_steps(men.lone_king, men.king, men.square);
                from.for_each(|lone_king| visit(Position::Men(Men { lone_king, white_moves: false, ..men })));
            }
            Position::Men(men) => self.white_moves_back(men, &mut |before| {
                if !self.check(before) {
                    visit(Position::Men(before));
                }
            }),
            Position::Drawn => {}
        }
    }
}

impl Ranked for Endgame {
    /// A pawn has 16 squares fewer than another piece.
    fn ranks(&self) -> u64 {
        let stations = 64 * self.pieces.len() as u64 - if self.has_pawn() { 16 } else { 0 };
        2 * self.kings.count() * stations
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        let Position::Men(men) = *position else { return None };
        let others = self.pieces.iter().take_while(|&&piece| piece != men.piece).map(|_| 64).sum::<u64>();
        let station = others + u64::from(men.square - lowest_square(men.piece));
        let pair = self.kings.number([men.king, men.lone_king]);
        Some((station * self.kings.count() + pair) * 2 + u64::from(men.white_moves))
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        let (station, pair) = (rank / 2 / self.kings.count(), rank / 2 % self.kings.count());
        let [king, lone_king] = self.kings.pair(pair);
        let piece = self.pieces[usize::try_from(station / 64).expect("three pieces at most")];
        let square = u8::try_from(station % 64).expect("a square") + lowest_square(piece);
        let men = Men { king, piece, square, lone_king, white_moves: rank % 2 == 1 };
        // The player who has just moved cannot be in check.
        let is_legal = square != king && square != lone_king && !(men.white_moves && self.check(men));
        is_legal.then_some(Position::Men(men))
    }
}
