//! Times the solver of the L game inside this process, as it takes less time than starting one.

use std::hint::black_box;
use std::time::Instant;

use lgame::LGame;
use retrograde::Solver;

use crate::timing::median;

/// The name of this measurement for `--only`.
pub(crate) const NAME: &str = "the L game solved in memory";

/// Solves the L game `runs` times on one core, after one run for warming up, and returns a report of the time.
pub(crate) fn report(runs: usize) -> String {
    let solver = Solver::new();
    let seconds = || {
        let start = Instant::now();
        // The tests of `lgame` show that this succeeds.
        let _ = black_box(solver.solve(&LGame));
        start.elapsed().as_secs_f64()
    };
    seconds();
    let times: Vec<f64> = (0..runs).map(|_| seconds()).collect();
    format!("\n{NAME}, 18,368 positions and 1,632,800 moves: {:.2} ms (median of {runs} runs)", median(&times) * 1e3)
}
