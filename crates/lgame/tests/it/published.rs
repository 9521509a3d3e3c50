//! Published numbers of the game.

use std::collections::HashSet;

use lgame::{LGame, Placement, Position, value};
use retrograde::{Game, Ranked, Value};

/// All positions, ordered by rank.
fn positions() -> impl Iterator<Item = Position> {
    (0..LGame.ranks()).filter_map(|rank| LGame.unrank(rank))
}

/// How many of the positions there are, and how many up to symmetry.
fn count(positions: impl Iterator<Item = Position>) -> (usize, usize) {
    let classes: Vec<_> = positions.map(|position| LGame.rank(&LGame.canonical(&position))).collect();
    (classes.len(), classes.iter().collect::<HashSet<_>>().len())
}

#[test]
fn placements_positions_and_moves() {
    assert_eq!(Placement::all().count(), 48);
    let pairs: HashSet<_> = positions().map(|position| (position.own(), position.other())).collect();
    assert_eq!((pairs.len(), count(positions())), (656, (18_368, 2_296)));
    // The judge's statement says that a position has up to 195 moves, which is wrong: in the example of
    // `Position::moves` the L has 17 moves, each with 13 ways to move a neutral piece or none.
    let moves = || positions().map(|position| position.moves().count());
    assert_eq!((moves().sum::<usize>(), moves().max()), (1_632_800, Some(221)));
}

/// As published in *Winning Ways* and confirmed since: up to symmetry there are 15 positions without a legal move, and
/// 14 more that are lost.
#[test]
fn lost_positions() {
    let with = |is_wanted: fn(Value) -> bool| count(positions().filter(|one| is_wanted(value(*one))));
    assert_eq!(with(|value| value == Value::Loss(0)), (120, 15));
    assert_eq!(with(|value| matches!(value, Value::Loss(1..))), (112, 14));
}
