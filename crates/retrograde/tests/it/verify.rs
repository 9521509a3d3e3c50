//! A wrong solution must not pass, whichever way it is wrong.

use retrograde::{Game, Outcome, Ranked, Runner, Solution, SolveError, Value, VerifyError, solve, verify};

use crate::graph::{Graph, index, many_kinds};

/// The solution with another value of one position and those symmetric to it.
fn with_value<'g>(solution: &Solution<&'g Graph>, rank: u64, value: Value) -> Result<Solution<&'g Graph>, SolveError> {
    let game = *solution.game();
    let is_changed = |position: &u64| *position == game.canonical(&rank);
    Solution::from_values(game, |position| if is_changed(position) { value } else { solution.value(position) })
}

#[test]
fn from_values_keeps_the_values() {
    let graph = many_kinds();
    let solution = solve(&graph).expect("a small graph");
    let copy = Solution::from_values(&graph, |position| solution.value(position));
    assert_eq!(copy, Ok(solution));
}

#[test]
fn every_change_of_a_single_position_is_caught() {
    let graph = many_kinds();
    let solution = solve(&graph).expect("a small graph");
    assert_eq!(verify(&solution), Ok(()));
    let occurs = |outcome| (0..graph.ranks()).any(|rank| solution.value(&rank).outcome() == outcome);
    assert!([Outcome::Win, Outcome::Loss, Outcome::Draw].into_iter().all(occurs));
    let mut tried = 0;
    for rank in 0..graph.ranks() {
        let right = solution.value(&rank);
        let values = (0..40).flat_map(|plies| [Value::Win(plies), Value::Loss(plies)]).chain([Value::Draw]);
        for wrong in values.filter(|&value| value != right) {
            let changed = with_value(&solution, rank, wrong).expect("a short distance");
            assert!(verify(&changed).is_err(), "{rank}: {wrong} instead of {right}");
            tried += 1;
        }
    }
    assert_eq!(tried, 15 * 80);
}

#[test]
fn the_first_wrong_position_is_named() {
    let graph = many_kinds();
    let solution = solve(&graph).expect("a small graph");
    let changed = with_value(&solution, 0, Value::Draw).expect("a draw");
    let error = verify(&changed).expect_err("the value is wrong");
    assert_eq!(error, VerifyError::WrongValue { rank: 0, found: Value::Draw, expected: Value::Loss(0) });
    assert_eq!(
        error.to_string(),
        "the position of rank 0 has the value \"draw\", but \"loss in 0\" follows from the rules"
    );
}

/// A sample with room for all positions finds what is wrong; holes are drawn again.
#[test]
fn a_sample_finds_wrong_values() {
    let mut graph = many_kinds();
    // Almost all ranks have no position.
    graph.moves.resize(100_000, None);
    graph.endings.resize(100_000, Outcome::Loss);
    graph.canonical.extend(15..100_000);
    let solution = solve(&graph).expect("a small graph");
    assert_eq!(Runner::new().verify_sample(&solution, 20, 7), Ok(()));
    let changed = with_value(&solution, 0, Value::Draw).expect("a draw");
    assert!(Runner::new().verify_sample(&changed, 20, 7).is_err());
    assert_eq!(Runner::new().verify_sample(&changed, 0, 7), Ok(()));
    let empty = Graph::new(vec![], vec![]);
    assert_eq!(Runner::new().verify_sample(&solve(&empty).expect("nothing to do"), 20, 7), Ok(()));
}

/// Positions that justify each other in a cycle also need an end of the game.
#[test]
fn a_cycle_of_wins_and_losses_is_caught() {
    let graph = Graph::new(vec![vec![1], vec![0]], vec![Outcome::Loss; 2]);
    assert_eq!(verify(&solve(&graph).expect("a small graph")), Ok(()));
    for plies in 0..100 {
        let values = [Value::Win(plies + 1), Value::Loss(plies)];
        let wrong = Solution::from_values(&graph, |position| values[index(*position)]).expect("short distances");
        assert!(verify(&wrong).is_err());
    }
}

#[test]
fn a_solution_of_an_inconsistent_game_does_not_pass() {
    let graph =
        Graph { moves: vec![Some(vec![]), Some(vec![0]), None], ..Graph::new(vec![vec![]; 3], vec![Outcome::Loss; 3]) };
    let solution = solve(&graph).expect("a small graph");
    assert_eq!(verify(&solution), Ok(()));
    let verify_with = |graph: &Graph| {
        verify(&Solution::from_values(graph, |position| solution.value(position)).expect("short distances"))
    };
    // A move to a rank just out of range, to one far out of range, and to one without a position.
    for to in [3, 7, 2] {
        let mut other = graph.clone();
        other.moves[1] = Some(vec![0, to]);
        other.canonical = (0..8).collect();
        assert_eq!(verify_with(&other), Err(VerifyError::NoValue { rank: 1 }), "{to}");
    }
    let mut other = graph.clone();
    other.canonical[1] = 90;
    other.canonical.resize(91, 90);
    assert_eq!(verify_with(&other), Err(VerifyError::NoValue { rank: 1 }));
}

#[test]
fn a_checksum_depends_on_every_position_and_on_the_number_of_ranks() {
    let drawn = |ranks: usize| Graph::new(vec![vec![]; ranks], vec![Outcome::Draw; ranks]);
    let checksum_of = |ranks| solve(drawn(ranks)).expect("a small graph").checksum();
    let mut checksums: Vec<u64> = (0..10).map(checksum_of).collect();
    let graph = drawn(9);
    let solution = solve(&graph).expect("a small graph");
    for (rank, value) in
        (0..9).flat_map(|rank| [Value::Win(0), Value::Loss(0), Value::Win(1)].map(|value| (rank, value)))
    {
        checksums.push(with_value(&solution, rank, value).expect("a short distance").checksum());
    }
    let count = checksums.len();
    checksums.sort_unstable();
    checksums.dedup();
    assert_eq!((checksums.len(), count), (37, 37));
}
