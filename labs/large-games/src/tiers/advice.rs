//! What to do about a part that is not solved.

use std::path::Path;

use anyhow::anyhow;
use clap::ValueEnum;
use retrograde::tiers::TierError;

use super::text_of;

/// The command that solves a part, in the default folder of the game or another one.
pub fn solve_command(game: &impl ValueEnum, folder: Option<&Path>, part: &str) -> String {
    let folder = folder.map_or(String::new(), |folder| format!(" --folder {}", folder.display()));
    format!("tiers solve {} {part}{folder}", text_of(game))
}

/// Adds the command to the error of a part that is not solved.
pub fn with_command(error: anyhow::Error, game: &impl ValueEnum, folder: Option<&Path>) -> anyhow::Error {
    match error.downcast_ref() {
        Some(TierError::NotSolved { part, .. }) => {
            anyhow!("{error:#}, with `{}`", solve_command(game, folder, part))
        }
        _ => error,
    }
}

/// Whether the text of an error, perhaps of another process, says that a part is not solved.
#[must_use]
pub fn is_not_solved(error: &str, part: &str) -> bool {
    error.contains(&format!("part {part} is not solved: "))
}
