//! What is timed inside this process, because a process would take longer to start.

use std::hint::black_box;
use std::time::Instant;

use lgame::LGame;
use retrograde::solve;

use crate::timing::median;

/// The name by which `--only` asks for it.
pub(crate) const NAME: &str = "the L game solved in memory";

/// Solves the L game `runs` times on one core, after one time that does not count.
pub(crate) fn report(runs: usize) -> String {
    let seconds = || {
        let start = Instant::now();
        // The game is audited by its own tests.
        let _ = black_box(solve(&LGame));
        start.elapsed().as_secs_f64()
    };
    seconds();
    let times: Vec<f64> = (0..runs).map(|_| seconds()).collect();
    format!("\n{NAME}, 18,368 positions and 1,632,800 moves: {:.2} ms (median of {runs} runs)", median(&times) * 1e3)
}
