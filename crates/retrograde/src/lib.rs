#![doc = include_str!("../README.md")]
//!
//! # Questions and answers
//!
//! A game implements [`Game`]: its positions and the moves between them. A small one needs no type: [`from_fn`] makes it
//! of two closures. A [`Solver`] finds all positions that play can reach, and works backwards from the ends of the game:
//! a position is won if some move leads to a lost one, lost if every move leads to a won one, and drawn otherwise. The
//! winner takes the shortest way and the loser the longest; the distance counts single moves, called plies.
//!
//! | question | answer |
//! |---|---|
//! | Who wins, and how soon? | [`Values::value`] |
//! | What is the best move? | [`Values::best_moves`], [`Values::moves`], and a whole [`line`](Values::line); [`Game::label`] names a move |
//! | Which positions are won, lost, drawn? | [`Solution::iter`] |
//! | How many? | [`Solution::summary`], [`Solution::counts`], and by any key [`Solver::counts_by`] |
//! | Is a solution right? | [`Solver::verify`], if the game passes its audit; [`Solver::verify_every_position`] trusts only the rules |
//! | Is the game's own code right? | [`Solver::audit`] |
//!
//! # Rules
//!
//! - **A player who cannot move** loses, unless [`Game::ending`] says that it is a win, as in misère play, or a draw,
//!   as in stalemate.
//! - **A game that ends by reaching a position** has a known value there: [`Game::known_value`]. That may also be a win
//!   in one ply, where the king can be captured, so that no position after the capture is needed.
//! - **Several moves in a turn**, always or sometimes, are possible with [`Game::moves_again`]. A move that consists of
//!   several steps is often much cheaper to solve if each step is a move of its own.
//! - **Whose turn it is** must be part of the position if the rules are different for the players. Otherwise a position
//!   can be seen from the side of the player to move.
//!
//! # Large games
//!
//! What a game offers decides how it is solved. With a formula that numbers positions, they take no memory: [`Ranked`]
//! has an example with all that follows. With [`Game::predecessors`], no moves are stored. With [`Game::canonical`]
//! and [`Game::images`], only one of all symmetric positions is solved. A large game takes four steps:
//!
//! ```
//! use retrograde::solver::Sample;
//! use retrograde::{Error, Ranked, Solution, Solver, Subset};
//!
//! fn prove<G: Ranked>(game: G, start: G::Position) -> Result<Solution<Subset<G>>, Error> {
//!     let solver = Solver::new(); // .threads(0).on_progress(…)
//!     solver.audit_some(&game, Sample { size: 100_000, seed: 1 })?; // or audit, which looks at all
//!     let solution = solver.solve(solver.reachable(game, [start])?)?;
//!     solver.verify_every_position(&solution)?; // after a whole audit, verify is enough
//!     Ok(solution)
//! }
//! ```
//!
//! A game whose positions fall into parts that play never re-enters, such as one with captures, need not fit into
//! memory: it lists its [`Part`]s, and with the feature `files` the same solver solves them one after another in a
//! folder (`Solver::solve_parts`), and continues after it was stopped, also within a part. Several processes or machines
//! can solve one part together by a `solver::Share` each. Time is mostly spent waiting for memory, so ranks of positions
//! between which moves lead should lie close together.
//!
//! # Costs
//!
//! | | memory, besides the game's own tables |
//! |---|---|
//! | [`Solution`] | 2 bytes per rank |
//! | [`Solver::solve`] | [`Solver::bytes`]: 2¼ bytes per rank; without predecessors 8 more, and 4 per move |
//! | [`Explored`] | up to twice the positions, and 6 to 12 bytes for each |
//! | [`Subset`] | 1⅛ bits per rank of the whole game, 1⁄16 bit per position; 2 bits per rank while it is found |
//! | `Solver::solve_parts` | one part at a time, and what is read of others, at least 1 MB |
//! | `files::Stored` | what is read, at most 1 MB of each file |
//!
//! A distance is 16,383 plies at most, and a position has 32,767 moves at most.
//!
//! # Games and results
//!
//! The tests of the examples check these results. `cargo run --release --example NAME` in this crate's folder shows
//! them.
//!
//! | example | game | result | source |
//! |---|---|---|---|
//! | `kono` (with `--features files`) | Kono on 3 times 3 points, in parts | won by the first player in 13 plies | fixpoint iteration in the tests |
//! | `connect_four` | connect four, 4 columns, 4 rows | 161,029 positions; a draw | J. Tromp, *John's Connect Four Playground* |
//! | `hare_and_hounds` | hare and hounds, the French military game | the hounds win in 23 plies, in 24 if the hare moves first | E. Annunziata, *A study of Hare and Hounds*, 2024 |
//! | `rook_ending` | king and rook against king | 28,056 positions with Black to move up to symmetry; mate in at most 16 moves | M. Bain's data set at UCI, with all counts by distance |

#![cfg_attr(docsrs, feature(doc_cfg))]

mod audit;
mod cell;
mod checksum;
mod counts;
mod error;
mod explored;
#[cfg(feature = "files")]
pub mod files;
mod from_fn;
mod game;
mod indexed_set;
mod memory;
mod moves;
mod part;
#[cfg_attr(not(feature = "files"), allow(dead_code, unreachable_pub, reason = "one machine keeps all ranks"))]
mod partition;
mod pending;
mod progress;
mod rank_set;
#[cfg_attr(not(feature = "files"), allow(unreachable_pub, reason = "a region is public for shares"))]
mod region;
mod reverse_graph;
mod sample;
#[cfg_attr(not(feature = "files"), allow(dead_code, unreachable_pub, reason = "a share is public for shares"))]
mod share;
mod short_debug;
mod solution;
mod solve;
pub mod solver;
mod subset;
mod table;
mod threads;
mod value;
mod values;
mod verify;
#[cfg(feature = "files")]
mod worker;

pub use counts::Summary;
pub use error::{Error, ErrorKind};
pub use explored::Explored;
pub use from_fn::from_fn;
pub use game::{Game, Ranked};
pub use part::Part;
pub use solution::Solution;
pub use solver::Solver;
pub use subset::Subset;
pub use value::{Outcome, Value};
pub use values::Values;
