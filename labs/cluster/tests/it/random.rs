//! Random games of every kind, solved and verified by processes that are threads.

use std::cell::Cell;
use std::path::Path;
use std::sync::Arc;

use cluster::{Cluster, on_threads};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use retrograde::{Ranked, Solution, Solver};
use tempfile::TempDir;

use crate::map::Map;
use crate::{NAME, Through, solve, verify};

/// Checks games of random bytes, for a random number of processes.
fn for_random_games(cases: u32, check: impl Fn(Arc<Map>, usize)) {
    let config = ProptestConfig { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..Default::default() };
    let result =
        TestRunner::new(config).run(&(prop::collection::vec(any::<u8>(), 0..128), 2..4_usize), |(bytes, count)| {
            check(Map::from_bytes(&bytes), count);
            Ok(())
        });
    result.unwrap_or_else(|error| panic!("{error}"));
}

fn in_memory() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.expect("a folder")
}

#[test]
fn processes_find_the_solution_of_one_machine() {
    for_random_games(256, |map, count| {
        let solver = Solver::new();
        let reachable = solver.reachable(map.world(), map.positions().next()).expect("a consistent game");
        check(&solver.solve(map.world()).expect("a consistent game"), count);
        check(&solver.solve(reachable).expect("a consistent game"), count);
    });
}

fn check<G: Ranked>(expected: &Solution<G>, count: usize) {
    let (folder, game, cluster) = (in_memory(), expected.game(), Cluster::default());
    let path = folder.path().join("world");
    let report = solve(&cluster, count, game, &path).expect("a consistent game");
    let verified = verify(&cluster, count, game, &path).expect("a right solution");
    assert_eq!((report.checksum, verified.checksum), (expected.checksum(), expected.checksum()));
    assert!(Solution::load(&path, game, NAME).expect("a whole file") == *expected, "other values");
}

/// A process loses moves, or sends them to itself. The properties above find both: the solution is another one, or the solver says so; and a wrong solution is
/// not verified.
#[test]
fn a_planted_error_is_found() {
    for is_swapped in [false, true] {
        let found = Cell::new(0);
        for_random_games(40, |map, _| {
            let (world, folder) = (map.world(), in_memory());
            let (path, expected) = (folder.path().join("world"), Solver::new().solve(&world).expect("consistent"));
            let results = on_threads(2, |thread| {
                let mut has_met = false;
                let change = |number, messages: &mut Vec<Vec<u8>>| {
                    // What is after moves: four numbers, and a byte. Other messages of this length have six, or are the
                    // first.
                    let (end, has_met) = (4 * 8 + 1, std::mem::replace(&mut has_met, true));
                    if number != 0 || !has_met || messages[1].len() <= end || messages[1].len() == 6 * 8 + 1 {
                        return;
                    }
                    if is_swapped {
                        messages.swap(0, 1);
                    } else {
                        let moves = messages[1].len() - end;
                        messages[1].drain(..moves);
                    }
                };
                Cluster::default().solve(&mut Through(thread, change), &world, NAME, &path)
            });
            if results.iter().any(|result| result.as_ref().map(|report| report.checksum) != Ok(expected.checksum())) {
                found.set(found.get() + 1);
                assert!(verify(&Cluster::default(), 2, &world, &path).is_err(), "a wrong solution is verified");
            }
        });
        assert!(found.get() > 5, "{} of 40 games, {is_swapped}", found.get());
    }
}
