//! Running programs with too little of something.

pub(super) mod judge;
pub(super) mod limits;
pub(super) mod trial;

use anyhow::Result;

use super::options::Options;
use super::table::Table;
use super::work::Work;
use super::{print, say, works};

use judge::Outcome;
pub(crate) use limits::NAMES;
use trial::starve_one;

/// Runs all works with all limits. Returns what came of them, and a line for each limit that cannot be tried.
pub(crate) fn starve(options: &Options) -> Result<(Table, Vec<String>)> {
    let mut table = Table::new(&[
        "starved of",
        "runs",
        "right",
        "an error that says why",
        "no memory",
        "not started",
        "violations",
    ]);
    let mut skipped = Vec::new();
    let names: Vec<&str> = NAMES.into_iter().filter(|name| name.contains(&options.only)).collect();
    if names.is_empty() {
        return Ok((table, skipped));
    }
    let mut works: Vec<Work> = Vec::new();
    for make in works::TO_STARVE {
        works.extend(make()?);
    }
    for name in names {
        let mut counts = [0; 6];
        let quick = if options.quick { " --quick" } else { "" };
        let repeat = format!("scripts/crash-test 0 --only '{name}'{quick}");
        let limits = limits::limits(name, options.quick).unwrap_or_else(|reason| {
            skipped.push(format!("skipped: {name}: {reason:#}\n"));
            Vec::new()
        });
        for (number, limit) in limits.iter().enumerate() {
            // A quick run takes each work with some of the limits.
            let is_taken = |other: usize| !options.quick || (number + other).is_multiple_of(5);
            for (_, work) in works.iter().enumerate().filter(|(other, _)| is_taken(*other)) {
                if !limit.concerns.contains(&work.access) {
                    continue;
                }
                let column = match starve_one(work, limit)? {
                    Ok(Outcome::Right) => 1,
                    Ok(Outcome::Error) => 2,
                    Ok(Outcome::NoMemory) => 3,
                    Ok(Outcome::NotStarted | Outcome::NotOpened) => 4,
                    Err(violation) => {
                        print(&format!("{violation}\n  to repeat it: {repeat}\n\n"))?;
                        5
                    }
                };
                counts[0] += 1;
                counts[column] += 1;
            }
        }
        table.add(name, counts);
        say(&format!("{name}: done"));
    }
    Ok((table, skipped))
}
