//! What the command line accepts. It is derived once for all problems: parsers derived for each took longer to compile
//! than everything else in a program. What differs between problems is filled in by [`parser`].

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use problem::{Explainer, Problem, Shape};

use super::check::Check;
use super::checker::Checker;
use super::explain::Explain;
use super::generate::Generate;
use super::manual::{Manual, exit_codes};
use super::solve::Solve;
use super::stress::Stress;
use super::validate::Validate;
use crate::output::print_message;
use crate::source::display_name;

#[derive(Parser)]
#[command(version = startup::version(), max_term_width = 100)]
pub(super) struct Cli {
    #[command(flatten)]
    pub(super) solve: Solve,
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

/// In the order in which people need them. The examples, like everything else here, say PROGRAM, JUDGE and POSITION
/// where the problem has its own.
#[derive(Subcommand)]
pub(super) enum Command {
    /// Judge this solver, or another program with --against, on folders of cases
    #[command(after_help = "\
        PROGRAM check --against ./solution --time-limit 2 tests\n  \
        PROGRAM check --against 'python3 solution.py' fixtures/PROGRAM/JUDGE\n  \
        PROGRAM check fixtures/PROGRAM")]
    Check(Check),
    /// Look for the smallest input on which another program is wrong
    #[command(after_help = "\
        PROGRAM stress --judge JUDGE --against ./solution\n  \
        PROGRAM stress --against 'python3 solution.py' --save counterexamples")]
    Stress(Stress),
    /// Print a random legal input
    #[command(after_help = "PROGRAM generate --seed 1 | PROGRAM")]
    Generate(Generate),
    /// Show why a position is won or lost
    #[command(after_help = "PROGRAM explain 'POSITION'")]
    Explain(Explain),
    /// Tell whether a judge could give an input, as the validator of a judging system
    #[command(after_help = "PROGRAM validate fixtures/PROGRAM/JUDGE/sample/01-sample.in")]
    Validate(Validate),
    /// Judge one output, as the checker of a judging system
    #[command(after_help = "oj test -c ./solution -d fixtures/PROGRAM/JUDGE/sample \
                            --judge-command 'PROGRAM checker --style oj --judge JUDGE'")]
    Checker(Checker),
    /// Print a completion script for a shell
    #[command(after_help = "PROGRAM completions bash > ~/.local/share/bash-completion/completions/PROGRAM")]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Print a manual page
    // `man` finds this folder by that of the programs that cargo installs.
    #[command(after_help = "PROGRAM manual > ~/.cargo/share/man/man1/PROGRAM.1")]
    Manual(Manual),
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
    let judge = P::DIALECTS[0].name;
    let position = P::EXPLAINER.map_or("", |explainer| explainer.sample);
    let words = [("PROGRAM", P::NAME), ("JUDGE", judge), ("POSITION", position)];
    let fill = |text: &str| words.iter().fold(text.to_owned(), |text, (word, value)| text.replace(word, value));
    // So that an error about one says which numbers are accepted.
    let with_negative_numbers = |argument: Arg| {
        let takes_value = !argument.is_positional() && argument.get_action().takes_values();
        argument.allow_negative_numbers(takes_value)
    };
    let fit_argument = |argument: Arg| match argument.get_id().as_str() {
        "judge" if argument.get_default_values().is_empty() => argument.value_parser(judges.clone()).ignore_case(true),
        "judge" => argument.value_parser(judges.clone()).ignore_case(true).default_value(judge),
        "shape" => {
            let values = shapes.iter().map(|shape| PossibleValue::new(shape.name).help(shape.about));
            argument.value_parser(PossibleValuesParser::new(values))
        }
        "position" => match P::EXPLAINER {
            Some(Explainer { position, overview, .. }) => {
                let overview = overview.map_or("", |_| "; if that is empty, the whole game is explained");
                argument.help(format!("{position}; by default it is read from standard input{overview}"))
            }
            None => argument,
        },
        _ => argument,
    };
    let fit_argument = |argument: Arg| with_negative_numbers(fit_argument(argument));
    let fit = |command: clap::Command| {
        let is_hidden = match command.get_name() {
            "stress" | "generate" => shapes.is_empty(),
            "explain" => P::EXPLAINER.is_none(),
            _ => false,
        };
        let example = command.get_after_help().map(|example| fill(&example.to_string())).unwrap_or_default();
        let examples = format!("Examples:\n  {example}");
        let rest = help_after_examples(Some(command.get_name()));
        let command = command.mut_args(fit_argument).hide(is_hidden);
        let command = command.after_long_help(format!("{examples}\n\n{rest}")).after_help(examples);
        if command.get_name() == "checker" { command.override_usage(fill(Checker::USAGE)) } else { command }
    };
    let examples = if P::EXAMPLES.is_empty() { fill("  PROGRAM input.txt") } else { P::EXAMPLES.to_owned() };
    Cli::command()
        .name(P::NAME)
        .about(P::ABOUT)
        .override_usage(fill("PROGRAM [OPTIONS] [FILE]\n       PROGRAM <COMMAND>"))
        .mut_args(fit_argument)
        .mut_subcommands(fit)
        .after_long_help(format!("Examples:\n{examples}\n\n{}", help_after_examples(None)))
        .after_help(format!("Examples:\n{examples}"))
}

/// What long help says after the examples of a command.
fn help_after_examples(command: Option<&str>) -> String {
    let verdicts = if command == Some("check") { VERDICTS } else { "" };
    format!("{verdicts}Exit codes:\n  {}", exit_codes(command).replace('\n', "\n  "))
}

const VERDICTS: &str = "\
Verdicts:
  AC        accepted
  WA, PE    a wrong answer; PE if only white space is wrong, and the judge has that verdict
  RE        the program ended with an error
  TLE, MLE  it exceeded --time-limit or --memory-limit
  IE        not judged, as the case itself is wrong, or time or memory could not be measured

";

/// Parses arguments, which are for this command if for any. An error may be a request for help.
pub(super) fn parse<P: Problem>(arguments: &[OsString], command: Option<&str>) -> clap::error::Result<Cli> {
    let mut parser = parser::<P>();
    let result = parser.try_get_matches_from_mut(arguments);
    let file = match &result {
        Ok(matches) => matches.get_one("file"),
        // Taken for a file, the first argument would make the next one look wrong.
        Err(_) => arguments.get(1),
    };
    let file: Option<&OsString> = file.filter(|file| command.is_none() && !Path::new(file).exists());
    if let Some((file, similar)) = file.and_then(|file| Some((file, similar_command(file)?))) {
        let message = format!("{}: no such file; there is a command `{similar}`", display_name(file));
        return Err(parser.error(ErrorKind::InvalidSubcommand, message));
    }
    let matches =
        result.map_err(|error| match command.and_then(|command| fix_of_surplus(&error, command, arguments)) {
            Some(fix) => parser.error(ErrorKind::UnknownArgument, fix),
            None => error,
        })?;
    if let Some(name) = matches.subcommand_name() {
        let given = |id: &&str| matches.value_source(id) == Some(ValueSource::CommandLine);
        if ["file", "judge", "strict"].iter().any(given) {
            let message = format!("arguments of '{name}' come after it; a file or an option before it is for solving");
            return Err(parser.error(ErrorKind::ArgumentConflict, message));
        }
    }
    if let Some(check) = matches.subcommand_matches("check").filter(|check| !check.contains_id("against")) {
        let given = |id: &&str| check.value_source(id) == Some(ValueSource::CommandLine);
        // The solver itself is judged then, and its result could be mistaken for the program's.
        if let Some(id) = ["all", "time_limit", "memory_limit"].into_iter().find(given) {
            let option = id.replace('_', "-");
            print_message::<P>(format_args!(
                "warning: --{option} does nothing without --against: no program is judged"
            ));
        }
    }
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut parser))
}

/// What would be right, if the error is that a command got an argument too many.
fn fix_of_surplus(error: &clap::Error, command: &str, arguments: &[OsString]) -> Option<String> {
    const AGAINST: &str = "the program is named by --against, in quotation marks if it has arguments";
    let Some(ContextValue::String(surplus)) = error.get(ContextKind::InvalidArg) else { return None };
    let names_program = arguments.iter().any(|argument| argument.as_encoded_bytes().starts_with(b"--against"));
    let fix = match (command, surplus.starts_with('-')) {
        _ if error.kind() != ErrorKind::UnknownArgument || surplus.starts_with("--") => return None,
        ("stress", false) => AGAINST,
        ("stress" | "check", true) if names_program => AGAINST,
        ("explain", false) => "put the whole position into one argument, in quotation marks",
        _ => return None,
    };
    Some(format!("unexpected argument '{surplus}' found; {fix}"))
}

/// The command that arguments are meant for, as far as arguments with an error in them show it: the first one that is
/// the name of a command and does not follow `--judge`.
pub(super) fn command_of(arguments: &[OsString]) -> Option<&str> {
    let parser = Cli::command();
    let pairs = arguments.windows(2).filter(|pair| pair[0] != "--judge");
    pairs.filter_map(|pair| pair[1].to_str()).find(|name| parser.find_subcommand(name).is_some())
}

/// The command that is spelt like this name.
fn similar_command(name: &OsStr) -> Option<String> {
    // Anything is like a name of one letter.
    if name.len() < 3 {
        return None;
    }
    let commands = Cli::command().get_subcommands().cloned().collect::<Vec<_>>();
    let parser = clap::Command::new("").no_binary_name(true).subcommands(commands);
    match parser.try_get_matches_from([name]).err()?.get(ContextKind::SuggestedSubcommand)? {
        // The last one is the most similar.
        ContextValue::Strings(names) => names.last().cloned(),
        ContextValue::String(name) => Some(name.clone()),
        _ => None,
    }
}
