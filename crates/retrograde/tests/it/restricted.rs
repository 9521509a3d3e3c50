//! Restricted games: what can be reached, and games without a formula for ranks.

use retrograde::{ErrorKind, Ranked, Solver, Value};

use crate::world::{World, except, index};
use crate::worlds::{failure, heap, many_kinds, solve, value_of_heap};

#[test]
fn a_start_or_a_move_to_what_is_not_a_position_is_named() {
    let solver = Solver::new();
    let error = solver.reachable(heap(100), [4, 50, 101]).expect_err("out of range");
    assert_eq!(error.kind(), ErrorKind::NoPosition);
    assert_eq!(error.to_string(), "101 is not a position of the game; start from one with a rank");
    let mut holed = many_kinds();
    except(&mut holed.unrank, 3, None);
    assert_eq!(failure(solver.reachable(holed.clone(), [3])), (ErrorKind::NoPosition, None));
    assert_eq!(failure(solver.reachable(holed.clone(), [4])), (ErrorKind::Game, Some(4)));
    assert_eq!(solver.reachable(holed, []).expect("nothing to do").ranks(), 0);
    for (rank, message) in [(Some(9), "of rank 9, but no canonical position has that rank"), (None, "without a rank")] {
        let mut outside = World::of([vec![], vec![0, 9]]);
        except(&mut outside.rank, 9, rank);
        let error = solver.reachable(outside, [1]).expect_err("no position").to_string();
        assert!(error.starts_with("rank 1 has a successor or predecessor ") && error.contains(message), "{error}");
    }
}

/// A position of known value may have a number that no rank has.
#[test]
fn a_known_value_needs_no_rank_of_its_own() {
    let mut ended = heap(10);
    except(&mut ended.known, 0, Some(Value::Loss(0)));
    except(&mut ended.unrank, 0, None);
    let solver = Solver::new();
    let subset = solver.reachable(ended, [10]).expect("a consistent game");
    assert_eq!((subset.ranks(), solver.audit(&subset)), (5, Ok(())));
    assert_eq!(solve(subset).expect("a consistent game").get(&10), Some(value_of_heap(10)));
}

/// The set that is found does not depend on the threads. It is a game like any other, in which what was left out has no
/// value.
#[test]
fn what_is_reachable_is_found() {
    let check = |solver: &Solver<'_>| {
        let subset = solver.reachable(heap(20_000), [19_999, 3]).expect("a consistent game");
        assert!((0..10_000).all(|rank| subset.unrank(rank) == Some(2 * rank + 1)));
        assert_eq!((subset.ranks(), subset.unrank(10_000), subset.game().ranks), (10_000, None, 20_001));
        subset
    };
    let subset = check(&Solver::new());
    for threads in [2, 3, 8] {
        check(&Solver::new().threads(threads));
    }
    let solution = solve(subset).expect("a consistent game");
    let expected = |heap| (heap % 2 == 1).then(|| value_of_heap(heap));
    assert!((0..=20_000).all(|heap| solution.get(&heap) == expected(heap)));
}

/// In dense, sparse, empty and full parts.
#[test]
fn the_positions_of_a_subset_are_numbered_in_order() {
    let keep = |at: &u64| at.is_multiple_of([3, 997, u64::MAX, 1][index((at / 10_000).min(3))]);
    for ranks in [0, 1, 64, 511, 512, 513, 9_999, 40_001] {
        let kept: Vec<u64> = (0..ranks).filter(keep).collect();
        let subset =
            Solver::new().reachable(World::new(ranks, |_| vec![]), kept.iter().copied()).expect("few positions");
        assert!(subset.ranks() == kept.len() as u64 && subset.unrank(u64::MAX).is_none());
        assert!((0..).map_while(|rank| subset.unrank(rank)).eq(kept.iter().copied()));
        let rank = |at| kept.binary_search(&at).ok().map(|rank| rank as u64);
        assert!((0..ranks + 100).chain([u64::MAX]).all(|at| subset.rank(&at) == rank(at)), "{ranks}");
    }
}

/// The positions are numbered as they are found, whatever the number of threads.
#[test]
fn a_game_without_ranks_is_explored() {
    let (solver, heap) = (Solver::new(), heap(0));
    let game = solver.explore(heap.clone(), [100_000, 7]).expect("a small game");
    assert_eq!(game.ranks(), 50_001 + 4);
    let positions: Vec<u64> = game.positions().copied().collect();
    assert_eq!(positions[..6], [100_000, 7, 99_998, 99_996, 5, 3]);
    for (rank, at) in (0..).zip(&positions) {
        assert_eq!((game.rank(at), game.unrank(rank)), (Some(rank), Some(*at)));
    }
    assert_eq!((game.unrank(50_005), game.rank(&99_999)), (None, None));
    for threads in [2, 3] {
        let other = Solver::new().threads(threads).explore(heap.clone(), [100_000, 7]).expect("a small game");
        assert!(other.positions().eq(&positions));
    }
    assert_eq!(solver.audit(&game), Ok(()));
    let few = solve(solver.explore(heap.clone(), [20]).expect("a small game")).expect("a small game");
    assert!((0..=20).all(|heap| few.get(&heap) == (heap % 2 == 0).then(|| value_of_heap(heap))));
    assert_eq!(solver.explore(heap, []).expect("nothing to do").ranks(), 0);
}
