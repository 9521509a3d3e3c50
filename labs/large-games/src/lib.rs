//! Games for `retrograde` that are too large for its examples: a program that solves them and looks up positions, and the
//! games themselves, for measuring.
//!
//! ```sh
//! cargo run --release -p large-games -- solve six-mens-morris
//! cargo run --release -p large-games -- solve chess KBNvK
//! cargo run --release -p large-games -- solve l-game-4x4
//! ```
//!
//! The tests check the results, those that take long with `scripts/test --long`: those in `docs/large-games.md`, and dobutsu
//! shogi, lost in 78 plies, with the numbers of T. Tanaka, *An analysis of a board game "Doubutsu Shogi"*, 2009.
//!
//! Edward de Bono's L game on boards of other sizes, which seems to be unpublished. Positions are those before a turn,
//! and distances count turns. On 4x4 cells all values agree with the oracle of `lgame`, which uses whole moves.
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

pub mod chess;
pub mod dobutsu;
pub mod l_game;
pub mod morris;
pub mod program;
pub mod quixo;
mod sets;
pub mod text;
