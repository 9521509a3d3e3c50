//! Visits end as soon as the library knows enough.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

use retrograde::{Game, SolveError, Value, solve};

const MOVES: u32 = 1_000;

/// Position 1 has many moves, all to `target`. Counts the positions that are visited.
struct Counting {
    target: u64,
    visited: AtomicU32,
}

impl Game for Counting {
    type Position = u64;

    fn successors(&self, position: &u64, mut visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        (0..MOVES).filter(|_| *position == 1).try_for_each(|_| {
            self.visited.fetch_add(1, Ordering::Relaxed);
            visit(self.target)
        })
    }
}

rank_by_number!(Counting, |_| 2);

#[test]
fn a_principal_line_stops_at_the_first_best_move() {
    let game = Counting { target: 0, visited: AtomicU32::new(0) };
    let solution = solve(&game).expect("a consistent game");
    game.visited.store(0, Ordering::Relaxed);
    assert_eq!(solution.principal_line(&1), [1, 0]);
    assert_eq!(game.visited.swap(0, Ordering::Relaxed), 1);
    assert_eq!(solution.best_moves(&1), vec![0; MOVES as usize]);
    assert_eq!(game.visited.load(Ordering::Relaxed), MOVES);
    assert_eq!(solution.value(&1), Value::Win(1));
}

#[test]
fn solving_stops_at_the_first_error() {
    let game = Counting { target: 2, visited: AtomicU32::new(0) };
    assert_eq!(solve(&game).map(|_| ()), Err(SolveError::RankOutOfRange { rank: 2, from: 1 }));
    assert_eq!(game.visited.load(Ordering::Relaxed), 1);
}
