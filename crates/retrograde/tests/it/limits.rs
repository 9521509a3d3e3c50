//! What is too large, or makes no sense, is an error and not an answer.

use retrograde::{Game, Outcome, SolveError, Value, solve, verify};

use crate::graph::Graph;

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
    // A predecessor without a position: the graph knows a move from where nothing is.
    let lying = Lying { truth: chain(3).other(), from: 3 };
    assert_eq!(solve(&lying), Err(SolveError::NoPosition { rank: 3 }));
    let lying = Lying { truth: chain(3).other(), from: 9 };
    assert_eq!(solve(&lying), Err(SolveError::NoSuchRank { rank: 9, from: 0 }));
}

/// A graph with a rank more, that claims that position 0 comes from somewhere else as well.
struct Lying {
    truth: Graph<true>,
    from: u32,
}

impl Game for Lying {
    type Position = u32;

    const KNOWS_PREDECESSORS: bool = true;

    fn ranks(&self) -> u32 {
        self.truth.ranks() + 1
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

    fn predecessors(&self, position: &u32, mut visit: impl FnMut(u32)) {
        self.truth.predecessors(position, &mut visit);
        if *position == 0 {
            visit(self.from);
        }
    }
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
