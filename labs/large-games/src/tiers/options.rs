//! The command line of `tiers`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use retrograde::Solver;
use retrograde::files::Stored;

use super::advice::with_command;
use super::game_name::default_folder;
use super::{GameName, Notation, WithGame, commands, solve};
use crate::text;

/// Solve games that are larger than memory, part by part, and look up positions
///
/// A game is solved in a folder, in which each part has a file. A run that is stopped or killed loses only the parts
/// that it was solving: the same command continues with the others.
#[derive(Parser)]
#[command(
    name = "tiers",
    version = startup::version(),
    arg_required_else_help = true,
    after_help = "Examples, up to a minute each:
  tiers solve six-mens-morris
  tiers probe six-mens-morris 'X......O/........+10'
  tiers solve nine-mens-morris 5-5 --memory 1G
  tiers list nine-mens-morris

Exit codes: 0, all is done and right; 2, bad usage, a wrong value, or an error in reading or writing."
)]
struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Solve parts, and first the parts that they depend on
    Solve(SolveOptions),
    /// List the solved parts
    List {
        #[command(flatten)]
        common: Common,
        /// The parts to list, with the parts that they depend on [default: all]
        #[arg(value_name = "PART")]
        parts: Vec<String>,
    },
    /// Show the value of a position and of all moves from it
    Probe {
        #[command(flatten)]
        common: Common,
        /// The position: for chess, FEN; for Quixo, row by row; for morris, ring by ring, clockwise from the upper left,
        /// such as X......O/........+10 in six men's morris, where X is the player to move and 10 stones are in hand
        position: String,
        /// Also show a line of best play to the end
        #[arg(long)]
        line: bool,
    },
    /// Count the positions of parts by the side to move, with and without symmetric ones
    Count {
        #[command(flatten)]
        common: Common,
        #[command(flatten)]
        work: Work,
        /// The parts
        #[arg(value_name = "PART", required = true)]
        parts: Vec<String>,
    },
    /// Verify solved parts against their moves and the parts that these lead to
    Verify {
        #[command(flatten)]
        common: Common,
        #[command(flatten)]
        work: Work,
        /// The parts [default: all solved parts]
        #[arg(value_name = "PART")]
        parts: Vec<String>,
    },
}

#[derive(Args)]
struct SolveOptions {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    work: Work,
    /// The parts to solve, after the parts that they depend on [default: the whole game]
    #[arg(value_name = "PART")]
    parts: Vec<String>,
    /// Only show what would be done and what it takes
    #[arg(long, short = 'n')]
    dry_run: bool,
}

#[derive(Args)]
pub(super) struct Common {
    /// The game
    #[arg(value_enum)]
    game: GameName,
    /// The folder of the game's files [default: solved/GAME]
    #[arg(long, short, value_name = "DIR")]
    folder: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct Work {
    /// The most memory for the tables of a part and what is read of other parts, such as 500M or 8G, where a K is 1024
    /// [default: no limit]
    #[arg(long, short, value_name = "SIZE", value_parser = text::parse_size)]
    memory: Option<u64>,
    /// The number of threads; 0 for one on each processor
    #[arg(long, short = 'j', value_name = "THREADS", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
}

impl Work {
    /// A solver that keeps to this memory, and shows its progress.
    pub(super) fn solver(&self) -> Solver<'static> {
        let solver = Solver::new().threads(self.threads.into());
        self.memory.into_iter().fold(solver, Solver::memory)
    }
}

impl Common {
    fn folder(&self) -> PathBuf {
        self.folder.clone().unwrap_or_else(|| default_folder(&self.game))
    }
}

/// Runs the program with the arguments of the process. The exit code is 2 after an error.
#[must_use]
pub fn run() -> ExitCode {
    startup::run_program("tiers", |Options { command }| {
        let Common { game, folder } = command.common();
        let (game, folder) = (*game, folder.clone());
        game.with_game(command).map_err(|error| with_command(error, &game, folder.as_deref()))
    })
}

impl Command {
    fn common(&self) -> &Common {
        match self {
            Self::Solve(SolveOptions { common, .. })
            | Self::List { common, .. }
            | Self::Probe { common, .. }
            | Self::Count { common, .. }
            | Self::Verify { common, .. } => common,
        }
    }
}

impl WithGame for Command {
    fn run<G: Notation>(self, game: G) -> anyhow::Result<()> {
        let folder = self.common().folder();
        anyhow::ensure!(!folder.is_file(), "{} is a file; name a folder with --folder", folder.display());
        let name = game.name();
        let stored = Stored::folder(folder, game, &name)?;
        match self {
            Self::Solve(SolveOptions { work, parts, dry_run, .. }) => {
                if dry_run {
                    solve::show_plan(&stored, &parts, &work)
                } else {
                    solve::solve(&stored, &parts, &work)
                }
            }
            Self::List { parts, .. } => commands::list(&stored, &parts),
            Self::Probe { position, line, .. } => commands::probe(&stored, &position, line),
            Self::Count { work, parts, .. } => commands::count(&stored, &parts, &work),
            Self::Verify { work, parts, .. } => commands::verify(&stored, &parts, &work),
        }
    }
}
