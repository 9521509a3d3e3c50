//! What the command line accepts is compiled once for all problems: what differs between them is in [`About`]. Parsers
//! derived for each problem took longer to compile than everything else in a program.

use std::ffi::OsString;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use problem::{Explainer, Problem, Shape};

use super::check::Check;
use super::checker::Checker;
use super::explain::Explain;
use super::generate::Generate;
use super::manual::Manual;
use super::package::Package;
use super::solve::Solve;
use super::stress::Stress;
use super::validate::Validate;

/// What the command line says about a problem.
pub(super) struct About {
    pub(super) name: &'static str,
    summary: &'static str,
    examples: &'static str,
    /// Each judge's name, title and other names, the default one first.
    judges: Vec<(&'static str, &'static str, &'static [&'static str])>,
    /// The shapes of all judges' cases, each name once; empty if no cases can be generated.
    shapes: Vec<Shape>,
    explainer: Option<Explainer>,
    has_packages: bool,
}

impl About {
    pub(super) fn of<P: Problem>() -> Self {
        let mut shapes: Vec<Shape> = Vec::new();
        for shape in P::DIALECTS.iter().filter_map(|dialect| dialect.generator).flat_map(|generator| generator.shapes) {
            if shapes.iter().all(|known| known.name != shape.name) {
                shapes.push(*shape);
            }
        }
        Self {
            name: P::NAME,
            summary: P::ABOUT,
            examples: P::EXAMPLES,
            judges: P::DIALECTS.iter().map(|dialect| (dialect.name, dialect.title, dialect.aliases)).collect(),
            shapes,
            explainer: P::EXPLAINER,
            has_packages: !P::PACKAGES.is_empty(),
        }
    }
}

#[derive(Parser)]
#[command(version)]
pub(super) struct Cli {
    #[command(flatten)]
    pub(super) solve: Solve,
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Judge this solver, or another program with --against, on folders of cases
    Check(Check),
    /// Judge one output, as the checker of a judging system
    Checker(Checker),
    /// Tell whether a judge could give an input, as the validator of a judging system
    Validate(Validate),
    /// Write a problem package for Kattis, DOMjudge and others
    Package(Package),
    /// Look for the smallest input on which another program is wrong
    Stress(Stress),
    /// Print a random legal input
    Generate(Generate),
    /// Show why a position is won or lost
    Explain(Explain),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Print a manual page
    Manual(Manual),
}

/// The parser of a problem's command line.
pub(super) fn parser(about: &About) -> clap::Command {
    let name = about.name;
    let fixtures = format!("fixtures/{name}");
    let default = about.judges[0].0;
    let examples = if about.examples.is_empty() { format!("  {name} {fixtures}") } else { about.examples.to_owned() };
    let judges = about.judges.iter();
    let judges = judges.map(|(name, title, aliases)| PossibleValue::new(*name).help(*title).aliases(*aliases));
    let judges = PossibleValuesParser::new(judges.collect::<Vec<_>>());
    let with_judges =
        |command: clap::Command| command.mut_arg("judge", |judge| judge.value_parser(judges.clone()).ignore_case(true));
    let with_default_judge = |command| with_judges(command).mut_arg("judge", |judge| judge.default_value(default));
    let shapes = about.shapes.iter().map(|shape| PossibleValue::new(shape.name).help(shape.about));
    let shapes = PossibleValuesParser::new(shapes.collect::<Vec<_>>());
    let command = with_default_judge(Cli::command())
        .name(name)
        .about(about.summary)
        .override_usage(format!("{name} [OPTIONS] [FILE]\n       {name} <COMMAND>"))
        .after_help(format!("Examples:\n{examples}"))
        .mut_subcommand("check", |check| {
            with_judges(check).after_help(format!(
                "Examples:\n  {name} check {fixtures}\n  {name} check --against 'python3 solution.py' \
                 {fixtures}/{default}"
            ))
        })
        .mut_subcommand("checker", |checker| {
            let folder = format!("{fixtures}/{default}/sample");
            with_judges(checker)
                .override_usage(format!(
                    "{name} checker [OPTIONS] INPUT OUTPUT ANSWER [REPORT [-appes]]\n       \
                     {name} checker --style kattis [OPTIONS] INPUT ANSWER FEEDBACK_DIR [FLAG]... < OUTPUT\n       \
                     {name} checker --style cms [OPTIONS] INPUT ANSWER OUTPUT\n       \
                     {name} checker --style oj [OPTIONS] INPUT OUTPUT ANSWER"
                ))
                .after_help(format!(
                    "Exit code 3: there is no verdict, as the input or the answer is wrong or a file cannot be \
                     read.\n\n\
                     Example:\n  \
                     oj test -c ./solution -d {folder} --judge-command '{name} checker --style oj --judge {default}'"
                ))
        })
        .mut_subcommand("validate", |validate| {
            let sample = format!("{fixtures}/{default}/sample/01-sample.in");
            with_judges(validate).after_help(format!("Example:\n  {name} validate {sample}"))
        })
        .mut_subcommand("package", |package| {
            let example =
                format!("{name} package {short_name} --from {fixtures}/{default}", short_name = name.replace('-', ""));
            with_judges(package).hide(!about.has_packages).after_help(format!("Example:\n  {example}"))
        })
        .mut_subcommand("stress", |stress| {
            with_default_judge(stress)
                .hide(about.shapes.is_empty())
                .after_help(format!("Example:\n  {name} stress --against 'python3 solution.py' --save counterexamples"))
        })
        .mut_subcommand("generate", |generate| {
            with_default_judge(generate)
                .hide(about.shapes.is_empty())
                .mut_arg("shape", |shape| shape.value_parser(shapes))
                .after_help(format!("Example:\n  {name} generate --seed 1 | {name}"))
        })
        .mut_subcommand("completions", |completions| {
            let folder = "~/.local/share/bash-completion/completions";
            completions.after_help(format!("Example:\n  {name} completions bash > {folder}/{name}"))
        })
        .mut_subcommand("manual", |manual| {
            // `man` finds this folder by that of the programs that cargo installs.
            let folder = "~/.cargo/share/man/man1";
            manual.after_help(format!("Example:\n  {name} manual > {folder}/{name}.1"))
        });
    let Some(explainer) = &about.explainer else {
        return command.mut_subcommand("explain", |explain| explain.hide(true));
    };
    let default = match explainer.overview {
        None => "by default it is read from standard input",
        Some(_) => "by default it is read from standard input; if that is empty, the whole game is explained",
    };
    command.mut_subcommand("explain", |explain| {
        explain
            .mut_arg("position", |position| position.help(format!("{}; {default}", explainer.position)))
            .after_help(format!("Example:\n  {name} explain '{}'", explainer.sample))
    })
}

/// Why there is no command to run, which may be a request for help.
pub(super) struct ParseError {
    pub(super) error: clap::Error,
    /// Whether the arguments were meant for a command that gives a verdict, as far as arguments with an error in them
    /// show it.
    pub(super) gives_verdict: bool,
}

pub(super) fn parse(about: &About, arguments: &[OsString]) -> Result<Cli, ParseError> {
    let mut parser = parser(about);
    parse_with(&mut parser, arguments).map_err(|error| {
        let first = first_command(&parser, arguments);
        let lenient = parser.ignore_errors(true).mut_subcommands(|subcommand| subcommand.disable_help_flag(true));
        let matches = lenient.disable_help_flag(true).try_get_matches_from(arguments);
        let intended = matches.ok().and_then(|matches| matches.subcommand_name().map(str::to_owned));
        let gives_verdict = matches!(intended.or(first).as_deref(), Some("checker" | "validate"));
        ParseError { error, gives_verdict }
    })
}

/// The first argument that is the name of a command and not that of a judge.
fn first_command(parser: &clap::Command, arguments: &[OsString]) -> Option<String> {
    let is_command =
        |argument: &&OsString| argument.to_str().is_some_and(|name| parser.find_subcommand(name).is_some());
    let mut names = arguments.windows(2).filter(|pair| pair[0] != "--judge").map(|pair| &pair[1]);
    names.find(is_command)?.to_str().map(str::to_owned)
}

fn parse_with(parser: &mut clap::Command, arguments: &[OsString]) -> clap::error::Result<Cli> {
    let matches = parser.try_get_matches_from_mut(arguments)?;
    if let Some(name) = matches.subcommand_name() {
        let given = |id: &&str| matches.value_source(id) == Some(ValueSource::CommandLine);
        if ["file", "judge", "strict"].iter().any(given) {
            let message = format!("options of '{name}' come after it; those before it are for solving");
            return Err(parser.error(ErrorKind::ArgumentConflict, message));
        }
    }
    Cli::from_arg_matches(&matches).map_err(|error| error.format(parser))
}
