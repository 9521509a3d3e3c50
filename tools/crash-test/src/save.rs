//! A program that only saves a solution, again and again, so that it can be killed meanwhile.

use std::io::{self, Write};
use std::path::Path;

use large_games::endgames::Piece;
use large_games::endgames::one_piece::Endgame;
use retrograde::Solution;

/// The first argument of a process that saves.
pub(crate) const SAVE: &str = "save";

/// How many times a process saves.
pub(crate) const SAVES: u64 = 8;

/// The game whose solution is saved.
pub(crate) fn game() -> Endgame {
    Endgame::new(Piece::Queen)
}

/// The name under which a solution is saved for the n-th time.
pub(crate) fn name(number: u64) -> String {
    format!("king and queen, save {number}")
}

/// Saves the solution in one file in the place of another one, under the names of some numbers, and says after each
/// that it is written. `None` if this process was started for something else.
pub(crate) fn save_if_requested() -> Option<Result<(), String>> {
    let arguments: Vec<String> = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    let [_, command, from, to, first] = &arguments[..] else { return None };
    (command == SAVE).then(|| {
        let first = first.parse().map_err(|error| format!("{first}: {error}"))?;
        save(Path::new(from), Path::new(to), first)
    })
}

fn save(from: &Path, to: &Path, first: u64) -> Result<(), String> {
    let solution = Solution::load(from, game(), &name(0)).map_err(|error| error.to_string())?;
    for number in first..first + SAVES {
        solution.save(&name(number), to).map_err(|error| error.to_string())?;
        let written = writeln!(io::stdout(), "written {number}").and_then(|()| io::stdout().flush());
        written.map_err(|error| format!("standard output: {error}"))?;
    }
    Ok(())
}
