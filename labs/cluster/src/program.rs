//! The command line of `cluster`, for processes of any kind: the program in `mpi/` is these by MPI.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, iter};

use anyhow::{Context, anyhow, bail};
use clap::builder::PossibleValue;
use clap::{Parser, ValueEnum};
use large_games::dobutsu::Dobutsu;
use large_games::endgames::{Endgame, Piece};
use large_games::l_game::LGame;
use large_games::program::print;
use large_games::text::{self, grouped, plies, size, time};
use large_games::tiers::{GameName, Notation, WithGame, default_folder, is_not_solved, solve_command, text_of};
use retrograde::Ranked;
use retrograde::progress::Progress;
use retrograde::shares::Partition;
use retrograde::tiers::Tiers;

use crate::{Cluster, ClusterError, Processes, Report};

/// Solve or verify a game, or a part of one, with several processes, on one machine or many
///
/// The first process writes the solution as one file, the same as on one machine. `tiers` then counts a part as solved.
#[derive(Parser)]
#[command(
    name = "cluster",
    version = startup::version(),
    arg_required_else_help = true,
    after_help = "Examples:
  mpirun -n 2 cluster bishop-and-knight             two processes on this machine
  mpirun -n 2 cluster bishop-and-knight --verify    check what they have written
  mpirun --hostfile hosts cluster chess KQvK        on the machines in a file

  tiers solve nine-mens-morris 4-4 5-3              the parts that moves lead to come first,
  mpirun -n 4 cluster nine-mens-morris 5-4          and all processes read them
  tiers list nine-mens-morris

Exit codes: 0, solved or right; 2, bad usage, a wrong value, or another error."
)]
struct Options {
    /// The game
    #[arg(value_enum)]
    game: Name,
    /// The part to solve, of a game that has parts. Those that its moves lead to must be solved in the folder
    part: Option<String>,
    /// The folder of the game's files [default: solved/GAME]
    #[arg(long, short, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// The most memory in each process for what is read of other parts, such as 500M or 8G, where a K is
    /// 1024 [default: no limit]
    #[arg(long, short, value_name = "SIZE", value_parser = text::parse_size)]
    memory: Option<u64>,
    /// Write a checkpoint every this number of seconds, from which the same command continues
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = parse_seconds)]
    checkpoint_interval: Duration,
    /// The folder for checkpoints, on the machine of each process [default: the folder of the game's files]
    #[arg(long, value_name = "DIR")]
    checkpoint_folder: Option<PathBuf>,
    /// Verify the solution that an earlier run has written, by all moves, with any number of processes
    #[arg(long)]
    verify: bool,
    /// Print only errors to standard error
    #[arg(long, short)]
    quiet: bool,
}

/// A game on the command line.
#[derive(Clone, Copy)]
enum Name {
    Whole(WholeName),
    Tiered(GameName),
}

/// A game that is solved in one piece.
#[derive(Clone, Copy, ValueEnum)]
enum WholeName {
    /// King, bishop and knight against king: 24.5 million positions
    BishopAndKnight,
    /// King and queen against king
    KingAndQueen,
    /// King and pawn against king
    KingAndPawn,
    /// The L game on 4x4 cells
    #[value(name = "l-game-4x4")]
    LGame,
    /// Dobutsu shogi, all positions, whether play reaches them or not
    Dobutsu,
}

impl ValueEnum for Name {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Name>> = LazyLock::new(|| {
            let whole = WholeName::value_variants().iter().map(|name| Name::Whole(*name));
            whole.chain(GameName::value_variants().iter().map(|name| Name::Tiered(*name))).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Whole(name) => name.to_possible_value(),
            Self::Tiered(name) => name.to_possible_value(),
        }
    }
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected a number of seconds, such as 600, or 0 for one in each round".to_owned())
}

/// Runs the program with these arguments, of which the first is its name. Returns the exit code, the same on all
/// processes. The first process speaks for all: of what all have in common, and of the first error.
pub fn run(processes: &mut impl Processes, arguments: impl IntoIterator<Item = OsString>) -> u8 {
    startup::report_file_size_limit();
    let is_first = processes.number() == 0;
    let result = match Options::try_parse_from(arguments) {
        Ok(options) => execute(processes, &options),
        Err(help) if !help.use_stderr() => {
            if is_first {
                print(&help.to_string()).context("standard output")
            } else {
                Ok(())
            }
        }
        Err(error) => Err(anyhow!("{}; see --help", startup::one_line(&error))),
    };
    let Err(error) = result else { return 0 };
    if is_first {
        startup::print_error("cluster", &error);
    }
    2
}

fn execute(processes: &mut impl Processes, options: &Options) -> anyhow::Result<()> {
    let folder = options.folder.clone().unwrap_or_else(|| default_folder(&options.game));
    let run = Run { processes, options, folder };
    match (options.game, &options.part) {
        (Name::Whole(_), Some(part)) => bail!("the game is solved whole and has no part {part:?}; leave the part out"),
        (Name::Tiered(_), None) => {
            bail!("the game is solved part by part; name one part after the game, such as 5-4 or KQvK")
        }
        (Name::Tiered(name), Some(part)) => name.with_game(Part(run, part)),
        (Name::Whole(name), None) => match name {
            WholeName::BishopAndKnight => run.whole(&Endgame::new([Piece::Bishop, Piece::Knight])),
            WholeName::KingAndQueen => run.whole(&Endgame::new([Piece::Queen])),
            WholeName::KingAndPawn => run.whole(&Endgame::new([Piece::Pawn])),
            WholeName::LGame => run.whole(&LGame::new(4, 4)),
            WholeName::Dobutsu => run.whole(&Dobutsu::new([true; 3])),
        },
    }
}

/// The memory of the program itself, and of MPI for each process; measured with Open MPI 4.1.
const PROGRAM: u64 = 10 << 20;
const OF_MPI: u64 = 2 << 20;

struct Run<'a, P> {
    processes: &'a mut P,
    options: &'a Options,
    folder: PathBuf,
}

/// A part of a game is solved.
struct Part<'a, P>(Run<'a, P>, &'a str);

impl<P: Processes> WithGame for Part<'_, P> {
    fn run<G: Notation>(self, game: G) -> anyhow::Result<()> {
        let Self(run, part) = self;
        let part = game.parse_part(part)?;
        let (ranks, what) = (game.ranks_in(&part), format!("{} {}", text_of(&run.options.game), game.part_name(&part)));
        let tiers = Tiers::new(game, &run.folder).memory(0);
        let (path, memory) = (tiers.path(&part), run.options.memory.unwrap_or(u64::MAX));
        let (game, folder) = (run.options.game, run.options.folder.clone());
        let result = run.start(ranks, &what, &path, |processes, cluster, is_verified| {
            if is_verified {
                cluster.verify_part(processes, &tiers, &part, memory)
            } else {
                cluster.solve_part(processes, &tiers, &part, memory)
            }
        });
        result.map_err(|error| {
            // Which part it is, and whether on this machine or another, is in the text alone.
            let (text, plan) = (format!("{error:#}"), tiers.plan([part]).unwrap_or_default());
            let mut names = plan.iter().map(|plan| tiers.game().part_name(&plan.part));
            match names.find(|part| is_not_solved(&text, part)) {
                Some(part) => anyhow!("{text}, with `{}`", solve_command(&game, folder.as_deref(), &part)),
                None => error,
            }
        })
    }
}

impl<P: Processes> Run<'_, P> {
    fn whole<G: Ranked>(self, game: &G) -> anyhow::Result<()> {
        let what = text_of(&self.options.game);
        // The number tells versions of the code that ranks positions apart.
        let (name, path) = (format!("{what}, 1"), self.folder.join(format!("{what}.solution")));
        self.start(game.ranks(), &what, &path, |processes, cluster, is_verified| {
            if is_verified {
                cluster.verify(processes, game, &name, &path)
            } else {
                cluster.solve(processes, game, &name, &path)
            }
        })
    }

    fn start(
        self,
        ranks: u64,
        what: &str,
        path: &Path,
        solve: impl FnOnce(&mut P, &Cluster<'_>, bool) -> Result<Report, ClusterError>,
    ) -> anyhow::Result<()> {
        let Self { processes, options, folder } = self;
        let (number, count) = (processes.number(), processes.count());
        if !options.verify {
            // A folder that cannot be made is an error of the files in it.
            iter::once(&folder).chain(&options.checkpoint_folder).for_each(|folder| drop(fs::create_dir_all(folder)));
        }
        let show = show();
        let cluster = Cluster {
            checkpoint_interval: options.checkpoint_interval,
            checkpoint_folder: options.checkpoint_folder.clone(),
            build: startup::version(),
            on_progress: if options.quiet { None } else { Some(&show) },
            ..Cluster::default()
        };
        if !options.quiet {
            let own = Partition::of_ranks(ranks).among(count as u64).ranks_of(number as u64);
            let others = match (options.game, options.memory) {
                (Name::Whole(_), _) => "",
                (Name::Tiered(_), None) => ", the files of other parts",
                (Name::Tiered(_), Some(_)) => ", --memory for other parts",
            };
            let memory = size(PROGRAM + OF_MPI * count as u64 + cluster.memory(ranks, count));
            let own = grouped(own);
            note(&format!("{what}: process {number} of {count}: {own} ranks; needs {memory}{others}"));
        }
        let start = Instant::now();
        let report = solve(processes, &cluster, options.verify)?;
        if number > 0 {
            return Ok(());
        }
        let summary = summary(&report, options.verify, what, path, start.elapsed(), count);
        print(&summary).context("the run is complete, but its summary is not written")
    }
}

fn summary(report: &Report, is_verified: bool, what: &str, path: &Path, elapsed: Duration, processes: usize) -> String {
    let &Report { summary, checksum, continued_from } = report;
    let [won, lost, drawn] = [summary.won, summary.lost, summary.drawn].map(grouped);
    let longest = summary.longest_win.max(summary.longest_loss);
    let longest = longest.map_or(String::new(), |length| format!(", at most {}", plies(length)));
    let continued = continued_from
        .map_or(String::new(), |ply| format!(", from a checkpoint {} from the end,", plies(ply.saturating_add(1))));
    let processes = if processes == 1 { "1 process".to_owned() } else { format!("{processes} processes") };
    let (right, solved, written) = if is_verified {
        ("right: ", "verified", String::new())
    } else {
        ("", "solved", format!("written: {}\n", path.display()))
    };
    let peak = peak_memory().map_or(String::new(), |bytes| format!("; process 0 took {}", size(bytes)));
    format!(
        "{what}: {right}{won} won, {lost} lost, {drawn} drawn{longest}; symmetric positions are counted once\n\
         checksum {checksum:016x}; {solved} in {}{continued} by {processes}{peak}\n{written}",
        time(elapsed),
    )
}

/// The most memory that this process has taken, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

/// Shows the progress in a line every ten seconds, as a launcher passes on lines and not a terminal.
fn show() -> impl Fn(Progress) + Sync {
    const PAUSE: Duration = Duration::from_secs(10);
    let start = Instant::now();
    let last_line = Mutex::new(start);
    move |progress| {
        let mut last_line = last_line.lock().unwrap_or_else(PoisonError::into_inner);
        if last_line.elapsed() >= PAUSE {
            *last_line = Instant::now();
            note(&format!("{}: {progress}", time(start.elapsed())));
        }
    }
}

/// Prints a line to standard error.
fn note(line: &str) {
    // In one piece, as other processes print to the same terminal. If it is closed there is nobody to read it.
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}
