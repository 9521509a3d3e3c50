//! Running programs with too little of something.

mod clock;
mod descriptors;
mod disk;
mod file_size;
mod judge;
mod memory;
mod namespace;
mod output;
mod read_only;
mod tally;
#[cfg(test)]
mod tests;
mod trial;

use crate::output::{print_violation, say};
use crate::programs::Programs;
use crate::work::Work;
use crate::works;

pub(crate) use tally::Tally;
use trial::{Limit, starve_one};

/// How many values of each limit are tried, and with how many works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Thoroughness {
    Quick,
    Full,
}

/// What there is too little of.
pub(crate) const NAMES: [&str; 8] =
    ["memory", "file size", "descriptors", "disk", "read only", "output", "file times", "clock"];

/// Runs all works with all limits.
pub(crate) fn starve(programs: &Programs, thoroughness: Thoroughness, seed: u64, only: &str) -> Result<Tally, String> {
    let tools = namespace::Tools::find();
    let mut tally = Tally::default();
    let all = |values: &[u64], quick: &[u64]| match thoroughness {
        Thoroughness::Quick => quick.to_vec(),
        Thoroughness::Full => values.to_vec(),
    };
    let limits: [Result<Vec<Limit>, String>; 8] = [
        memory::limits(&tools, all),
        file_size::limits(&tools, all),
        descriptors::limits(&tools, all),
        disk::limits(&tools, all),
        read_only::limits(&tools),
        Ok(output::limits()),
        Ok(clock::file_times()),
        clock::jumping(programs, seed),
    ];
    let limits: Vec<_> = NAMES.into_iter().zip(limits).filter(|(name, _)| name.contains(only)).collect();
    if limits.is_empty() {
        return Ok(tally);
    }
    let mut works: Vec<Box<dyn Work>> = Vec::new();
    for make in [
        works::octal::to_starve,
        works::tiers::to_starve,
        works::cluster::to_starve,
        works::stress::to_starve,
        works::packages::to_starve,
        works::judging::to_starve,
        works::answers::to_starve,
    ] {
        works.extend(make(programs)?);
    }
    for (name, limits) in limits {
        let row = tally.row(name);
        let quick = if thoroughness == Thoroughness::Quick { " --quick" } else { "" };
        let repeat = format!("scripts/crash-test 0 --seed {seed} --only '{name}'{quick}");
        let limits = match limits {
            Ok(limits) => limits,
            Err(reason) => {
                tally.skip(name, &reason);
                continue;
            }
        };
        for (number, limit) in limits.iter().enumerate() {
            // A quick run takes each work with some of the limits.
            let is_taken = |other: usize| thoroughness == Thoroughness::Full || (number + other).is_multiple_of(5);
            for (_, work) in works.iter().enumerate().filter(|(other, _)| is_taken(*other)) {
                match starve_one(work.as_ref(), limit)? {
                    Ok(None) => {}
                    Ok(Some(outcome)) => tally.count(row, outcome),
                    Err(violation) => {
                        print_violation(&format!("{violation}\n  to repeat it: {repeat}"))?;
                        tally.count_violation(row);
                    }
                }
            }
        }
        say(&format!("{name}: done"));
    }
    Ok(tally)
}
