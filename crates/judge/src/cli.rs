//! The command line that every program has.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use anstream::AutoStream;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;

use crate::output::{forgive_closed_pipe, to_stdout};
use crate::page::Page;
use crate::problem::{Dialect, Problem};
use crate::scan::{Layout, Scanner};
use crate::solution::solve;
use crate::source::{Source, blame};

/// The whole program: reads the arguments of the process, does what they say, and tells how it went.
///
/// Exit codes are an interface: 0, done; 2, bad usage, bad input, or trouble with reading or writing. Messages are one
/// line on standard error; where the arguments are at fault, the usage follows.
#[must_use]
pub fn run<P: Problem>() -> ExitCode {
    let done = match parse::<P>(std::env::args_os()) {
        Ok(cli) => cli.run::<P>(),
        Err(refusal) if refusal.use_stderr() => {
            // There is nowhere to report that standard error is closed.
            let _ = refusal.print();
            return ExitCode::from(TROUBLE);
        }
        Err(help) => forgive_closed_pipe(help.print()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say::<P>(format_args!("{error:#}"));
            ExitCode::from(TROUBLE)
        }
    }
}

/// The exit code of bad usage, bad input, and failures to read or write.
const TROUBLE: u8 = 2;

fn say<P: Problem>(message: impl std::fmt::Display) {
    // There is nowhere to report that standard error is closed.
    let _ = writeln!(io::stderr(), "{}: {message}", P::NAME);
}

#[derive(Parser)]
#[command(version)]
struct Cli<D: Dialect> {
    #[command(flatten)]
    solve: Solve<D>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(clap::Args)]
struct Solve<D: Dialect> {
    /// The input; `-` or nothing is standard input
    file: Option<OsString>,
    /// Whose input and output format to speak
    #[arg(long, value_name = "NAME", value_parser = dialect_parser::<D>(), default_value = D::ALL[0].name())]
    judge: D,
    /// Enforce the judge's limits and the exact layout: one word on each line, and one newline after it
    #[arg(long)]
    strict: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Show why a position is won or lost
    Explain {
        /// The position
        position: Option<String>,
        /// When to use colours; `auto` is on a terminal, unless `NO_COLOR` is set
        #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto)]
        color: ColorChoice,
    },
    /// Print a script that completes this program's arguments in a shell
    Completions {
        /// Which shell
        #[arg(value_enum)]
        shell: Shell,
    },
}

fn dialect_parser<D: Dialect>() -> impl TypedValueParser<Value = D> {
    let names = D::ALL.iter().map(|dialect| PossibleValue::new(dialect.name()).help(dialect.title()));
    PossibleValuesParser::new(names).map(|name| {
        *D::ALL.iter().find(|dialect| dialect.name() == name).expect("the parser lets only known names through")
    })
}

fn command<P: Problem>() -> clap::Command {
    let (name, position) = (P::NAME, P::SAMPLE_POSITION);
    let otherwise = match P::OVERVIEW {
        None => "without it, it is read from standard input",
        Some(_) => "without it, it is read from standard input; where none is there, the whole game is explained",
    };
    Cli::<P::Dialect>::command()
        .name(P::NAME)
        .about(P::ABOUT)
        .override_usage(format!("{name} [OPTIONS] [FILE]\n       {name} <COMMAND>"))
        .after_help(format!("Examples:\n{}", P::EXAMPLES))
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
        return Ok(Cli { solve: Solve { file: None, judge: P::Dialect::ALL[0], strict: false }, command: None });
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
    fn run<P: Problem<Dialect = D>>(self) -> anyhow::Result<()> {
        match self.command {
            None => self.solve.run::<P>(),
            Some(Command::Explain { position, color }) => explain::<P>(position, color),
            Some(Command::Completions { shell }) => to_stdout(|out| {
                let mut script = Vec::new();
                clap_complete::generate(shell, &mut command::<P>(), P::NAME, &mut script);
                out.write_all(&script)
            }),
        }
    }
}

impl<D: Dialect> Solve<D> {
    fn run<P: Problem<Dialect = D>>(self) -> anyhow::Result<()> {
        let layout = if self.strict { Layout::Exact } else { Layout::Free };
        let mut source = Source::open(self.file.as_deref(), P::NAME, self.judge.title())?;
        let solution = solve::<P>(self.judge, layout, source.reader()).map_err(|error| blame(source.name(), error))?;
        if let Some(place) = solution.ignored_from() {
            let name = source.name();
            say::<P>(format_args!(
                "{name}:{place}: warning: the input goes on after its last case; the rest is ignored"
            ));
        }
        to_stdout(|mut out| solution.write_to(&mut out))
    }
}

fn explain<P: Problem>(position: Option<String>, color: ColorChoice) -> anyhow::Result<()> {
    let mut page = Page::default();
    match (position, P::OVERVIEW) {
        (Some(text), _) => explain_position::<P>(Source::argument("POSITION", text), None, &mut page)?,
        (None, Some(overview)) if io::stdin().is_terminal() => overview(&mut page),
        (None, overview) => explain_position::<P>(Source::open(None, P::NAME, P::POSITION)?, overview, &mut page)?,
    }
    let choice = match color {
        ColorChoice::Auto => AutoStream::choice(&io::stdout()),
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    to_stdout(|out| {
        let mut styled = AutoStream::new(Vec::new(), choice);
        styled.write_all(page.text().as_bytes())?;
        out.write_all(&styled.into_inner())
    })
}

/// Explains the position that `source` holds. Where it holds none, `overview` serves instead if there is one.
fn explain_position<P: Problem>(
    mut source: Source,
    overview: Option<fn(&mut Page)>,
    page: &mut Page,
) -> anyhow::Result<()> {
    let name = source.name().to_owned();
    let mut input = Scanner::new(source.reader(), Layout::Free);
    let explained = match overview {
        Some(overview) if input.is_at_end().map_err(|error| blame(&name, error))? => {
            overview(page);
            Ok(())
        }
        _ => P::explain(&mut input, page),
    };
    let rest = explained.and_then(|()| input.finish()).map_err(|error| blame(&name, error))?;
    rest.map_or(Ok(()), |place| {
        Err(anyhow::anyhow!("{name}:{place}: the position ended before this; explain takes one, so remove the rest"))
    })
}
