//! No More Tic-tac-toe: a move marks an empty cell of one row with X or O, equal marks may not be neighbours, and the
//! player who cannot move loses. Alice made the first move of the game, so the number of marks determines the player to
//! move.
//!
//! [`Board`] is a position and knows who wins it; [`NoMore`] is the game and the [problem](problem::Problem) that
//! judges pose.
//!
//! ```
//! use nomore_ttt::{Board, Player};
//!
//! let board = Board::parse(b"..X..").expect("a legal board");
//! assert_eq!(board.to_move(), Player::Bob);
//! assert_eq!(board.winner(), Player::Alice);
//! ```

#![allow(clippy::must_use_candidate, reason = "the crate is for this workspace alone, which ignores no result")]

mod dialects;
mod explain;
mod generate;
mod rules;
mod solver;

pub use rules::{Board, End, Move, NoMore, Player};
pub use solver::closed_form;
