//! Killing programs at random moments, and letting the next run continue.

mod kill;
mod moment;
mod tally;
#[cfg(test)]
mod tests;

use crate::output::say;
use crate::programs::Programs;
use crate::work::Work;
use crate::works;

use kill::Killer;
pub(crate) use tally::Tally;

/// What there is to kill.
pub(crate) const NAMES: [&str; 5] = ["octal", "save", "tiers", "cluster", "stress"];

/// Makes the works of one kind.
type Make = fn(&Programs) -> Result<Vec<Box<dyn Work>>, String>;

/// Kills this number of runs of all kinds together.
pub(crate) fn kill(programs: &Programs, kills: usize, seed: u64, only: &str) -> Result<Tally, String> {
    // How many of a thousand kills are for each kind.
    let kinds: [(usize, Make); 5] = [
        (200, works::octal::to_kill),
        (250, works::save::to_kill),
        (250, works::tiers::to_kill),
        (150, works::cluster::to_kill),
        (150, works::stress::to_kill),
    ];
    let mut tally = Tally::default();
    for (number, (name, (share, make))) in NAMES.into_iter().zip(kinds).enumerate() {
        if !name.contains(only) {
            continue;
        }
        let repeat = format!("scripts/crash-test {kills} --seed {seed} --only {name} --kills-only");
        // Each kind has choices of its own, whichever others are tried.
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(number as u64 * 1_000_000_007);
        let kills = (kills * share).div_ceil(1000);
        let row = Killer::new(name, seed, repeat).kill(&make(programs)?, kills)?;
        say(&format!("{name}: {} runs killed", row.kills));
        tally.add(row);
    }
    Ok(tally)
}
