//! Shared by the programs: solving and verifying a game with a progress bar, and how a program ends.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use retrograde::{Predecessors, Ranked, Runner, Solution};

/// Audits a game, solves it and verifies the solution, on all threads. Shows the progress if standard error is a terminal.
pub(crate) fn prove<G: Ranked + Predecessors>(game: G) -> anyhow::Result<Solution<G>> {
    let style = ProgressStyle::with_template("{elapsed} {bar:20} {percent:>3}% {wide_msg}")?;
    let bar = ProgressBar::new(0).with_style(style);
    let mut runner = Runner::new().parallel().on_progress(|progress| {
        bar.set_length(progress.total);
        bar.set_position(progress.done);
        bar.set_message(progress.to_string());
    });
    runner.audit_with_predecessors(&game)?;
    let solution = runner.solve_with_predecessors(game)?;
    runner.verify(&solution)?;
    drop(runner);
    bar.finish_and_clear();
    Ok(solution)
}

pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}

/// The exit code of a program: 2 after an error, which is printed. A closed standard output, as with `| head -5`, is not an
/// error.
pub(crate) fn exit_code(result: anyhow::Result<()>) -> ExitCode {
    match result {
        Err(error) if !is_closed_pipe(&error) => {
            // If standard error is closed there is nowhere to report it.
            let _ = writeln!(io::stderr(), "{error:#}");
            ExitCode::from(2)
        }
        _ => ExitCode::SUCCESS,
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
