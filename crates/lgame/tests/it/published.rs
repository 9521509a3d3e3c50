//! Published numbers of the game.

use std::collections::HashSet;

use lgame::{LGame, Placement, Position, solution};
use retrograde::{Game, Outcome, Ranked, Value};

/// All positions, ordered by rank.
fn positions() -> impl Iterator<Item = Position> {
    (0..LGame.ranks()).filter_map(|rank| LGame.unrank(rank))
}

fn classes(positions: impl Iterator<Item = Position>) -> usize {
    positions.map(|position| LGame.rank(&LGame.canonical(&position))).collect::<HashSet<_>>().len()
}

#[test]
fn placements_pairs_positions_and_classes() {
    assert_eq!(Placement::all().count(), 48);
    let pairs: HashSet<_> = positions().map(|position| (position.own(), position.other())).collect();
    assert_eq!(pairs.len(), 656);
    assert_eq!(positions().count(), 18_368);
    assert_eq!(classes(positions()), 2_296);
    assert!(positions().all(|position| LGame.orbit(&position) == 8));
}

#[test]
fn moves() {
    assert_eq!(positions().map(|position| position.moves().count()).sum::<usize>(), 1_632_800);
    // The judge's statement says 195, which is wrong: in the example of `Position::moves` the L has 17 moves, each with
    // 13 ways to move a neutral piece or none.
    assert_eq!(positions().map(|position| position.moves().count()).max(), Some(221));
}

/// As published in *Winning Ways* and confirmed since: up to symmetry there are 15 positions without a legal move, and
/// 14 more that are lost.
#[test]
fn lost_positions() {
    let lost = || positions().filter(|&position| solution().value(&position).outcome() == Outcome::Loss);
    let (without_move, with_move): (Vec<_>, Vec<_>) =
        lost().partition(|&position| solution().value(&position) == Value::Loss(0));
    assert_eq!((without_move.len(), with_move.len()), (120, 112));
    assert_eq!([without_move, with_move].map(|lost| classes(lost.into_iter())), [15, 14]);
}
