//! Random small games with known values at any ply, moves that leave, holes, symmetry and turns of several moves.

use cluster::Cluster;
use retrograde::{Solution, Solver};

use crate::map::Map;

/// Bytes that look random, the same for the same number.
fn bytes(number: u64) -> Vec<u8> {
    let mut state = number;
    let words = std::iter::repeat_with(move || {
        // splitmix64
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    });
    words.take(16).flat_map(u64::to_le_bytes).collect()
}

#[test]
fn random_games_of_every_kind_have_the_solution_of_one_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..100 {
        let map = Map::from_bytes(&bytes(number));
        let world = map.world();
        let expected = Solver::new().solve(&world).expect("a consistent game");
        for threads in [2, 3] {
            let path = folder.path().join(format!("{number}-{threads}"));
            let report = Cluster::new(threads).solve(&world, "a world", &path).expect("a consistent game");
            assert_eq!(report.checksum, expected.checksum());
            assert_eq!(Solution::load(&path, &world, "a world").expect("all shares"), expected, "{map:?}");
        }
    }
}
