//! What the examples share: proving a game, with a bar for who watches, and their manners on the command line.

use std::error::Error;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use retrograde::{Game, Runner, Solution};

/// Audits a game, solves it and verifies the solution, on all threads. There is a bar if standard error is a terminal.
pub(crate) fn prove<G: Game>(game: &G) -> Result<Solution, Box<dyn Error>> {
    let style = ProgressStyle::with_template("{elapsed} {bar:20} {percent:>3}% {wide_msg}")?;
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

pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}

/// Runs an example with its arguments, `most` of them at the most. `usage` is what `--help` prints; trouble is told, and
/// ends with exit code 2. Whoever reads what it prints may have enough before its end, as in `| head -5`.
pub(crate) fn run(usage: &str, most: usize, example: impl FnOnce(&[&str]) -> Result<(), Box<dyn Error>>) -> ExitCode {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|text| text.to_string_lossy().into_owned()).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let asks_for_help = arguments.iter().any(|argument| ["-h", "--help"].contains(argument));
    let done = match arguments.as_slice() {
        _ if asks_for_help => print(&format!("{usage}\n")).map_err(Box::from),
        given if given.len() > most => Err(usage.into()),
        given => example(given),
    };
    match done {
        Err(error) if !is_closed_pipe(&*error) => {
            // There is nowhere to report that standard error is closed.
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::from(2)
        }
        _ => ExitCode::SUCCESS,
    }
}

fn is_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
