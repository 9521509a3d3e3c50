//! Times the programs of the workspace as whole processes; see [`Options`].
//!
//! It must be built into the same folder as the programs, as `scripts/bench` does.

mod checking;
mod cluster;
mod forward;
mod inputs;
mod large;
mod octal;
mod options;
mod process;
mod report;
mod rows;
mod textbook;
mod tiers;
mod timing;
mod verifying;

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, ensure};
use clap::{CommandFactory, FromArgMatches};
use options::Options;
use process::{Job, SOLVE, Sink, Solved, WRITABLE};
use rows::{Baseline, Row};
use tempfile::TempDir;

/// Where a measurement finds the programs, and writes files.
struct Place {
    programs: PathBuf,
    folder: TempDir,
}

/// What is measured besides the rows of the table: the name for `--only`, how many times it is measured without
/// `--runs`, and what measures it and reports that.
type Measurement = (&'static str, usize, fn(&Place, usize) -> Result<String>);

const MEASUREMENTS: [Measurement; 7] = [
    ("the L game solved in memory", 101, large::report_l_game),
    ("checking 1,000 cases", 11, checking::report),
    ("octal games", 3, octal::report),
    ("large games", 3, large::report),
    ("verifying", 3, verifying::report),
    ("tiers", 3, tiers::report),
    ("cluster", 5, cluster::report),
];

fn main() -> ExitCode {
    let Err(error) = run() else { return ExitCode::SUCCESS };
    // There is nowhere to report that standard error is closed.
    let _ = writeln!(io::stderr(), "bench: {error:#}");
    ExitCode::from(2)
}

fn run() -> Result<()> {
    if let Some(solved) = process::solve_if_requested(solve) {
        return print(solved?);
    }
    let rows = rows::all();
    let names: Vec<String> = rows.iter().map(Row::name).chain(MEASUREMENTS.map(|(name, ..)| name.to_owned())).collect();
    let help = format!(
        "Exit codes: 0, measured; 2, a program failed or the output of two differs.\n\nRows:\n  {}",
        names.join("\n  ")
    );
    let matches = Options::command().after_help(help).get_matches();
    let options = Options::from_arg_matches(&matches)?;
    let is_known = names.iter().any(|name| options.wants(name));
    ensure!(is_known, "--only: no row has this in its name; --help lists the rows");
    let runs = options.runs.map(NonZero::get);
    let programs = process::own()?.parent().unwrap_or(Path::new(".")).to_owned();
    let place = Place { programs, folder: TempDir::new().context(WRITABLE)? };
    print(report::head())?;
    for row in rows.iter().filter(|row| options.wants(&row.name())) {
        measure(row, &place, runs)?;
    }
    for (name, usual_runs, report) in MEASUREMENTS.iter().filter(|(name, ..)| options.wants(name)) {
        print(format!("\n{name}{}", report(&place, runs.unwrap_or(*usual_runs))?))?;
    }
    Ok(())
}

/// Solves what these lines ask for, in a process of its own.
fn solve(request: &[&str]) -> Result<Solved> {
    match *request {
        ["large", game, solver] => large::solve(game, solver),
        _ => Err(anyhow!("{SOLVE}={:?} is not a request", request.join("\n"))),
    }
}

fn measure(row: &Row, place: &Place, runs: Option<usize>) -> Result<()> {
    let folder = place.folder.path();
    let input = write_input(folder, &(row.make)())?;
    let sibling = |name: &str| {
        let program = place.programs.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        Job { program, argument: None, input: &input }
    };
    let mut jobs = vec![sibling(row.program)];
    match row.baseline {
        Some(Baseline::Cat) => jobs.push(Job { program: "cat".into(), argument: Some(&input), input: &input }),
        Some(baseline) => jobs.push(sibling(baseline.program())),
        None => {}
    }
    if let (Some(Baseline::Other(other)), [own, baseline]) = (row.baseline, jobs.as_slice()) {
        ensure!(
            own.answer()? == baseline.answer()?,
            "{}: {} and {other} differ in their output; times of wrong programs mean nothing",
            row.title,
            row.program
        );
    }
    for sink in [Sink::Null, Sink::Pipe] {
        let times = timing::in_turn(&jobs, sink, runs.unwrap_or(row.runs))?;
        print(report::row(row, sink, &times))?;
    }
    Ok(())
}

/// Writes or replaces the file for an input, and returns its path.
fn write_input(folder: &Path, text: &str) -> Result<PathBuf> {
    let path = folder.join("input");
    let written = File::create(&path).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        // So that the system does not write it to the disk while a program is timed.
        file.sync_all()
    });
    written.with_context(|| format!("{}; set TMPDIR to a folder with 30 MB of free space", path.display()))?;
    Ok(path)
}

fn print(text: impl Display) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}").and_then(|()| out.flush()).context("standard output")
}
