//! Tests of the public API, with processes that are threads; `mpi/` tests the program by MPI.

mod checkpoints;
mod errors;
#[allow(dead_code, reason = "the tests of `retrograde` use more of it")]
#[path = "../../../../crates/retrograde/tests/it/map.rs"]
mod map;
#[path = "../../../../crates/retrograde/tests/it/parts_of_world.rs"]
mod parts_of_world;
mod program;
mod random;
mod same;
#[expect(dead_code, reason = "the tests of `retrograde` use more of it")]
#[path = "../../../../crates/retrograde/tests/it/world.rs"]
mod world;

use std::path::Path;

use cluster::{Cluster, ClusterError, Processes, Report, Thread, on_threads};
use retrograde::Ranked;

const NAME: &str = "a world";

/// Solves a game with this number of processes, and returns what all of them return.
fn solve<G: Ranked>(cluster: &Cluster<'_>, count: usize, game: &G, path: &Path) -> Result<Report, ClusterError> {
    first(on_threads(count, |process| cluster.solve(process, game, NAME, path)))
}

fn verify<G: Ranked>(cluster: &Cluster<'_>, count: usize, game: &G, path: &Path) -> Result<Report, ClusterError> {
    first(on_threads(count, |process| cluster.verify(process, game, NAME, path)))
}

/// What the first process returns. All have the same result.
fn first(results: Vec<Result<Report, ClusterError>>) -> Result<Report, ClusterError> {
    assert!(results.iter().all(|result| *result == results[0]), "{results:?}");
    results.into_iter().next().expect("at least one process")
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

/// A game in one part with positions in each of many plies.
fn game(ranks: u64) -> world::World {
    parts_of_world::ladder(1, ranks)
}
