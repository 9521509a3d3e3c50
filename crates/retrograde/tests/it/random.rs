//! Random games with known values at any ply, moves that leave, holes, symmetry, turns of several moves and
//! restriction, solved in all ways and compared with the values by definition.

use std::collections::BTreeMap;
use std::ops::Range;

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use retrograde::Value;

use crate::by_definition::{self, Oracle};
use crate::map::Map;

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

/// The games that are drawn are of all the kinds that the test is about.
#[test]
fn random_games_are_of_every_kind() {
    let values = std::cell::RefCell::new(BTreeMap::<(bool, Value), u32>::new());
    for_random_bytes(1_000, LENGTH, |bytes| {
        let map = Map::from_bytes(bytes);
        let oracle = Oracle::new(&map.world());
        for at in map.positions() {
            *values.borrow_mut().entry((map.is_solved(at), oracle.value(at))).or_default() += 1;
        }
    });
    // Wins and losses that follow from known ones at 40 plies, and others.
    for value in [Value::Win(41), Value::Loss(41), Value::Win(2), Value::Loss(13), Value::Draw, Value::Win(3)] {
        assert!(values.borrow().get(&(true, value)).is_some_and(|count| *count >= 3), "{value}: {values:?}");
    }
}
