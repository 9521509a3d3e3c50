//! Random games of every kind: the file has the bytes that one machine writes.

use std::fs;
use std::path::Path;

use cluster::Cluster;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use retrograde::{Ranked, Solution, Solver};
use tempfile::TempDir;

use crate::map::Map;
use crate::{run, verifying};

fn in_memory() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.expect("a folder")
}

#[test]
fn files_are_the_same_for_any_number_of_processes() {
    let config = ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..Default::default() };
    let strategy = (prop::collection::vec(any::<u8>(), 0..128), 1..5_usize);
    let result = TestRunner::new(config).run(&strategy, |(bytes, count)| {
        let (map, solver) = (Map::from_bytes(&bytes), Solver::new());
        let reachable = solver.reachable(map.world(), map.positions().next()).expect("a consistent game");
        check(&solver.solve(map.world()).expect("a consistent game"), count);
        check(&solver.solve(reachable).expect("a consistent game"), count);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

fn check<G: Ranked>(expected: &Solution<G>, count: usize) {
    let (folder, game) = (in_memory(), expected.game());
    let [path, right] = ["all.solution", "right"].map(|name| folder.path().join(name));
    expected.save("a world: all", &right).expect("there is room");
    // Rounds of few moves and questions, and of all.
    for moves_in_round in [3, 100_000] {
        let report =
            run(&Cluster { moves_in_round, ..Cluster::default() }, count, game, folder.path()).expect("consistent");
        let verified =
            run(&Cluster { moves_in_round, ..verifying() }, count, game, folder.path()).expect("a right solution");
        assert!(report == verified && report.header.checksum == expected.checksum(), "{report:?}, {verified:?}");
        assert!(fs::read(&path).expect("a file") == fs::read(&right).expect("a file"), "{count} processes");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3, "nothing else is left but the lock");
    }
}
