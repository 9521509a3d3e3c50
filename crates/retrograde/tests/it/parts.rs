//! Parts of a game: what can be reached, one of all symmetric positions, and games without a formula for ranks.

use std::ops::ControlFlow;

use retrograde::{
    ExploreError, Explored, Game, Outcome, Ranked, Runner, SolveError, Subset, SubsetError, Value, audit, solve, verify,
};

use crate::graph::{Graph, many_kinds};

/// A heap from which a player takes two or four.
struct Heap(u64);

impl Game for Heap {
    type Position = u64;

    fn successors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        [2, 4].iter().filter_map(|taken| heap.checked_sub(*taken)).try_for_each(visit)
    }
}

rank_by_number!(Heap, |game| game.0 + 1);

#[test]
fn a_start_that_is_no_position_is_named() {
    let error = Subset::reachable(Heap(100), [4, 50, 101]).expect_err("out of range");
    assert_eq!(error, SubsetError::Start { number: 2 });
    assert_eq!(
        error.to_string(),
        "start number 2, counted from 0, is not a position of the game; give one that has a rank"
    );
    let mut holed = many_kinds();
    holed.moves[3] = None;
    assert_eq!(Subset::reachable(&holed, [3]).err(), Some(SubsetError::Start { number: 0 }));
    // So is a move to what is no position.
    assert_eq!(Subset::reachable(&holed, [4]).err(), Some(SubsetError::NoPosition { rank: 3, from: 4 }));
    assert_eq!(Subset::reachable(&holed, []).expect("nothing to do").ranks(), 0);
}

/// A position of known value may have a number that no rank has.
#[test]
fn a_known_value_needs_no_rank_of_its_own() {
    struct Ended;

    impl Game for Ended {
        type Position = u64;

        fn successors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
            (1..=2).filter_map(|taken| heap.checked_sub(taken)).try_for_each(visit)
        }

        fn known_value(&self, heap: &u64) -> Option<Value> {
            (*heap == 0).then_some(Value::Loss(0))
        }
    }

    impl Ranked for Ended {
        fn ranks(&self) -> u64 {
            10
        }

        fn rank(&self, heap: &u64) -> u64 {
            *heap
        }

        fn unrank(&self, rank: u64) -> Option<u64> {
            (rank > 0).then_some(rank)
        }
    }

    for subset in [Subset::reachable(Ended, [9]), Subset::filtered(Ended, |_| true), Subset::canonical(Ended)] {
        let subset = subset.expect("a consistent game");
        assert_eq!((subset.ranks(), audit(&subset)), (9, Ok(())));
        assert_eq!(solve(subset).expect("a consistent game").value(&9), Value::Loss(6));
    }
}

#[test]
fn a_move_that_leaves_a_subset_is_named() {
    let error = Subset::filtered(Heap(100_000), |heap| *heap != 70_000).expect_err("two moves leave it");
    assert_eq!(error, SubsetError::MoveLeaves { from: 70_002, to: 70_000 });
    assert!(error.to_string().starts_with("a move from rank 70002, which is kept, leads to rank 70000, which is not"));
    assert!(Subset::filtered(Heap(100_000), |heap| *heap < 70_000).is_ok());
    let outside = Graph::new(vec![vec![], vec![0, 9]], vec![Outcome::Loss; 2]);
    let outside = Graph { canonical: (0..10).collect(), ..outside };
    assert_eq!(Subset::filtered(&outside, |_| true).err(), Some(SubsetError::NoPosition { rank: 9, from: 1 }));
}

/// The set that is found does not depend on the threads, and progress goes up to its end.
#[test]
fn what_is_reachable_is_found() {
    let mut reports = Vec::new();
    let mut runner = Runner::new().on_progress(|progress| reports.push((progress.done, progress.total)));
    let subset = runner.reachable(Heap(200_000), [199_999, 3]).expect("a consistent game");
    drop(runner);
    assert_eq!(reports.last(), Some(&(100_000, 100_000)));
    assert!(reports.is_sorted());
    assert_eq!((subset.unrank(0), subset.unrank(7), subset.unrank(100_000)), (Some(1), Some(15), None));
    assert!(subset.contains(&17) && !subset.contains(&18) && !subset.contains(&400_001));
    assert_eq!(subset.game().ranks(), 200_001);
    let solution = solve(subset).expect_err("wins in up to 66,666 plies");
    assert!(matches!(solution, SolveError::DistanceTooLong { .. }));
    #[cfg(feature = "parallel")]
    for threads in [2, 3, 8] {
        let subset = Runner::new().threads(threads).reachable(Heap(20_000), [19_999]).expect("a consistent game");
        assert!((0..10_000).all(|rank| subset.unrank(rank) == Some(2 * rank + 1)));
    }
}

/// The whole set is audited and solved like any other game, and a position that was left out has no value.
#[test]
fn a_subset_is_a_game() {
    let subset = Subset::reachable(Heap(10_000), [9_999]).expect("a consistent game");
    assert_eq!(audit(&subset), Ok(()));
    let solution = solve(subset).expect("a consistent game");
    assert_eq!(verify(&solution), Ok(()));
    let whole = solve(Heap(10_000)).expect("a consistent game");
    assert!((0..10_000).all(|heap| solution.get(&heap) == Some(whole.value(&heap)).filter(|_| heap % 2 == 1)));
}

#[test]
#[should_panic(expected = "a position of the game")]
fn the_value_of_what_is_no_position_is_not_answered() {
    let mut holed = many_kinds();
    holed.moves[13] = None;
    let solution = solve(holed).expect("a consistent game");
    assert_eq!(solution.get(&13), None);
    let _ = solution.value(&13);
}

/// The positions are numbered as they are found, whatever the number of threads.
#[test]
fn a_game_without_ranks_is_explored() {
    let game = Explored::new(Heap(0), [100_000, 7]).expect("a small game");
    assert_eq!(game.ranks(), 50_001 + 4);
    let positions: Vec<u64> = game.positions().copied().collect();
    assert_eq!(positions[..6], [100_000, 7, 99_998, 99_996, 5, 3]);
    for (rank, position) in (0..).zip(&positions) {
        assert_eq!((game.rank(position), game.unrank(rank)), (rank, Some(*position)));
    }
    assert_eq!(game.unrank(50_005), None);
    assert_eq!(game.rank(&99_999), retrograde::NO_RANK);
    #[cfg(feature = "parallel")]
    for threads in [2, 3] {
        let other = Runner::new().threads(threads).explore(Heap(0), [100_000, 7], u64::MAX).expect("a small game");
        assert!(other.positions().eq(&positions));
    }
    assert_eq!(audit(&game), Ok(()));
    let few = solve(Explored::new(Heap(0), [20]).expect("a small game")).expect("a small game");
    assert_eq!(few.value(&18), Value::Loss(6));
    assert_eq!(few.get(&19), None);
    assert_eq!(Explored::new(Heap(0), []).expect("nothing to do").ranks(), 0);
}

/// The index says what it would take, before it takes it.
#[test]
fn an_index_stays_within_its_bound_of_memory() {
    let explore = |max_bytes| Runner::new().explore(Heap(0), [200_000], max_bytes).map(|game| game.ranks());
    // 98 times 1,024 positions of 8 bytes, and 262,144 slots of 4.
    let needed = 98 * 1_024 * 8 + 262_144 * 4;
    assert_eq!(explore(needed), Ok(100_001));
    for limit in [0, 1_000, 100_000, needed - 1] {
        let Err(ExploreError::OutOfMemory { bytes, positions }) = explore(limit) else { panic!("{limit} is enough") };
        assert!(bytes > limit && bytes <= needed && positions < 100_001, "{bytes} bytes at {positions} positions");
        assert!(positions * 14 <= limit, "{positions} positions in {limit} bytes");
    }
    let error = explore(needed - 1).expect_err("one byte is missing");
    assert!(error.to_string().contains("is more than is allowed"), "{error}");
}

/// A game of which nothing fits into memory is an error.
#[test]
fn a_game_that_does_not_fit_into_memory_is_an_error() {
    assert!(matches!(solve(Heap(1 << 62)).map(|_| ()), Err(SolveError::OutOfMemory { bytes }) if bytes >= 1 << 63));
    let subset = Subset::reachable(Heap(u64::MAX - 1), [4]);
    assert!(matches!(subset, Err(SubsetError::OutOfMemory { .. })), "{subset:?}");
}

/// Counts by any key, on any number of threads.
#[test]
fn counts_are_by_any_key() {
    let solution = solve(many_kinds()).expect("a consistent game");
    let key = |position: &u64, value: Value| (position % 2, value.outcome());
    let mut expected = std::collections::BTreeMap::new();
    // Position 14 is symmetric to position 1, and is counted with it.
    for position in (0..15).map(|position| if position == 14 { 1 } else { position }) {
        *expected.entry(key(&position, solution.value(&position))).or_insert(0) += 1;
    }
    assert_eq!(solution.counts_by(key), expected);
    *expected.get_mut(&key(&1, solution.value(&1))).expect("counted") -= 1;
    assert_eq!(solution.canonical_counts_by(key), expected);
    #[cfg(feature = "parallel")]
    {
        let large = solve(Explored::new(Heap(0), [30_000, 29_999]).expect("a small game")).expect("a small game");
        let key = |heap: &u64, value: Value| (heap % 7, value);
        assert_eq!(Runner::new().threads(3).counts_by(&large, key), large.counts_by(key));
    }
}
