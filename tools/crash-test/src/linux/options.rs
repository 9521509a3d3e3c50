//! The command line.

use clap::Parser;

/// Kills the programs at random moments and runs them with too little of everything, and checks that no file is left in
/// part under its final name, that nothing is lost that was reported as written, that every failure is one line that
/// names what failed, and that the next run continues
#[derive(Clone, Debug, Parser)]
#[command(name = "crash-test", version = startup::version(), bin_name = "scripts/crash-test", after_help = EXIT_CODES)]
pub(crate) struct Options {
    /// How many runs to kill, of all kinds together; 0 for none
    #[arg(default_value_t = 1000)]
    pub(crate) kills: usize,
    /// Repeat the random choices of another run, as far as the machine allows
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Try only the kinds and limits whose name contains this, as the tables show them
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub(crate) only: String,
    /// Do not try limits
    #[arg(long)]
    pub(crate) kills_only: bool,
    /// Try few values of each limit
    #[arg(long)]
    pub(crate) quick: bool,
}

const EXIT_CODES: &str = "\
Exit codes: 0, no violation; 1, some violation, whose folder is kept; 2, wrong usage, or a program that fails without \
being disturbed; 3, no violation, but some limit cannot be tried.";
