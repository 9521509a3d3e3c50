//! King, bishop and knight against king: 24.5 million positions, solved without storing a move.

use retrograde::{Game, Outcome, Ranked, Value};

use crate::chess::board::{Board, Piece, Square, Squares, image};
use crate::chess::kings::Kings;

/// The endgame with either side to move.
#[derive(Debug)]
pub struct BishopAndKnight {
    board: Board,
    kings: Kings,
    /// For each square of the white king the symmetries that take it to the lowest possible square.
    to_lowest: Vec<Vec<usize>>,
}

/// A position of the endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Position {
    /// The men are on these squares.
    Men(Men),
    /// A white piece has been captured, so that White can no longer mate. Has no rank.
    Drawn,
}

/// The squares of the men, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Men {
    king: Square,
    lone_king: Square,
    bishop: Square,
    knight: Square,
    pub(crate) white_moves: bool,
}

impl Position {
    /// Whether it is White's turn, if both pieces are on the board.
    #[must_use]
    pub fn white_moves(self) -> Option<bool> {
        match self {
            Self::Men(men) => Some(men.white_moves),
            Self::Drawn => None,
        }
    }
}

impl Default for BishopAndKnight {
    /// Makes the tables of the board.
    fn default() -> Self {
        let board = Board::new();
        let to_lowest = (0..64).map(|king| {
            let lowest = (0..8).map(|symmetry| image(king, symmetry)).min();
            (0..8).filter(|&symmetry| Some(image(king, symmetry)) == lowest).collect()
        });
        Self { kings: Kings::new(&board, 1), to_lowest: to_lowest.collect(), board }
    }
}

impl BishopAndKnight {
    /// Whether the player who has just moved is not in check.
    fn is_legal(&self, men: Men) -> bool {
        !(men.white_moves && self.attacked(men).contain(men.lone_king))
    }

    /// The squares that the pieces attack or protect, including those behind the lone king.
    fn attacked(&self, men: Men) -> Squares {
        let behind_knight = self.board.shadow(men.bishop, men.knight) - Squares::one(men.knight);
        self.board.attacked(Piece::Knight, men.knight, men.king)
            | (self.board.attacked(Piece::Bishop, men.bishop, men.king) - behind_knight)
    }

    /// The positions that a move of White leads to, or if it is Black's turn, may have come from.
    fn white_steps(&self, men: Men) -> impl Iterator<Item = Men> {
        let pieces = Squares::one(men.bishop) | Squares::one(men.knight);
        let kings = (self.board.beside(men.king) - self.board.beside(men.lone_king) - pieces).iter();
        let reached = |piece, from, other| {
            (self.board.reached(piece, from, [men.king, men.lone_king]) - self.board.shadow(from, other)).iter()
        };
        let bishops = reached(Piece::Bishop, men.bishop, men.knight);
        let knights = reached(Piece::Knight, men.knight, men.bishop);
        let moved = Men { white_moves: !men.white_moves, ..men };
        let kings = kings.map(move |king| Men { king, ..moved });
        let bishops = bishops.map(move |bishop| Men { bishop, ..moved });
        kings.chain(bishops).chain(knights.map(move |knight| Men { knight, ..moved }))
    }
}

impl Game for BishopAndKnight {
    type Position = Position;
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        let Position::Men(men) = *position else { return };
        if men.white_moves {
            return self.white_steps(men).map(Position::Men).for_each(visit);
        }
        let safe = self.board.beside(men.lone_king) - self.board.beside(men.king) - self.attacked(men);
        let after = |lone_king| {
            let captures = lone_king == men.bishop || lone_king == men.knight;
            if captures { Position::Drawn } else { Position::Men(Men { lone_king, white_moves: true, ..men }) }
        };
        safe.iter().map(after).for_each(visit);
    }

    fn move_count(&self, position: &Position) -> Option<u32> {
        match *position {
            // White captures nothing, so no move leads to a known draw.
            Position::Men(men) if men.white_moves => u32::try_from(self.white_steps(men).count()).ok(),
            _ => None,
        }
    }

    fn ending(&self, position: &Position) -> Outcome {
        match *position {
            Position::Men(men) if self.attacked(men).contain(men.lone_king) => Outcome::Loss,
            // Stalemate.
            _ => Outcome::Draw,
        }
    }

    fn known_value(&self, position: &Position) -> Option<Value> {
        matches!(position, Position::Drawn).then_some(Value::Draw)
    }

    fn canonical(&self, position: &Position) -> Position {
        let Position::Men(men) = *position else { return Position::Drawn };
        let images = self.to_lowest[usize::from(men.king)].iter().map(|&symmetry| men.image(symmetry));
        Position::Men(images.min().unwrap_or(men))
    }

    fn orbit(&self, position: &Position) -> u32 {
        let Position::Men(men) = *position else { return 1 };
        let fixed = (0..8).map(|symmetry| u32::from(men.image(symmetry) == men)).sum::<u32>();
        8 / fixed
    }

    fn predecessors(&self, position: &Position, visit: &mut impl FnMut(Position)) {
        let Position::Men(men) = *position else { return };
        if men.white_moves {
            let pieces = Squares::one(men.bishop) | Squares::one(men.knight);
            let from = self.board.beside(men.lone_king) - self.board.beside(men.king) - pieces;
            let before = from.iter().map(|lone_king| Men { lone_king, white_moves: false, ..men });
            before.map(Position::Men).for_each(visit);
        } else {
            let before = self.white_steps(men).filter(|&before| self.is_legal(before));
            before.map(Position::Men).for_each(visit);
        }
    }
}

impl Ranked for BishopAndKnight {
    fn ranks(&self) -> u64 {
        64 * 64 * self.kings.count() * 2
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        let Position::Men(men) = *position else { return None };
        let pieces = u64::from(men.bishop) * 64 + u64::from(men.knight);
        let pair = self.kings.number([men.king, men.lone_king]);
        Some((pieces * self.kings.count() + pair) * 2 + u64::from(men.white_moves))
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        let [king, lone_king] = self.kings.pair(rank / 2 % self.kings.count());
        let pieces = rank / 2 / self.kings.count();
        let [bishop, knight] = [pieces / 64, pieces % 64].map(|square| u8::try_from(square).expect("a square"));
        let men = Men { king, lone_king, bishop, knight, white_moves: rank % 2 == 1 };
        let apart = bishop != knight && ![bishop, knight].iter().any(|piece| [king, lone_king].contains(piece));
        (apart && self.is_legal(men)).then_some(Position::Men(men))
    }
}

impl Men {
    fn image(self, symmetry: usize) -> Self {
        let [king, lone_king, bishop, knight] =
            [self.king, self.lone_king, self.bishop, self.knight].map(|square| image(square, symmetry));
        Self { king, lone_king, bishop, knight, ..self }
    }
}
