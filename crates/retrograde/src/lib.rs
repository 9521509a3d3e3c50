//! Solves finite games of two players: win, loss or draw of every position, and the exact distance to the end. Play may
//! go on forever.
//!
//! A game implements [`Game`]: its positions and the moves between them. [`Explored`] finds all positions that play can
//! reach, and [`solve`] works backwards from the ends of the game: a position is won if some move leads to a lost one,
//! lost if every move leads to a won one, and drawn otherwise. The winner takes the shortest way and the loser the
//! longest; the distance counts single moves, called plies.
//!
//! Here is a whole game. A cat and a mouse take turns to move on a ring of rooms; the mouse wants never to be caught:
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use retrograde::{Explored, Game, Value, solve};
//!
//! /// Rooms 0, 1, … in a ring, with a door between room 0 and the room opposite.
//! struct Rooms(u64);
//!
//! #[derive(Clone, Debug, Hash, PartialEq, Eq)]
//! struct Chase { mover: u64, other: u64, cat_moves: bool }
//!
//! impl Rooms {
//!     /// The rooms next to this one.
//!     fn neighbours(&self, room: u64) -> impl Iterator<Item = u64> {
//!         let ring = [(room + 1) % self.0, (room + self.0 - 1) % self.0];
//!         let door = [(0, self.0 / 2), (self.0 / 2, 0)].into_iter().find(|(from, _)| *from == room);
//!         ring.into_iter().chain(door.map(|(_, to)| to))
//!     }
//! }
//!
//! impl Game for Rooms {
//!     type Position = Chase;
//!
//!     fn successors(&self, at: &Chase, visit: impl FnMut(Chase) -> ControlFlow<()>) -> ControlFlow<()> {
//!         let rooms = self.neighbours(at.mover);
//!         rooms.map(|room| Chase { mover: at.other, other: room, cat_moves: !at.cat_moves }).try_for_each(visit)
//!     }
//!
//!     // One has just moved to the room of the other: the player to move has won if it is the cat.
//!     fn known_value(&self, at: &Chase) -> Option<Value> {
//!         let value = if at.cat_moves { Value::Win(0) } else { Value::Loss(0) };
//!         (at.mover == at.other).then_some(value)
//!     }
//! }
//!
//! let chase = |mover, other| Chase { mover, other, cat_moves: true };
//! let solution = solve(Explored::new(Rooms(6), [chase(0, 3), chase(1, 3)])?)?;
//! assert_eq!(solution.value(&chase(0, 3)), Value::Win(1)); // through the door
//! assert_eq!(solution.value(&chase(1, 3)), Value::Draw); // the mouse can run forever
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | question | answer |
//! |---|---|
//! | Who wins, and how soon? | [`Solution::value`] |
//! | What is the best move? | [`Solution::best_move`], [`Solution::moves`], [`Solution::principal_line`] |
//! | Which positions are won, lost, drawn? | [`Solution::iter`], [`Solution::with_outcome`] |
//! | How many? | [`Solution::summary`], [`Solution::counts`], and by any key [`Solution::counts_by`] |
//! | Is a solution right? | [`verify`]: one pass over all moves that is independent of the solver |
//! | Is the game's own code right? | [`audit`] |
//!
//! # Rules
//!
//! - **A player who cannot move** loses, unless [`Game::ending`] says that it is a win, as in misère play, or a draw,
//!   as in stalemate.
//! - **A game that ends by reaching a position** has a known value there: [`Game::known_value`]. That may also be a win
//!   in one ply, where the king can be captured, so that no position after the capture is needed; or a value from
//!   another solution, where a move leads to a part of the game that is already solved.
//! - **Several moves in a turn**, always or sometimes, are possible with [`Game::moves_again`]. A move that consists of
//!   several steps is often much cheaper to solve if each step is a move of its own.
//! - **Whose turn it is** must be part of the position if the rules are different for the players, as in the example
//!   above. Otherwise a position can be seen from the side of the player to move.
//!
//! # Large games
//!
//! A game that numbers its positions by a formula implements [`Ranked`] and takes no memory for positions. One that can
//! list [`Predecessors`] is solved by [`solve_with_predecessors`], which stores no graph; where most positions are
//! drawn, that is many times faster. For the game above:
//!
//! ```
//! # use std::ops::ControlFlow;
//! # use retrograde::{Game, Value};
//! # struct Rooms(u64);
//! # #[derive(Clone, Debug, Hash, PartialEq, Eq)]
//! # struct Chase { mover: u64, other: u64, cat_moves: bool }
//! # impl Rooms {
//! #     fn neighbours(&self, room: u64) -> impl Iterator<Item = u64> {
//! #         let ring = [(room + 1) % self.0, (room + self.0 - 1) % self.0];
//! #         let door = [(0, self.0 / 2), (self.0 / 2, 0)].into_iter().find(|(from, _)| *from == room);
//! #         ring.into_iter().chain(door.map(|(_, to)| to))
//! #     }
//! # }
//! # impl Game for Rooms {
//! #     type Position = Chase;
//! #     fn successors(&self, at: &Chase, visit: impl FnMut(Chase) -> ControlFlow<()>) -> ControlFlow<()> {
//! #         let rooms = self.neighbours(at.mover);
//! #         rooms.map(|room| Chase { mover: at.other, other: room, cat_moves: !at.cat_moves }).try_for_each(visit)
//! #     }
//! #     fn known_value(&self, at: &Chase) -> Option<Value> {
//! #         let value = if at.cat_moves { Value::Win(0) } else { Value::Loss(0) };
//! #         (at.mover == at.other).then_some(value)
//! #     }
//! # }
//! use retrograde::{Predecessors, Ranked, audit_with_predecessors, solve_with_predecessors};
//!
//! impl Ranked for Rooms {
//!     fn ranks(&self) -> u64 { 2 * self.0 * self.0 }
//!     fn rank(&self, at: &Chase) -> u64 { (at.mover * self.0 + at.other) * 2 + u64::from(at.cat_moves) }
//!     fn unrank(&self, rank: u64) -> Option<Chase> {
//!         let rooms = rank / 2;
//!         Some(Chase { mover: rooms / self.0, other: rooms % self.0, cat_moves: rank % 2 == 1 })
//!     }
//! }
//!
//! impl Predecessors for Rooms {
//!     fn predecessors(&self, at: &Chase, visit: impl FnMut(Chase) -> ControlFlow<()>) -> ControlFlow<()> {
//!         let rooms = self.neighbours(at.other);
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
//! If a game has symmetries, [`Game::canonical`] and [`Game::orbit`], only one of all symmetric positions is solved.
//! That saves time; it saves memory only if the others have no rank. [`Subset`] leaves them out where the formula does
//! not, and also what cannot be reached. A [`Runner`] works on several threads if it is `parallel`, and reports
//! progress. A large game takes four steps, here for a game of which the start is given:
//!
//! ```
//! use retrograde::{Predecessors, Ranked, Runner, Solution, Subset};
//!
//! fn prove<G: Ranked + Predecessors>(game: G, start: G::Position) -> Result<Solution<Subset<G>>, Box<dyn std::error::Error>> {
//!     let mut runner = Runner::new(); // .parallel(), .on_progress(…)
//!     runner.audit_sample_with_predecessors(&game, 100_000, 1)?; // or audit_with_predecessors
//!     let reachable = runner.reachable(game, [start])?;
//!     let solution = runner.solve_with_predecessors(reachable)?;
//!     runner.verify_with_predecessors(&solution)?; // or verify_canonical
//!     Ok(solution)
//! }
//! ```
//!
//! A game whose positions fall into parts that play never re-enters, such as one with captures, need not fit into
//! memory: with the feature `files`, `Tiers` solves it part by part in a folder, goes on after it was stopped, and
//! looks up positions of all parts. The parts that moves lead to are read through memory that you bound.
//!
//! Several processes or machines can solve one game together: each worker has a [`Share`], and some transport carries
//! what these tell one another, such as the crate `cluster` of the same repository. `Stored` reads the files of all
//! shares as one.
//!
//! Time is mostly spent waiting for memory, so ranks of positions between which moves lead should lie close together.
//! No function recurses.
//!
//! # Costs
//!
//! | | memory, besides the game's own tables | passes |
//! |---|---|---|
//! | [`Solution`] | 2 bytes per rank | |
//! | [`solve_with_predecessors`] | 2¼ bytes per rank | all moves once, or [`Game::move_count`]; the predecessors of won and lost positions once |
//! | [`solve`] | 2¼ bytes per rank; the reverse graph: 12 bytes per rank while it is built, 8 afterwards, 1 to 5 bytes per move; 20 MB | all moves twice |
//! | [`Explored`] | the positions, and 6 to 12 bytes for each | all moves once |
//! | [`Subset`] | 1⅛ bits per rank of the whole game, 1⁄16 bit per position | all ranks once; for [`Subset::filtered`], the moves of what is kept too |
//! | [`Subset::reachable`] | 2 bits per rank while it is found | the moves of what is reached once |
//! | [`verify`] | none | all moves of all positions once, in which each successor is ranked and unranked |
//! | [`Runner::verify_canonical`] | none | the moves of canonical positions once, in which each successor is ranked |
//! | [`Runner::verify_with_predecessors`] | none | the same, but most successors are only visited; the predecessors of won and lost positions once |
//! | [`audit`] | 1 MB | all moves of all positions once or twice; if only canonical positions have ranks, the moves of all successors too |
//! | [`audit_with_predecessors`] | 1 MB | the same, and all predecessors twice or thrice |
//! | [`Runner::verify_sample`], [`Runner::audit_sample`] | none | the moves of the sample; to audit predecessors, those of all successors too |
//! | [`Solution::counts_by`] | the counts | all ranks once |
//! | `Stored` (feature `files`) | a bit for 4 KiB of the file | 4 KiB are read for a position, later 3 bytes |
//! | [`Share`] | 2¼ bytes per rank of the share | as [`solve_with_predecessors`], of its own ranks |
//! | `Tiers` (feature `files`) | of one part at a time: the above, and what is read of other parts, at least 1 MB | for each move into another part a look-up |
//!
//! For a [`Subset`], a rank is a position of the set. From 2^32 ranks on, the reverse graph takes 16 bytes per rank
//! while it is built, and up to 6 per move; a graph of 2^38 ranks is refused. A distance is 16,383 plies at most, and a
//! position has 32,767 moves at most.
//!
//! # Features
//!
//! None is on by default. Without features the crate does no input or output and has no dependencies.
//!
//! - `parallel`: `Runner::parallel` and `Runner::threads` explore, solve, verify, audit and count on several threads,
//!   with rayon. The solution is the same, bit for bit.
//! - `files`: `Solution::save` and `Solution::load`, and `Stored`, which looks up positions in a file or a memory map
//!   without reading all of it. A file that is damaged, truncated or of another game is an error. `Tiers` solves a game
//!   in a folder.
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
//! The repository of this crate has larger games, which were solved in the same way: dobutsu shogi (246,803,167
//! positions can be reached; the first player loses in 78 plies), where all numbers are those of T. Tanaka (2009); king
//! and queen, rook, pawn, or bishop and knight against king (24,536,088 positions), where the numbers of positions are
//! those of the Syzygy tables, and the L game on boards of up to 36 cells.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod audit;
mod cell;
mod checksum;
mod classes;
mod counts;
mod error;
mod explored;
#[cfg(feature = "files")]
mod file;
mod game;
mod incoming;
mod indexed_set;
mod memory;
mod outgoing;
mod pending;
mod rank_set;
mod reverse_graph;
mod runner;
mod sample;
mod share;
mod solution;
mod solve;
mod solver;
mod subset;
mod summary;
mod table;
mod threads;
#[cfg(feature = "files")]
mod tiers;
mod value;
mod verify;

pub use audit::{AuditError, audit, audit_with_predecessors};
pub use error::SolveError;
pub use explored::{ExploreError, Explored};
#[cfg(feature = "files")]
pub use file::{Bytes, Header, LoadError, LoadErrorKind, NewShare, PreparedShare, Source, Stored};
pub use game::{Game, NO_RANK, Predecessors, Ranked};
pub use runner::{Progress, Runner, Stage};
pub use share::{Deal, Share, ShareMove, SolvedShare};
pub use solution::Solution;
pub use solve::{solve, solve_with_predecessors};
pub use subset::{Subset, SubsetError};
pub use summary::Summary;
#[cfg(feature = "files")]
pub use tiers::{PartGame, PartPlan, PartState, PartToSolve, TierError, TierEvent, Tiered, Tiers};
pub use value::{Outcome, Value};
pub use verify::{VerifyError, verify};

/// Makes the examples in the README doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
