//! The memory that solving takes, measured where the system says how much it is.

use std::fs;
use std::ops::ControlFlow;

use retrograde::{
    Game, Predecessors, Solution, SolveError, audit_with_predecessors, solve, solve_with_predecessors, verify,
};

use crate::subprocess::{run_in_subprocess, subprocess_argument};

/// A heap that is divided by two or by three, rounded down, until nothing is left.
struct Shares(u64);

impl Game for Shares {
    type Position = u64;

    fn successors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        [2, 3].iter().filter(|_| *heap > 0).map(|by| heap / by).try_for_each(visit)
    }
}

rank_by_number!(Shares, |game| game.0);

impl Predecessors for Shares {
    fn predecessors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        let parts = [2, 3].into_iter().flat_map(|by| (by * heap)..(by * (heap + 1)));
        parts.filter(|before| *before > 0 && *before < self.0).try_for_each(visit)
    }
}

/// The peak memory of this process in bytes.
pub(crate) fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("the status of this process");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.strip_suffix(" kB"));
    1024 * peak.and_then(|kibibytes| kibibytes.trim().parse::<u64>().ok()).expect("a number of kibibytes")
}

/// Solves a game in a process of its own, and asserts that it takes fewer than `limit` bytes per hundred ranks. `name`
/// is the name of the calling test, which is run again in that process.
fn measure(name: &str, ranks: u64, limit: u64, solve: impl FnOnce(Shares) -> Result<Solution<Shares>, SolveError>) {
    if subprocess_argument(name).is_some() {
        // Loads the code, which is part of what is measured.
        assert!(solve_with_predecessors(Shares(1_000)) == solve_with_predecessors(Shares(1_000)));
        let before = peak_memory();
        let solution = solve(Shares(ranks)).expect("a consistent game");
        let bytes = (peak_memory() - before) * 100 / ranks;
        assert!(bytes < limit, "{bytes} bytes per hundred ranks");
        assert_eq!(verify(&solution), Ok(()));
    } else {
        assert_eq!(audit_with_predecessors(&Shares(10_000)), Ok(()));
        // Other tests run in this process at the same time.
        run_in_subprocess(name, "", "");
    }
}

#[test]
fn with_predecessors_two_and_a_quarter_bytes_per_rank_are_enough() {
    let name = "memory::with_predecessors_two_and_a_quarter_bytes_per_rank_are_enough";
    measure(name, 10_000_000, 240, solve_with_predecessors);
}

#[test]
#[ignore = "takes some seconds"]
fn with_predecessors_many_ranks_take_no_more_each() {
    measure("memory::with_predecessors_many_ranks_take_no_more_each", 30_000_000, 230, solve_with_predecessors);
}

/// Two and a quarter, twelve, and about four for each of two moves: a rank has five predecessors, close to two ranks.
#[test]
fn without_predecessors_the_reverse_graph_takes_more() {
    measure("memory::without_predecessors_the_reverse_graph_takes_more", 3_000_000, 2_300, solve);
}
