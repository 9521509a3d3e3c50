//! How many positions have which value.

use std::collections::BTreeMap;

use retrograde::{Outcome, Solver, Summary, Value};

use crate::worlds::{many_kinds, row, solve};

#[test]
fn a_summary_counts_symmetric_positions_and_names_the_longest_distances() {
    let mut expected = Summary::default();
    for value in many_kinds(0).values(15) {
        let (counted, longest) = match value.outcome() {
            Outcome::Win => (&mut expected.won, &mut expected.longest_win),
            Outcome::Loss => (&mut expected.lost, &mut expected.longest_loss),
            Outcome::Draw => (&mut expected.drawn, &mut None),
        };
        *counted += 1;
        *longest = value.plies().max(*longest);
    }
    assert_eq!(solve(many_kinds(0)).expect("a consistent game").summary(), expected);
    let summary = solve(row(4, Outcome::Loss)).expect("a consistent game").summary();
    assert_eq!(summary.to_string(), "won 2 (in 3), lost 2 (in 2), drawn 0");
    assert_eq!(Summary::of(&BTreeMap::from([(Value::Draw, 7)])).to_string(), "won 0, lost 0, drawn 7");
}

#[test]
fn counts_are_by_any_key() {
    let (solver, solution) = (Solver::new(), solve(many_kinds(0)).expect("a consistent game"));
    let key = |at: &u64, value: Value| (at % 2, value.outcome());
    let mut expected = BTreeMap::new();
    // Position 14 is symmetric to position 1, and is counted with it.
    for (at, value) in (0..).map(|at| if at == 14 { 1 } else { at }).zip(many_kinds(0).values(15)) {
        *expected.entry(key(&at, value)).or_insert(0) += 1;
    }
    assert_eq!(solver.counts_by(&solution, key), expected);
    *expected.get_mut(&(1, Outcome::Win)).expect("position 1 is won") -= 1;
    assert_eq!(solver.canonical_counts_by(&solution, key), expected);
}
