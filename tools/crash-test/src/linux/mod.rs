//! A run of this program.

mod files;
mod kills;
mod moment;
mod options;
mod process;
mod starved;
mod table;
#[cfg(test)]
mod tests;
mod work;
mod works;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Parser;

use options::Options;

/// Runs the program with the arguments of the process. The exit code is 1 after a violation, 2 if something fails, and
/// 3 if something cannot be tried on this machine.
#[must_use]
pub fn run() -> ExitCode {
    let code = try_run().unwrap_or_else(|error| {
        say(&format!("{error:#}"));
        2
    });
    ExitCode::from(code)
}

fn try_run() -> Result<u8> {
    let options = Options::parse();
    check_choice(&options)?;
    let seed = options.seed.unwrap_or_else(startup::random_seed);
    print(&format!("seed {seed}\n"))?;
    let (mut violations, mut is_complete) = (0, true);
    if options.kills > 0 {
        let table = kills::kill(&options, seed)?;
        print(&table.to_string())?;
        violations += table.violations();
    }
    if !options.kills_only {
        let (table, skipped) = starved::starve(&options)?;
        print(&format!("\n{table}{}", skipped.concat()))?;
        violations += table.violations();
        is_complete = skipped.is_empty();
    }
    Ok(match (violations, is_complete) {
        (0, true) => 0,
        (0, false) => 3,
        _ => 1,
    })
}

/// An error if there is nothing to try.
fn check_choice(options: &Options) -> Result<()> {
    let kills = kills::KINDS.iter().map(|(name, ..)| *name).filter(|_| options.kills > 0);
    let names: Vec<&str> = kills.chain(starved::NAMES.into_iter().filter(|_| !options.kills_only)).collect();
    ensure!(
        !names.is_empty(),
        "there is nothing to try without kills and limits; leave out --kills-only, or name a number of kills"
    );
    let is_known = names.iter().any(|name| name.contains(&options.only));
    ensure!(is_known, "--only {}: expected a part of one of these names: {}", options.only, names.join(", "));
    Ok(())
}

fn print(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context("standard output")
}

/// Prints how far this has come, or an error, to standard error.
fn say(text: &str) {
    // There is nowhere to report that standard error is closed.
    let _ = writeln!(io::stderr(), "crash-test: {text}");
}
