//! Times the programs of the workspace as whole processes; see [`HELP`].
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
use std::path::Path;
use std::process::ExitCode;

use options::{HELP, Options};
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
    let arguments = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    let options = Options::parse(arguments)?;
    let rows = rows::all();
    let others = [memory::NAME, checking::NAME, octal::NAME, large::NAME, verifying::NAME, tiers::NAME, cluster::NAME];
    let names: Vec<String> = rows.iter().map(Row::name).chain(others.map(str::to_owned)).collect();
    if options.help {
        return print(format_args!("{HELP}  {}", names.join("\n  ")));
    }
    let wanted: Vec<&Row> = rows.iter().filter(|row| options.wants(&row.name())).collect();
    if wanted.is_empty() && !others.iter().any(|other| options.wants(other)) {
        return Err(format!("--only {}: no row has this in its name; --help lists the rows", options.only));
    }
    let exe = std::env::current_exe().map_err(|error| format!("this program: {error}; run it with scripts/bench"))?;
    let programs = exe.parent().unwrap_or(Path::new("."));
    let folder = folder::create()?;
    print(report::head())?;
    for row in wanted {
        measure(row, programs, folder.path(), options.runs)?;
    }
    if options.wants(memory::NAME) {
        print(memory::report(options.runs.unwrap_or(101)))?;
    }
    if options.wants(checking::NAME) {
        print(checking::report(programs, folder.path(), options.runs.unwrap_or(11))?)?;
    }
    if options.wants(octal::NAME) {
        print(octal::report(options.runs.unwrap_or(3))?)?;
    }
    if options.wants(large::NAME) {
        print(large::report(options.runs.unwrap_or(3))?)?;
    }
    if options.wants(verifying::NAME) {
        print(verifying::report(folder.path(), options.runs.unwrap_or(3))?)?;
    }
    if options.wants(tiers::NAME) {
        print(tiers::report(folder.path(), options.runs.unwrap_or(3))?)?;
    }
    if options.wants(cluster::NAME) {
        print(cluster::report(folder.path(), options.runs.unwrap_or(1))?)?;
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
