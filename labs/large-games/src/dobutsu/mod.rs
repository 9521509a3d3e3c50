//! Dobutsu shogi, "animal shogi" on 3x4 cells: the player who moves first loses in 78 plies. A game in which no
//! position is terminal: where the lion can be captured, or has got through, the value is known.

mod board;
mod game;

pub use self::board::Position;
pub use self::game::Dobutsu;
