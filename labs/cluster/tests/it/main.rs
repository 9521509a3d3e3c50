//! Tests of the public API, with processes that are threads; `mpi/` tests the program by MPI.

mod checkpoints;
mod errors;
mod program;
mod same;

use std::path::Path;

use cluster::{Cluster, ClusterError, SavedSolution, Task, on_threads};
use oracles::{map, parts as parts_of_world, world};
use retrograde::Ranked;
use retrograde::files::Stored;

const NAME: &str = "a world";

type Outcome = Result<Option<SavedSolution>, ClusterError>;

/// Does the task with this number of processes, for a game of one part in a folder.
fn run<G: Ranked>(cluster: &Cluster<'_>, count: usize, game: &G, folder: &Path) -> Result<SavedSolution, ClusterError> {
    first(on_threads(count, |process| cluster.run(process, &stored(game, folder), 0, 0)))
}

/// A game in a folder.
fn stored<G: Ranked>(game: G, folder: &Path) -> Stored<G> {
    Stored::folder(folder, game, NAME).expect("parts that follow one another")
}

/// What the first process returns. All have the same error.
fn first(outcomes: Vec<Outcome>) -> Result<SavedSolution, ClusterError> {
    let errors = |outcome: &Outcome| outcome.clone().map(|_| ());
    assert!(outcomes.iter().all(|outcome| errors(outcome) == errors(&outcomes[0])), "{outcomes:?}");
    outcomes.into_iter().next().expect("at least one process").map(|report| report.expect("the first process"))
}

fn verifying() -> Cluster<'static> {
    Cluster { task: Task::Verify, ..Cluster::default() }
}

/// A game in one part with positions in each of many plies.
fn game(ranks: u64) -> world::World {
    parts_of_world::ladder(1, ranks)
}
