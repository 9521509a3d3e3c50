//! A run of this program.

mod files;
mod judge;
mod kills;
mod limits;
mod process;
mod starved;
#[cfg(test)]
mod tests;
mod work;
mod works;

use std::io::{self, Write};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

/// Runs the program with the arguments of the process: how many runs to kill, and the seed of another run, whose random
/// choices are then repeated as far as the machine allows. With less than a hundred kills, few limits are tried.
#[must_use]
pub fn run() -> ExitCode {
    ExitCode::from(try_run().unwrap_or_else(|error| {
        // There is nowhere to report that standard error is closed.
        let _ = writeln!(io::stderr(), "crash-test: {error:#}");
        2
    }))
}

fn try_run() -> Result<u8> {
    if Command::new("prlimit").arg("--version").output().is_err() {
        print("left out: prlimit is missing; install util-linux")?;
        return Ok(3);
    }
    let mut numbers = std::env::args().skip(1).map(|word| word.parse().with_context(|| format!("{word}: no number")));
    let kills = numbers.next().transpose()?.unwrap_or(1000);
    let seed = numbers.next().transpose()?.unwrap_or_else(startup::random_seed);
    print(&format!("seed {seed}"))?;
    let violations = kills::kill(usize::try_from(kills)?, seed)? + starved::starve(kills < 100)?;
    Ok(u8::from(violations > 0))
}

/// Prints a line at once, so that it is not lost if this process does not come to its end.
fn print(line: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).context("standard output")
}
