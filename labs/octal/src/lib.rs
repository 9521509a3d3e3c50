//! Programs for long sequences of values of octal games, and of Grundy's game:
//!
//! - `octal` computes the values of a game's heaps as far as you like. It prints one line of `key=value` fields, or
//!   with `--values` the sequence. With `--checkpoint` it can be stopped and continued.
//! - `octal-check` checks values that were saved by the definition of the game alone.
//! - `octal-atlas` computes all small games, and writes a table, a picture and a page about them.
//!
//! ```text
//! cargo run --release -p octal -- .007 --to 1048576 --checkpoint values
//! cargo run --release -p octal --bin octal-check -- .007 values
//! cargo run --release -p octal --bin octal-atlas -- atlas --to 65536
//! ```
//!
//! Each prints one line about what it found, and shows its progress on standard error if that is a terminal.
//! `docs/octal.md` describes them.

pub mod atlas;
pub mod check;
mod compute;
mod facts;
mod hash;
mod lock;
mod options;
mod play;
mod plot;
mod progress;
mod report;
mod sequence;
mod store;
mod values;
mod whole_file;
mod windows;

use std::process::ExitCode;

use anyhow::{Context, anyhow};

use options::CommandLine;
pub use store::Store;

/// Runs the program with the arguments of the process.
///
/// The exit code is 0 for success, even if standard output is closed early, and 2 for any error, which is one line on
/// standard error.
#[must_use]
pub fn run() -> ExitCode {
    startup::run_program("octal", |CommandLine { options, command }| match &command {
        Some(command) => command.print().context("standard output"),
        None => options.as_ref().map_or_else(|| Err(anyhow!("name a game; see --help")), sequence::execute),
    })
}
