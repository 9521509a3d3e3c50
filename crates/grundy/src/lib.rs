//! Sprague-Grundy theory: the nimber of every position of an impartial game, by three ways to describe one.
//!
//! In an *impartial* game both players have the same moves, and the player who cannot move loses. Sprague and Grundy
//! showed that every position of such a game is equivalent to a heap of nim, whose size is its [`Nimber`]. The nimber
//! of a position is the [`mex()`], the smallest number missing, of the nimbers that its moves lead to. The nimbers of
//! positions played side by side add up by xor, and the player to move loses exactly when the sum is zero.
//!
//! | to solve | write | and use |
//! |---|---|---|
//! | any impartial game | a [`SumGame`]: the parts that a move leaves | a [`SumTable`] |
//! | a row of cells that a move splits in two | a [`StripGame`]: the ends of a strip, and its moves | a [`StripTable`] |
//! | an octal game, or Grundy's game | its code, such as `".77".parse::<HeapGame>()` | a [`Sequence`] |
//!
//! A game of your own takes a dozen lines. Here a move puts a mark on a row of free cells, and no two marks may be
//! adjacent:
//!
//! ```
//! use grundy::{Nimber, Strip, StripGame, StripTable};
//!
//! struct NoTwoAdjacent;
//!
//! impl StripGame for NoTwoAdjacent {
//!     type End = ();
//!
//!     fn moves(&self, strip: Strip<()>) -> impl Iterator<Item = [Strip<()>; 2]> {
//!         // After a mark on cell `at` both of its neighbours are unusable.
//!         (0..strip.len).map(move |at| {
//!             let left = at.saturating_sub(1);
//!             let right = (strip.len - at - 1).saturating_sub(1);
//!             [left, right].map(Strip::from)
//!         })
//!     }
//! }
//!
//! let mut table = StripTable::new(NoTwoAdjacent);
//! // The player to move wins on 13 cells and loses on 14, as in Dawson's chess.
//! assert_eq!(table.nimber(13), Nimber::new(4));
//! assert_eq!(table.nimber(14), Nimber::ZERO);
//! ```
//!
//! A [`Sequence`] computes millions of values of a game like .007, on all processors and skipping most moves;
//! [`sparse`] explains how. It also proves a [`Period`], if the game has one. A [`Stream`] continues one without
//! keeping its values, as far as you like.
//!
//! This crate is not for games in which the players have different moves, in which the player who makes the last move
//! loses (misère play), or in which a position can come back; for the last there is the crate `retrograde`.
//!
//! The crate does no input or output and has no dependencies. The feature `long` is for long sequences: it adds
//! [`Stream`], and uses the widest registers that the processor has.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod checksum;
mod heap_game;
mod mex;
mod nimber;
mod octal;
mod period;
mod plain;
mod sequence;
pub mod sparse;
#[cfg(feature = "long")]
mod stream;
mod strip;
mod sum;
mod tally;

pub use checksum::Checksum;
pub use heap_game::HeapGame;
pub use mex::mex;
pub use nimber::{Nimber, Overflow};
pub use octal::{Octal, ParseOctalError};
pub use period::Period;
pub use sequence::{Engine, Sequence};
pub use sparse::SparseSpace;
#[cfg(feature = "long")]
pub use stream::{Stream, Undecided, Window};
pub use strip::{End, Strip, StripGame, StripTable};
pub use sum::{SumGame, SumTable};
pub use tally::{Heaps, Tally};

/// Makes the examples in the README doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
