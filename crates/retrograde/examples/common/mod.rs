//! What the examples share: proving a game, with a bar for who watches.

use std::error::Error;

use indicatif::{ProgressBar, ProgressStyle};
use retrograde::{Game, Runner, Solution};

/// Audits a game, solves it and verifies the solution, on all threads. There is a bar if standard error is a terminal.
pub(crate) fn prove<G: Game>(game: &G) -> Result<Solution, Box<dyn Error>> {
    let style = ProgressStyle::with_template("{bar:40} {percent:>3}% {elapsed} {msg}")?;
    let bar = ProgressBar::new(0).with_style(style);
    let mut runner = Runner::new().parallel().watch(|progress| {
        bar.set_length(progress.of as u64);
        bar.set_position(progress.done as u64);
        bar.set_message(progress.to_string());
    });
    runner.audit(game)?;
    let solution = runner.solve(game)?;
    runner.verify(game, &solution)?;
    bar.finish_and_clear();
    Ok(solution)
}
