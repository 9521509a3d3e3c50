//! What this program does in processes of its own: it saves a solution, again and again, so that it can be killed
//! meanwhile; or it only looks at the clocks, so that it can be seen whether they jump.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Instant, SystemTime};

use anyhow::{Context, Result};
use large_games::endgames::{Endgame, Piece};
use retrograde::Solution;

/// The first argument of a process that saves.
pub(crate) const SAVE: &str = "save";
/// The only argument of a process that looks at the clocks.
pub(crate) const CLOCKS: &str = "clocks";

/// How many times a process saves.
pub(crate) const SAVES: u64 = 8;

/// The game whose solution is saved.
pub(crate) fn game() -> Endgame<1> {
    Endgame::new([Piece::Queen])
}

/// The name under which a solution is saved for the n-th time.
pub(crate) fn name(number: u64) -> String {
    format!("king and queen, save {number}")
}

/// Does what this process was started for. `None` if that is to kill and to starve.
pub(crate) fn run_if_requested() -> Option<Result<()>> {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [SAVE, from, to, first] => Some(save(Path::new(from), Path::new(to), first)),
        [CLOCKS] => Some(look_at_clocks()),
        _ => None,
    }
}

/// Saves the solution in one file in the place of another one, under the names of some numbers, and says after each
/// that it is written.
fn save(from: &Path, to: &Path, first: &str) -> Result<()> {
    let first: u64 = first.parse().with_context(|| first.to_owned())?;
    let solution = Solution::load(from, game(), &name(0))?;
    for number in first..first + SAVES {
        solution.save(&name(number), to)?;
        super::print(&format!("written {number}\n"))?;
    }
    Ok(())
}

/// Prints whether the wall clock and the monotonic clock jump.
fn look_at_clocks() -> Result<()> {
    const LOOKS: usize = 1000;
    /// More seconds than pass between two looks on any machine.
    const LONG: u64 = 1000;
    let (mut wall, mut monotonic) = (false, false);
    for _ in 0..LOOKS {
        let (before, start) = (SystemTime::now(), Instant::now());
        let (after, takes) = (SystemTime::now(), start.elapsed());
        wall |= after.duration_since(before).unwrap_or_else(|error| error.duration()).as_secs() > LONG;
        monotonic |= takes.as_secs() > LONG;
    }
    writeln!(io::stdout(), "{wall} {monotonic}").context("standard output")
}
