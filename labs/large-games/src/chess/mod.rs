//! Chess endgames with up to four men, kings included: one game whose parts differ in the men on the board.
//!
//! Captures and promotions lead from part to part. A king alone, or with one bishop or knight, cannot mate: those
//! positions against a lone king are known draws, and no parts. Pawns can be captured en passant; there is no castling,
//! and no draw by the rule of fifty moves. Distances are plies to mate.
//!
//! In the name of a part the side with more or stronger men comes first, and is White wherever positions are counted by
//! the side to move. Positions with the colours exchanged are symmetric ones, so there are up to 16 of them, and up to
//! 4 with pawns.

mod moves;
mod position;
mod ranks;

pub use self::position::Position;
pub use self::ranks::Chess;
