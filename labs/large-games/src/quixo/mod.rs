//! Quixo on boards of 3x3 and 4x4 cubes, from the blank board on, part by part. A part has the positions with the same
//! numbers of cubes of the two players, the greater number first: `4-3` has 4 against 3 and 3 against 4. Cubes never
//! become blank again.
//!
//! In turn each player takes a cube from the border that is blank or shows the own sign, turns it to that sign, and
//! pushes it back into its row or its column from either end, but not into the place that it came from. A full line of
//! one's own sign, along a row, a column or a diagonal, wins; a move that completes a line for both players loses.
//!
//! The rules and the positions follow `GamesmanOne` 1.3.0: except on the blank board the opponent has a cube on
//! the border, because one was just pushed back there. Not all such positions can be reached. From the blank board the
//! first player wins in 21 plies, on 3x3 cubes in 7.

mod board;
mod game;

pub use self::game::Quixo;
pub use crate::sets::Position;
