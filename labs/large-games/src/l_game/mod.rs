//! Edward de Bono's L game on boards of any size. On 4x4 cells many positions are won or lost; on 3x7, 4x5, 5x5 and 6x6
//! cells all are drawn.

mod board;
mod game;

pub use self::game::{Half, LGame, Position};
