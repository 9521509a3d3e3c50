//! Edward de Bono's L game: two players on a board of 4x4 cells, each with an L of four cells, and two neutral pieces.
//! A player moves their L to a different placement, and may then move one neutral piece to an empty cell. The player
//! who cannot move loses; play can go on forever, so there are draws.
//!
//! [`Position`] is a position, [`LGame`] the game for `retrograde` and the [problem](problem::Problem) that judges
//! pose, and [`choose`] chooses a move. The whole game is solved in about a millisecond, so nothing is stored.
//!
//! ```
//! use lgame::{Position, choose, value};
//! use retrograde::Value;
//!
//! let position = Position::parse([*b"###.", *b"#***", *b"x*..", *b".x.."]).expect("a legal position");
//! assert_eq!(value(position), Value::Loss(0));
//! assert_eq!(choose(position), None);
//! ```

#![allow(clippy::must_use_candidate, reason = "the crate is for this workspace alone, which ignores no result")]

mod dialects;
mod explain;
mod game;
mod generate;
mod pieces;
mod referee;
mod rules;
mod solver;

pub use dialects::Answer;
pub use game::LGame;
pub use pieces::{Cells, Placement};
pub use rules::{Grid, Position};
pub use solver::{best_line, choose, moves, solution, value};
