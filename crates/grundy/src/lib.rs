//! Sprague-Grundy theory: the nimber of every position of an impartial game, by three ways to describe one.
//!
//! In an *impartial* game both players have the same moves, and the player who cannot move loses. Sprague and Grundy
//! showed that every position of such a game is equivalent to a heap of nim, whose size is its [`Nimber`]. The nimber
//! of a position is the [`mex()`], the smallest number missing, of the nimbers that its moves lead to. The nimbers of
//! positions played side by side add up by xor, and the player to move loses exactly when the sum is zero.
//!
//! | to solve | write | and use |
//! |---|---|---|
//! | any impartial game | a [`Game`]: the parts that a move leaves | a [`Table`] |
//! | a game on heaps or rows | a closure from their size to what moves leave | a [`Table`] |
//! | an octal, hexadecimal or subtraction game, or Grundy's | its code, such as `".77".parse::<HeapGame>()` | a [`Sequence`] |
//! | one of these, but the player who makes the last move loses | `Misere(game)` | a [`Table`] |
//!
//! A game of your own takes some lines. Here a move puts a mark on a row of free cells, and no two marks may be
//! adjacent:
//!
//! ```
//! use grundy::{Nimber, Table};
//!
//! // After a mark on cell `at` both of its neighbours are unusable.
//! let mut table = Table::new(|cells: usize| {
//!     (0..cells).map(move |at| [at.saturating_sub(1), (cells - at - 1).saturating_sub(1)])
//! });
//! // The player to move wins on 13 cells and loses on 14, as in Dawson's chess.
//! assert_eq!(table.nimber(13), Nimber::new(4));
//! assert_eq!(table.nimber(14), Nimber::ZERO);
//! assert_eq!(table.winning_moves(&[3]), [(0, vec![0, 0])]);
//! ```
//!
//! A [`Sequence`] computes millions of values of a game like .007, on all processors and skipping most moves;
//! [`sparse`] explains how. It also proves a [`Period`], if the game has one. A [`Stream`] continues one without
//! keeping its values, as far as you like.
//!
//! This crate is not for games in which the players have different moves, or in which a position can come back; for
//! the last there is the crate `retrograde`.
//!
//! The crate does no input or output and has no dependencies. The feature `long` is for long sequences: it uses the
//! widest registers that the processor has.

mod game;
mod heap_game;
mod mex;
mod nimber;
mod period;
mod plain;
mod sequence;
pub mod sparse;
pub mod stream;
mod table;
pub mod tally;

pub use game::{Game, Misere, Strip};
pub use heap_game::{HeapGame, ParseCodeError};
pub use mex::mex;
pub use nimber::{Nimber, Overflow};
pub use period::Period;
pub use sequence::Sequence;
pub use stream::Stream;
pub use table::Table;

/// Makes the examples in the README doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
