//! Times the programs of the workspace as whole processes; see [`Options`].
//!
//! It must be built into the same folder as the programs, as `scripts/bench` does.

mod checking;
mod cluster;
mod folder;
#[path = "../../properties/src/games/forward.rs"]
mod forward;
mod inputs;
mod large;
mod memory;
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
use std::io::{self, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use options::Options;
use process::{Job, Sink};
use rows::{Baseline, Input, Row};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // There is nowhere to report that standard error is closed.
            let _ = writeln!(io::stderr(), "bench: {message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), String> {
    if let Some(solved) = large::solve_if_requested().or_else(cluster::solve_if_requested) {
        return print(solved?);
    }
    let rows = rows::all();
    let others = [memory::NAME, checking::NAME, octal::NAME, large::NAME, verifying::NAME, tiers::NAME, cluster::NAME];
    let names: Vec<String> = rows.iter().map(Row::name).chain(others.map(str::to_owned)).collect();
    let help = format!(
        "Exit codes: 0, measured; 2, a program failed or the output of two differs.\n\nRows:\n  {}",
        names.join("\n  ")
    );
    let matches = Options::command().after_help(help).get_matches();
    let options = Options::from_arg_matches(&matches).map_err(|error| error.to_string())?;
    if !names.iter().any(|name| options.wants(name)) {
        return Err("--only: no row has this in its name; --help lists the rows".to_owned());
    }
    let wanted: Vec<&Row> = rows.iter().filter(|row| options.wants(&row.name())).collect();
    let runs = options.runs.map(NonZero::get);
    let exe = std::env::current_exe().map_err(|error| format!("this program: {error}; run it with scripts/bench"))?;
    let programs = exe.parent().unwrap_or(Path::new("."));
    let folder = folder::create()?;
    print(report::head())?;
    for row in wanted {
        measure(row, programs, folder.path(), runs)?;
    }
    if options.wants(memory::NAME) {
        print(memory::report(runs.unwrap_or(101)))?;
    }
    if options.wants(checking::NAME) {
        print(checking::report(programs, folder.path(), runs.unwrap_or(11))?)?;
    }
    if options.wants(octal::NAME) {
        print(octal::report(runs.unwrap_or(3))?)?;
    }
    if options.wants(large::NAME) {
        print(large::report(runs.unwrap_or(3))?)?;
    }
    if options.wants(verifying::NAME) {
        print(verifying::report(folder.path(), runs.unwrap_or(3))?)?;
    }
    if options.wants(tiers::NAME) {
        print(tiers::report(folder.path(), runs.unwrap_or(3))?)?;
    }
    if options.wants(cluster::NAME) {
        print(cluster::report(folder.path(), runs.unwrap_or(1))?)?;
    }
    Ok(())
}

fn measure(row: &Row, programs: &Path, folder: &Path, runs: Option<usize>) -> Result<(), String> {
    let input = folder::write_input(folder, &(row.input.make)())?;
    let sibling = |name: &str| {
        let program = programs.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        Job { program, argument: None, input: &input }
    };
    let mut jobs = vec![sibling(row.program)];
    match row.baseline {
        Some(Baseline::Cat) => jobs.push(Job { program: "cat".into(), argument: Some(&input), input: &input }),
        Some(baseline) => jobs.push(sibling(baseline.program())),
        None => {}
    }
    if let (Some(Baseline::Other(other)), [own, baseline]) = (row.baseline, jobs.as_slice())
        && own.answer()? != baseline.answer()?
    {
        let Row { input: Input { title, .. }, program, .. } = row;
        return Err(format!(
            "{title}: {program} and {other} differ in their output; times of wrong programs mean nothing"
        ));
    }
    let output = folder.join("output");
    for sink in [Sink::Null, Sink::Pipe, Sink::File(&output)] {
        let times = timing::in_turn(&jobs, sink, runs.unwrap_or(row.runs))?;
        print(report::row(row, sink, &times))?;
    }
    Ok(())
}

fn print(text: impl Display) -> Result<(), String> {
    let mut out = io::stdout().lock();
    let printed = writeln!(out, "{text}").and_then(|()| out.flush());
    printed.map_err(|error| format!("standard output: {error}"))
}
