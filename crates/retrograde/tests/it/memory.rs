//! The memory that solving takes, measured where the system says how much it is.

use std::sync::Arc;

use retrograde::{Ranked, Solver};

use crate::subprocess::{peak_memory, run_in_subprocess, subprocess_argument};
use crate::world::World;
use crate::worlds::solve;

/// A heap that is divided by two or by three, rounded down, until nothing is left.
fn divided_heap(ranks: u64) -> World {
    let origins = move |heap: u64| {
        let parts = [2, 3].into_iter().flat_map(|by| (by * heap)..(by * (heap + 1)));
        parts.filter(|before| *before > 0 && *before < ranks).collect()
    };
    let moves = |heap| [2, 3].iter().filter(|_| heap > 0).map(|by| heap / by).collect();
    World { origins: Arc::new(origins), ..World::new(ranks, moves) }
}

/// Solves a game in a process of its own, and asserts that it takes fewer than `limit` bytes per hundred ranks. `name`
/// is the name of the calling test, which is run again in that process.
fn measure<G: Ranked>(name: &str, limit: u64, game: G, small: G) {
    if subprocess_argument(name).is_none() {
        assert_eq!(Solver::new().audit(&small), Ok(()));
        // Other tests run in this process at the same time.
        return run_in_subprocess(name, "", "");
    }
    // Loads the code, which is part of what is measured.
    solve(small).expect("a consistent game");
    let (before, ranks) = (peak_memory().expect("this is Linux"), game.ranks());
    let solution = solve(game).expect("a consistent game");
    let bytes = (peak_memory().expect("this is Linux") - before) * 100 / ranks;
    assert!(bytes < limit, "{bytes} bytes per hundred ranks");
    assert!(Solver::new().verify(&solution).is_ok());
}

#[test]
fn over_predecessors_two_and_a_quarter_bytes_per_rank_are_enough() {
    let name = "memory::over_predecessors_two_and_a_quarter_bytes_per_rank_are_enough";
    measure(name, 240, divided_heap(10_000_000), divided_heap(10_000));
}

/// Two and a quarter, eight, and four for each of two moves.
#[test]
fn stored_moves_take_more() {
    measure("memory::stored_moves_take_more", 1_900, divided_heap(3_000_000).forward(), divided_heap(10_000).forward());
}
