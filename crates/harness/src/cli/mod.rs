//! The command line that every program has.

mod answers;
mod arguments;
mod check;
mod checker;
mod explain;
mod generate;
mod options;
mod progress;
mod save;
mod solve;
mod stress;
mod validate;

use std::ffi::OsString;
use std::process::ExitCode;

use problem::Problem;

pub use self::answers::AnswerOptions;
use self::arguments::{Cli, Command};
pub use self::check::CheckOptions;
pub use self::options::Running;
use self::solve::Solve;
pub use self::stress::StressOptions;
use crate::output::print;

/// Runs the whole program: parses the arguments of the process, runs the command, and prints an error if there is one.
///
/// Exit codes are an interface: 0 for success; 2 for bad usage, bad input, or a failure to read or write. `check` and
/// `stress` end with 1 if a program was found wrong, and with 128 and the number of the signal if one has interrupted
/// them before. `checker` and `validate` end with the codes of the system that calls them, and with 3, which none
/// takes for a verdict, after every failure. Messages are one line on standard error.
pub fn run<P: Problem>() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    // Where a command gives a verdict, 2 may be one.
    let is_verdict = arguments.get(1).is_some_and(|command| command == "checker" || command == "validate");
    let parse = || match arguments.len() {
        // Judges call a program like this, and building the parser would take longer than solving a board.
        ..=1 => Ok(Cli { solve: Solve::default(), command: None }),
        _ => arguments::parse::<P>(&arguments),
    };
    startup::run_parsed(P::NAME, if is_verdict { 3 } else { 2 }, parse, run_command::<P>)
}

fn run_command<P: Problem>(cli: Cli) -> anyhow::Result<ExitCode> {
    match cli.command {
        None => cli.solve.run::<P>()?,
        Some(Command::Check(check)) => return check.run::<P>(),
        Some(Command::Checker(checker)) => return checker.run::<P>(),
        Some(Command::Validate(validate)) => return validate.run::<P>(),
        Some(Command::Stress(stress)) => return stress.run::<P>(),
        Some(Command::Generate(generate)) => generate.run::<P>()?,
        Some(Command::Explain(explain)) => explain.run::<P>()?,
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut arguments::parser::<P>(), P::NAME, &mut script);
            print(&script)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
