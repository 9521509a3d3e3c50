//! Treblecross: tic-tac-toe on a single row where both players place X. A move puts an X into an empty cell; the player
//! who completes three adjacent X wins.
//!
//! [`Board`] is a position, [`Solver`] finds its winning moves, and [`Treblecross`] is the game and the
//! [problem](problem::Problem) that judges pose.
//!
//! ```
//! use treblecross::{Board, Solver};
//!
//! let board = Board::parse(b".....").expect("a legal board");
//! assert_eq!(Solver::new().winning_moves(&board), Ok(vec![3]));
//! ```
//!
//! Cells are counted from 1, as the judges count them.

#![allow(clippy::must_use_candidate, reason = "the crate is for this workspace alone, which ignores no result")]

mod dialects;
mod explain;
mod generate;
mod rules;
mod solver;

pub use dialects::Answer;
pub use explain::{Analysis, FreeStrip, Move, Split};
pub use rules::{Board, Treblecross};
pub use solver::{LONGEST_STRIP, Solver};
