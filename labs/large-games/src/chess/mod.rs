//! Chess endgames with up to four men, kings included: one game whose parts differ in the men on the board.
//!
//! Captures and promotions lead from part to part. A king alone, or with one bishop or knight, cannot mate: those
//! positions against a lone king are known draws, and no parts. Pawns can be captured en passant; there is no castling,
//! and no draw by the rule of fifty moves. Distances are plies to mate.
//!
//! In the name of a part the side with more or stronger men comes first, and is White wherever positions are counted by
//! the side to move. Positions with the colours exchanged are symmetric ones, so there are up to 16 of them, and up to
//! 4 with pawns.

pub(crate) mod board;
mod fen;
pub(crate) mod kings;
mod moves;
pub(crate) mod part;
mod position;
pub(crate) mod ranks;

use self::board::Board;
use self::kings::Kings;
pub use self::part::{Part, Piece};
pub use self::position::Position;
use crate::parts::Parts;

/// All endgames with three or four men.
#[derive(Debug)]
pub struct Chess {
    board: Board,
    kings: Kings,
    /// With pawns, left and right alone can be exchanged.
    kings_with_pawns: Kings,
    parts: Parts<Part>,
}

impl Default for Chess {
    /// Makes the tables of the board.
    fn default() -> Self {
        let board = Board::new();
        let (kings, kings_with_pawns) = (Kings::new(&board, 8), Kings::new(&board, 2));
        let mut chess = Self { kings, kings_with_pawns, board, parts: Parts::new(Vec::new(), |_| 0, Part::key) };
        chess.parts = Parts::new(Part::all(), |part| chess.ranks_in(part), Part::key);
        chess
    }
}
