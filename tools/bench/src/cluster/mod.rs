//! One game on several processes of this machine, also by a slow network, compared with the threads of one process.

mod throttle;

use std::path::Path;
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use cluster::Cluster;
use large_games::endgames::{Endgame, Piece};
use large_games::morris::{Morris, Part};
use retrograde::Solver;
use retrograde::tiers::Tiers;

use crate::Place;
use crate::process::{Solved, float, peak_memory, result_of, start};
use crate::timing::{median, median_ratio};
use testkit::Listeners;
use throttle::{Network, forward};

const GAMES: [(&str, &str); 2] = [
    ("bishop-and-knight", "king, bishop and knight against king"),
    ("morris", "nine men's morris, 6-4, other parts in files"),
];

const BISHOP_AND_KNIGHT: [Piece; 2] = [Piece::Bishop, Piece::Knight];

/// Processes of this number of threads each.
#[derive(Clone, Copy)]
enum Way {
    Threads(usize),
    Cluster {
        processes: usize,
        threads: usize,
        network: Option<Network>,
    },
    /// This number of machines with one worker each, and 1 Gbit/s and 0.1 ms between them. They share the processors of
    /// this one, so the network is slowed down as they are, and what is measured is divided by that.
    Simulated(usize),
}

/// The networks between two processes: the bits a second, and the milliseconds in each direction.
const NETWORKS: [(&str, f64, f64); 3] = [FAST, ("100 Mbit/s, 1 ms", 1e8, 1.0), ("10 Mbit/s, 10 ms", 1e7, 10.0)];
const FAST: (&str, f64, f64) = ("1 Gbit/s, 0.1 ms", 1e9, 0.1);

/// The number of machines that are simulated.
const MACHINES: usize = 16;

/// Solves as one of several processes, which listens on its standard input, or without addresses on the threads of the
/// library, and saves the solution. Counts the moves that it sends, the bytes of these, all bytes that it sends over
/// the network, and the rounds.
pub(crate) fn solve(folder: &Path, game: &str, threads: &str, process: &str, addresses: &[&str]) -> Result<Solved> {
    let (threads, process) = (threads.parse()?, process.parse()?);
    let tiers = Tiers::new(Morris::nine(true), folder.join("morris"));
    let start = Instant::now();
    let (counts, solution) = if addresses.is_empty() {
        let solver = Solver::new().threads(threads);
        let path = folder.join("threads.solution");
        let checksum = if game == "morris" {
            let solution = solver.solve(tiers.part(&part())?)?;
            solution.save(game, path).map(|()| solution.checksum())
        } else {
            let solution = solver.solve(Endgame::new(BISHOP_AND_KNIGHT))?;
            solution.save(game, path).map(|()| solution.checksum())
        };
        ([0; 4], checksum?)
    } else {
        let cluster = Cluster::new(threads).process(process, addresses.iter().copied());
        #[cfg(unix)]
        let cluster = cluster.listener(testkit::passed_listener());
        let report = if game == "morris" {
            cluster.solve_part(&tiers, &part(), u64::MAX)
        } else {
            cluster.solve(&Endgame::new(BISHOP_AND_KNIGHT), game, folder.join("cluster.solution"))
        }?;
        ([report.moves_sent, report.bytes_of_moves, report.bytes_sent, report.rounds], report.checksum)
    };
    let seconds = start.elapsed().as_secs_f64();
    Ok(Solved { seconds, bytes: float(peak_memory()?), counts: counts.map(float).to_vec(), solution })
}

/// The part of nine men's morris that is solved.
fn part() -> Part {
    Part::new(0, [6, 4])
}

/// Runs all ways on all games in turn, and returns a report that compares them. Files are written into the folder.
pub(crate) fn report(place: &Place, runs: usize) -> Result<String> {
    let folder = place.folder.path();
    let tiers = Tiers::new(Morris::nine(true), folder.join("morris"));
    let before = tiers.plan([part()])?;
    let others = before.iter().map(|plan| plan.part).filter(|other| *other != part());
    tiers.solve(&Solver::new().threads(2), others, |_| {})?;
    let mut text = format!(" (median of {runs} runs; time of the slowest process, memory of the largest):");
    for (game, title) in GAMES {
        let cluster = |processes, threads| Way::Cluster { processes, threads, network: None };
        let mut ways = vec![
            ("two threads of one solver".to_owned(), Way::Threads(2)),
            ("one process, two workers".to_owned(), cluster(1, 2)),
            ("two processes, one worker each".to_owned(), cluster(2, 1)),
            ("four processes, one worker each".to_owned(), cluster(4, 1)),
        ];
        for (name, bits, milliseconds) in NETWORKS {
            let network = Some(Network::new(bits, milliseconds));
            ways.push((format!("two processes, {name}"), Way::Cluster { processes: 2, threads: 1, network }));
        }
        ways.push((format!("{MACHINES} machines with one worker, {}, simulated", FAST.0), Way::Simulated(MACHINES)));
        let mut all: Vec<Vec<Solved>> = ways.iter().map(|_| Vec::new()).collect();
        for _ in 0..runs {
            for (results, (_, way)) in all.iter_mut().zip(&ways) {
                results.push(way.run(folder, game)?);
            }
        }
        let is_same = all.iter().flatten().all(|run| run.solution == all[0][0].solution);
        ensure!(is_same, "{title}: the solutions differ; times of wrong solvers mean nothing");
        text.push_str(&table(title, &ways, &all));
    }
    Ok(text)
}

/// The lines of a game, each compared with the threads of one solver and with one process of two workers.
fn table(title: &str, ways: &[(String, Way)], all: &[Vec<Solved>]) -> String {
    let figures = |runs: &[Solved], figure: fn(&Solved) -> f64| runs.iter().map(figure).collect::<Vec<_>>();
    let seconds: Vec<Vec<f64>> = all.iter().map(|runs| figures(runs, |run| run.seconds)).collect();
    let mut text = format!("\n- {title}");
    for ((name, way), (runs, seconds_of_way)) in ways.iter().zip(all.iter().zip(&seconds)) {
        let [to_threads, to_one_process] = [0, 1].map(|other: usize| median_ratio(seconds_of_way, &seconds[other]));
        let bytes = median(&figures(runs, |run| run.bytes));
        let [moves, of_moves, sent, rounds] =
            [0, 1, 2, 3].map(|count| median(&runs.iter().map(|run| run.counts[count]).collect::<Vec<_>>()));
        let line = format!(
            "\n  - {name}: {:.2} s, {to_threads:.2} of the threads, {to_one_process:.2} of one process; {:.1} MB",
            median(seconds_of_way),
            bytes / 1e6
        );
        text.push_str(&line);
        let processes = way.processes();
        if processes > 0 {
            let of_moves = format!("; {:.1} million moves sent, {:.2} bytes each", moves / 1e6, of_moves / moves);
            text.push_str(&of_moves);
        }
        if processes > 1 {
            let per_round = median(seconds_of_way) / rounds * 1e3;
            let network = format!(", {:.1} MB over the network; {rounds:.0} rounds of {per_round:.2} ms", sent / 1e6);
            text.push_str(&network);
        }
        if let Way::Simulated(machines) = way {
            // What two workers of one process do, shared among all; what each sends; and two delays a round.
            let machines = float(*machines as u64);
            let (_, bits, milliseconds) = FAST;
            let estimate =
                2.0 * median(&seconds[1]) / machines + sent / machines * 8.0 / bits + 2.0 * rounds * milliseconds / 1e3;
            let estimate = format!("; estimated {estimate:.2} s");
            text.push_str(&estimate);
        }
    }
    text
}

impl Way {
    /// What the processes say, together: the time of the slowest, the memory of the largest, and all that is sent.
    fn run(self, folder: &Path, game: &str) -> Result<Solved> {
        let processes = self.processes();
        let (threads, network, slower) = match self {
            Self::Threads(threads) => (threads, None, 1.0),
            Self::Cluster { threads, network, .. } => (threads, network, 1.0),
            Self::Simulated(machines) => {
                let slower = (float(machines as u64) / float(thread::available_parallelism()?.get() as u64)).max(1.0);
                let (_, bits, milliseconds) = FAST;
                // Each has one connection to every other, and shares its network among them.
                let bits = bits / float(machines as u64 - 1);
                (1, Some(Network::new(bits / slower, milliseconds * slower)), slower)
            }
        };
        if cfg!(not(unix)) && processes > 0 {
            bail!("only on Unix a process can be given the socket that it listens on");
        }
        let listeners = Listeners::new(processes);
        let mut children = Vec::new();
        for process in 0..processes.max(1) {
            let mut seen = listeners.addresses().to_vec();
            if let Some(network) = network {
                // Each process connects to those before it.
                for address in &mut seen[..process] {
                    *address = forward(address.clone(), network)?.to_string();
                }
            }
            let (folder, [threads, number]) = (folder.to_string_lossy(), [threads, process].map(|n| n.to_string()));
            let mut request = vec!["cluster", &*folder, game, &threads, &number];
            request.extend(seen.iter().map(String::as_str));
            let socket = (process < processes).then(|| listeners.socket(process));
            children.push(start(&request, socket)?);
        }
        // All have ended before one of them fails.
        let runs: Vec<Result<Solved>> = children.into_iter().map(result_of).collect();
        let runs: Vec<Solved> = runs.into_iter().collect::<Result<_>>()?;
        let together = runs.into_iter().reduce(|all, run| Solved {
            seconds: all.seconds.max(run.seconds),
            bytes: all.bytes.max(run.bytes),
            // All have the same rounds.
            counts: (0..4).map(|count| all.counts[count] + if count < 3 { run.counts[count] } else { 0.0 }).collect(),
            solution: all.solution,
        });
        let together = together.context("no process")?;
        Ok(Solved { seconds: together.seconds / slower, ..together })
    }

    /// The number of processes that are connected; 0 for the library alone.
    fn processes(self) -> usize {
        match self {
            Self::Threads(_) => 0,
            Self::Cluster { processes, .. } => processes,
            Self::Simulated(machines) => machines,
        }
    }
}
