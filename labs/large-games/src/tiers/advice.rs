//! What to do about a part that is not solved.

use std::path::Path;

use anyhow::anyhow;
use clap::ValueEnum;
use retrograde::{Error, ErrorKind};

use super::game_name::text_of;

/// Adds the command that solves a part to the error that it is not solved: in the default folder of the game or another
/// one.
pub(super) fn with_command(error: anyhow::Error, game: &impl ValueEnum, folder: Option<&Path>) -> anyhow::Error {
    let not_solved = error.downcast_ref().filter(|error: &&Error| error.kind() == ErrorKind::NotSolved);
    match not_solved.and_then(Error::part) {
        Some(part) => {
            let folder = folder.map_or(String::new(), |folder| format!(" --folder {}", folder.display()));
            anyhow!("{error:#}, with `tiers solve {} {part}{folder}`", text_of(game))
        }
        None => error,
    }
}
