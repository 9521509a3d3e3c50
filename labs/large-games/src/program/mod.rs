//! The program `large-games`, and what it shares with `cluster`.

mod commands;
mod games;
mod solve;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{anyhow, ensure};
use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use retrograde::files::Stored;
use retrograde::{Error, ErrorKind, Solver};

pub use self::games::{Notation, WithGame, folder, game_names, parse_parts, with_game};
use crate::text;

/// Solve games that are larger than memory, part by part, and look up positions
///
/// A game is solved in a folder, in which each part has a file. A run that is stopped or killed loses ten minutes at most:
/// the same command continues.
#[derive(Parser)]
#[command(
    name = "large-games",
    version = startup::version(),
    arg_required_else_help = true,
    after_help = "Examples, up to a minute each:
  large-games solve six-mens-morris
  large-games probe six-mens-morris 'X......O/........+10'
  large-games solve nine-mens-morris 5-5 --memory 1G
  large-games list nine-mens-morris
  large-games solve l-game-5x5

Exit codes: 0, all is done and right; 2, bad usage, a wrong value, or an error in reading or writing."
)]
struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Solve parts, and first the parts that they depend on
    Solve {
        #[command(flatten)]
        given: Given,
        #[command(flatten)]
        work: Effort,
        /// Only show what would be done and what it takes
        #[arg(long, short = 'n')]
        dry_run: bool,
    },
    /// List the solved parts, with the parts that they depend on
    List {
        #[command(flatten)]
        given: Given,
        /// Print comma-separated values, as docs/large-games/ has them
        #[arg(long)]
        csv: bool,
    },
    /// Show the value of a position and of all moves from it
    Probe {
        #[command(flatten)]
        common: Common,
        /// The position: for chess, FEN; for other games, row by row, or for morris ring by ring, clockwise from the upper
        /// left, such as X......O/........+10 in six men's morris, where X is the player to move and 10 stones are in
        /// hand
        #[arg(allow_hyphen_values = true)]
        position: String,
        /// Also show a line of best play to the end
        #[arg(long)]
        line: bool,
    },
    /// Count the positions of parts by the side to move, with and without symmetric ones
    Count {
        #[command(flatten)]
        given: Given,
        #[command(flatten)]
        work: Effort,
        /// Count by the distance to the end too
        #[arg(long)]
        plies: bool,
    },
    /// Verify solved parts against their moves and the parts that these lead to
    Verify {
        #[command(flatten)]
        given: Given,
        #[command(flatten)]
        work: Effort,
    },
}

#[derive(Args)]
struct Common {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(game_names()))]
    game: String,
    /// The folder of the game's files [default: solved/GAME]
    #[arg(long, short, value_name = "DIR")]
    folder: Option<PathBuf>,
}

#[derive(Args)]
struct Given {
    #[command(flatten)]
    common: Common,
    /// The parts [default: all, or to count or verify all that are solved]
    #[arg(value_name = "PART")]
    parts: Vec<String>,
}

#[derive(Args)]
struct Effort {
    /// The most memory for the tables of a part and what is read of other parts, such as 500M or 8G, where a K is 1024
    /// [default: no limit]
    #[arg(long, short, value_name = "SIZE", value_parser = text::parse_size)]
    memory: Option<u64>,
    /// The number of threads; 0 for one on each processor
    #[arg(long, short = 'j', value_name = "THREADS", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
}

impl Effort {
    fn solver(&self) -> Solver<'static> {
        let solver = Solver::new().threads(self.threads.into());
        if let Some(bytes) = self.memory { solver.memory(bytes) } else { solver }
    }
}

/// Runs the program with the arguments of the process. The exit code is 2 after an error.
#[must_use]
pub fn run() -> ExitCode {
    startup::run_program("large-games", |Options { command }| {
        let Common { game, folder } = command.common();
        let (game, folder) = (game.clone(), folder.clone());
        with_game(&game, command).map_err(|error| {
            let missing = error.downcast_ref::<Error>().filter(|error| error.kind() == ErrorKind::NotSolved);
            let Some(part) = missing.and_then(Error::part) else { return error };
            let folder = folder.map_or(String::new(), |folder| format!(" --folder {}", folder.display()));
            anyhow!("{error}, with `large-games solve {game} {part}{folder}`")
        })
    })
}

impl Command {
    fn common(&self) -> &Common {
        let (Self::Probe { common, .. }
        | Self::Solve { given: Given { common, .. }, .. }
        | Self::List { given: Given { common, .. }, .. }
        | Self::Count { given: Given { common, .. }, .. }
        | Self::Verify { given: Given { common, .. }, .. }) = self;
        common
    }
}

impl WithGame for Command {
    fn check(&self, parse: impl Fn(&str) -> anyhow::Result<()>) -> anyhow::Result<()> {
        if let Self::Probe { position, .. } = self {
            parse(position)?;
        }
        let Common { game, folder } = self.common();
        let file = games::folder(game, folder.as_deref()).join("all.solution");
        ensure!(matches!(self, Self::Solve { .. }) || file.exists(), commands::nothing_solved(&file));
        Ok(writeln!(io::stderr(), "large-games: finding the positions that play can reach, for a minute or two")?)
    }

    fn run<G: Notation>(self, game: G) -> anyhow::Result<()> {
        let Common { game: name, folder } = self.common();
        let folder = games::folder(name, folder.as_deref());
        ensure!(!folder.is_file(), "{} is a file; name a folder with --folder", folder.display());
        let name = game.name();
        let stored = &Stored::folder(folder, game, &name)?;
        match self {
            Self::Solve { given, work, dry_run } => solve::solve(stored, &given.parts, work.solver(), dry_run),
            Self::List { given, csv } => commands::list(stored, &given.parts, csv),
            Self::Probe { position, line, .. } => commands::probe(stored, &position, line),
            Self::Count { given, work, plies } => commands::count(stored, &given.parts, plies, work.solver()),
            Self::Verify { given, work } => commands::verify(stored, &given.parts, work.solver()),
        }
    }
}

/// Does some work with a solver. Shows the progress if standard error is a terminal; to print, the work
/// [suspends](ProgressBar::suspend) the bar.
pub fn show_progress<R>(
    solver: Solver<'_>,
    work: impl FnOnce(&Solver<'_>, &ProgressBar) -> anyhow::Result<R>,
) -> anyhow::Result<R> {
    let style = ProgressStyle::with_template("{elapsed} {bar:20} {percent:>3}% {wide_msg}")?;
    let bar = ProgressBar::new(0).with_style(style);
    let solver = solver.on_progress(|progress| {
        bar.set_length(progress.total);
        bar.set_position(progress.done);
        bar.set_message(progress.to_string());
        ControlFlow::Continue(())
    });
    let result = work(&solver, &bar);
    bar.finish_and_clear();
    result
}

/// Prints a line about work that continues, also where nobody reads it any more.
fn tell(bar: &ProgressBar, text: &str) -> io::Result<()> {
    match bar.suspend(|| print(&format!("{text}\n"))) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        told => told,
    }
}

/// Prints to standard output, which an error names.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| io::Error::new(error.kind(), format!("standard output: {error}")))
}
