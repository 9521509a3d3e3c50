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

/// Runs all works with all limits.
pub(crate) fn starve(programs: &Programs, thoroughness: Thoroughness, seed: u64, only: &str) -> Result<Tally, String> {
    let tools = namespace::Tools::find();
    let mut tally = Tally::default();
    let all = |values: &[u64], quick: &[u64]| match thoroughness {
        Thoroughness::Quick => quick.to_vec(),
        Thoroughness::Full => values.to_vec(),
    };
    let limits: [(&str, Result<Vec<Limit>, String>); 7] = [
        ("memory", memory::limits(&tools, all)),
        ("file size", file_size::limits(&tools, all)),
        ("descriptors", descriptors::limits(&tools, all)),
        ("disk", disk::limits(&tools, all)),
        ("read only", read_only::limits(&tools)),
        ("output", Ok(output::limits())),
        ("clock", clock::limits(seed)),
    ];
    let limits: Vec<_> = limits.into_iter().filter(|(name, _)| name.contains(only)).collect();
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
        match limits {
            Err(reason) => tally.skip(name, &reason),
            Ok(limits) => {
                for (number, limit) in limits.iter().enumerate() {
                    for (other, work) in works.iter().enumerate() {
                        // A quick run takes each work with some of the limits.
                        if thoroughness == Thoroughness::Full || (number + other).is_multiple_of(5) {
                            let outcome = starve_one(work.as_ref(), limit)?;
                            tally.count(row, outcome);
                        }
                    }
                }
            }
        }
    }
    Ok(tally)
}
