//! How many positions have which value.

use std::collections::BTreeMap;

use retrograde::{Outcome, Solver, Value};

use crate::worlds::{many_kinds, row, solve};

#[test]
fn a_summary_names_only_the_distances_that_there_are() {
    let summary = solve(row(1, Outcome::Win)).expect("a consistent game").summary();
    assert_eq!(summary.to_string(), "won 1 (in 0), lost 0, drawn 0");
}

#[test]
fn counts_are_by_any_key() {
    let (solver, solution) = (Solver::new(), solve(many_kinds()).expect("a consistent game"));
    let key = |at: &u64, value: Value| (at % 2, value.outcome());
    let mut expected = BTreeMap::new();
    // Position 14 is symmetric to position 1, and is counted with it.
    for (at, value) in (0..).map(|at| if at == 14 { 1 } else { at }).zip(many_kinds().values(15)) {
        *expected.entry(key(&at, value)).or_insert(0) += 1;
    }
    assert_eq!(solver.counts_by(&solution, 0..15, key), Ok(expected.clone()));
    *expected.get_mut(&(1, Outcome::Win)).expect("position 1 is won") -= 1;
    assert_eq!(solver.canonical_counts_by(&solution, 0..15, key), Ok(expected));
    let few = solver.counts_by(&solution, 3..5, |at, _| *at);
    assert_eq!(few, Ok(BTreeMap::from([(3, 1), (4, 1)])));
}
