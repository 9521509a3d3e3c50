//! A damaged solution must not pass.

use retrograde::{Game, Mistake, Outcome, Value, solve, verify};

use crate::graph::{Graph, many_kinds};

#[test]
fn every_change_of_a_single_position_is_caught() {
    let graph = many_kinds();
    let solution = solve(&graph).expect("a small graph can be solved");
    assert_eq!(verify(&graph, &solution), Ok(()));
    let kinds = |outcome| (0..graph.ranks()).any(|rank| solution.value(&graph, &rank).outcome() == outcome);
    assert!([Outcome::Win, Outcome::Loss, Outcome::Draw].into_iter().all(kinds));
    let mut tried = 0;
    for rank in 0..graph.ranks() {
        let right = solution.value(&graph, &rank);
        let values = (0..40).flat_map(|plies| [Value::Win(plies), Value::Loss(plies)]).chain([Value::Draw]);
        for wrong in values.filter(|&value| value != right) {
            let mut damaged = solution.clone();
            damaged.set(&graph, &rank, wrong);
            assert!(verify(&graph, &damaged).is_err(), "{rank}: {wrong} instead of {right}");
            tried += 1;
        }
    }
    assert_eq!(tried, 15 * 80);
}

#[test]
fn the_first_wrong_position_is_named() {
    let graph = many_kinds();
    let mut solution = solve(&graph).expect("a small graph can be solved");
    solution.set(&graph, &0, Value::Draw);
    let mistake = verify(&graph, &solution).expect_err("the solution is damaged");
    assert_eq!(mistake, Mistake::Value { rank: 0, claimed: Value::Draw, follows: Value::Loss(0) });
    assert_eq!(
        mistake.to_string(),
        "the position of rank 0 is said to be a draw, but from its successors follows loss in 0"
    );
}

/// Positions that support one another in a circle need an end of the game to rest on.
#[test]
fn a_circle_of_wins_and_losses_is_caught() {
    let graph: Graph<false> = Graph::new(vec![vec![1], vec![0]], vec![Outcome::Loss; 2]);
    let mut solution = solve(&graph).expect("a small graph can be solved");
    assert_eq!(verify(&graph, &solution), Ok(()));
    for plies in 0..100 {
        solution.set(&graph, &0, Value::Win(plies + 1));
        solution.set(&graph, &1, Value::Loss(plies));
        assert!(verify(&graph, &solution).is_err());
    }
}

#[test]
fn a_solution_of_a_game_that_leads_astray_does_not_pass() {
    let sound: Graph<false> =
        Graph { moves: vec![Some(vec![]), Some(vec![0]), None], ..Graph::new(vec![vec![]; 3], vec![Outcome::Loss; 3]) };
    let solution = solve(&sound).expect("a small graph can be solved");
    assert_eq!(verify(&sound, &solution), Ok(()));
    // Out of the ranks by one, far out of them, and to a rank without a position.
    for to in [3, 7, 2] {
        let mut stray = sound.clone();
        stray.moves[1] = Some(vec![0, to]);
        stray.canonical = (0..8).collect();
        assert_eq!(verify(&stray, &solution), Err(Mistake::Stray { rank: 1 }), "{to}");
    }
    let mut stands_astray = sound.clone();
    stands_astray.canonical[1] = 90;
    stands_astray.canonical.resize(91, 90);
    assert_eq!(verify(&stands_astray, &solution), Err(Mistake::Stray { rank: 1 }));
}

#[test]
fn a_solution_of_another_game_does_not_pass() {
    let chain = |ranks: u32| Graph::<false>::new(vec![vec![]; ranks as usize], vec![Outcome::Loss; ranks as usize]);
    let solution = solve(&chain(3)).expect("a small graph can be solved");
    assert_eq!([2, 4].map(|ranks| verify(&chain(ranks), &solution)), [Err(Mistake::OtherGame { ranks: 3 }); 2]);
}

#[test]
fn a_checksum_tells_solutions_apart_by_any_position_and_by_their_length() {
    let drawn = |ranks: usize| {
        let graph: Graph<false> = Graph::new(vec![vec![]; ranks], vec![Outcome::Draw; ranks]);
        (solve(&graph).expect("a small graph can be solved"), graph)
    };
    let mut seen: Vec<u64> = (0..10).map(|ranks| drawn(ranks).0.checksum()).collect();
    let (solution, graph) = drawn(9);
    for (rank, value) in
        (0..9).flat_map(|rank| [Value::Win(0), Value::Loss(0), Value::Win(1)].map(|value| (rank, value)))
    {
        let mut changed = solution.clone();
        changed.set(&graph, &rank, value);
        seen.push(changed.checksum());
    }
    let count = seen.len();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!((seen.len(), count), (37, 37));
}
