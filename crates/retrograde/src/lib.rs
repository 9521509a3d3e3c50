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
//! | whether a solution is right | [`verify`]: one pass over all moves that shares nothing with the solver but how ranks are dealt out |
//! | whether a game's own code is right | [`audit`] |
//!
//! # Games of all shapes
//!
//! - **Who cannot move** loses, unless [`Game::ending`] says that this is a win, as in misère play, or a draw, as in stalemate.
//! - **Reaching a position** ends a game if it has no successors there; `ending` says what it means for the player to move.
//! - **Several moves in a turn**, always or now and then: [`Game::moves_again`]. A move in several steps, each a move of its
//!   own, is often far cheaper to solve than the product of all steps.
//! - **Who is to move** is a part of the position if the players are not alike, as in the example above; else a position is
//!   seen by the player to move.
//!
//! # Large games
//!
//! A rank takes two bytes and a quarter, and the game's own tables come on top. To go backwards it has to be known where
//! positions come from. The game above leaves that to the library, which stores the graph, at one to five bytes a move
//! ([`solve`] has the details). A game that can tell is solved in less memory, and many times faster where most positions are
//! drawn. For the game above that takes:
//!
//! ```
//! # use retrograde::{Game, Outcome, Value, audit, solve};
//! # struct Rooms(u32);
//! # #[derive(Clone, Debug, PartialEq)]
//! # struct Chase { mover: u32, other: u32, cat_moves: bool }
//! # impl Rooms {
//! #     fn doors(&self, from: u32) -> impl Iterator<Item = u32> {
//! #         let beside = [(from + 1) % self.0, (from + self.0 - 1) % self.0];
//! #         let door = [(0, self.0 / 2), (self.0 / 2, 0)].into_iter().find(|door| door.0 == from);
//! #         beside.into_iter().chain(door.map(|door| door.1))
//! #     }
//! # }
//! impl Game for Rooms {
//! #   type Position = Chase;
//! #   fn ranks(&self) -> u32 { 2 * self.0 * self.0 }
//! #   fn rank(&self, at: &Chase) -> u32 { (at.mover * self.0 + at.other) * 2 + u32::from(at.cat_moves) }
//! #   fn unrank(&self, rank: u32) -> Option<Chase> {
//! #       let rooms = rank / 2;
//! #       Some(Chase { mover: rooms / self.0, other: rooms % self.0, cat_moves: rank % 2 == 1 })
//! #   }
//! #   fn successors(&self, at: &Chase, mut visit: impl FnMut(Chase)) {
//! #       if at.mover == at.other { return; }
//! #       for room in self.doors(at.mover) {
//! #           visit(Chase { mover: at.other, other: room, cat_moves: !at.cat_moves });
//! #       }
//! #   }
//! #   fn ending(&self, at: &Chase) -> Outcome {
//! #       if at.cat_moves { Outcome::Win } else { Outcome::Loss }
//! #   }
//!     // … as before, and:
//!     const KNOWS_PREDECESSORS: bool = true;
//!
//!     fn predecessors(&self, at: &Chase, mut visit: impl FnMut(Chase)) {
//!         let beside = [(at.other + 1) % self.0, (at.other + self.0 - 1) % self.0];
//!         let door = [(0, self.0 / 2), (self.0 / 2, 0)].into_iter().find(|door| door.0 == at.other);
//!         // Whoever has moved was not yet caught.
//!         for room in beside.into_iter().chain(door.map(|door| door.1)).filter(|room| *room != at.mover) {
//!             visit(Chase { mover: room, other: at.mover, cat_moves: !at.cat_moves });
//!         }
//!     }
//! }
//!
//! audit(&Rooms(6))?; // predecessors and successors agree
//! let chase = |mover, other| Chase { mover, other, cat_moves: true };
//! assert_eq!(solve(&Rooms(6))?.value(&Rooms(6), &chase(1, 3)), Value::Draw);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A game that knows its symmetries ([`Game::canonical`]) is solved for one position of each kind. A [`Runner`] works on all
//! threads and tells how far it is. Nothing recurses.
//!
//! # Features
//!
//! None is on by default, and without them the crate does no input or output and depends on nothing. The crate is not
//! published; from a clone beside your own:
//!
//! ```toml
//! [dependencies]
//! retrograde = { path = "../games/crates/retrograde", features = ["files", "parallel"] }
//! ```
//!
//! - `parallel`: `Runner::parallel` solves, verifies and audits on all threads, with rayon. The solution is the same bit for
//!   bit.
//! - `files`: `Solution::save` and `Solution::load`, and `Stored`, which looks a position up in a file, or a memory map, without
//!   reading the rest. A damaged, truncated or foreign file is refused.
//!
//! # Games and results
//!
//! The examples are games, and their tests hold them to these numbers. All were audited, solved and verified; to see them,
//! `cargo run --release -p retrograde --example NAME`.
//!
//! | example | game | result | known from |
//! |---|---|---|---|
//! | `tic_tac_toe` | tic-tac-toe | 5,478 positions; a draw | every textbook |
//! | | misère, three in a row lose | a draw, and only the centre does not lose | Y. Elran, *Toe-tac-tic* (the draw); a game tree in the tests |
//! | `three_mens_morris` | three men's morris, stones move along straight lines | 3,870 positions; won by the first player in 9 plies, from the centre alone; a corner draws, an edge loses | H. E. Dudeney, *The Canterbury Puzzles*, no. 110: won from the centre, else a draw; a fixpoint in the tests |
//! | | along diagonals too | likewise won in 9, from the centre alone | the tests |
//! | | to any free point | a draw | the tests |
//! | `endgames` | king and queen against king | mate in 10 moves at the most | all counts by distance: generator statistics of the Syzygy tables |
//! | | king and rook against king | 16 moves | likewise, and M. Bain's data set at UCI |
//! | | king and pawn against king | 28 moves; 62,480 of 81,664 positions won with White to move, 48,802 of 84,012 with Black, no two alike | counts: Syzygy; 28 moves: OEIS A274458 |
//! | `endgames bishop-and-knight` | king, bishop and knight against king | 33 moves; 24,536,089 positions | all counts by distance: Syzygy |
//! | `l_game 4x4` | L game | see below | the solver of this project's `lgame`, which makes whole moves |
//!
//! Edward de Bono's L game on other boards, which nobody seems to have published; in positions before a turn, and turns to the
//! end. The small ones agree with a fixpoint over plain sets in the tests.
//!
//! | board | positions | won | in turns | lost | in turns | drawn |
//! |---|--:|--:|---|--:|---|--:|
//! | 3x4 | 768 | 460 | 1: 420, 3: 40 | 308 | 0: 216, 2: 80, 4: 12 | 0 |
//! | 3x5 | 9,324 | 6,380 | 1: 4,488, 3: 832, 5: 696, 7: 320, 9: 32, 11: 12 | 1,384 | 0: 296, 2: 500, 4: 460, 6: 92, 8: 4, 10: 32 | 1,560 |
//! | 3x6 | 47,160 | 1,320 | 1: 1,320 | 4 | 0: 4 | 45,836 |
//! | 3x7 | 151,320 | 0 | | 0 | | 151,320 |
//! | 4x4 | 18,368 | 8,048 | 1: 6,144, 3: 216, 5: 648, 7: 88, 9: 952 | 232 | 0: 120, 2: 24, 4: 24, 6: 40, 8: 24 | 10,088 |
//! | 4x5 | 120,648 | 0 | | 0 | | 120,648 |
//! | 5x5 | 620,160 | 0 | | 0 | | 620,160 |
//! | 6x6 | 6,241,536 | 0 | | 0 | | 6,241,536 |

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
pub use file::{Bytes, Header, LoadError, Refusal, Source, Stored};
pub use game::{Game, Outcome, Value};
pub use runner::{Progress, Runner, Stage};
pub use solution::Solution;
pub use solve::{SolveError, solve};
pub use verify::{Mistake, verify};
