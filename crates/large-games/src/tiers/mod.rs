//! The program `tiers`: games that are solved part by part, in a folder.

mod commands;
mod notation;
mod options;
mod solve;
mod text;

pub use notation::Notation;
pub use options::run;
