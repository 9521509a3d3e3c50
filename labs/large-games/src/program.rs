//! Shared by the programs: solving and verifying a game with a progress bar.

use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::anyhow;
use indicatif::{ProgressBar, ProgressStyle};
use retrograde::{Ranked, Sample, Solution, Solver, Subset};

/// Audits a game, solves it and verifies the solution.
pub fn prove<G: Ranked>(solver: &Solver<'_>, game: G) -> anyhow::Result<Solution<G>> {
    solver.audit(&game)?;
    let solution = solver.solve(game)?;
    solver.verify(&solution)?;
    Ok(solution)
}

/// Does the same as [`prove`] for the positions that can be reached in a game most of whose ranks cannot: the audit
/// takes a sample of all positions. The solution is kept under a name in a file, if there is one to `keep` it in; what
/// is there already is only verified.
pub fn prove_reachable<G: Ranked>(
    solver: &Solver<'_>,
    game: G,
    start: G::Position,
    keep: Option<(&Path, &str)>,
) -> anyhow::Result<Solution<Subset<G>>> {
    const AGAIN: &str = "remove the file, and the game is solved again";
    let is_kept = keep.is_some_and(|(file, _)| file.symlink_metadata().is_ok());
    if let Some((file, _)) = keep.filter(|_| !is_kept) {
        // What takes minutes to solve must not be lost because it cannot be saved.
        let trial = file.with_extension(format!("{}.part", std::process::id()));
        File::create_new(&trial).map_err(|error| anyhow!("{}: {error}; use another folder", trial.display()))?;
        let _ = fs::remove_file(&trial);
    }
    solver.audit_some(&game, Sample { size: 100_000, seed: 2009 })?;
    let subset = solver.reachable(game, [start])?;
    let Some((file, name)) = keep else {
        let solution = solver.solve(subset)?;
        solver.verify(&solution)?;
        return Ok(solution);
    };
    let solution = if is_kept {
        Solution::load(file, subset, name).map_err(|error| anyhow!("{error}; or {AGAIN}"))?
    } else {
        let solution = solver.solve(subset)?;
        solution.save(name, file)?;
        solution
    };
    solver.verify(&solution).map_err(|error| anyhow!("{}: {error}; {AGAIN}", file.display()))?;
    Ok(solution)
}

/// Does some work by a solver. Shows the progress if standard error is a terminal; to print, the work
/// [suspends](ProgressBar::suspend) the bar.
pub fn show_progress<R>(
    solver: Solver<'_>,
    work: impl FnOnce(&Solver<'_>, &ProgressBar) -> anyhow::Result<R>,
) -> anyhow::Result<R> {
    let bar = progress_bar()?;
    let solver = solver.on_progress(|progress| {
        bar.set_length(progress.total);
        bar.set_position(progress.done);
        bar.set_message(progress.to_string());
        ControlFlow::Continue(())
    });
    let result = work(&solver, &bar);
    bar.finish_and_clear();
    result
}

/// A bar whose length and message are still to be set.
fn progress_bar() -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template("{elapsed} {bar:20} {percent:>3}% {wide_msg}")?;
    Ok(ProgressBar::new(0).with_style(style))
}

/// Prints to standard output, which an error names.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| io::Error::new(error.kind(), format!("standard output: {error}")))
}
