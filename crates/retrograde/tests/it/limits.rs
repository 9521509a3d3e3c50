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
    let lying = |from| {
        let mut origins = true_origins(&chain(3));
        origins[0].push(from);
        solve(&Lying { truth: chain(3), ranks: 4, origins })
    };
    assert_eq!(lying(3), Err(SolveError::NoPosition { rank: 3 }));
    assert_eq!(lying(9), Err(SolveError::NoSuchRank { rank: 9, from: 0 }));
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
    assert!(verify(&Elsewhere, &solve(&Elsewhere).expect("just seen")).is_err());
}
