//! Random games of every kind: the file has the bytes that one machine writes, and a wrong one is not verified.

use std::cell::Cell;
use std::fs;
use std::mem::replace;
use std::path::Path;
use std::sync::Arc;

use cluster::{Cluster, Processes, Thread, on_threads};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use retrograde::{Ranked, Solution, Solver};
use tempfile::TempDir;

use crate::map::Map;
use crate::{run, stored, verifying};

/// Checks games of random bytes, for a random number of processes.
fn for_random_games(cases: u32, check: impl Fn(Arc<Map>, usize)) {
    let config = ProptestConfig { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..Default::default() };
    let strategy = (prop::collection::vec(any::<u8>(), 0..128), 1..5_usize);
    let result = TestRunner::new(config).run(&strategy, |(bytes, count)| {
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
fn files_are_the_same_for_any_number_of_processes() {
    for_random_games(256, |map, count| {
        let solver = Solver::new();
        let reachable = solver.reachable(map.world(), map.positions().next()).expect("a consistent game");
        check(&solver.solve(map.world()).expect("a consistent game"), count);
        check(&solver.solve(reachable).expect("a consistent game"), count);
    });
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

/// A thread that passes what it sends through a function first.
struct Through<'a, F>(&'a mut Thread, F);

impl<F: FnMut(usize, &mut Vec<Vec<u8>>)> Processes for Through<'_, F> {
    fn number(&self) -> usize {
        self.0.number()
    }

    fn count(&self) -> usize {
        self.0.count()
    }

    fn exchange(&mut self, mut messages: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        (self.1)(self.0.number(), &mut messages);
        self.0.exchange(messages)
    }
}

/// A process loses moves. The property above finds it: the solution is another one, or the solver says so; and a wrong
/// solution is not verified.
#[test]
fn a_planted_error_is_found() {
    let found = Cell::new(0);
    for_random_games(40, |map, _| {
        let (world, folder) = (map.world(), in_memory());
        let expected = Solver::new().solve(&world).expect("consistent");
        let outcomes = on_threads(2, |thread| {
            let mut has_met = false;
            let lose = |number, messages: &mut Vec<Vec<u8>>| {
                // What is after moves: four numbers, and a byte. Before moves the processes meet.
                let moves = messages[1].len().saturating_sub(4 * 8 + 1);
                if number == 0 && moves > 0 && replace(&mut has_met, true) {
                    messages[1].drain(..moves);
                }
            };
            Cluster::default().run(&mut Through(thread, lose), &stored(&world, folder.path()), 0, 0)
        });
        if !matches!(&outcomes[0], Ok(Some(report)) if report.header.checksum == expected.checksum()) {
            found.set(found.get() + 1);
            assert!(run(&verifying(), 2, &world, folder.path()).is_err(), "a wrong solution is verified");
        }
    });
    assert!(found.get() > 5, "{} of 40 games", found.get());
}
