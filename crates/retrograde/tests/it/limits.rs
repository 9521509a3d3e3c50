//! What is too large, or makes no sense, is an error and not an answer.

use retrograde::{Outcome, SolveError, Value, solve};

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
fn moves_are_counted_up_to_32767() {
    let star = |moves: usize| Graph::<false>::new(vec![vec![], vec![0; moves]], vec![Outcome::Win; 2]);
    let solution = solve(&star(32_767)).expect("the moves fit");
    assert_eq!(solution.value(&star(1), &1), Value::Loss(1));
    assert_eq!(solve(&star(32_768)), Err(SolveError::TooManyMoves { rank: 1 }));
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
