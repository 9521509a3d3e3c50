//! Small games of every kind: with cycles, values known at any ply, moves that leave, turns of several moves, symmetry,
//! ranks without a position, and divided into parts.
//!
//! - However a game is solved, whole or restricted, with predecessors or without, by workers of a cluster or part by
//!   part, each position has the value by definition, and solutions of the same ranks are equal.
//! - The audit passes. So does each way to verify a solution, but not if any one value in it is another one.

#[allow(dead_code, reason = "the tests of `retrograde` use more of it")]
#[path = "../../../../crates/retrograde/tests/it/by_definition.rs"]
mod by_definition;
#[allow(dead_code, reason = "the tests of `retrograde` use more of it")]
#[path = "../../../../crates/retrograde/tests/it/map.rs"]
mod map;
mod parts;
#[path = "../../../../crates/retrograde/tests/it/parts_of_world.rs"]
pub(crate) mod parts_of_world;
#[allow(dead_code, reason = "the tests of `retrograde` use more of it")]
#[path = "../../../../crates/retrograde/tests/it/world.rs"]
pub(crate) mod world;

use cluster::Cluster;
use retrograde::{Ranked, Solution};
use testkit::TemporaryFolder;

use crate::Case;
use crate::bytes::Bytes;
use by_definition::Oracle;
use map::Map;

/// Makes a game of the bytes and solves it, by a cluster too if the first byte says so.
///
/// # Panics
///
/// If a property does not hold, or a folder for files cannot be made.
pub fn check(data: &[u8]) -> Case {
    let mut bytes = Bytes::new(data);
    let (way, change) = (bytes.byte(), [bytes.byte(), bytes.byte()]);
    let data = bytes.rest();
    if way % 8 > 5 {
        parts::check(&Oracle::new(&Map::from_bytes(data).world()), data, way);
        return Case::Real;
    }
    let (whole, reachable) = by_definition::check(data, change);
    match way & 8 {
        0 => {}
        _ if way.is_multiple_of(2) => check_cluster(&whole, 2),
        _ => check_cluster(&reachable, 3),
    }
    Case::Real
}

/// Workers in this process find the same.
fn check_cluster<G: Ranked>(expected: &Solution<G>, workers: usize) {
    let (folder, game) = (TemporaryFolder::in_memory(), expected.game());
    let path = folder.root().join("world");
    let report = Cluster::new(workers).solve(game, "a world", &path).expect("a consistent game");
    let verified = Cluster::new(workers).verify(game, "a world", &path).expect("a right solution");
    assert_eq!(verified.checksum, report.checksum);
    assert_eq!(report.checksum, expected.checksum());
    let loaded = Solution::load(&path, game, "a world").expect("all shares");
    assert!(loaded == *expected, "other values by {workers} workers");
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use retrograde::Value;

    use super::*;

    const DATA: &[u8] = b"any bytes make a game";

    /// The values of the map of some bytes, except for a wrong one.
    fn with_a_wrong_value(map: &Arc<Map>) -> Oracle {
        let mut oracle = Oracle::new(&map.world());
        let changed = map.positions().next().expect("a position");
        let value = &mut oracle.values[usize::try_from(changed).expect("few positions")];
        *value = if *value == Value::Draw { Value::Win(1) } else { Value::Draw };
        oracle
    }

    #[test]
    #[should_panic(expected = "right: (Some(")]
    fn a_wrong_value_is_found() {
        let map = Map::from_bytes(DATA);
        by_definition::check_game(&map, &map.world(), map.positions(), &with_a_wrong_value(&map), [0; 2]);
    }

    #[test]
    #[should_panic(expected = "right: Some(")]
    fn a_wrong_value_of_a_part_is_found() {
        parts::check(&with_a_wrong_value(&Map::from_bytes(DATA)), DATA, 0);
    }
}
