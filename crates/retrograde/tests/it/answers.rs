//! What a solution answers: positions, moves and sums.

use std::collections::BTreeMap;

use retrograde::{Game, Outcome, Ranked, Summary, Value, solve};

use crate::graph::{chain, index, many_kinds, naive_values};

#[test]
fn every_canonical_position_comes_once_with_its_value() {
    let graph = many_kinds();
    let values = naive_values(&graph);
    let solution = solve(&graph).expect("a consistent game");
    let canonical: Vec<u64> = (0..graph.ranks()).filter(|position| graph.canonical(position) == *position).collect();
    let expected = canonical.iter().map(|&position| (position, values[index(position)]));
    assert!(solution.iter().eq(expected.clone()));
    for outcome in [Outcome::Loss, Outcome::Draw, Outcome::Win] {
        let expected: Vec<_> = expected.clone().filter(|(_, value)| value.outcome() == outcome).collect();
        assert!(!expected.is_empty());
        assert_eq!(solution.with_outcome(outcome).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn a_rank_is_that_of_the_canonical_position() {
    let graph = many_kinds();
    let solution = solve(&graph).expect("a consistent game");
    assert_eq!([0, 1, 14].map(|position| solution.rank(&position)), [Some(0), Some(1), Some(1)]);
    let mut holed = many_kinds();
    holed.moves[13] = None;
    assert_eq!(solve(holed).expect("a consistent game").rank(&13), None);
}

/// Each move of each position is worth what the position would be with that move alone.
#[test]
fn the_value_of_a_position_is_that_of_its_best_move() {
    let graph = many_kinds();
    let values = naive_values(&graph);
    let solution = solve(&graph).expect("a consistent game");
    for position in 0..graph.ranks() {
        let moves = solution.moves(&position);
        let expected = graph.moves[index(position)].iter().flatten().map(|&to| match values[index(to)] {
            Value::Win(plies) => (to, Value::Loss(plies + 1)),
            Value::Loss(plies) => (to, Value::Win(plies + 1)),
            Value::Draw => (to, Value::Draw),
        });
        assert!(moves.iter().copied().eq(expected), "{position}: {moves:?}");
        let best = moves.iter().map(|&(_, value)| value).max();
        let first = moves.iter().find(|(_, value)| Some(*value) == best).map(|&(to, _)| to);
        assert_eq!(solution.best_move(&position), first, "{position}");
        assert!(best.is_none_or(|best| best == values[index(position)]), "{position}");
        let winning = moves.iter().filter(|(_, value)| value.outcome() == Outcome::Win).map(|&(to, _)| to);
        assert!(solution.winning_moves(&position).into_iter().eq(winning), "{position}");
    }
}

#[test]
fn a_summary_counts_symmetric_positions_and_names_the_longest_distances() {
    let mut expected = Summary::default();
    for value in naive_values(&many_kinds()) {
        let (counted, longest) = match value.outcome() {
            Outcome::Win => (&mut expected.won, &mut expected.longest_win),
            Outcome::Loss => (&mut expected.lost, &mut expected.longest_loss),
            Outcome::Draw => (&mut expected.drawn, &mut None),
        };
        *counted += 1;
        *longest = value.plies().max(*longest);
    }
    assert_eq!(solve(many_kinds()).expect("a consistent game").summary(), expected);
    assert_eq!(
        solve(chain(4, Outcome::Loss)).expect("a consistent game").summary().to_string(),
        "won 2 (in 3), lost 2 (in 2), drawn 0"
    );
    assert_eq!(Summary::of(&BTreeMap::from([(Value::Draw, 7)])).to_string(), "won 0, lost 0, drawn 7");
}
