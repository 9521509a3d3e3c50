//! What to do about a part that is not solved.

use std::path::Path;

use anyhow::anyhow;
use clap::ValueEnum;
use retrograde::tiers::TierError;

use super::game_name::text_of;

/// Adds the command that solves a part to the error that it is not solved: in the default folder of the game or another
/// one.
pub(super) fn with_command(error: anyhow::Error, game: &impl ValueEnum, folder: Option<&Path>) -> anyhow::Error {
    match error.downcast_ref() {
        Some(TierError::NotSolved { part, .. }) => {
            let folder = folder.map_or(String::new(), |folder| format!(" --folder {}", folder.display()));
            anyhow!("{error:#}, with `tiers solve {} {part}{folder}`", text_of(game))
        }
        _ => error,
    }
}
