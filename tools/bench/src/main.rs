//! What `scripts/bench` measures inside a process, and the inputs that it gives to programs. One measurement is one run
//! of this program.

mod inputs;
mod large;
mod textbook;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match measure(&arguments).and_then(|report| writeln!(io::stdout(), "{report}").context("standard output")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // There is nowhere to report that standard error is closed.
            let _ = writeln!(io::stderr(), "bench: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn measure(arguments: &[&str]) -> Result<String> {
    match *arguments {
        ["inputs", folder] => inputs::write(Path::new(folder)),
        ["l-game"] => large::l_game(),
        ["large", game, solver] => large::solve(game, solver),
        _ => bail!("{arguments:?} is not a measurement; scripts/bench --help lists the rows"),
    }
}
