//! Win, loss or draw of every position of a finite two-player game, and the exact distance to the end, also where play can
//! go round in circles for ever.
//!
//! A game is a [`Game`]: its positions, each with a rank, and the moves between them. [`solve`] works backwards from the
//! ends: a position is won if some move leads to a lost one, lost if every move leads to a won one, and drawn if it is
//! neither. The winner hurries and the loser delays; the distance counts single moves, plies.
//!
//! Here is a whole game. A cat and a mouse take turns on a ring of rooms; the mouse wants never to be caught:
//!
//! ```
//! use retrograde::{Game, Outcome, Value, solve};
//!
//! /// Rooms 0, 1, … in a ring, with a door between room 0 and the room opposite.
//! struct Rooms(u32);
//!
//! #[derive(Clone, Debug, PartialEq)]
//! struct Chase { mover: u32, other: u32, cat_moves: bool }
//!
//! impl Game for Rooms {
//!     type Position = Chase;
//!
//!     fn ranks(&self) -> u32 { 2 * self.0 * self.0 }
//!     fn rank(&self, at: &Chase) -> u32 { (at.mover * self.0 + at.other) * 2 + u32::from(at.cat_moves) }
//!     fn unrank(&self, rank: u32) -> Option<Chase> {
//!         let rooms = rank / 2;
//!         Some(Chase { mover: rooms / self.0, other: rooms % self.0, cat_moves: rank % 2 == 1 })
//!     }
//!
//!     fn successors(&self, at: &Chase, mut visit: impl FnMut(Chase)) {
//!         if at.mover == at.other { return; } // caught: the game is over
//!         let beside = [(at.mover + 1) % self.0, (at.mover + self.0 - 1) % self.0];
//!         let door = [(0, self.0 / 2), (self.0 / 2, 0)].into_iter().find(|door| door.0 == at.mover);
//!         for room in beside.into_iter().chain(door.map(|door| door.1)) {
//!             visit(Chase { mover: at.other, other: room, cat_moves: !at.cat_moves });
//!         }
//!     }
//!
//!     // One of the two has just run into the other: the mover wins if that is the cat.
//!     fn ending(&self, at: &Chase) -> Outcome {
//!         if at.cat_moves { Outcome::Win } else { Outcome::Loss }
//!     }
//! }
//!
//! let rooms = Rooms(6);
//! let solution = solve(&rooms)?;
//! let chase = |mover, other| Chase { mover, other, cat_moves: true };
//! assert_eq!(solution.value(&rooms, &chase(0, 3)), Value::Win(1)); // through the door
//! assert_eq!(solution.value(&rooms, &chase(1, 3)), Value::Draw); // the mouse runs for ever
//! # Ok::<(), retrograde::SolveError>(())
//! ```
//!
//! | to know | ask |
//! |---|---|
//! | who wins, and when | [`Solution::value`] |
//! | what to play | [`Solution::best_moves`], [`Solution::winning_moves`], [`Solution::principal_line`] |
//! | how a game is made up | [`Solution::counts`] |
//! | whether a solution is right | [`verify`]: one pass over all moves that shares no code with the solver |
//! | whether a game's own code is right | [`audit`] |
//!
//! A game that can say where a position comes from ([`Game::predecessors`]) is solved without a stored graph; one that
//! knows its symmetries ([`Game::canonical`]) is solved for one position of each kind. Nothing recurses. A position takes
//! two bytes, and where the graph has to be stored, four more for itself and each of its moves.
//!
//! The crate does no input or output and depends on nothing.

mod audit;
mod cell;
mod checksum;
mod crew;
#[cfg(feature = "files")]
mod file;
mod game;
mod gathered;
mod rank_set;
mod reverse;
mod runner;
mod solution;
mod solve;
mod verify;

pub use audit::{Flaw, audit};
#[cfg(feature = "files")]
pub use file::{Bytes, Header, LoadError, Source, Stored};
pub use game::{Game, Outcome, Value};
pub use runner::{Progress, Runner, Stage};
pub use solution::Solution;
pub use solve::{SolveError, solve};
pub use verify::{Mistake, verify};
