//! The program `tiers`: games that are solved part by part, in a folder.

mod advice;
mod commands;
mod game_name;
mod notation;
mod options;
mod solve;

pub use advice::{is_not_solved, solve_command, with_command};
pub use game_name::{GameName, WithGame, default_folder, text_of};
pub use notation::Notation;
pub use options::run;
