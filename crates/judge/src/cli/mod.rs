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

use crate::output::{forgive_closed_pipe, to_stdout};
use crate::problem::{Dialect, Problem};

/// The whole program: reads the arguments of the process, does what they say, and tells how it went.
///
/// Exit codes are an interface: 0, done; 2, bad usage, bad input, or trouble with reading or writing. `check` and `stress`
/// end with 1 if a program was found wrong, and `checker` with the codes that testlib's checkers have: 1 for a wrong
/// answer, 2 for a presentation error, 3 for trouble. Messages are one line on standard error; where the arguments are at
/// fault, the usage follows.
#[must_use]
pub fn run<P: Problem>() -> ExitCode {
    // Elsewhere the code of trouble would be taken for a verdict.
    let trouble = if std::env::args_os().any(|argument| argument == "checker") { 3 } else { 2 };
    let done = match parse::<P>(std::env::args_os()) {
        Ok(cli) => cli.run::<P>(),
        Err(refusal) if refusal.use_stderr() => {
            // There is nowhere to report that standard error is closed.
            let _ = refusal.print();
            return ExitCode::from(trouble);
        }
        Err(help) => forgive_closed_pipe(help.print()).map(|()| ExitCode::SUCCESS),
    };
    done.unwrap_or_else(|error| {
        say::<P>(format_args!("{error:#}"));
        ExitCode::from(trouble)
    })
}

fn say<P: Problem>(message: impl std::fmt::Display) {
    // There is nowhere to report that standard error is closed.
    let _ = writeln!(io::stderr(), "{}: {message}", P::NAME);
}

#[derive(Parser)]
#[command(version)]
struct Cli<D: Dialect> {
    #[command(flatten)]
    solve: solve::Solve<D>,
    #[command(subcommand)]
    command: Option<Command<D>>,
}

#[derive(Subcommand)]
enum Command<D: Dialect> {
    /// Judge this solver, or with --against another program, on folders of cases
    Check(check::Check<D>),
    /// Tell whether an output is a right answer to an input, for other judges to call
    Checker(checker::Checker<D>),
    /// Look for the smallest input on which another program is wrong
    Stress(stress::Stress<D>),
    /// Print a random legal input
    Generate(generate::Generate<D>),
    /// Show why a position is won or lost
    Explain(explain::Explain),
    /// Print a script that completes this program's arguments in a shell
    Completions {
        /// Which shell
        #[arg(value_enum)]
        shell: Shell,
    },
}

fn command<P: Problem>() -> clap::Command {
    let name = P::NAME;
    let fixtures = format!("fixtures/{name}");
    let (default, position) = (P::Dialect::ALL[0].name(), P::SAMPLE_POSITION);
    let otherwise = match P::OVERVIEW {
        None => "without it, it is read from standard input",
        Some(_) => "without it, it is read from standard input; where none is there, the whole game is explained",
    };
    Cli::<P::Dialect>::command()
        .name(name)
        .about(P::ABOUT)
        .override_usage(format!("{name} [OPTIONS] [FILE]\n       {name} <COMMAND>"))
        .after_help(format!("Examples:\n{}", P::EXAMPLES))
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
            stress.after_help(format!("Example:\n  {name} stress --against 'python3 solution.py' --save counterexamples"))
        })
        .mut_subcommand("generate", |generate| {
            generate
                .mut_arg("shape", |argument| argument.value_parser(generate::shape_parser::<P>()))
                .after_help(format!("Example:\n  {name} generate --seed 1 | {name}"))
        })
        .mut_subcommand("explain", |explain| {
            explain
                .mut_arg("position", |argument| argument.help(format!("{}; {otherwise}", P::POSITION)))
                .after_help(format!("Example:\n  {name} explain '{position}'"))
        })
        .mut_subcommand("completions", |completions| {
            let folder = "~/.local/share/bash-completion/completions";
            completions.after_help(format!("Example:\n  {name} completions bash > {folder}/{name}"))
        })
}

fn parse<P: Problem>(arguments: impl ExactSizeIterator<Item = OsString>) -> clap::error::Result<Cli<P::Dialect>> {
    if arguments.len() <= 1 {
        // This is how judges call a program. Making the parser would take longer than solving a board.
        return Ok(Cli { solve: solve::Solve::default(), command: None });
    }
    let mut command = command::<P>();
    let matches = command.try_get_matches_from_mut(arguments)?;
    if let Some(name) = matches.subcommand_name() {
        let given = |id: &&str| matches.value_source(id) == Some(ValueSource::CommandLine);
        if ["file", "judge", "strict"].iter().any(given) {
            let mend = format!("what belongs to '{name}' comes after it, and the rest is for solving");
            return Err(command.error(ErrorKind::ArgumentConflict, mend));
        }
    }
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

impl<D: Dialect> Cli<D> {
    fn run<P: Problem<Dialect = D>>(self) -> anyhow::Result<ExitCode> {
        match self.command {
            None => self.solve.run::<P>()?,
            Some(Command::Check(check)) => return check.run::<P>(),
            Some(Command::Checker(checker)) => return checker.run::<P>(),
            Some(Command::Stress(stress)) => return stress.run::<P>(),
            Some(Command::Generate(generate)) => generate.run::<P>()?,
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
