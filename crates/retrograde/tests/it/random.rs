//! Random graphs, solved in all ways and compared with the values by definition.

use std::ops::ControlFlow;

use proptest::prelude::*;
use retrograde::{Game, Outcome, Ranked, Value, audit_with_predecessors, solve, solve_with_predecessors, verify};

use crate::graph::{Graph, index, naive_values};
use crate::shares::check_shares;

fn outcomes(positions: usize) -> impl Strategy<Value = Vec<Outcome>> {
    let outcome = prop_oneof![6 => Just(Outcome::Loss), 1 => Just(Outcome::Win), 1 => Just(Outcome::Draw)];
    prop::collection::vec(outcome, positions)
}

/// Graphs with loops, repeated moves, and positions without moves of all outcomes.
fn graphs() -> impl Strategy<Value = Graph> {
    (1..24_u64).prop_flat_map(|positions| {
        let count = index(positions);
        let moves = prop::collection::vec(prop::collection::vec(0..positions, 0..4), count);
        (moves, outcomes(count), 0..4_u64)
            .prop_map(|(moves, endings, again)| Graph { again, ..Graph::new(moves, endings) })
    })
}

/// Graphs with a reflection as a symmetry. A position is in the mirror or has an image on the other side, so that
/// orbits have one or two positions. There are ranks without a position in between.
fn mirrored_graphs() -> impl Strategy<Value = Graph> {
    (1..12_usize).prop_flat_map(|places| {
        let in_the_mirror = prop::collection::vec(any::<bool>(), places);
        let moves = prop::collection::vec(prop::collection::vec((0..places, 0..2_usize), 0..4), places);
        (in_the_mirror, moves, outcomes(places), 0..4_u64).prop_map(|(in_the_mirror, moves, endings, again)| {
            let rank = |place: usize, side: usize| {
                let side = if in_the_mirror[place] { 0 } else { side };
                (3 * place + side) as u64
            };
            let places = in_the_mirror.len();
            let mut graph = Graph {
                moves: vec![None; 3 * places],
                endings: (0..3 * places).map(|rank| endings[rank / 3]).collect(),
                canonical: (0..3 * places).map(|rank_of| rank(rank_of / 3, 0)).collect(),
                again,
                sides: (0..3 * places).map(|rank| Some(rank % 3).filter(|_| !in_the_mirror[rank / 3])).collect(),
            };
            for (place, moves) in moves.iter().enumerate() {
                for side in 0..2 {
                    let from = rank(place, side);
                    let to = |&(target, cross): &(usize, usize)| {
                        let sides = if in_the_mirror[place] { vec![0, 1] } else { vec![side ^ cross] };
                        sides.into_iter().map(move |side| rank(target, side)).collect::<Vec<_>>()
                    };
                    graph.moves[index(from)] = Some(moves.iter().flat_map(to).collect());
                }
            }
            // A rank without a position is not symmetric to another one.
            for (rank, canonical) in (0..).zip(&mut graph.canonical) {
                if graph.moves[index(rank)].is_none() {
                    *canonical = rank;
                }
            }
            graph
        })
    })
}

#[cfg(feature = "parallel")]
fn check_on_all_threads(graph: &Graph, solution: &retrograde::Solution<&Graph>) {
    let mut runner = retrograde::Runner::new().parallel();
    assert_eq!(runner.audit_with_predecessors(graph), Ok(()));
    assert_eq!(runner.solve(graph).as_ref(), Ok(solution));
    assert_eq!(runner.solve_with_predecessors(graph).as_ref(), Ok(solution));
    assert_eq!(runner.verify(solution), Ok(()));
}

/// Solves a graph with and without predecessors, on one and, with the feature `parallel`, on all threads, and compares
/// every answer with the values by definition.
fn check(graph: &Graph) {
    assert_eq!(audit_with_predecessors(graph), Ok(()));
    let naive = naive_values(graph);
    let solution = solve(graph).expect("a small graph");
    assert_eq!(solve_with_predecessors(graph), Ok(solution.clone()));
    check_shares(graph);
    assert_eq!(verify(&solution), Ok(()));
    #[cfg(feature = "parallel")]
    check_on_all_threads(graph, &solution);
    let positions: Vec<u64> = (0..graph.ranks()).filter_map(|rank| graph.unrank(rank)).collect();
    for position in &positions {
        let value = naive[index(*position)];
        assert_eq!(solution.value(position), value, "{position}");
        let line = solution.principal_line(position);
        assert_eq!(line.len(), 1 + usize::from(value.plies().unwrap_or(0)));
        for (left, position) in line.iter().rev().enumerate().take(line.len() * usize::from(value != Value::Draw)) {
            assert_eq!(naive[index(*position)].plies(), u16::try_from(left).ok());
        }
        let best = solution.best_moves(position);
        assert!(best.iter().all(|best| naive[index(*best)].plies() == value.plies().map(|plies| plies - 1)));
        let mut moves = Vec::new();
        let _ = graph.successors(position, |successor| {
            moves.push(successor);
            ControlFlow::Continue(())
        });
        assert_eq!(best.is_empty(), moves.is_empty());
        let is_best = |successor: &&u64| best.contains(successor);
        assert_eq!(
            moves.iter().filter(is_best).collect::<Vec<_>>(),
            best.iter().collect::<Vec<_>>(),
            "in the game's order"
        );
        assert_eq!(line.get(1), best.first().filter(|_| value != Value::Draw));
        let winning = solution.winning_moves(position);
        assert_eq!(winning.is_empty(), value.outcome() != Outcome::Win || value == Value::Win(0));
        let won = |next: &u64| if graph.moves_again(position, next) { Outcome::Win } else { Outcome::Loss };
        assert!(winning.iter().all(|next| naive[index(*next)].outcome() == won(next)));
    }
    let counts = solution.counts();
    assert_eq!(counts.values().sum::<u64>(), positions.len() as u64);
    for (value, count) in counts {
        assert_eq!(positions.iter().filter(|position| naive[index(**position)] == value).count() as u64, count);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_graphs_have_the_values_by_definition(graph in graphs()) {
        check(&graph);
    }

    #[test]
    fn random_graphs_with_a_symmetry_have_the_values_by_definition(graph in mirrored_graphs()) {
        check(&graph);
    }
}
