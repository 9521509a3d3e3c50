//! Kills the programs of the workspace at random moments, and starves them: of memory, of room in files and on disks, of descriptors,
//! of the right to write, and of a clock that can be trusted. Checks after each run that no file is there in part under its final name,
//! that what the run has reported as written is there, that a failure is one line that names what failed, and that the next run in the
//! same folder ends as if nothing had happened.
//!
//! A `Work` is what one program does in one folder, with the rules for what it may leave there. `kills` and `starved` do
//! all works that they are made for, and know none of the programs.

#[cfg(unix)]
mod files;
#[cfg(unix)]
mod kills;
mod options;
#[cfg(unix)]
#[path = "../../retrograde-cluster/tests/it/ports.rs"]
mod ports;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod programs;
#[cfg(unix)]
mod save;
#[cfg(all(test, unix))]
mod script;
#[cfg(unix)]
mod starved;
#[cfg(unix)]
mod table;
#[cfg(unix)]
mod work;
#[cfg(unix)]
mod works;

use std::io::{self, Write};
use std::process::ExitCode;

/// Runs the program with the arguments of the process. The exit code is 1 after a violation, and 2 if something cannot be tried.
#[must_use]
pub fn run() -> ExitCode {
    match try_run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            // There is nowhere to report that standard error is closed.
            let _ = writeln!(io::stderr(), "crash-test: {message}");
            ExitCode::from(2)
        }
    }
}

/// Returns whether there was no violation.
#[cfg(unix)]
fn try_run() -> Result<bool, String> {
    use options::Options;

    if let Some(saved) = save::save_if_requested() {
        return saved.map(|()| true);
    }
    let arguments = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    let options = Options::parse(arguments)?;
    if options.help {
        return print(options::HELP).map(|()| true);
    }
    let programs = programs::Programs::beside_this_one()?;
    let seed = options.seed.unwrap_or_else(options::random_seed);
    print(&format!("seed {seed}\n"))?;
    let mut violations = Vec::new();
    if options.kills > 0 {
        let tally = kills::kill(&programs, options.kills, seed, &options.only)?;
        print(&tally.table())?;
        violations.extend(tally.violations());
    }
    if options.starves {
        let tally = starved::starve(&programs, options.thoroughness(), seed, &options.only)?;
        print(&tally.table())?;
        violations.extend(tally.violations);
    }
    for violation in &violations {
        print(&format!("\n{violation}\n"))?;
    }
    Ok(violations.is_empty())
}

/// Nothing is killed on systems without signals.
#[cfg(not(unix))]
fn try_run() -> Result<bool, String> {
    let _ = (options::HELP, options::Options::parse(std::iter::empty())?);
    Err("this system has no signals to kill by, and none of the limits".to_owned())
}

fn print(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| format!("standard output: {error}"))
}
