//! Games for `retrograde` that are too large for its examples: a program that solves them and looks up positions, and the
//! games themselves, for measuring.
//!
//! ```sh
//! cargo run --release -p large-games -- solve six-mens-morris
//! cargo run --release -p large-games -- solve chess KBNvK
//! cargo run --release -p large-games -- solve l-game-4x4
//! ```
//!
//! The tests check these results, those that take long with `scripts/test --long`. All were audited, solved and
//! verified; of dobutsu shogi a sample was audited.
//!
//! | `solve` | game | result | source |
//! |---|---|---|---|
//! | `chess KQvK` | king and queen against king | mate in at most 10 moves | all counts by distance: generator statistics of the Syzygy tables |
//! | `chess KRvK` | king and rook against king | 16 moves | the same, and M. Bain's data set at UCI |
//! | `chess KPvK` | king and pawn against king | 28 moves; 62,480 of 81,664 positions won with White to move, 48,802 of 84,012 with Black, symmetric ones counted once | counts: Syzygy; 28 moves: OEIS A274458 |
//! | `chess KBNvK` | king, bishop and knight against king | 33 moves; 24,536,088 positions | all counts by distance: Syzygy |
//! | `l-game-4x4` | L game | see below | the solver of `lgame`, which uses whole moves |
//! | `dobutsu` | dobutsu shogi | lost in 78 plies; 246,803,167 positions; the longest win takes 173 plies | the same, and the numbers of positions won, lost and drawn: T. Tanaka, *An analysis of a board game "Doubutsu Shogi"*, 2009 |
//! | `six-mens-morris` | six men's morris from the empty board on | a draw; 3,106,891 positions | B. Liou, 2026: a draw, and the number of positions that play reaches; with three and four stones each, fixpoint iteration in the tests |
//! | `chess` | chess endings of three and four men | won, drawn and lost, and the longest mate of each | Syzygy's statistics; Texel's longest mates |
//! | `quixo-4x4` | Quixo on 4x4 cubes | won by the first player in 21 plies | the solver `GamesmanOne` |
//! | `nine-mens-morris` | nine men's morris | all placed, 3 stones against 3: 47,167 of 56,922 positions won, 9,659 lost, symmetric ones counted once; at most 25 plies | fixpoint iteration in the tests; numbers of positions: R. Gasser, 1996 |
//!
//! Edward de Bono's L game on boards of other sizes, which seems to be unpublished. Positions are those before a turn,
//! and distances count turns. For the small boards, fixpoint iteration over plain sets in the tests gives the same
//! numbers.
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
