//! Solves finite games of two players: win, loss or draw of every position, and the exact distance to the end. Play may go
//! on forever.
//!
//! A game implements [`Game`]: its positions, each with a rank, and the moves between them. [`solve`] works backwards from
//! the ends of the game: a position is won if some move leads to a lost one, lost if every move leads to a won one, and drawn
//! otherwise. The winner takes the shortest way and the loser the longest; the distance counts single moves, called plies.
//!
//! Here is a whole game. A cat and a mouse take turns to move on a ring of rooms; the mouse wants never to be caught:
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use retrograde::{Game, Outcome, Value, solve};
//!
//! /// Rooms 0, 1, … in a ring, with a door between room 0 and the room opposite.
//! struct Rooms(u32);
//!
//! #[derive(Clone, Debug, PartialEq)]
//! struct Chase { mover: u32, other: u32, cat_moves: bool }
//!
//! impl Rooms {
//!     /// The rooms next to this one.
//!     fn neighbours(&self, room: u32) -> impl Iterator<Item = u32> {
//!         let ring = [(room + 1) % self.0, (room + self.0 - 1) % self.0];
//!         let door = [(0, self.0 / 2), (self.0 / 2, 0)].into_iter().find(|(from, _)| *from == room);
//!         ring.into_iter().chain(door.map(|(_, to)| to))
//!     }
//! }
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
//!     fn successors(&self, at: &Chase, visit: impl FnMut(Chase) -> ControlFlow<()>) -> ControlFlow<()> {
//!         // When the mouse is caught there are no moves.
//!         let rooms = self.neighbours(at.mover).filter(|_| at.mover != at.other);
//!         rooms.map(|room| Chase { mover: at.other, other: room, cat_moves: !at.cat_moves }).try_for_each(visit)
//!     }
//!
//!     // One has just moved to the room of the other: the player to move wins if it is the cat.
//!     fn ending(&self, at: &Chase) -> Outcome {
//!         if at.cat_moves { Outcome::Win } else { Outcome::Loss }
//!     }
//! }
//!
//! let solution = solve(Rooms(6))?;
//! let chase = |mover, other| Chase { mover, other, cat_moves: true };
//! assert_eq!(solution.value(&chase(0, 3)), Value::Win(1)); // through the door
//! assert_eq!(solution.value(&chase(1, 3)), Value::Draw); // the mouse can run forever
//! # Ok::<(), retrograde::SolveError>(())
//! ```
//!
//! | question | answer |
//! |---|---|
//! | Who wins, and how soon? | [`Solution::value`] |
//! | What is the best move? | [`Solution::best_moves`], [`Solution::winning_moves`], [`Solution::principal_line`] |
//! | How many positions are won, lost and drawn? | [`Solution::counts`] |
//! | Is a solution right? | [`verify`]: one pass over all moves that is independent of the solver |
//! | Is the game's own code right? | [`audit`] |
//!
//! # Rules
//!
//! - **A player who cannot move** loses, unless [`Game::ending`] says that it is a win, as in misère play, or a draw, as in
//!   stalemate.
//! - **A game that ends by reaching a position** has no successors there, and `ending` tells the result for the player to
//!   move.
//! - **Several moves in a turn**, always or sometimes, are possible with [`Game::moves_again`]. A move that consists of
//!   several steps is often much cheaper to solve if each step is a move of its own.
//! - **Whose turn it is** must be part of the position if the rules are different for the players, as in the example above.
//!   Otherwise a position can be seen from the side of the player to move.
//!
//! # Large games
//!
//! Solving takes two and a quarter bytes per rank, besides the game's own tables and the reverse graph.
//! [`solve`] stores that graph, in one to five bytes per move. A game that can list [`Predecessors`] itself is solved by
//! [`solve_with_predecessors`], which stores no graph; where most positions are drawn, that is many times faster. For the game
//! above:
//!
//! ```
//! # use std::ops::ControlFlow;
//! # use retrograde::{Game, Outcome, Value};
//! # struct Rooms(u32);
//! # #[derive(Clone, Debug, PartialEq)]
//! # struct Chase { mover: u32, other: u32, cat_moves: bool }
//! # impl Rooms {
//! #     fn neighbours(&self, room: u32) -> impl Iterator<Item = u32> {
//! #         let ring = [(room + 1) % self.0, (room + self.0 - 1) % self.0];
//! #         let door = [(0, self.0 / 2), (self.0 / 2, 0)].into_iter().find(|(from, _)| *from == room);
//! #         ring.into_iter().chain(door.map(|(_, to)| to))
//! #     }
//! # }
//! # impl Game for Rooms {
//! #   type Position = Chase;
//! #   fn ranks(&self) -> u32 { 2 * self.0 * self.0 }
//! #   fn rank(&self, at: &Chase) -> u32 { (at.mover * self.0 + at.other) * 2 + u32::from(at.cat_moves) }
//! #   fn unrank(&self, rank: u32) -> Option<Chase> {
//! #       let rooms = rank / 2;
//! #       Some(Chase { mover: rooms / self.0, other: rooms % self.0, cat_moves: rank % 2 == 1 })
//! #   }
//! #   fn successors(&self, at: &Chase, visit: impl FnMut(Chase) -> ControlFlow<()>) -> ControlFlow<()> {
//! #       let rooms = self.neighbours(at.mover).filter(|_| at.mover != at.other);
//! #       rooms.map(|room| Chase { mover: at.other, other: room, cat_moves: !at.cat_moves }).try_for_each(visit)
//! #   }
//! #   fn ending(&self, at: &Chase) -> Outcome {
//! #       if at.cat_moves { Outcome::Win } else { Outcome::Loss }
//! #   }
//! # }
//! use retrograde::{Predecessors, audit_with_predecessors, solve_with_predecessors};
//!
//! impl Predecessors for Rooms {
//!     fn predecessors(&self, at: &Chase, visit: impl FnMut(Chase) -> ControlFlow<()>) -> ControlFlow<()> {
//!         // Before the move the mouse was not caught yet.
//!         let rooms = self.neighbours(at.other).filter(|room| *room != at.mover);
//!         rooms.map(|room| Chase { mover: room, other: at.mover, cat_moves: !at.cat_moves }).try_for_each(visit)
//!     }
//! }
//!
//! audit_with_predecessors(&Rooms(6))?; // successors and predecessors agree
//! let solution = solve_with_predecessors(Rooms(6))?;
//! assert_eq!(solution.value(&Chase { mover: 1, other: 3, cat_moves: true }), Value::Draw);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! If a game has symmetries, [`Game::canonical`] and [`Game::orbit`], only one of all symmetric positions is solved. A
//! [`Runner`] reports progress, and works on all threads if it is `parallel`. No function recurses.
//!
//! # Features
//!
//! None is on by default. Without features the crate does no input or output and has no dependencies.
//!
//! - `parallel`: `Runner::parallel` solves, verifies and audits on all threads, with rayon. The solution is the same, bit for
//!   bit.
//! - `files`: `Solution::save` and `Solution::load`, and `Stored`, which looks up positions in a file or a memory map without
//!   reading all of it. A file that is damaged, truncated or of another game is an error.
//!
//! # Games and results
//!
//! The examples are games whose tests check these results. All were audited, solved and verified. To see them, run
//! `cargo run --release --example NAME` in the folder of this crate.
//!
//! | example | game | result | source |
//! |---|---|---|---|
//! | `tic_tac_toe` | tic-tac-toe | 5,478 positions; a draw | every textbook |
//! | | misère: three in a row lose | a draw; every first move but the centre loses | Y. Elran, *Toe-tac-tic* (the draw); a game tree in the tests |
//! | `three_mens_morris` | three men's morris, moving along straight lines | 3,870 positions; won by the first player in 9 plies, from the centre alone; a corner draws, an edge loses | H. E. Dudeney, *The Canterbury Puzzles*, no. 110: won from the centre, otherwise a draw; fixpoint iteration in the tests |
//! | | moving along diagonals too | won in 9 plies, from the centre alone | the tests |
//! | | moving to any free point | a draw | the tests |
//!
//! The repository of this crate has larger games, which were solved in the same way: king and queen, rook, pawn, or bishop and
//! knight against king (24,536,089 positions), where the numbers of positions are those of the Syzygy tables, and the L game on
//! boards of up to 36 cells.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod audit;
mod cell;
mod checksum;
#[cfg(feature = "files")]
mod file;
mod game;
mod incoming;
mod rank_set;
mod reverse_graph;
mod runner;
mod solution;
mod solve;
mod threads;
mod verify;

pub use audit::{AuditError, audit, audit_with_predecessors};
#[cfg(feature = "files")]
pub use file::{Bytes, Header, LoadError, LoadErrorKind, Source, Stored};
pub use game::{Game, Outcome, Predecessors, Value};
pub use runner::{Progress, Runner, Stage};
pub use solution::Solution;
pub use solve::{SolveError, solve, solve_with_predecessors};
pub use verify::{VerifyError, verify};

/// Makes the examples in the README doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
