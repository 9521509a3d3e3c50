//! The command line of `cluster`, for processes of any kind: the program in `mpi/` is these by MPI.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Parser;
use clap::builder::PossibleValuesParser;
use large_games::program::{Notation, WithGame, folder, game_names, parse_parts, print, with_game};
use large_games::text::{self, HumanBytes, HumanCount, plies, time};
use retrograde::files::{Header, Stored};
use retrograde::solver::Partition;

use crate::round::agree_on;
use crate::{Cluster, Processes, Task};

/// Solve or verify a game, or a part of one, with several processes, on one machine or many
///
/// The first process writes the solution as one file, the same as on one machine. `large-games` then counts a part as solved.
#[derive(Parser)]
#[command(
    name = "cluster",
    version = startup::version(),
    after_help = "Examples:
  mpirun -n 2 cluster chess KBNvK                   two processes on this machine
  mpirun -n 2 cluster chess KBNvK --verify          check what they have written
  mpirun --hostfile hosts cluster l-game-6x6        on the machines in a file

  large-games solve nine-mens-morris 4-4 5-3        the parts that moves lead to come first,
  mpirun -n 4 cluster nine-mens-morris 5-4          and all processes read them

Exit codes: 0, solved or right; 2, bad usage, a wrong value, or another error."
)]
struct Options {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(game_names()))]
    game: String,
    /// The part to solve, of a game with several parts. Those that its moves lead to must be solved in the folder
    part: Option<String>,
    /// The folder of the game's files [default: solved/GAME]
    #[arg(long, short, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// The most memory in each process for what is read of other parts, with --verify also of the part,
    /// such as 500M or 8G, where a K is 1024 [default: no limit]
    #[arg(long, short, value_name = "SIZE", value_parser = text::parse_size)]
    memory: Option<u64>,
    /// Write a checkpoint every this number of seconds, from which the same command continues; 0 for
    /// one after each round
    #[arg(long, value_name = "SECONDS", default_value = "600")]
    checkpoint_interval: u64,
    /// The folder for checkpoints, such as one on a fast disk of each machine [default: the folder of the files]
    #[arg(long, value_name = "DIR")]
    checkpoint_folder: Option<PathBuf>,
    /// Verify the solution that an earlier run has written, by all moves, with any number of processes
    #[arg(long)]
    verify: bool,
    /// Print only errors to standard error
    #[arg(long, short)]
    quiet: bool,
}

/// Runs the program with these arguments, of which the first is its name. Returns the exit code, the same on all
/// processes. The first process speaks for all: of what all have in common, and of the first error.
pub fn run(processes: &mut impl Processes, arguments: impl IntoIterator<Item = OsString>) -> u8 {
    startup::report_file_size_limit();
    let is_first = processes.number() == 0;
    let parsed = Options::try_parse_from(arguments);
    // A process that had ended, or did something else, would leave the others waiting.
    let task = match &parsed {
        Ok(Options { game, part, verify, .. }) => Ok(format!("{game}, part {part:?}, --verify {verify}")),
        Err(error) if error.use_stderr() => Err(format!("{}; see --help", startup::one_line(error))),
        Err(_) => Ok("help".to_owned()),
    };
    let result = agree_on(processes, task).map_err(Into::into).and_then(|()| match parsed {
        Ok(options) => with_game(&options.game, ClusterRun { processes, options: &options }),
        Err(help) if is_first => print(&help.to_string()).map_err(Into::into),
        Err(_) => Ok(()),
    });
    let Err(error) = result else { return 0 };
    if is_first {
        startup::print_error("cluster", &error);
    }
    2
}

struct ClusterRun<'a, P> {
    processes: &'a mut P,
    options: &'a Options,
}

impl<P: Processes> WithGame for ClusterRun<'_, P> {
    /// Does the work, and prints what comes of it.
    fn run<G: Notation>(self, game: G) -> anyhow::Result<()> {
        /// The memory of the program itself, and of MPI for each process; measured with Open MPI 4.1.
        const PROGRAM: u64 = 12 << 20;
        const OF_MPI: u64 = 2 << 20;
        let Self { processes, options } = self;
        let (name, folder) = (game.name(), folder(&options.game, options.folder.as_deref()));
        let stored = Stored::folder(&folder, game, &name)?;
        let [part] = parse_parts(&stored, options.part.as_slice())?[..] else {
            bail!("the game has {} parts; name one of them", stored.parts().len())
        };
        let what = format!("{} {}", options.game, stored.parts()[part].name);
        let (number, count) = (processes.number(), processes.count());
        let ranks = stored.parts()[part].size();
        let (start, last_line) = (Instant::now(), AtomicU64::new(0));
        // In a line every ten seconds, as a launcher passes on lines and not a terminal.
        let show = |progress| {
            let seconds = start.elapsed().as_secs();
            if seconds >= last_line.load(Ordering::Relaxed) + 10 {
                last_line.store(seconds, Ordering::Relaxed);
                note(&format!("{}: {progress}", time(start.elapsed())));
            }
        };
        let cluster = Cluster {
            task: if options.verify { Task::Verify } else { Task::Solve },
            checkpoint_interval: Duration::from_secs(options.checkpoint_interval),
            checkpoint_folder: options.checkpoint_folder.as_deref(),
            on_progress: if options.quiet || number > 0 { &|_| {} } else { &show },
            ..Cluster::default()
        };
        if cluster.task == Task::Solve {
            // A folder that cannot be made is an error of the files in it.
            let _ = [Some(&folder), options.checkpoint_folder.as_ref()].map(|folder| folder.map(fs::create_dir_all));
        }
        if !options.quiet {
            let own = HumanCount(Partition::new(ranks, count as u64).ranks_of(number as u64));
            let (tables, parts) = if options.verify {
                (0, "this and other parts")
            } else {
                (cluster.memory(ranks, count), "other parts")
            };
            let files = if options.memory.is_some() { "--memory for" } else { "the files of" };
            let needed = HumanBytes(PROGRAM + OF_MPI * count as u64 + tables);
            note(&format!("{what}: process {number} of {count}: {own} ranks; needs {needed}, {files} {parts}"));
        }
        let Some(report) = cluster.run(processes, &stored, part, options.memory.unwrap_or(u64::MAX))? else {
            return Ok(());
        };
        let Header { canonical: summary, checksum, .. } = &report.header;
        let [won, lost, drawn] = [summary.won, summary.lost, summary.drawn].map(HumanCount);
        let longest = summary.longest_win.max(summary.longest_loss);
        let longest = longest.map_or(String::new(), |length| format!(", at most {}", plies(length)));
        let continued = report.continued_from.map(|ply| plies(ply.saturating_add(1)));
        let continued = continued.map_or(String::new(), |plies| format!(", from a checkpoint {plies} from the end,"));
        let processes = if count == 1 { "1 process".to_owned() } else { format!("{count} processes") };
        let (right, done, written) = match cluster.task {
            Task::Solve => ("", "solved", format!("written: {}\n", stored.path(part).display())),
            Task::Verify => ("right: ", "verified", String::new()),
        };
        let peak = peak_memory().map_or(String::new(), |bytes| format!("; process 0 took {}", HumanBytes(bytes)));
        let summary = format!(
            "{what}: {right}{won} won, {lost} lost, {drawn} drawn{longest}; symmetric positions are counted once\n\
             checksum {checksum:016x}; {done} in {}{continued} by {processes}{peak}\n{written}",
            time(start.elapsed())
        );
        print(&summary).context("the run is complete, but its summary is not written")
    }
}

/// The most memory that this process has taken, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    Some(status.split_once("VmHWM:")?.1.split_whitespace().next()?.parse::<u64>().ok()? << 10)
}

/// Prints a line to standard error.
fn note(line: &str) {
    // In one piece, as other processes print to the same terminal. If it is closed there is nobody to read it.
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}
