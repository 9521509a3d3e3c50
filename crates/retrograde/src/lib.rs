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
//! A [`Runner`] reports progress, and works on all threads if it is `parallel`. No function recurses.
//!
//! # Features
//!
//! None is on by default. Without features the crate does no input or output and has no dependencies. The crate is not
//! published; from a clone beside your own:
//!
//! ```toml
//! [dependencies]
//! retrograde = { path = "../games/crates/retrograde", features = ["files", "parallel"] }
//! ```
//!
//! - `parallel`: `Runner::parallel` solves, verifies and audits on all threads, with rayon. The solution is the same, bit for
//!   bit.
//! - `files`: `Solution::save` and `Solution::load`, and `Stored`, which looks up positions in a file or a memory map without
//!   reading all of it. A file that is damaged, truncated or of another game is an error.
//!
//! # Games and results
//!
//! The examples are games whose tests check these results. All were audited, solved and verified. To see them, run
//! `cargo run --release -p retrograde --example NAME`.
//!
//! | example | game | result | source |
//! |---|---|---|---|
//! | `tic_tac_toe` | tic-tac-toe | 5,478 positions; a draw | every textbook |
//! | | misère: three in a row lose | a draw; every first move but the centre loses | Y. Elran, *Toe-tac-tic* (the draw); a game tree in the tests |
//! | `three_mens_morris` | three men's morris, moving along straight lines | 3,870 positions; won by the first player in 9 plies, from the centre alone; a corner draws, an edge loses | H. E. Dudeney, *The Canterbury Puzzles*, no. 110: won from the centre, otherwise a draw; fixpoint iteration in the tests |
//! | | moving along diagonals too | won in 9 plies, from the centre alone | the tests |
//! | | moving to any free point | a draw | the tests |
//! | `endgames` | king and queen against king | mate in at most 10 moves | all counts by distance: generator statistics of the Syzygy tables |
//! | | king and rook against king | 16 moves | the same, and M. Bain's data set at UCI |
//! | | king and pawn against king | 28 moves; 62,480 of 81,664 positions won with White to move, 48,802 of 84,012 with Black, symmetric ones counted once | counts: Syzygy; 28 moves: OEIS A274458 |
//! | `endgames bishop-and-knight` | king, bishop and knight against king | 33 moves; 24,536,089 positions | all counts by distance: Syzygy |
//! | `l_game 4x4` | L game | see below | the solver of `lgame`, which uses whole moves |
//!
//! Edward de Bono's L game on boards of other sizes, which seems to be unpublished. Positions are those before a turn, and
//! distances count turns. For the small boards, fixpoint iteration over plain sets in the tests gives the same numbers.
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
