//! Shared by the examples: solving and verifying a game with a progress bar, and the command line.

use std::error::Error;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use retrograde::{Game, Predecessors, Runner, Solution};

/// Audits a game, solves it and verifies the solution, on all threads.
#[allow(dead_code, reason = "not every example has a game without predecessors")]
pub(crate) fn prove<G: Game>(game: G) -> Result<Solution<G>, Box<dyn Error>> {
    with_progress_bar(|runner| {
        runner.audit(&game)?;
        let solution = runner.solve(game)?;
        runner.verify(&solution)?;
        Ok(solution)
    })
}

/// Does the same as [`prove`] by the game's own predecessors.
#[allow(dead_code, reason = "not every example has a game with predecessors")]
pub(crate) fn prove_with_predecessors<G: Predecessors>(game: G) -> Result<Solution<G>, Box<dyn Error>> {
    with_progress_bar(|runner| {
        runner.audit_with_predecessors(&game)?;
        let solution = runner.solve_with_predecessors(game)?;
        runner.verify(&solution)?;
        Ok(solution)
    })
}

/// Calls `work` with a runner on all threads, and shows its progress if standard error is a terminal.
fn with_progress_bar<T>(work: impl FnOnce(&mut Runner<'_>) -> Result<T, Box<dyn Error>>) -> Result<T, Box<dyn Error>> {
    let style = ProgressStyle::with_template("{elapsed} {bar:20} {percent:>3}% {wide_msg}")?;
    let bar = ProgressBar::new(0).with_style(style);
    let mut runner = Runner::new().parallel().on_progress(|progress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
        bar.set_message(progress.to_string());
    });
    let result = work(&mut runner);
    bar.finish_and_clear();
    result
}

pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}

/// Runs an example with up to `max_arguments` arguments, and prints `usage` for `--help`. The exit code is 2 after an error. A
/// closed standard output, as with `| head -5`, is not an error.
pub(crate) fn run(
    usage: &str,
    max_arguments: usize,
    example: impl FnOnce(&[&str]) -> Result<(), Box<dyn Error>>,
) -> ExitCode {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|text| text.to_string_lossy().into_owned()).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let asks_for_help = arguments.iter().any(|argument| ["-h", "--help"].contains(argument));
    let result = match arguments.as_slice() {
        _ if asks_for_help => print(&format!("{usage}\n")).map_err(Box::from),
        given if given.len() > max_arguments => Err(usage.into()),
        given => example(given),
    };
    match result {
        Err(error) if !is_closed_pipe(&*error) => {
            // If standard error is closed there is nowhere to report it.
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::from(2)
        }
        _ => ExitCode::SUCCESS,
    }
}

fn is_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
