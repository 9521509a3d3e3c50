//! The command line of `verdict`.

mod described;
mod generated;
mod judging;
mod packages;

use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use described::{Generate, Validate};
use judging::{Check, Stress};

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

Exit codes: 0, accepted, or no difference; 1, a program is wrong; 2, bad usage, input or description."
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

/// The command line, on which a package takes the place of folders and of programs.
struct Arguments(Cli);

impl Parser for Arguments {}

impl CommandFactory for Arguments {
    fn command() -> clap::Command {
        let unless_package = |argument: clap::Arg| argument.required(false).required_unless_present("package");
        let check = |command: clap::Command| command.mut_arg("folders", unless_package);
        let stress = |command: clap::Command| command.mut_arg("against", unless_package);
        Cli::command().mut_subcommand("check", check).mut_subcommand("stress", stress)
    }

    fn command_for_update() -> clap::Command {
        Self::command()
    }
}

impl FromArgMatches for Arguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Cli::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    startup::run_program("verdict", |Arguments(cli)| match cli.command {
        Command::Check(check) => check.run(),
        Command::Stress(stress) => stress.run(),
        Command::Generate(generate) => generate.run(),
        Command::Validate(validate) => validate.run(),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "verdict", &mut script);
            harness::print(&script)?;
            Ok(ExitCode::SUCCESS)
        }
    })
}
