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

/// Solves a game with this number of moves in a process of its own, and asserts that it takes no more than is said
/// beforehand. `name` is the name of the calling test, which is run again in that process.
fn measure<G: Ranked>(name: &str, moves: u64, game: G, small: G) {
    // What is not counted: the stack, and the code that another size needs.
    const CONSTANT: u64 = 500_000;
    if subprocess_argument(name).is_none() {
        assert_eq!(Solver::new().audit(&small), Ok(()));
        // Other tests run in this process at the same time.
        return run_in_subprocess(name, "", "");
    }
    // Loads the code, which is part of what is measured.
    solve(small).expect("a consistent game");
    let (before, said) = (peak_memory().expect("this is Linux"), Solver::bytes::<G>(game.ranks()) + 4 * moves);
    solve(game).expect("a consistent game");
    let taken = peak_memory().expect("this is Linux") - before;
    assert!(taken < said + CONSTANT, "{taken} bytes, {said} were said");
}

#[test]
fn over_predecessors_two_and_a_quarter_bytes_per_rank_are_enough() {
    let name = "memory::over_predecessors_two_and_a_quarter_bytes_per_rank_are_enough";
    assert!(Solver::bytes::<World>(100_000_000) < 231_000_000);
    measure(name, 0, divided_heap(3_000_000), divided_heap(10_000));
}

/// Eight more, and four for each of two moves.
#[test]
fn stored_moves_take_more() {
    let game = divided_heap(1_000_000).forward();
    measure("memory::stored_moves_take_more", 2_000_000, game, divided_heap(10_000).forward());
}
