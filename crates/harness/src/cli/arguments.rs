//! What the command line accepts is compiled once for all problems: what differs between them is in [`About`]. Parsers
//! derived for each problem took longer to compile than everything else in a program.

use std::ffi::{OsStr, OsString};

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use problem::{Explainer, Problem, Shape};

use super::check::Check;
use super::checker::Checker;
use super::explain::Explain;
use super::generate::Generate;
use super::manual::Manual;
use super::solve::Solve;
use super::stress::Stress;
use super::validate::Validate;
use crate::package::Package;

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
    Checker(Checker),
    /// Write a problem package for Kattis, DOMjudge and others
    Package(Package),
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
    const WIDEST: usize = 100;
    let name = about.name;
    let fixtures = format!("fixtures/{name}");
    let default = about.judges[0].0;
    let sample = format!("{fixtures}/{default}/sample");
    let of_solving = if about.examples.is_empty() { format!("  {name} {fixtures}") } else { about.examples.to_owned() };
    let judges = about.judges.iter();
    let judges = judges.map(|(name, title, aliases)| PossibleValue::new(*name).help(*title).aliases(*aliases));
    let judges = PossibleValuesParser::new(judges.collect::<Vec<_>>());
    let with_judges =
        |command: clap::Command| command.mut_arg("judge", |judge| judge.value_parser(judges.clone()).ignore_case(true));
    let with_default_judge = |command| with_judges(command).mut_arg("judge", |judge| judge.default_value(default));
    let shapes = about.shapes.iter().map(|shape| PossibleValue::new(shape.name).help(shape.about));
    let shapes = PossibleValuesParser::new(shapes.collect::<Vec<_>>());
    let position = about.explainer.as_ref().map_or("", |explainer| explainer.sample);
    let examples = [
        (
            "check",
            format!("{name} check {fixtures}\n  {name} check --against 'python3 solution.py' {fixtures}/{default}"),
        ),
        ("stress", format!("{name} stress --against 'python3 solution.py' --save counterexamples")),
        ("generate", format!("{name} generate --seed 1 | {name}")),
        ("explain", format!("{name} explain '{position}'")),
        ("validate", format!("{name} validate {sample}/01-sample.in")),
        (
            "checker",
            format!("oj test -c ./solution -d {sample} --judge-command '{name} checker --style oj --judge {default}'"),
        ),
        ("package", format!("{name} package {} --from {fixtures}/{default}", name.replace('-', ""))),
        ("completions", format!("{name} completions bash > ~/.local/share/bash-completion/completions/{name}")),
        // `man` finds this folder by that of the programs that cargo installs.
        ("manual", format!("{name} manual > ~/.cargo/share/man/man1/{name}.1")),
    ];
    let mut command = with_default_judge(Cli::command())
        .name(name)
        .about(about.summary)
        .max_term_width(WIDEST)
        .override_usage(format!("{name} [OPTIONS] [FILE]\n       {name} <COMMAND>"))
        .after_help(format!("Examples:\n{of_solving}"));
    for (of, example) in examples {
        command = command.mut_subcommand(of, |command| command.after_help(format!("Examples:\n  {example}")));
    }
    for of in ["check", "validate", "package"] {
        command = command.mut_subcommand(of, with_judges);
    }
    command = command
        .mut_subcommand("stress", |stress| with_default_judge(stress).hide(about.shapes.is_empty()))
        .mut_subcommand("generate", |generate| {
            let generate = with_default_judge(generate).hide(about.shapes.is_empty());
            generate.mut_arg("shape", |shape| shape.value_parser(shapes))
        })
        .mut_subcommand("checker", |checker| {
            with_judges(checker).override_usage(format!(
                "{name} checker [OPTIONS] INPUT OUTPUT ANSWER [REPORT [-appes]]\n       \
                 {name} checker --style kattis [OPTIONS] INPUT ANSWER FEEDBACK_DIR [FLAG]... < OUTPUT\n       \
                 {name} checker --style cms [OPTIONS] INPUT ANSWER OUTPUT\n       \
                 {name} checker --style oj [OPTIONS] INPUT OUTPUT ANSWER"
            ))
        })
        .mut_subcommand("package", |package| package.hide(!about.has_packages));
    let Some(explainer) = &about.explainer else {
        return command.mut_subcommand("explain", |explain| explain.hide(true));
    };
    let overview = if explainer.overview.is_some() { "; if that is empty, the whole game is explained" } else { "" };
    let help = format!("{}; by default it is read from standard input{overview}", explainer.position);
    command.mut_subcommand("explain", |explain| explain.mut_arg("position", |position| position.help(help)))
}

/// Parses arguments. An error may be a request for help.
pub(super) fn parse(about: &About, arguments: &[OsString]) -> clap::error::Result<Cli> {
    let mut parser = parser(about);
    let matches = parser.try_get_matches_from_mut(arguments)?;
    if let Some(name) = matches.subcommand_name() {
        let given = |id: &&str| matches.value_source(id) == Some(ValueSource::CommandLine);
        if ["file", "judge", "strict"].iter().any(given) {
            let message = format!("options of '{name}' come after it; those before it are for solving");
            return Err(parser.error(ErrorKind::ArgumentConflict, message));
        }
    }
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut parser))
}

/// The command that arguments are meant for, as far as arguments with an error in them show it: the first one that is
/// the name of a command and not that of a judge.
pub(super) fn command_of(arguments: &[OsString]) -> Option<&str> {
    let parser = Cli::command();
    let pairs = arguments.windows(2).filter(|pair| pair[0] != "--judge");
    pairs.filter_map(|pair| pair[1].to_str()).find(|name| parser.find_subcommand(name).is_some())
}

/// The command that is spelt like this name.
pub(super) fn similar_command(name: &OsStr) -> Option<String> {
    let commands = Cli::command().get_subcommands().cloned().collect::<Vec<_>>();
    let parser = clap::Command::new("").no_binary_name(true).subcommands(commands);
    match parser.try_get_matches_from([name]).err()?.get(ContextKind::SuggestedSubcommand)? {
        // The last one is the most similar.
        ContextValue::Strings(names) => names.last().cloned(),
        ContextValue::String(name) => Some(name.clone()),
        _ => None,
    }
}
