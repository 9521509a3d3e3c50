//! Games that are too large or inconsistent: the solver returns an error.

use std::ops::ControlFlow;

use retrograde::{
    AuditError, Game, Outcome, Predecessors, Ranked, Runner, Solution, SolveError, Value, VerifyError, audit,
    audit_with_predecessors, solve, solve_with_predecessors, verify,
};

use crate::graph::{Graph, OtherOrigins, chain, index, many_kinds};

#[test]
fn distances_are_counted_up_to_16383_plies() {
    let solution = solve(chain(16_384, Outcome::Loss)).expect("the distance fits");
    assert_eq!(solution.value(&16_383), Value::Win(16_383));
    assert_eq!(solve(chain(16_385, Outcome::Loss)), Err(SolveError::DistanceTooLong { rank: 16_384 }));
    let from_values =
        |value| Solution::from_values(chain(2, Outcome::Loss), move |position| [Value::Draw, value][index(*position)]);
    for (value, too_long) in [(Value::Win(16_383), Value::Win(16_384)), (Value::Loss(16_383), Value::Loss(16_384))] {
        assert_eq!(from_values(value).map(|solution| solution.value(&1)), Ok(value));
        assert_eq!(from_values(too_long), Err(SolveError::DistanceTooLong { rank: 1 }));
    }
}

#[test]
fn moves_are_counted_up_to_32767() {
    let star = |moves: usize| Graph::new(vec![vec![], vec![0; moves]], vec![Outcome::Win; 2]);
    let solution = solve(star(32_767)).expect("the moves fit");
    assert_eq!(solution.value(&1), Value::Loss(1));
    assert_eq!(solve(star(32_768)), Err(SolveError::TooManyMoves { rank: 1 }));
}

/// With predecessors, the moves of symmetric positions count together.
#[test]
fn moves_of_symmetric_positions_are_counted_together() {
    let star = |moves: usize, symmetric: bool| {
        let mut graph = Graph::new(vec![vec![], vec![0; moves], vec![0; moves]], vec![Outcome::Win; 3]);
        graph.canonical[2] = if symmetric { 1 } else { 2 };
        graph
    };
    for (moves, symmetric) in [(32_767, false), (16_383, true)] {
        let solution = solve_with_predecessors(star(moves, symmetric)).expect("the moves fit");
        assert_eq!(solution.value(&2), Value::Loss(1));
    }
    for (moves, symmetric) in [(32_768, false), (16_384, true), (65_536, false), (65_536, true)] {
        let error = SolveError::TooManyMoves { rank: 1 };
        assert_eq!(solve_with_predecessors(star(moves, symmetric)), Err(error), "{moves} {symmetric}");
    }
}

/// An orbit of more than 16 bits must not be mistaken for a smaller one.
#[test]
fn a_move_into_a_large_orbit_is_an_error() {
    /// Position 1 has a move to position 0. There are so many others that the sample checked before solving misses it.
    struct LargeOrbit;

    impl Game for LargeOrbit {
        type Position = u64;

        fn successors(&self, position: &u64, mut visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
            if *position == 1 { visit(0) } else { ControlFlow::Continue(()) }
        }

        fn orbit(&self, position: &u64) -> u32 {
            if *position == 0 { (1 << 16) + 1 } else { 1 }
        }
    }

    rank_by_number!(LargeOrbit, |_| 1_000);

    impl Predecessors for LargeOrbit {
        fn predecessors(&self, position: &u64, mut visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
            if *position == 0 { visit(1) } else { ControlFlow::Continue(()) }
        }
    }

    assert_eq!(solve_with_predecessors(LargeOrbit), Err(SolveError::TooManyPredecessors { rank: 1 }));
    assert_eq!(audit_with_predecessors(&LargeOrbit), Err(AuditError::Predecessors { from: 1, to: 0 }));
}

#[test]
fn a_move_to_a_rank_out_of_range_is_named() {
    let mut game = chain(3, Outcome::Loss);
    game.moves[2] = Some(vec![1, 5]);
    game.canonical.resize(6, 5);
    assert_eq!(solve(game), Err(SolveError::RankOutOfRange { rank: 5, from: 2 }));
}

#[test]
fn a_game_without_positions_is_solved() {
    assert!(solve(chain(0, Outcome::Loss)).expect("nothing to do").counts().is_empty());
}

/// The most likely error in a game that does not use all ranks.
#[test]
fn a_move_to_a_rank_without_a_position_is_named() {
    let mut holed = chain(4, Outcome::Loss);
    holed.moves[3] = None;
    holed.moves[2] = Some(vec![1, 3]);
    assert_eq!(solve(holed), Err(SolveError::NoPosition { rank: 3, from: Some(2) }));
    // A predecessor without a position, and one out of range.
    let solve_with = |to, from| {
        let mut game = OtherOrigins { ranks: 4, ..OtherOrigins::new(chain(3, Outcome::Loss)) };
        game.origins[index(to)].insert(0, from);
        solve_with_predecessors(game).map(|_| ())
    };
    for to in 0..3 {
        assert_eq!(solve_with(to, 3), Err(SolveError::NoPosition { rank: 3, from: Some(to) }));
        assert_eq!(solve_with(to, 9), Err(SolveError::RankOutOfRange { rank: 9, from: to }));
    }
    // A predecessor that has no moves.
    let mut origins = OtherOrigins::new(many_kinds()).origins;
    origins[0].push(11);
    let other = |ranks| OtherOrigins { graph: many_kinds(), ranks, origins: origins.clone() };
    assert_eq!(solve_with_predecessors(other(15)).map(|_| ()), Err(SolveError::Predecessors { from: 11, to: 0 }));
    // A larger game is not checked in full before.
    let is_noticed =
        |ranks| matches!(solve_with_predecessors(other(ranks)), Err(SolveError::TooManyPredecessors { rank: 11 }));
    assert!((65..75).any(is_noticed));
}

/// An error is returned before the game panics as a consequence.
#[test]
fn the_first_error_is_returned_before_the_game_panics() {
    struct Fragile;

    impl Game for Fragile {
        type Position = u64;

        fn successors(&self, position: &u64, mut visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
            assert!(*position < 9_000, "a table of the game ends here");
            visit(if *position == 7 { 20_000 } else { 0 })
        }
    }

    rank_by_number!(Fragile, |_| 10_000);

    assert_eq!(audit(&Fragile), Err(AuditError::UnrankOfRank { from: 7, rank: 20_000 }));
    assert_eq!(solve(Fragile).map(|_| ()), Err(SolveError::RankOutOfRange { rank: 20_000, from: 7 }));
}

/// One predecessor too many, one too few, or a wrong one: the audit always finds it, and no wrong solution passes
/// `verify`.
#[test]
fn wrong_predecessors_are_found() {
    let mut graph = many_kinds();
    graph.canonical = (0..graph.ranks()).collect();
    let right = solve(&graph).expect("a consistent game");
    // So many that the moves of only a few positions are checked before.
    let ranks = 1_000;
    let consistent = OtherOrigins { ranks, ..OtherOrigins::new(graph.clone()) };
    let origins = &consistent.origins;
    assert_eq!(audit_with_predecessors(&consistent), Ok(()));
    let is_right =
        |solution: &Solution<&OtherOrigins>| (0..graph.ranks()).all(|at| solution.get(&at) == right.get(&at));
    assert!(solve_with_predecessors(&consistent).is_ok_and(|solution| is_right(&solution)));
    let (mut refused, mut caught, mut harmless) = (0, 0, 0);
    let mut check = |origins: Vec<Vec<u64>>| {
        let wrong = OtherOrigins { graph: graph.clone(), ranks, origins };
        let error = audit_with_predecessors(&wrong).expect_err("wrong predecessors");
        assert!(matches!(error, AuditError::Predecessors { .. }), "{:?}", wrong.origins);
        match solve_with_predecessors(&wrong) {
            Err(error) => {
                let is_expected =
                    matches!(error, SolveError::TooManyPredecessors { .. } | SolveError::Predecessors { .. });
                assert!(is_expected, "{error}");
                refused += 1;
            }
            Ok(solution) if is_right(&solution) => harmless += 1,
            Ok(solution) => {
                assert!(verify(&solution).is_err(), "{:?}", wrong.origins);
                caught += 1;
            }
        }
    };
    let positions = graph.ranks();
    for to in 0..index(positions) {
        for from in 0..positions {
            let mut more = origins.clone();
            more[to].push(from);
            check(more);
        }
        for index in 0..origins[to].len() {
            let mut fewer = origins.clone();
            fewer[to].remove(index);
            check(fewer);
            for from in (0..positions).filter(|from| *from != origins[to][index]) {
                let mut other = origins.clone();
                other[to][index] = from;
                check(other);
            }
        }
    }
    assert!(refused > 100 && caught > 100 && harmless > 10, "{refused} refused, {caught} caught, {harmless} harmless");
}

/// A position without moves is only used by its own rank, even if the game returns another one.
#[test]
fn a_wrong_rank_does_not_panic() {
    struct WrongRank;

    impl Game for WrongRank {
        type Position = u64;

        fn successors(&self, position: &u64, mut visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
            if *position == 2 { visit(1) } else { ControlFlow::Continue(()) }
        }
    }

    impl Ranked for WrongRank {
        fn ranks(&self) -> u64 {
            3
        }

        fn rank(&self, position: &u64) -> u64 {
            if *position == 0 { 50 } else { *position }
        }

        fn unrank(&self, rank: u64) -> Option<u64> {
            Some(rank)
        }
    }

    let solution = solve(WrongRank).expect("the rank is not used");
    assert!(verify(&solution).is_err());
    assert_eq!(solution.get(&0), None);
}

/// Nothing is left to solve or to verify, so nothing else would be found to be wrong.
#[test]
fn a_game_without_a_canonical_position_is_refused() {
    // The canonical positions have canonical positions of their own.
    let mut graph = Graph { canonical: vec![0, 2, 3, 1], ..chain(4, Outcome::Loss) };
    graph.moves[0] = None;
    for solved in [solve(&graph), solve_with_predecessors(&graph)] {
        assert_eq!(solved, Err(SolveError::NotCanonical { rank: 1 }));
    }
    assert_eq!(
        SolveError::NotCanonical { rank: 1 }.to_string(),
        "the position of rank 1 is not canonical, nor is any other; make canonical positions represent themselves, \
         and audit the game"
    );
    assert!(audit(&graph).is_err());
    let empty = Solution::from_values(&graph, |_| Value::Draw).expect("no position has a value");
    let mut runner = Runner::new();
    for verified in [verify(&empty), runner.verify_canonical(&empty), runner.verify_with_predecessors(&empty)] {
        assert_eq!(verified, Err(VerifyError::NoValue { rank: 1 }));
    }
    // Without a position there is nothing that could be canonical.
    let holes = Graph { moves: vec![None; 4], ..graph };
    assert_eq!(solve(&holes).map(|solution| verify(&solution)), Ok(Ok(())));
}
