//! The program `cluster`: one game, or one part of it, solved by several processes.

mod games;
mod hosts;
mod options;
mod solve;

use std::process::ExitCode;

use options::Options;
use solve::Run;

/// Runs the program with the arguments of the process. The exit code is 2 after an error.
#[must_use]
pub fn run() -> ExitCode {
    startup::run_program("cluster", |options: Options| {
        if let Some(problem) = options.problem() {
            anyhow::bail!("{problem}; see --help");
        }
        Run::new(options)?.solve()
    })
}
