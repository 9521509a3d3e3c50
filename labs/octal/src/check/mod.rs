//! Checks some values of a checkpoint by the definition of the game alone.
//!
//! Of the code that has computed them this uses only what reads the file, where the game's code must be the one in the
//! header, the progress bar, and the library `pulp`, which chooses registers. The loop that is compiled for them is
//! short, and so looks much like the one of `grundy`, but it is written here. All else is its own too: `rules.rs` reads
//! the game's code and lists the moves, `sample.rs` draws heaps, `proof.rs` looks at every move of each, with the loops
//! in `pairs.rs` and `reached.rs`, and `checksum.rs` adds the values up. For windows `known.rs` says what follows from
//! one, and `recompute.rs` computes the values after it.

mod checksum;
mod known;
mod options;
mod pairs;
mod proof;
mod reached;
mod recompute;
mod report;
mod rules;
mod sample;
mod share;
#[cfg(test)]
mod tests;
mod windows;

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::bail;

use crate::checkpoint::Checkpoint;
use options::Options;

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
    let file = options.file.display();
    if options.file.is_dir() {
        if options.recent.is_some() {
            bail!("{file}: a folder, and --recent is for a checkpoint; leave it out for windows");
        }
        return execute_for_windows(options);
    }
    if options.distance.is_some() {
        bail!("{file}: not a folder, and --distance is for windows; leave it out for a checkpoint");
    }
    let values = Checkpoint::read(&options.file, &options.code.game)?;
    if values.is_empty() {
        bail!("{file}: the checkpoint has no values; let `octal` compute some");
    }
    let seed = options.seed.unwrap_or_else(startup::random_seed);
    let sample = sample::draw(values.len(), options.heaps.get(), options.recent(), seed);
    let start = Instant::now();
    let found = proof::check_all(&options.code.rules, &values, &sample.heaps, options.threads());
    let elapsed = start.elapsed();
    report_wrong(options, &found.wrong);
    let line = report::line(options, seed, &values, &sample, &found, elapsed);
    print(&line, found.wrong.is_empty())
}

/// Checks the windows in a folder.
fn execute_for_windows(options: &Options) -> anyhow::Result<ExitCode> {
    let seed = options.seed.unwrap_or_else(startup::random_seed);
    let start = Instant::now();
    let found = windows::check(&options.file, options, seed)?;
    report_wrong(options, &found.wrong);
    let windows::Found { windows, len, checked, recomputed, wrong } = &found;
    let (code, n, wrong, seconds) = (&options.code.game, len - 1, wrong.len(), start.elapsed().as_secs_f64());
    let counts = format!("windows={windows} checked={checked} recomputed={recomputed} seed={seed} wrong={wrong}");
    print(&format!("code={code} n={n} {counts} seconds={seconds:.3}"), wrong == 0)
}

fn report_wrong(options: &Options, all: &[impl Display]) {
    let file = options.file.display();
    for wrong in all.iter().take(MOST_SHOWN) {
        let _ = writeln!(io::stderr(), "octal-check: {file}: {wrong}");
    }
    if all.len() > MOST_SHOWN {
        let _ = writeln!(io::stderr(), "octal-check: {file}: and {} more", all.len() - MOST_SHOWN);
    }
}

fn print(line: &str, is_right: bool) -> anyhow::Result<ExitCode> {
    crate::program::print_line(line)?;
    Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
