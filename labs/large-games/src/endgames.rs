//! Chess endgames of a lone king against king and queen, rook or pawn, or king, bishop and knight: mate in at most 10,
//! 16, 28 and 33 moves. Each is one game, whose symmetric positions have ranks of their own: `cluster` solves these,
//! and the benchmarks measure them. In [`chess`](crate::chess) the same endgames are parts of one game; what the board
//! is, and how the kings are numbered, is there. There are eight symmetries or, with a pawn, two, and draws by rule.

use std::array;
use std::ops::BitOr;

use retrograde::{Game, Outcome, Ranked, Value};

pub use crate::chess::Piece;
use crate::chess::board::{Board, Square, Squares, image, row, squares};
use crate::chess::kings::Kings;
use crate::chess::part::{Colour, Man};
use crate::chess::ranks::lowest_square;

/// The endgame with these pieces, with either side to move.
#[derive(Debug)]
pub struct Endgame<const PIECES: usize> {
    board: Board,
    kings: Kings,
    /// The pieces that can be on the board, first those after a promotion.
    materials: Vec<[Piece; PIECES]>,
    /// With a pawn, left and right alone can be exchanged.
    symmetries: usize,
    /// For each square of the white king a bit for each of the symmetries that take it to the lowest possible square.
    to_lowest: [u8; 64],
}

/// A position of the endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position<const PIECES: usize> {
    /// The men are on these squares.
    Men(Men<PIECES>),
    /// White can no longer mate: a piece has been captured, or the pawn has become a bishop or a knight. Has no rank.
    Drawn,
}

/// The squares of the men, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Men<const PIECES: usize> {
    king: Square,
    lone_king: Square,
    pieces: [Piece; PIECES],
    squares: [Square; PIECES],
    white_moves: bool,
}

impl<const PIECES: usize> Position<PIECES> {
    /// Whether it is White's turn, if these pieces are on the board.
    #[must_use]
    pub fn white_moves_with(self, pieces: [Piece; PIECES]) -> Option<bool> {
        match self {
            Self::Men(men) if men.pieces == pieces => Some(men.white_moves),
            _ => None,
        }
    }
}

impl<const PIECES: usize> Men<PIECES> {
    /// The pawn's square, if it is not promoted.
    fn pawn(&self) -> Option<Square> {
        (self.pieces[0] == Piece::Pawn).then_some(self.squares[0])
    }

    /// The squares of the pieces.
    fn taken(&self) -> Squares {
        self.squares.into_iter().collect()
    }

    fn has_king_on(&self, square: Square) -> bool {
        square == self.king || square == self.lone_king
    }

    fn with_piece(self, place: usize, square: Square) -> Self {
        let squares = array::from_fn(|other| if other == place { square } else { self.squares[other] });
        Self { squares, ..self }
    }

    fn image(self, symmetry: usize) -> Self {
        let [king, lone_king] = [self.king, self.lone_king].map(|square| image(square, symmetry));
        Self { king, lone_king, squares: self.squares.map(|square| image(square, symmetry)), ..self }
    }

    /// The lowest of symmetric positions has the lowest of these. Files depend on it.
    fn order(&self) -> u64 {
        let squares = |key: u64| self.squares.iter().fold(key, |key, &square| key << 6 | u64::from(square));
        let [king, lone_king] = [self.king, self.lone_king].map(u64::from);
        if PIECES == 1 { squares(king) << 6 | lone_king } else { squares(king << 6 | lone_king) }
    }
}

impl<const PIECES: usize> Endgame<PIECES> {
    /// Makes the tables of the board.
    ///
    /// # Panics
    ///
    /// Panics if there is a pawn and another piece.
    #[must_use]
    pub fn new(pieces: [Piece; PIECES]) -> Self {
        let has_pawn = pieces.contains(&Piece::Pawn);
        assert!(PIECES == 1 || !has_pawn, "a pawn alone, or no pawn");
        let promoted = [Piece::Queen, Piece::Rook].map(|piece| [piece; PIECES]);
        let symmetries = if has_pawn { 2 } else { 8 };
        let to_lowest = |king: Square| {
            let lowest = (0..symmetries).map(|symmetry| image(king, symmetry)).min();
            let found = (0..symmetries).filter(|&symmetry| Some(image(king, symmetry)) == lowest);
            found.fold(0, |set, symmetry| set | 1 << symmetry)
        };
        let board = Board::new();
        Self {
            kings: Kings::new(&board, 1),
            materials: promoted.into_iter().filter(|_| has_pawn).chain([pieces]).collect(),
            symmetries,
            to_lowest: squares().map(to_lowest),
            board,
        }
    }

    fn has_pawn(&self) -> bool {
        self.materials.len() > 1
    }

    /// The number of places for the pieces, a digit for each.
    fn stations() -> u64 {
        (0..PIECES).map(|_| 64).product()
    }

    fn is_check(&self, men: &Men<PIECES>) -> bool {
        (0..PIECES).any(|place| {
            self.attacks(men, place).contain(men.lone_king)
                && !self.hidden(men, place, [men.king]).contain(men.lone_king)
        })
    }

    /// The squares that a piece attacks on an empty board.
    fn attacks(&self, men: &Men<PIECES>, place: usize) -> Squares {
        self.board.attacks(Man { colour: Colour::White, piece: men.pieces[place] }, men.squares[place])
    }

    /// The squares that these kings and the other pieces hide from a piece, without their own.
    fn hidden<const KINGS: usize>(&self, men: &Men<PIECES>, place: usize, kings: [Square; KINGS]) -> Squares {
        let from = men.squares[place];
        let pieces = (0..PIECES).filter(|&other| other != place).map(|other| [men.squares[other]]);
        pieces.fold(self.board.behind(from, kings), |hidden, piece| hidden | self.board.behind(from, piece))
    }

    /// The squares that the pieces attack or protect, including those behind the lone king.
    fn attacked(&self, men: &Men<PIECES>) -> Squares {
        let attacked = |place| self.attacks(men, place) - self.hidden(men, place, [men.king]);
        (0..PIECES).map(attacked).fold(Squares::NONE, BitOr::bitor)
    }

    /// The squares that a king can move to or from, without a capture.
    fn king_steps(&self, men: &Men<PIECES>, king: Square, other: Square) -> Squares {
        self.board.beside(king) - self.board.beside(other) - men.taken()
    }

    /// The squares that a piece can move to or from.
    fn piece_steps(&self, men: &Men<PIECES>, place: usize) -> Squares {
        let kings = [men.king, men.lone_king];
        self.attacks(men, place) - self.hidden(men, place, kings) - men.taken() - kings.into_iter().collect()
    }

    /// Visits the positions that a move of the white king, or of a piece that is not a pawn, leads to; or if it is
    /// Black's turn, may have come from.
    fn white_steps(&self, men: Men<PIECES>, visit: &mut impl FnMut(Men<PIECES>)) {
        let moved = Men { white_moves: !men.white_moves, ..men };
        self.king_steps(&men, men.king, men.lone_king).iter().for_each(|king| visit(Men { king, ..moved }));
        if men.pawn().is_none() {
            for place in 0..PIECES {
                self.piece_steps(&men, place).iter().for_each(|square| visit(moved.with_piece(place, square)));
            }
        }
    }

    fn pawn_moves(men: Men<PIECES>, pawn: Square, visit: &mut impl FnMut(Position<PIECES>)) {
        let moved = Men { white_moves: false, ..men };
        let steps = if row(pawn) == 1 { 2 } else { 1 };
        for square in (1..=steps).map(|step| pawn + 8 * step).take_while(|&square| !men.has_king_on(square)) {
            let moved = moved.with_piece(0, square);
            if row(square) < 7 {
                visit(Position::Men(moved));
            } else {
                for piece in [Piece::Queen, Piece::Rook] {
                    visit(Position::Men(Men { pieces: [piece; PIECES], ..moved }));
                }
                // Promotion to a bishop and to a knight.
                visit(Position::Drawn);
                visit(Position::Drawn);
            }
        }
    }

    /// Visits the positions that the pawn may have moved from, or the piece that it has become.
    fn pawn_moves_back(&self, men: Men<PIECES>, visit: &mut impl FnMut(Men<PIECES>)) {
        let steps = match (men.pawn(), row(men.squares[0])) {
            (None, 7) if self.has_pawn() => 1,
            (None, _) | (_, 1) => 0,
            (_, 3) => 2,
            _ => 1,
        };
        let before = Men { white_moves: true, pieces: [Piece::Pawn; PIECES], ..men };
        let from = (1..=steps).map(|step| men.squares[0] - 8 * step).take_while(|&square| !men.has_king_on(square));
        from.for_each(|square| visit(before.with_piece(0, square)));
    }
}

impl<const PIECES: usize> Game for Endgame<PIECES> {
    type Position = Position<PIECES>;
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, position: &Position<PIECES>, visit: &mut impl FnMut(Position<PIECES>)) {
        let Position::Men(men) = *position else { return };
        if men.white_moves {
            self.white_steps(men, &mut |men| visit(Position::Men(men)));
            return men.pawn().into_iter().for_each(|pawn| Self::pawn_moves(men, pawn, visit));
        }
        let safe = self.board.beside(men.lone_king) - self.board.beside(men.king) - self.attacked(&men);
        let after = |lone_king| {
            let captures = men.squares.contains(&lone_king);
            if captures { Position::Drawn } else { Position::Men(Men { lone_king, white_moves: true, ..men }) }
        };
        safe.iter().map(after).for_each(visit);
    }

    fn move_count(&self, position: &Position<PIECES>) -> Option<u32> {
        match *position {
            // White captures nothing, so without a promotion no move leads to a known draw.
            Position::Men(men) if men.white_moves && men.pawn().is_none() => {
                let pieces = (0..PIECES).map(|place| self.piece_steps(&men, place).count()).sum::<u32>();
                Some(self.king_steps(&men, men.king, men.lone_king).count() + pieces)
            }
            _ => None,
        }
    }

    fn ending(&self, position: &Position<PIECES>) -> Outcome {
        match position {
            Position::Men(men) if !men.white_moves && self.is_check(men) => Outcome::Loss,
            // Stalemate.
            _ => Outcome::Draw,
        }
    }

    fn known_value(&self, position: &Position<PIECES>) -> Option<Value> {
        matches!(position, Position::Drawn).then_some(Value::Draw)
    }

    fn canonical(&self, position: &Position<PIECES>) -> Position<PIECES> {
        let Position::Men(men) = *position else { return Position::Drawn };
        let mut left = self.to_lowest[usize::from(men.king)];
        let mut lowest = men.image(left.trailing_zeros() as usize);
        // Most often there is only one.
        while left & (left - 1) != 0 {
            left &= left - 1;
            let other = men.image(left.trailing_zeros() as usize);
            if other.order() < lowest.order() {
                lowest = other;
            }
        }
        Position::Men(lowest)
    }

    fn orbit(&self, position: &Position<PIECES>) -> u32 {
        let Position::Men(men) = *position else { return 1 };
        let fixed = (0..self.symmetries).filter(|&symmetry| men.image(symmetry) == men).count();
        u32::try_from(self.symmetries / fixed).expect("at most eight")
    }

    fn predecessors(&self, position: &Position<PIECES>, visit: &mut impl FnMut(Position<PIECES>)) {
        let Position::Men(men) = *position else { return };
        if men.white_moves {
            let from = self.king_steps(&men, men.lone_king, men.king).iter();
            return from.for_each(|lone_king| visit(Position::Men(Men { lone_king, white_moves: false, ..men })));
        }
        let mut visit_if_legal = |before| {
            if !self.is_check(&before) {
                visit(Position::Men(before));
            }
        };
        self.white_steps(men, &mut visit_if_legal);
        self.pawn_moves_back(men, &mut visit_if_legal);
    }
}

impl<const PIECES: usize> Ranked for Endgame<PIECES> {
    /// All of it is one part, called after the pieces: `bishop-and-knight`, or `king-and-queen` of one piece.
    fn parts(&self) -> Vec<retrograde::Part> {
        let pieces = self.materials[self.materials.len() - 1];
        let mut names: Vec<String> = pieces.iter().map(|piece| format!("{piece:?}").to_lowercase()).collect();
        if PIECES == 1 {
            names.insert(0, "king".to_owned());
        }
        vec![retrograde::Part { name: names.join("-and-"), ranks: 0..self.ranks(), next: Vec::new() }]
    }

    /// A pawn, which comes last, has 16 squares fewer than another piece.
    fn ranks(&self) -> u64 {
        let stations = Self::stations() * self.materials.len() as u64 - if self.has_pawn() { 16 } else { 0 };
        2 * self.kings.count() * stations
    }

    fn rank(&self, position: &Position<PIECES>) -> Option<u64> {
        let Position::Men(men) = position else { return None };
        let before = self.materials.iter().take_while(|&&pieces| pieces != men.pieces).count() as u64;
        let digit = |square: Square| u64::from(square - lowest_square(men.pieces[0]));
        let station = men.squares.iter().fold(before, |station, &square| station * 64 + digit(square));
        let pair = self.kings.number([men.king, men.lone_king]);
        Some((station * self.kings.count() + pair) * 2 + u64::from(men.white_moves))
    }

    fn unrank(&self, rank: u64) -> Option<Position<PIECES>> {
        let (mut station, pair) = (rank / 2 / self.kings.count(), rank / 2 % self.kings.count());
        let [king, lone_king] = self.kings.pair(pair);
        let pieces = self.materials[usize::try_from(station / Self::stations()).expect("three pieces at most")];
        let mut squares = [0; PIECES];
        for square in squares.iter_mut().rev() {
            *square = u8::try_from(station % 64).expect("a square") + lowest_square(pieces[0]);
            station /= 64;
        }
        let men = Men { king, lone_king, pieces, squares, white_moves: rank % 2 == 1 };
        let apart = men.taken().count() as usize == PIECES && !squares.iter().any(|&square| men.has_king_on(square));
        // The player who has just moved cannot be in check.
        (apart && !(men.white_moves && self.is_check(&men))).then_some(Position::Men(men))
    }
}
