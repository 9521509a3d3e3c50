//! The program `tiers`: games that are solved part by part, in a folder.

mod advice;
mod commands;
mod game_name;
mod notation;
mod options;
mod solve;

pub use game_name::{GameName, WithGame};
pub use notation::Notation;
pub use options::run;
