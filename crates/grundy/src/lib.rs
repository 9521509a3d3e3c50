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
pub use nimber::{Nimber, Overflow, mex};
pub use period::Period;
pub use sequence::Sequence;
pub use stream::Stream;
pub use table::Table;

/// Makes the examples in the README doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
