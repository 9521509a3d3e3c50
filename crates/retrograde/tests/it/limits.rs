//! What is too large, or makes no sense, is an error and not an answer.

use retrograde::{Flaw, Game, Outcome, SolveError, Value, audit, solve, verify};

use crate::graph::{Graph, many_kinds};

/// A game in which each position leads to the one before it.
fn chain(positions: u32) -> Graph<false> {
    let moves = (0..positions).map(|position| position.checked_sub(1).into_iter().collect()).collect();
    Graph::new(moves, vec![Outcome::Loss; positions as usize])
}

#[test]
fn distances_are_counted_up_to_16383_plies() {
    let solution = solve(&chain(16_384)).expect("the distance fits");
    assert_eq!(solution.value(&chain(16_384), &16_383), Value::Win(16_383));
    assert_eq!(solve(&chain(16_385)), Err(SolveError::TooFar { rank: 16_384 }));
}

#[test]
fn moves_are_counted_up_to_32766() {
    let star = |moves: usize| Graph::<false>::new(vec![vec![], vec![0; moves]], vec![Outcome::Win; 2]);
    let solution = solve(&star(32_766)).expect("the moves fit");
    assert_eq!(solution.value(&star(1), &1), Value::Loss(1));
    assert_eq!(solve(&star(32_767)), Err(SolveError::TooManyMoves { rank: 1 }));
}

/// Where a game knows its predecessors, moves count as often as there are positions alike.
#[test]
fn moves_of_positions_that_are_alike_are_counted_together() {
    let star = |moves: usize, alike: bool| {
        let ends = vec![vec![], vec![0; moves], vec![0; moves]];
        let mut graph = Graph::<true>::new(ends, vec![Outcome::Win; 3]);
        graph.canonical[2] = if alike { 1 } else { 2 };
        graph
    };
    for (moves, alike) in [(32_766, false), (16_383, true)] {
        let solution = solve(&star(moves, alike)).expect("the moves fit");
        assert_eq!(solution.value(&star(moves, alike), &2), Value::Loss(1));
    }
    for (moves, alike) in [(32_767, false), (16_384, true), (65_536, false), (65_536, true)] {
        assert_eq!(solve(&star(moves, alike)), Err(SolveError::TooManyMoves { rank: 1 }), "{moves} {alike}");
    }
}

#[test]
fn a_move_that_leads_out_of_the_ranks_is_named() {
    let mut stray = chain(3);
    stray.moves[2] = Some(vec![1, 5]);
    stray.canonical.resize(6, 5);
    assert_eq!(solve(&stray), Err(SolveError::NoSuchRank { rank: 5, from: 2 }));
}

#[test]
fn a_game_without_positions_is_solved() {
    assert!(solve(&chain(0)).expect("nothing to do").counts(&chain(0)).is_empty());
}

/// The likeliest slip in a game whose ranks are not all used.
#[test]
fn a_move_to_a_rank_without_a_position_is_named() {
    let mut holed = chain(4);
    holed.moves[3] = None;
    holed.moves[2] = Some(vec![1, 3]);
    assert_eq!(solve(&holed), Err(SolveError::NoPosition { rank: 3 }));
    // A predecessor without a position, and one out of the ranks.
    let lying = |to: usize, from| {
        let mut origins = true_origins(&chain(3));
        origins[to].insert(0, from);
        solve(&Lying { truth: chain(3), ranks: 4, origins })
    };
    for to in 0..3 {
        assert_eq!(lying(to, 3), Err(SolveError::NoPosition { rank: 3 }));
        assert_eq!(lying(to, 9), Err(SolveError::NoSuchRank { rank: 9, from: u32::try_from(to).expect("small") }));
    }
    // An end has no moves.
    let mut origins = true_origins(&many_kinds());
    origins[0].push(11);
    let lying = Lying { truth: many_kinds(), ranks: 15, origins };
    assert_eq!(solve(&lying), Err(SolveError::TooManyPredecessors { rank: 11 }));
}

/// What follows from a flaw, as often a panic of the game's own, does not hide it.
#[test]
fn a_flaw_is_told_before_worse_follows_from_it() {
    struct Fragile;

    impl Game for Fragile {
        type Position = u32;

        fn ranks(&self) -> u32 {
            10_000
        }

        fn rank(&self, position: &u32) -> u32 {
            *position
        }

        fn unrank(&self, rank: u32) -> Option<u32> {
            Some(rank)
        }

        fn successors(&self, position: &u32, mut visit: impl FnMut(u32)) {
            assert!(*position < 9_000, "a table of the game ends here");
            visit(if *position == 7 { 20_000 } else { 0 });
        }
    }

    assert_eq!(audit(&Fragile), Err(Flaw::UnrankOfRank { from: 7, rank: 20_000 }));
    assert_eq!(solve(&Fragile), Err(SolveError::NoSuchRank { rank: 20_000, from: 7 }));
}

/// A graph that says of itself where positions come from, true or not, and may have ranks without a position.
struct Lying {
    truth: Graph<false>,
    ranks: u32,
    origins: Vec<Vec<u32>>,
}

fn true_origins(graph: &Graph<false>) -> Vec<Vec<u32>> {
    let mut origins = vec![Vec::new(); graph.moves.len()];
    for from in (0..graph.ranks()).filter(|&from| graph.unrank(from).is_some()) {
        graph.successors(&from, |to| origins[to as usize].push(from));
    }
    origins
}

impl Game for Lying {
    type Position = u32;

    const KNOWS_PREDECESSORS: bool = true;

    fn ranks(&self) -> u32 {
        self.ranks
    }

    fn rank(&self, position: &u32) -> u32 {
        *position
    }

    fn unrank(&self, rank: u32) -> Option<u32> {
        (rank < self.truth.ranks()).then_some(rank)
    }

    fn successors(&self, position: &u32, visit: impl FnMut(u32)) {
        self.truth.successors(position, visit);
    }

    fn moves_again(&self, from: &u32, to: &u32) -> bool {
        self.truth.moves_again(from, to)
    }

    fn ending(&self, position: &u32) -> Outcome {
        self.truth.ending(position)
    }

    fn predecessors(&self, position: &u32, visit: impl FnMut(u32)) {
        self.origins[*position as usize].iter().copied().for_each(visit);
    }
}

/// One predecessor too many, one too few, one that is another: `audit` always knows, and a wrong solution is never both
/// given and verified.
#[test]
fn predecessors_that_lie_are_found_out() {
    let mut truth = many_kinds();
    truth.canonical = (0..truth.ranks()).collect();
    let right = solve(&truth).expect("a sound game");
    let ranks = truth.ranks();
    let origins = true_origins(&truth);
    let honest = Lying { truth: truth.clone(), ranks, origins: origins.clone() };
    assert_eq!((audit(&honest), solve(&honest)), (Ok(()), Ok(right.clone())));
    let (mut refused, mut caught, mut harmless) = (0, 0, 0);
    let mut check = |origins: Vec<Vec<u32>>| {
        let lying = Lying { truth: truth.clone(), ranks, origins };
        assert!(matches!(audit(&lying), Err(Flaw::Predecessors { .. })), "{:?}", lying.origins);
        match solve(&lying) {
            Err(error) => {
                assert!(matches!(error, SolveError::TooManyPredecessors { .. }), "{error}");
                refused += 1;
            }
            Ok(solution) if solution == right => harmless += 1,
            Ok(solution) => {
                assert!(verify(&lying, &solution).is_err(), "{:?}", lying.origins);
                caught += 1;
            }
        }
    };
    for to in 0..ranks as usize {
        for from in 0..ranks {
            let mut more = origins.clone();
            more[to].push(from);
            check(more);
        }
        for place in 0..origins[to].len() {
            let mut fewer = origins.clone();
            fewer[to].remove(place);
            check(fewer);
            for from in (0..ranks).filter(|from| *from != origins[to][place]) {
                let mut other = origins.clone();
                other[to][place] = from;
                check(other);
            }
        }
    }
    assert!(refused > 100 && caught > 100 && harmless > 10, "{refused} refused, {caught} caught, {harmless} harmless");
}

/// Whatever a game says of a position's rank, it is looked up where it was found.
#[test]
fn a_rank_that_lies_makes_no_panic() {
    struct Elsewhere;

    impl Game for Elsewhere {
        type Position = u32;

        fn ranks(&self) -> u32 {
            3
        }

        fn rank(&self, position: &u32) -> u32 {
            if *position == 0 { 50 } else { *position }
        }

        fn unrank(&self, rank: u32) -> Option<u32> {
            Some(rank)
        }

        fn successors(&self, position: &u32, mut visit: impl FnMut(u32)) {
            if *position == 2 {
                visit(1);
            }
        }
    }

    assert!(solve(&Elsewhere).is_ok());
    let solution = solve(&Elsewhere).expect("just seen");
    assert!(verify(&Elsewhere, &solution).is_err());
    assert_eq!(solution.get(&Elsewhere, &0), None);
}
