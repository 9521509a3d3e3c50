//! Random games of every kind, solved and verified by workers of this process.

use cluster::Cluster;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use retrograde::{Ranked, Solution, Solver};
use testkit::TemporaryFolder;

use crate::map::Map;

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..Default::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn workers_find_the_solution_of_one_machine(
        bytes in prop::collection::vec(any::<u8>(), 0..128),
        workers in 1..4_usize,
    ) {
        let (map, solver) = (Map::from_bytes(&bytes), Solver::new());
        let reachable = solver.reachable(map.world(), map.positions().next()).expect("a consistent game");
        check(&solver.solve(map.world()).expect("a consistent game"), workers);
        check(&solver.solve(reachable).expect("a consistent game"), workers);
    }
}

fn check<G: Ranked>(expected: &Solution<G>, workers: usize) {
    let (folder, game) = (TemporaryFolder::in_memory(), expected.game());
    let path = folder.root().join("world");
    let report = Cluster::new(workers).solve(game, "a world", &path).expect("a consistent game");
    let verified = Cluster::new(workers).verify(game, "a world", &path).expect("a right solution");
    assert_eq!((report.checksum, verified.checksum), (expected.checksum(), expected.checksum()));
    assert!(Solution::load(&path, game, "a world").expect("all shares") == *expected, "other values");
}
