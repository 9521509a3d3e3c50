//! The command line.

use std::num::NonZero;

use clap::Parser;

/// Times the programs of this workspace, from start to exit, and the libraries, compares them with naive solutions of
/// the same problems, with `cat`, with a process that does nothing and with other programs, and prints a table. The
/// inputs are generated, and the same in every run. Before two programs that solve the same problem are timed, their
/// output is compared
#[derive(Debug, Parser)]
#[command(version = startup::version(), bin_name = "scripts/bench")]
pub(crate) struct Options {
    /// Time each program N times instead of 11 (one board: 101); at most 3 times if a run takes more than 2 s
    #[arg(long, value_name = "N")]
    pub(crate) runs: Option<NonZero<usize>>,
    /// Measure only the rows whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    only: String,
}

impl Options {
    pub(crate) fn wants(&self, name: &str) -> bool {
        name.to_lowercase().contains(&self.only.to_lowercase())
    }
}
