//! One game on several processes of this machine, also by a slow network, compared with the threads of one process.

mod throttle;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use cluster::Cluster;
use large_games::endgames::bishop_and_knight::BishopAndKnight;
use large_games::morris::{Morris, Part};
use retrograde::Solver;
use retrograde::tiers::Tiers;

use crate::process::{figures_of, peak_memory};
use crate::timing::{median, median_ratio};
use testkit::Listeners;
use throttle::{Network, forward};

/// The name of this measurement for `--only`.
pub(crate) const NAME: &str = "cluster";

/// The environment variable with what a process is to do: the game, the number of threads, the number of this process,
/// and the addresses of all; none for the threads of the library. The standard input is the socket that the process
/// listens on.
const SOLVE: &str = "BENCH_CLUSTER";

const GAMES: [(&str, &str); 2] = [
    ("bishop-and-knight", "king, bishop and knight against king"),
    ("morris", "nine men's morris, 6-4, other parts in files"),
];

/// Processes of this number of threads each.
#[derive(Clone, Copy)]
enum Way {
    Threads(usize),
    Cluster { processes: usize, threads: usize, network: Option<Network> },
}

/// The networks between two processes: the bits a second, and the milliseconds in each direction.
const NETWORKS: [(&str, f64, f64); 3] =
    [("1 Gbit/s, 0.1 ms", 1e9, 0.1), ("100 Mbit/s, 1 ms", 1e8, 1.0), ("10 Mbit/s, 10 ms", 1e7, 10.0)];

/// What the processes of a run say, together.
struct Run {
    /// Of the slowest process.
    seconds: f64,
    /// The peak memory of the largest process.
    bytes: f64,
    moves_sent: f64,
    bytes_of_moves: f64,
    /// Over the network, everything included.
    bytes_sent: f64,
    checksum: u64,
}

/// Does what the environment asks for, if anything, and returns a line with the result.
pub(crate) fn solve_if_requested() -> Option<Result<String, String>> {
    let request = std::env::var(SOLVE).ok()?;
    let lines: Vec<&str> = request.lines().collect();
    Some(match lines.as_slice() {
        [folder, game, threads, process, addresses @ ..] => threads
            .parse()
            .and_then(|threads| Ok((threads, process.parse()?)))
            .map_err(|error| format!("{SOLVE}: {error}"))
            .and_then(|(threads, process)| solve(Path::new(folder), game, threads, process, addresses)),
        _ => Err(format!("{SOLVE} is too short")),
    })
}

/// Solves as one of several processes, or without addresses on the threads of the library, and saves the solution.
fn solve(folder: &Path, game: &str, threads: usize, process: usize, addresses: &[&str]) -> Result<String, String> {
    let message = |error: &dyn std::error::Error| error.to_string();
    let tiers = Tiers::new(Morris::nine(true), folder.join("morris"));
    let start = Instant::now();
    let (moves_sent, bytes_of_moves, bytes_sent, checksum) = if addresses.is_empty() {
        let solver = Solver::new().threads(threads);
        let path = folder.join("threads.solution");
        let checksum = if game == "morris" {
            let part = tiers.part(&part()).map_err(|error| message(&error))?;
            let solution = solver.solve(part).map_err(|error| message(&error))?;
            solution.save(game, path).map(|()| solution.checksum())
        } else {
            let solution = solver.solve(BishopAndKnight::default()).map_err(|error| message(&error))?;
            solution.save(game, path).map(|()| solution.checksum())
        };
        (0, 0, 0, checksum.map_err(|error| message(&error))?)
    } else {
        let cluster = Cluster::new(threads).process(process, addresses.iter().copied());
        #[cfg(unix)]
        let cluster = cluster.listener(testkit::passed_listener());
        let report = if game == "morris" {
            cluster.solve_part(&tiers, &part(), u64::MAX)
        } else {
            cluster.solve(&BishopAndKnight::default(), game, folder.join("cluster.solution"))
        };
        let report = report.map_err(|error| message(&error))?;
        (report.moves_sent, report.bytes_of_moves, report.bytes_sent, report.checksum)
    };
    let seconds = start.elapsed().as_secs_f64();
    let bytes = peak_memory()?;
    Ok(format!("{seconds} {bytes} {moves_sent} {bytes_of_moves} {bytes_sent} {checksum}"))
}

/// The part of nine men's morris that is solved.
fn part() -> Part {
    Part::new(0, [6, 4])
}

/// Runs all ways on all games in turn, and returns a report that compares them. Files are written into `folder`.
pub(crate) fn report(folder: &Path, runs: usize) -> Result<String, String> {
    let tiers = Tiers::new(Morris::nine(true), folder.join("morris"));
    let before = tiers.plan([part()]).map_err(|error| error.to_string())?;
    let others = before.iter().map(|plan| plan.part).filter(|other| *other != part());
    tiers.solve(&Solver::new().threads(2), others, |_| {}).map_err(|error| error.to_string())?;
    let mut text = format!("\n{NAME} (median of {runs} runs; time of the slowest process, memory of the largest):");
    for (game, title) in GAMES {
        let cluster = |processes, threads| Way::Cluster { processes, threads, network: None };
        let mut ways = vec![
            ("two threads of one solver".to_owned(), Way::Threads(2)),
            ("one process, two workers".to_owned(), cluster(1, 2)),
            ("two processes, one worker each".to_owned(), cluster(2, 1)),
            ("four processes, one worker each".to_owned(), cluster(4, 1)),
        ];
        for (name, bits, milliseconds) in NETWORKS {
            let network = Network { bytes_per_second: bits / 8.0, delay: Duration::from_secs_f64(milliseconds / 1e3) };
            let way = Way::Cluster { processes: 2, threads: 1, network: Some(network) };
            ways.push((format!("two processes, {name}"), way));
        }
        let mut all: Vec<Vec<Run>> = ways.iter().map(|_| Vec::new()).collect();
        for _ in 0..runs {
            for (results, (_, way)) in all.iter_mut().zip(&ways) {
                results.push(way.run(folder, game)?);
            }
        }
        if all.iter().flatten().any(|run| run.checksum != all[0][0].checksum) {
            return Err(format!("{title}: the solutions differ; times of wrong solvers mean nothing"));
        }
        text.push_str(&table(title, &ways, &all));
    }
    Ok(text)
}

/// The lines of a game, each compared with the threads of one solver and with one process of two workers.
fn table(title: &str, ways: &[(String, Way)], all: &[Vec<Run>]) -> String {
    let figures = |runs: &[Run], figure: fn(&Run) -> f64| runs.iter().map(figure).collect::<Vec<_>>();
    let seconds: Vec<Vec<f64>> = all.iter().map(|runs| figures(runs, |run| run.seconds)).collect();
    let mut text = format!("\n- {title}");
    for ((name, way), (runs, seconds_of_way)) in ways.iter().zip(all.iter().zip(&seconds)) {
        let [to_threads, to_one_process] = [0, 1].map(|other: usize| median_ratio(seconds_of_way, &seconds[other]));
        let [bytes, moves, of_moves, sent] = [
            |run: &Run| run.bytes,
            |run: &Run| run.moves_sent,
            |run: &Run| run.bytes_of_moves,
            |run: &Run| run.bytes_sent,
        ]
        .map(|figure| median(&figures(runs, figure)));
        let line = format!(
            "\n  - {name}: {:.2} s, {to_threads:.2} of the threads, {to_one_process:.2} of one process; {:.1} MB",
            median(seconds_of_way),
            bytes / 1e6
        );
        text.push_str(&line);
        if let Way::Cluster { processes, .. } = way {
            let of_moves = format!("; {:.1} million moves sent, {:.2} bytes each", moves / 1e6, of_moves / moves);
            text.push_str(&of_moves);
            if *processes > 1 {
                let network = format!(", {:.1} MB over the network", sent / 1e6);
                text.push_str(&network);
            }
        }
    }
    text
}

impl Way {
    fn run(self, folder: &Path, game: &str) -> Result<Run, String> {
        let io = |error: std::io::Error| format!("{NAME}: {error}");
        let (processes, threads, network) = match self {
            Self::Threads(threads) => (0, threads, None),
            Self::Cluster { processes, threads, network } => (processes, threads, network),
        };
        if cfg!(not(unix)) && processes > 0 {
            return Err(format!("{NAME}: only on Unix a process can be given the socket that it listens on"));
        }
        let listeners = Listeners::new(processes);
        let mut children = Vec::new();
        for process in 0..processes.max(1) {
            let mut seen = listeners.addresses().to_vec();
            if let Some(network) = network {
                // Each process connects to those before it.
                for address in &mut seen[..process] {
                    *address = forward(address.clone(), network).map_err(io)?.to_string();
                }
            }
            let request = format!("{}\n{game}\n{threads}\n{process}\n{}", folder.display(), seen.join("\n"));
            let exe = std::env::current_exe().map_err(io)?;
            let mut command = Command::new(exe);
            command.env(SOLVE, request).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
            #[cfg(unix)]
            if process < processes {
                testkit::pass_listener(&mut command, listeners.socket(process));
            }
            children.push(command.spawn().map_err(io)?);
        }
        let runs =
            children.into_iter().map(result_of).collect::<Vec<_>>().into_iter().collect::<Result<Vec<_>, _>>()?;
        runs.into_iter().reduce(|all, run| all.and(&run)).ok_or_else(|| "no process".to_owned())
    }
}

impl Run {
    /// What two processes of a run say, together.
    fn and(self, other: &Self) -> Self {
        Self {
            seconds: self.seconds.max(other.seconds),
            bytes: self.bytes.max(other.bytes),
            moves_sent: self.moves_sent + other.moves_sent,
            bytes_of_moves: self.bytes_of_moves + other.bytes_of_moves,
            bytes_sent: self.bytes_sent + other.bytes_sent,
            checksum: self.checksum,
        }
    }
}

fn result_of(process: Child) -> Result<Run, String> {
    let output = process.wait_with_output().map_err(|error| format!("{NAME}: {error}"))?;
    let ([seconds, bytes, moves_sent, bytes_of_moves, bytes_sent], checksum) = figures_of(NAME, &output)?;
    Ok(Run { seconds, bytes, moves_sent, bytes_of_moves, bytes_sent, checksum })
}
