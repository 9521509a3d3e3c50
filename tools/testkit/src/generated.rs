//! Tests of the cases that a problem generates: all of a size, random ones, and smaller ones.

use std::collections::BTreeSet;
use std::iter::zip;

use problem::{Dialect, Layout, Problem, Rng, solve};

use crate::program::Subject;

impl<P: Problem> Subject<P> {
    /// Asserts that the random cases of each shape are legal in every dialect, that the enumerated cases of a size are
    /// legal and different, and that shrinking ends.
    pub fn generated_cases_are_legal(&self) {
        for dialect in P::DIALECTS {
            random_cases_are_legal_and_shrinking_ends(dialect);
            enumerated_cases_are_legal_and_different(dialect);
        }
    }
}

fn is_legal<P: Problem>(dialect: &'static Dialect<P>, case: &[u8]) -> bool {
    solve(dialect, Layout::Exact, dialect.format.input(&[case.to_vec()]).as_slice()).is_ok()
}

fn random_cases_are_legal_and_shrinking_ends<P: Problem>(dialect: &'static Dialect<P>) {
    let generator = dialect.generator.expect("the dialect has a generator");
    let (least, most) = dialect.format.sizes().into_inner();
    let mut rng = Rng::new(1);
    let mut replacements = BTreeSet::new();
    let sizes = [least, most, least.midpoint(most)].into_iter().chain(least..=most.min(least + 5));
    let mut cases = BTreeSet::new();
    for size in sizes.flat_map(|size| [size; 15]) {
        cases.extend(generator.shapes.iter().map(|shape| (shape.make)(size, &mut rng)));
    }
    for case in cases {
        assert!(is_legal(dialect, &case), "{}", String::from_utf8_lossy(&case));
        for smaller in (generator.shrink)(&case) {
            replacements.extend(shrinking_step(&case, &smaller));
        }
    }
    // Cells that are replaced by one character alone are replaced at most once each.
    assert!(replacements.len() <= 1, "shrinking replaces cells by {replacements:?}, so it may never end");
}

fn enumerated_cases_are_legal_and_different<P: Problem>(dialect: &'static Dialect<P>) {
    let generator = dialect.generator.expect("the dialect has a generator");
    let (least, most) = dialect.format.sizes().into_inner();
    let all = (0..=most.min(least + 4)).flat_map(|size| (generator.enumerate)(size).map(move |case| (size, case)));
    let all: Vec<(usize, Vec<u8>)> = all.collect();
    assert!(all.iter().all(|(size, case)| *size >= least && is_legal(dialect, case)), "{dialect:?}");
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{dialect:?}");
    assert!(!all.is_empty(), "{dialect:?}");
}

/// Asserts that a step of shrinking makes a case smaller or replaces some of its cells, and returns the replacements.
fn shrinking_step(case: &[u8], smaller: &[u8]) -> Vec<char> {
    let [before, after] = [case, smaller].map(String::from_utf8_lossy);
    if let (Some(before), Some(after)) = (numbers(&before), numbers(&after)) {
        assert!(after < before, "{after:?} is not smaller than {before:?} (the count of the numbers, and their sum)");
        return Vec::new();
    }
    if smaller.len() < case.len() {
        return Vec::new();
    }
    assert!(smaller.len() == case.len() && smaller != case, "{after} is not smaller than {before}");
    zip(case, smaller).filter(|(old, new)| old != new).map(|(_, new)| char::from(*new)).collect()
}

/// The count and the sum of the numbers of a case, or `None` if it has other words.
fn numbers(case: &str) -> Option<(usize, usize)> {
    let numbers: Option<Vec<usize>> = case.split([' ', '/']).map(|word| word.parse().ok()).collect();
    numbers.map(|numbers| (numbers.len(), numbers.iter().sum()))
}
