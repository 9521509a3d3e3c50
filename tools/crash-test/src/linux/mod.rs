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
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;

/// Kills the programs at random moments and runs them with too little of everything, and checks that no file is left in
/// part under its final name, that nothing is lost that was reported as written, that every failure is one line that
/// names what failed, and that the next run continues
#[derive(Clone, Debug, Parser)]
#[command(name = "crash-test", version = startup::version(), bin_name = "scripts/crash-test", after_help = EXIT_CODES)]
struct Options {
    /// How many runs to kill
    #[arg(default_value_t = 1000)]
    kills: usize,
    /// Repeat the random choices of another run, as far as the machine allows
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Try few values of each limit
    #[arg(long)]
    quick: bool,
}

const EXIT_CODES: &str = "\
Exit codes: 0, no violation; 1, some violation; 2, wrong usage, or a program that fails without being disturbed; 3, no \
violation, but some limit cannot be tried.";

/// Runs the program with the arguments of the process.
#[must_use]
pub fn run() -> ExitCode {
    ExitCode::from(try_run(&Options::parse()).unwrap_or_else(|error| {
        // There is nowhere to report that standard error is closed.
        let _ = writeln!(io::stderr(), "crash-test: {error:#}");
        2
    }))
}

fn try_run(options: &Options) -> Result<u8> {
    if let Some(code) = limits::run_with_mounts_of_its_own()? {
        return Ok(code);
    }
    let seed = options.seed.unwrap_or_else(startup::random_seed);
    print(&format!("seed {seed}"))?;
    let killed = kills::kill(options.kills, seed)?;
    let (violations, skipped) = starved::starve(options.quick)?;
    Ok(match (killed + violations, skipped) {
        (0, 0) => 0,
        (0, _) => 3,
        _ => 1,
    })
}

/// Prints a line at once, so that it is not lost if this process does not come to its end.
fn print(line: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).context("standard output")
}
