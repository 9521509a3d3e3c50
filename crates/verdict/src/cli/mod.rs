//! The command line of `verdict`.

mod by_programs;
mod check_and_stress;
mod generate_and_validate;
mod packages;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use check_and_stress::{Check, NAME, Stress};
use generate_and_validate::{Generate, Validate};

/// Find the smallest input on which a program is wrong, and judge programs on folders of cases, for any problem
#[derive(Parser)]
#[command(
    name = "verdict",
    version = startup::version(),
    arg_required_else_help = true,
    after_help = "Examples:
  verdict stress --against ./sol --answer ./brute --input 'n: 1..8; a[n]: -5..5'
  verdict stress --against ./sol --checker ./chk --input perm.input
  verdict check --against ./sol tests
  verdict generate --input 'n: 1..9; a[n]: 1..n distinct'

Exit codes: 0, accepted, or no difference; 1, a program is wrong; 2, bad usage, input or description.
Of validate: 0 (for Kattis 42), valid; 3 (43), invalid; 3, bad usage."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(Check),
    Stress(Stress),
    Generate(Generate),
    Validate(Validate),
    /// Print completions for a shell
    Completions {
        shell: clap_complete::Shell,
    },
}

/// A package takes the place of this argument.
fn unless_package(argument: clap::Arg) -> clap::Arg {
    argument.required(false).required_unless_present("package")
}

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    // Systems that call a validator may take 2 for a verdict.
    let is_validate = std::env::args_os().nth(1).is_some_and(|command| command == "validate");
    startup::run_parsed(NAME, if is_validate { 3 } else { 2 }, Cli::try_parse, |cli| match cli.command {
        Command::Check(check) => check.run(),
        Command::Stress(stress) => stress.run(),
        Command::Generate(generate) => generate.run(),
        Command::Validate(validate) => validate.run(),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), NAME, &mut script);
            harness::print(&script)?;
            Ok(ExitCode::SUCCESS)
        }
    })
}
