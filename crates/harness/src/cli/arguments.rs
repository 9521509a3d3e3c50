//! What the command line accepts. It is derived once for all problems: parsers derived for each took longer to compile
//! than everything else in a program. What differs between problems is filled in by [`parser`].

use std::ffi::OsString;
use std::path::Path;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use problem::{Explainer, Problem, Shape};

use super::check::Check;
use super::checker::CheckerCommand;
use super::explain::Explain;
use super::generate::Generate;
use super::solve::Solve;
use super::stress::Stress;
use super::validate::Validate;

#[derive(Parser)]
#[command(version = startup::version(), max_term_width = 100, args_conflicts_with_subcommands = true)]
pub(super) struct Cli {
    #[command(flatten)]
    pub(super) solve: Solve,
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

/// In the order in which people need them.
#[derive(Subcommand)]
pub(super) enum Command {
    /// Judge this solver, or another program with --against, on folders of cases
    Check(Check),
    /// Look for the smallest input on which another program is wrong
    Stress(Stress),
    /// Print a random legal input
    Generate(Generate),
    /// Show why a position is won or lost
    Explain(Explain),
    /// Tell whether a judge could give an input, as the validator of a judging system
    Validate(Validate),
    /// Judge one output, as the checker of a judging system
    Checker(CheckerCommand),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
}

/// The parser of a problem's command line.
pub(super) fn parser<P: Problem>() -> clap::Command {
    let mut shapes: Vec<Shape> = Vec::new();
    for shape in P::DIALECTS.iter().filter_map(|dialect| dialect.generator).flat_map(|generator| generator.shapes) {
        if shapes.iter().all(|known| known.name != shape.name) {
            shapes.push(*shape);
        }
    }
    let judges = PossibleValuesParser::new(
        P::DIALECTS.iter().map(|dialect| PossibleValue::new(dialect.name).help(dialect.title).aliases(dialect.aliases)),
    );
    let position_help = P::EXPLAINER.map_or_else(String::new, |Explainer { position, overview, .. }| {
        let overview = overview.map_or("", |_| "; if that is empty, the whole game is explained");
        format!("{position}; by default it is read from standard input{overview}")
    });
    let fit_argument = |argument: Arg| match argument.get_id().as_str() {
        "judge" => argument.value_parser(judges.clone()).ignore_case(true),
        "shape" => {
            let values = shapes.iter().map(|shape| PossibleValue::new(shape.name).help(shape.about));
            argument.value_parser(PossibleValuesParser::new(values))
        }
        "position" => argument.help(position_help.clone()),
        _ => argument,
    };
    let fit = |command: clap::Command| {
        let help = examples::<P>(command.get_name());
        command.mut_args(fit_argument).after_help(help)
    };
    let parser = Cli::command().name(P::NAME).about(P::ABOUT).after_help(examples::<P>("solve"));
    parser.mut_args(fit_argument).mut_subcommands(fit)
}

/// The end of the help for a command, or for solving.
fn examples<P: Problem>(command: &str) -> String {
    let examples = match command {
        "solve" if P::EXAMPLES.is_empty() => "  NAME input.txt",
        "solve" => P::EXAMPLES,
        "check" => {
            "  NAME check --against ./solution --time-limit 2 tests\n  \
             NAME check --against 'python3 solution.py' fixtures/NAME/JUDGE\n  NAME check fixtures/NAME"
        }
        "stress" => {
            "  NAME stress --judge JUDGE --against ./solution\n  \
             NAME stress --against 'python3 solution.py' --save counterexamples"
        }
        "generate" => "  NAME generate --seed 1 | NAME",
        "explain" => "  NAME explain 'SAMPLE'",
        "validate" => "  NAME validate fixtures/NAME/JUDGE/sample/01-sample.in",
        "checker" => {
            "  oj test -c ./solution -d fixtures/NAME/JUDGE/sample --judge-command 'NAME checker --judge JUDGE'"
        }
        _ => "  NAME completions bash > ~/.local/share/bash-completion/completions/NAME",
    };
    let sample = P::EXPLAINER.map_or("", |explainer| explainer.sample);
    let values = [("NAME", P::NAME), ("JUDGE", P::DIALECTS[0].name), ("SAMPLE", sample)];
    values.into_iter().fold(format!("Examples:\n{examples}"), |text, (word, value)| text.replace(word, value))
}

/// Parses arguments. An error may be a request for help.
pub(super) fn parse<P: Problem>(arguments: &[OsString]) -> clap::error::Result<Cli> {
    let mut parser = parser::<P>();
    let is_known = |first: &OsString| Path::new(first).exists() || parser.find_subcommand(first).is_some();
    // A mistyped command is taken for a file that is missing, whatever follows.
    let is_mistyped = !arguments[1].as_encoded_bytes().starts_with(b"-") && !is_known(&arguments[1]);
    let matches = match parser.try_get_matches_from_mut(arguments) {
        Err(error) if is_mistyped && error.use_stderr() => parser.try_get_matches_from_mut(&arguments[..2])?,
        matches => matches?,
    };
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut parser))
}
