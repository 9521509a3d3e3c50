//! A run of this program.

use std::process::ExitCode;

use clap::Parser;

use crate::options::{self, Options};
use crate::output::{print, say};
use crate::programs::Programs;
use crate::{clocks, kills, save, starved};

/// What came of everything that was tried.
enum Summary {
    NoViolation,
    Violations,
    /// There was no violation, but some limits could not be tried.
    Incomplete,
}

/// Runs the program with the arguments of the process. The exit code is 1 after a violation, 2 if something fails, and
/// 3 if something cannot be tried on this machine.
#[must_use]
pub fn run() -> ExitCode {
    match try_run() {
        Ok(Summary::NoViolation) => ExitCode::SUCCESS,
        Ok(Summary::Violations) => ExitCode::from(1),
        Ok(Summary::Incomplete) => ExitCode::from(3),
        Err(message) => {
            say(&message);
            ExitCode::from(2)
        }
    }
}

fn try_run() -> Result<Summary, String> {
    if let Some(done) = save::save_if_requested().or_else(clocks::look_if_requested) {
        return done.map(|()| Summary::NoViolation);
    }
    let options = Options::parse();
    options.check_choice(&kills::NAMES, &starved::NAMES)?;
    let programs = Programs::beside_this_one()?;
    let seed = options.seed.unwrap_or_else(options::random_seed);
    print(&format!("seed {seed}\n"))?;
    let mut violations = 0;
    let mut is_complete = true;
    if options.kills > 0 {
        let tally = kills::kill(&programs, options.kills, seed, &options.only)?;
        print(&tally.table())?;
        violations += tally.violations();
    }
    if !options.kills_only {
        let tally = starved::starve(&programs, options.thoroughness(), seed, &options.only)?;
        print(&tally.table())?;
        is_complete = tally.is_complete();
        violations += tally.violations();
    }
    Ok(match (violations, is_complete) {
        (0, true) => Summary::NoViolation,
        (0, false) => Summary::Incomplete,
        _ => Summary::Violations,
    })
}
