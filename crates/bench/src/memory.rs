//! Measurements inside this process, for what takes less time than starting one.

use std::hint::black_box;
use std::time::Instant;

use lgame::LGame;
use retrograde::solve_with_predecessors;

use crate::timing::median;

/// The name by which `--only` asks for it.
pub(crate) const NAME: &str = "the L game solved in memory";

/// Solves the L game `runs` times on one core, after one time that does not count.
pub(crate) fn report(runs: usize) -> String {
    let seconds = || {
        let start = Instant::now();
        // That the game can be solved is tested in its own crate.
        let _ = black_box(solve_with_predecessors(&LGame));
        start.elapsed().as_secs_f64()
    };
    seconds();
    let times: Vec<f64> = (0..runs).map(|_| seconds()).collect();
    format!("\n{NAME}, 18,368 positions and 1,632,800 moves: {:.2} ms (median of {runs} runs)", median(&times) * 1e3)
}
