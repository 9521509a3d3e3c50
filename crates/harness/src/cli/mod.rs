//! The command line that every program has.

mod check;
mod checker;
mod explain;
mod generate;
mod options;
mod progress;
mod solve;
mod stress;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use problem::Problem;

use crate::output::{ignore_closed_pipe, to_stdout};

/// Runs the whole program: parses the arguments of the process, runs the command, and prints an error if there is one.
///
/// Exit codes are an interface: 0 for success; 2 for bad usage, bad input, or a failure to read or write. `check` and `stress`
/// end with 1 if a program was found wrong, and `checker` with the codes of testlib's checkers: 1 for a wrong answer, 2 for
/// a presentation error, 3 for every failure. Messages are one line on standard error; if the arguments are wrong, the usage
/// follows.
#[must_use]
pub fn run<P: Problem>() -> ExitCode {
    let (result, failure_code) = match parse::<P>(std::env::args_os()) {
        Ok(cli) => {
            let failure_code = failure_code(matches!(cli.command, Some(Command::Checker(_))));
            (cli.run(), failure_code)
        }
        Err(ParseError { error, failure_code }) if error.use_stderr() => {
            // There is nowhere to report that standard error is closed.
            let _ = error.print();
            return ExitCode::from(failure_code);
        }
        Err(ParseError { error: help, failure_code }) => {
            (ignore_closed_pipe(help.print()).map(|()| ExitCode::SUCCESS), failure_code)
        }
    };
    result.unwrap_or_else(|error| {
        print_message::<P>(format_args!("{error:#}"));
        ExitCode::from(failure_code)
    })
}

/// The exit code for bad usage, bad input, and failures to read or write. For `checker`, 2 is a verdict.
fn failure_code(is_checker: bool) -> u8 {
    if is_checker { 3 } else { 2 }
}

/// Prints a line to standard error, after the program's name.
fn print_message<P: Problem>(message: impl std::fmt::Display) {
    // There is nowhere to report that standard error is closed.
    let _ = writeln!(io::stderr(), "{}: {message}", P::NAME);
}

#[derive(Parser)]
#[command(version)]
struct Cli<P: Problem> {
    #[command(flatten)]
    solve: solve::Solve<P>,
    #[command(subcommand)]
    command: Option<Command<P>>,
}

#[derive(Subcommand)]
enum Command<P: Problem> {
    /// Judge this solver, or another program with --against, on folders of cases
    Check(check::Check<P>),
    /// Judge one output, with the arguments and exit codes of testlib's checkers
    Checker(checker::Checker<P>),
    /// Look for the smallest input on which another program is wrong
    Stress(stress::Stress<P>),
    /// Print a random legal input
    Generate(generate::Generate<P>),
    /// Show why a position is won or lost
    Explain(explain::Explain),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
}

fn command<P: Problem>() -> clap::Command {
    let name = P::NAME;
    let fixtures = format!("fixtures/{name}");
    let default = P::DIALECTS[0].name;
    let examples = if P::EXAMPLES.is_empty() { format!("  {name} {fixtures}") } else { P::EXAMPLES.to_owned() };
    let has_generator = P::DIALECTS.iter().any(|dialect| dialect.generator.is_some());
    let command = Cli::<P>::command()
        .name(name)
        .about(P::ABOUT)
        .override_usage(format!("{name} [OPTIONS] [FILE]\n       {name} <COMMAND>"))
        .after_help(format!("Examples:\n{examples}"))
        .mut_subcommand("check", |check| {
            check.after_help(format!(
                "Examples:\n  {name} check {fixtures}\n  {name} check --against 'python3 solution.py' {fixtures}/{default}"
            ))
        })
        .mut_subcommand("checker", |checker| {
            let folder = format!("{fixtures}/{default}/sample");
            checker.after_help(format!(
                "Example:\n  oj test -c ./solution -d {folder} --judge-command '{name} checker --judge {default}'"
            ))
        })
        .mut_subcommand("stress", |stress| {
            stress
                .hide(!has_generator)
                .after_help(format!("Example:\n  {name} stress --against 'python3 solution.py' --save counterexamples"))
        })
        .mut_subcommand("generate", |generate| {
            generate
                .hide(!has_generator)
                .mut_arg("shape", |argument| argument.value_parser(generate::shape_parser::<P>()))
                .after_help(format!("Example:\n  {name} generate --seed 1 | {name}"))
        })
        .mut_subcommand("completions", |completions| {
            let folder = "~/.local/share/bash-completion/completions";
            completions.after_help(format!("Example:\n  {name} completions bash > {folder}/{name}"))
        });
    let Some(explainer) = P::EXPLAINER else { return command.mut_subcommand("explain", |explain| explain.hide(true)) };
    let default = match explainer.overview {
        None => "by default it is read from standard input",
        Some(_) => "by default it is read from standard input; if that is empty, the whole game is explained",
    };
    command.mut_subcommand("explain", |explain| {
        explain
            .mut_arg("position", |argument| argument.help(format!("{}; {default}", explainer.position)))
            .after_help(format!("Example:\n  {name} explain '{}'", explainer.sample))
    })
}

/// Why there is no command to run, which may be a request for help, and the exit code if it is an error.
struct ParseError {
    error: clap::Error,
    failure_code: u8,
}

fn parse<P: Problem>(arguments: impl ExactSizeIterator<Item = OsString>) -> Result<Cli<P>, ParseError> {
    if arguments.len() <= 1 {
        // Judges call a program like this. Building the parser would take longer than solving a board.
        return Ok(Cli { solve: solve::Solve::default(), command: None });
    }
    let arguments: Vec<OsString> = arguments.collect();
    let mut command = command::<P>();
    parse_with(&mut command, &arguments).map_err(|error| {
        // The intended command, as far as arguments with an error in them show it.
        let lenient = command.ignore_errors(true).mut_subcommands(|subcommand| subcommand.disable_help_flag(true));
        let matches = lenient.disable_help_flag(true).try_get_matches_from(&arguments);
        let intended = matches.ok().and_then(|matches| matches.subcommand_name().map(str::to_owned));
        let is_checker = intended.or_else(|| first_command::<P>(&arguments)).as_deref() == Some("checker");
        ParseError { error, failure_code: failure_code(is_checker) }
    })
}

/// The first argument that is the name of a command and not that of a judge.
fn first_command<P: Problem>(arguments: &[OsString]) -> Option<String> {
    let command = command::<P>();
    let is_command =
        |argument: &&OsString| argument.to_str().is_some_and(|name| command.find_subcommand(name).is_some());
    let mut names = arguments.windows(2).filter(|pair| pair[0] != "--judge").map(|pair| &pair[1]);
    names.find(is_command)?.to_str().map(str::to_owned)
}

fn parse_with<P: Problem>(command: &mut clap::Command, arguments: &[OsString]) -> clap::error::Result<Cli<P>> {
    let matches = command.try_get_matches_from_mut(arguments)?;
    if let Some(name) = matches.subcommand_name() {
        let given = |id: &&str| matches.value_source(id) == Some(ValueSource::CommandLine);
        if ["file", "judge", "strict"].iter().any(given) {
            let message = format!("options of '{name}' come after it; those before it are for solving");
            return Err(command.error(ErrorKind::ArgumentConflict, message));
        }
    }
    Cli::from_arg_matches(&matches).map_err(|error| error.format(command))
}

impl<P: Problem> Cli<P> {
    fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            None => self.solve.run()?,
            Some(Command::Check(check)) => return check.run(),
            Some(Command::Checker(checker)) => return checker.run(),
            Some(Command::Stress(stress)) => return stress.run(),
            Some(Command::Generate(generate)) => generate.run()?,
            Some(Command::Explain(explain)) => explain.run::<P>()?,
            Some(Command::Completions { shell }) => to_stdout(|out| {
                let mut script = Vec::new();
                clap_complete::generate(shell, &mut command::<P>(), P::NAME, &mut script);
                out.write_all(&script)
            })?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
