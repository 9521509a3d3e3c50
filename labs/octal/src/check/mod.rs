//! Checks some values in a folder by the definition of the game alone.
//!
//! Of the code that has computed them this uses only what reads the pieces, where the game's code must be the one in
//! the header, the progress bar, and the library `pulp`, which chooses registers. The loop that is compiled for them is
//! short, and so looks much like the one of `grundy`, but it is written here. All else is its own too: `rules.rs` reads
//! the game's code and lists the moves, `sample.rs` draws heaps, `proof.rs` looks at every move of each, and `report.rs`
//! adds the values up. For windows `known.rs` says what follows from one, and computes the values after it.

mod known;
mod options;
mod proof;
mod report;
mod rules;
mod sample;
#[cfg(test)]
mod tests;
mod windows;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::bail;

use crate::store::Store;
use options::Options;
use proof::Wrong;

/// How many wrong values have a line each.
const MOST_SHOWN: usize = 20;

/// Runs the program `octal-check` with the arguments of the process.
///
/// The exit code is 0 if no value is wrong, even if standard output is closed early, and 1 if one is. It is 2 for any
/// error, which is one line on standard error.
#[must_use]
pub fn run() -> ExitCode {
    startup::run_program("octal-check", |options| execute(&options))
}

fn execute(options: &Options) -> anyhow::Result<ExitCode> {
    let (rules, threads) = (&options.code.rules, options.threads());
    let mut store = Store::read(&options.folder, &options.code.game);
    let values = store.values()?;
    let seed = options.seed.unwrap_or_else(startup::random_seed);
    let start = Instant::now();
    let windows = windows::check(&store, &values, options, seed)?;
    if values.is_empty() && windows.windows == 0 {
        bail!("{}: the folder has no values; let `octal` compute some", options.folder.display());
    }
    let sample = sample::draw(values.len(), options.heaps.get(), options.recent, seed);
    let found = proof::check_all(rules, &values, &sample.heaps, threads);
    let wrong: BTreeSet<_> = found.wrong.iter().chain(&windows.wrong).collect();
    report_wrong(options, &wrong);
    let line = report::line(options, seed, &values, &sample, found.pairs, &windows, wrong.len(), start.elapsed());
    crate::report::print_line(&line)?;
    Ok(if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn report_wrong(options: &Options, all: &BTreeSet<&Wrong>) {
    let file = options.folder.display();
    for wrong in all.iter().take(MOST_SHOWN) {
        let _ = writeln!(io::stderr(), "octal-check: {file}: {wrong}");
    }
    if all.len() > MOST_SHOWN {
        let _ = writeln!(io::stderr(), "octal-check: {file}: and {} more", all.len() - MOST_SHOWN);
    }
}
