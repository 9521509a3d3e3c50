//! Sprague-Grundy theory for games played on strips and heaps.
//!
//! In an *impartial* game both players have the same moves and the last to move wins. Sprague and Grundy showed that
//! every position of such a game is worth a heap of nim: its [`Nimber`]. A position is worth the [`mex`], the smallest
//! number missing, of what its moves lead to; positions that stand side by side add by xor; and the player to move
//! loses exactly when the sum is zero.
//!
//! | to solve | write | and ask |
//! |---|---|---|
//! | a row of cells that a move splits in two | a [`StripGame`]: the ends of a strip, and its moves | a [`StripTable`] |
//! | a take-and-break game on heaps | its code, such as `".77".parse::<Octal>()` | [`Octal::nimbers`], or a [`Sequence`] |
//!
//! A game of one's own takes a dozen lines. Here a move writes a mark on a row of free cells, and no two marks may touch:
//!
//! ```
//! use grundy::{Nimber, Strip, StripGame, StripTable};
//!
//! struct NoTwoTouch;
//!
//! impl StripGame for NoTwoTouch {
//!     type End = ();
//!
//!     fn moves(&self, strip: Strip<()>) -> impl Iterator<Item = [Strip<()>; 2]> {
//!         // A mark on cell `at` takes both neighbours with it.
//!         (0..strip.len).map(move |at| {
//!             let left = at.saturating_sub(1);
//!             let right = (strip.len - at - 1).saturating_sub(1);
//!             [Strip::between((), left, ()), Strip::between((), right, ())]
//!         })
//!     }
//! }
//!
//! let mut table = StripTable::new(NoTwoTouch);
//! table.grow_to(14);
//! // The player to move wins on 13 cells and loses on 14, as in Dawson's chess.
//! assert_eq!(table.nimber(Strip::between((), 13, ())), Nimber::new(4));
//! assert_eq!(table.nimber(Strip::between((), 14, ())), Nimber::ZERO);
//! ```
//!
//! A [`Sequence`] goes far: it computes the values of a game like .007 on all processors without looking at most of the
//! moves, and without guessing; [`sparse`] tells how. It also knows when a [`Period`] is proven.
//!
//! The crate does no input or output, knows no judge, and depends on nothing. With the feature `simd` it uses the widest
//! registers that the processor has.

mod checksum;
mod heap_game;
mod nimber;
mod octal;
mod period;
mod plain;
mod sequence;
pub mod sparse;
mod strip;

pub use checksum::Checksum;
pub use heap_game::HeapGame;
pub use nimber::{Nimber, mex};
pub use octal::{Octal, ParseOctalError};
pub use period::Period;
pub use sequence::{Engine, Nimbers, Overflow, Sequence};
pub use strip::{End, Strip, StripGame, StripTable};
