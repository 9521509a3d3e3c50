//! Random games with known values at any ply, moves that leave, holes, symmetry, turns of several moves and
//! restriction, solved in all ways and compared with the values by definition.

use std::ops::Range;

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};

use crate::by_definition;

fn check(bytes: &[u8]) {
    let whole = by_definition::check(bytes);
    crate::shares::check_shares(whole.game(), &whole);
}

/// Checks `cases` random byte strings, the same ones each time. One that fails is made smaller.
pub(crate) fn for_random_bytes(cases: u32, length: Range<usize>, check: impl Fn(&[u8])) {
    let config = ProptestConfig { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..Default::default() };
    let bytes = prop::collection::vec(any::<u8>(), length);
    let result = TestRunner::new(config).run(&bytes, |bytes| {
        check(&bytes);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

const LENGTH: Range<usize> = 0..128;

#[test]
fn random_games_have_the_values_by_definition() {
    for_random_bytes(1_000, LENGTH, check);
}

#[test]
#[ignore = "takes half a minute"]
fn many_random_games_have_the_values_by_definition() {
    for_random_bytes(100_000, LENGTH, check);
}
