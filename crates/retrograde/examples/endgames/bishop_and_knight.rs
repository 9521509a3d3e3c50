//! King, bishop and knight against king, as a game: 24.5 million positions, none of whose moves is ever stored.

use retrograde::{Game, Outcome};

use super::board::{Board, Kings, Piece, Square, Squares, image};

/// Either side to move.
pub(crate) struct BishopAndKnight {
    board: Board,
    kings: Kings,
    /// For each square of the white king the symmetries that take it to the lowest square that any does.
    to_lowest: Vec<Vec<usize>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Position {
    Men(Men),
    /// A white piece has been taken, so that White can no longer mate.
    Drawn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Men {
    king: Square,
    lone_king: Square,
    bishop: Square,
    knight: Square,
    pub(crate) white_moves: bool,
}

/// The rank of the drawn position, the last one.
const DRAWN: u32 = 64 * 64 * Kings::COUNT * 2;

impl BishopAndKnight {
    pub(crate) fn new() -> Self {
        let board = Board::new();
        let to_lowest = (0..64).map(|king| {
            let lowest = (0..8).map(|symmetry| image(king, symmetry)).min();
            (0..8).filter(|&symmetry| Some(image(king, symmetry)) == lowest).collect()
        });
        Self { kings: Kings::new(&board), to_lowest: to_lowest.collect(), board }
    }

    fn men(&self, rank: u32) -> Option<Men> {
        let [king, lone_king] = self.kings.pair(rank / 2 % Kings::COUNT);
        let pieces = rank / 2 / Kings::COUNT;
        let [bishop, knight] = [pieces / 64, pieces % 64].map(|square| u8::try_from(square).expect("a square"));
        let men = Men { king, lone_king, bishop, knight, white_moves: rank % 2 == 1 };
        let apart = bishop != knight && ![bishop, knight].iter().any(|piece| [king, lone_king].contains(piece));
        (apart && self.is_legal(men)).then_some(men)
    }

    /// Who has moved does not stand in check.
    fn is_legal(&self, men: Men) -> bool {
        !(men.white_moves && self.attacked(men).contain(men.lone_king))
    }

    /// What the pieces attack or protect. The lone king does not hide what is behind it.
    fn attacked(&self, men: Men) -> Squares {
        let behind_knight = self.board.shadow(men.bishop, men.knight) - Squares::one(men.knight);
        self.board.attacked(Piece::Knight, men.knight, men.king)
            | (self.board.attacked(Piece::Bishop, men.bishop, men.king) - behind_knight)
    }

    /// How White can go on if that was White's move, and can have come there if it was not: as far as others let them.
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

    const KNOWS_PREDECESSORS: bool = true;

    fn ranks(&self) -> u32 {
        DRAWN + 1
    }

    fn rank(&self, position: &Position) -> u32 {
        let Position::Men(men) = *position else { return DRAWN };
        let pieces = u32::from(men.bishop) * 64 + u32::from(men.knight);
        (pieces * Kings::COUNT + self.kings.number(men.king, men.lone_king)) * 2 + u32::from(men.white_moves)
    }

    fn unrank(&self, rank: u32) -> Option<Position> {
        if rank == DRAWN { Some(Position::Drawn) } else { self.men(rank).map(Position::Men) }
    }

    fn successors(&self, position: &Position, mut visit: impl FnMut(Position)) {
        let Position::Men(men) = *position else { return };
        if men.white_moves {
            self.white_steps(men).map(Position::Men).for_each(visit);
            return;
        }
        let safe = self.board.beside(men.lone_king) - self.board.beside(men.king) - self.attacked(men);
        for lone_king in safe.iter() {
            let taken = lone_king == men.bishop || lone_king == men.knight;
            visit(if taken { Position::Drawn } else { Position::Men(Men { lone_king, white_moves: true, ..men }) });
        }
    }

    fn ending(&self, position: &Position) -> Outcome {
        match *position {
            Position::Men(men) if self.attacked(men).contain(men.lone_king) => Outcome::Loss,
            // Stalemate, or nothing left to mate with.
            _ => Outcome::Draw,
        }
    }

    fn predecessors(&self, position: &Position, mut visit: impl FnMut(Position)) {
        match *position {
            Position::Men(men) if men.white_moves => {
                let pieces = Squares::one(men.bishop) | Squares::one(men.knight);
                let from = self.board.beside(men.lone_king) - self.board.beside(men.king) - pieces;
                from.iter().for_each(|lone_king| visit(Position::Men(Men { lone_king, white_moves: false, ..men })));
            }
            Position::Men(men) => {
                self.white_steps(men).filter(|&before| self.is_legal(before)).map(Position::Men).for_each(visit);
            }
            // Reached from all over the board. Nobody asks more than once, since only an audit asks where a draw comes from.
            Position::Drawn => {
                for before in (0..DRAWN).filter_map(|rank| self.men(rank)).filter(|men| !men.white_moves) {
                    self.successors(&Position::Men(before), |after| {
                        if after == Position::Drawn {
                            visit(Position::Men(before));
                        }
                    });
                }
            }
        }
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
}

impl Men {
    fn image(self, symmetry: usize) -> Self {
        let [king, lone_king, bishop, knight] =
            [self.king, self.lone_king, self.bishop, self.knight].map(|square| image(square, symmetry));
        Self { king, lone_king, bishop, knight, ..self }
    }
}
