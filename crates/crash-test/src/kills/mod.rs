//! Killing programs at random moments, and letting the next run go on.

mod kill;
mod moment;
mod tally;
#[cfg(test)]
mod tests;

use crate::programs::Programs;
use crate::work::Work;
use crate::works;

use kill::Killer;
pub(crate) use tally::Tally;

/// Works of one kind, and how many of a thousand kills are for it.
struct Kind {
    name: &'static str,
    share: usize,
    works: Vec<Box<dyn Work>>,
}

/// Kills so many runs of all kinds together.
pub(crate) fn kill(programs: &Programs, kills: usize, seed: u64, only: &str) -> Result<Tally, String> {
    let kinds = [
        ("octal", 200, works::octal::to_kill as fn(&Programs) -> Result<Vec<Box<dyn Work>>, String>),
        ("save", 250, works::save::to_kill),
        ("tiers", 250, works::tiers::to_kill),
        ("cluster", 150, works::cluster::to_kill),
        ("stress", 150, works::stress::to_kill),
    ];
    let mut tally = Tally::default();
    for (number, (name, share, works)) in kinds.into_iter().enumerate().filter(|(_, kind)| kind.0.contains(only)) {
        let kind = Kind { name, share, works: works(programs)? };
        let kills = (kills * kind.share).div_ceil(1000);
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(number as u64 * 1_000_000_007);
        tally.add(Killer::new(kind.name, seed).kill(&kind.works, kills)?);
    }
    Ok(tally)
}
