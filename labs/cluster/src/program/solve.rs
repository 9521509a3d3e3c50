//! Solving, with what is printed before, meanwhile and at the end.

use std::fs;
use std::io::{self, Write};
use std::net::TcpListener;
use std::ops::Range;
#[cfg(unix)]
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use indicatif::ProgressBar;
use retrograde::Ranked;
use retrograde::progress::{Progress, Stage};
use retrograde::shares::Partition;
use retrograde::tiers::Tiers;

use super::games::{Name, WithWholeGame};
use super::hosts;
use super::options::Options;
use crate::{Cluster, ClusterError, Report};
use large_games::program::{print, progress_bar};
use large_games::text::{count, grouped, plies, size, time};
use large_games::tiers::{Notation, WithGame, default_folder, is_not_solved, solve_command, text_of, with_command};

/// What a process does.
pub(super) struct Run {
    options: Options,
    /// Of all processes.
    addresses: Vec<String>,
    /// The socket to listen on, if one was passed to this process.
    listener: Option<TcpListener>,
}

/// A whole game is solved.
struct Whole(Run);

/// A part of a game is solved.
struct Part(Run, String);

impl Run {
    pub(super) fn new(options: Options) -> anyhow::Result<Self> {
        let processes = usize::from(options.processes);
        let addresses = match &options.hostfile {
            Some(path) => hosts::read(path, processes)?,
            None => hosts::local(processes),
        };
        #[cfg(unix)]
        let listener = if options.listen_on_stdin { Some(passed_listener()?) } else { None };
        #[cfg(not(unix))]
        let listener = None;
        Ok(Self { options, addresses, listener })
    }

    /// Solves the game, or the part of it.
    pub(super) fn solve(self) -> anyhow::Result<()> {
        let folder = self.folder();
        let is_usable = folder.is_dir() || !folder.exists();
        anyhow::ensure!(is_usable, "{} is not a folder; name one with --folder", folder.display());
        match (self.options.game, self.options.part.clone()) {
            (Name::Whole(name), _) => name.with_game(Whole(self)),
            (Name::Tiered(name), part) => name.with_game(Part(self, part.unwrap_or_default())),
        }
    }

    fn folder(&self) -> PathBuf {
        self.options.folder.clone().unwrap_or_else(|| default_folder(&self.options.game))
    }

    fn threads(&self) -> usize {
        self.options.threads.into()
    }

    fn start(&self, ranks: u64, what: &str, path: &Path, solve: Solve<'_>) -> anyhow::Result<()> {
        let Self { options, addresses, listener } = self;
        let process = usize::from(options.process);
        let mut cluster = Cluster::new(self.threads())
            .process(process, addresses)
            .token(&options.token)
            .start_limit(options.start_limit)
            .silence_limit(options.silence_limit)
            .checkpoint_interval(options.checkpoint_interval);
        if let Some(folder) = &options.checkpoint_folder {
            cluster = cluster.checkpoint_folder(folder);
        }
        if let Some(listener) = listener {
            cluster = cluster.listener(listener.try_clone().context("standard input")?);
        }
        if !options.quiet && !options.verify {
            let takes = self.takes(ranks, cluster.memory(ranks));
            note(&format!("{what}: process {process} of {}: {takes}", addresses.len()));
        }
        let bar = progress_bar()?;
        if process == 0 && !options.quiet {
            cluster = cluster.on_progress(show(bar.clone()));
        }
        let start = Instant::now();
        let result = solve(&cluster);
        bar.finish_and_clear();
        let report = result?;
        if process == 0 {
            let summary = self.summary(&report, what, path, start.elapsed());
            print(&summary).context("the run is complete, but its summary is not written")?;
        } else if options.verify {
            // Process 0 says for all that everything is right.
        } else if !options.quiet {
            note(&format!("{what}: process {process} has written {}", files(path, self.shares(), self.workers())));
        }
        Ok(())
    }

    /// The number of workers of all processes.
    fn workers(&self) -> u64 {
        (self.threads() * self.addresses.len()) as u64
    }

    /// The shares of this process.
    fn shares(&self) -> Range<u64> {
        let [process, threads] = [self.options.process, self.options.threads].map(u64::from);
        process * threads..(process + 1) * threads
    }

    /// What this process keeps, and the memory for it.
    fn takes(&self, ranks: u64, memory: u64) -> String {
        let (shares, workers) = (self.shares(), self.workers());
        let partition = Partition::of_ranks(ranks).among(workers);
        let own = shares.clone().map(|share| partition.ranks_of(share)).sum();
        let numbers = match (shares.start + 1, shares.end) {
            (first, last) if first == last => format!("share {first}"),
            (first, last) => format!("shares {first} to {last}"),
        };
        let others = match (self.options.game, self.options.memory) {
            (Name::Whole(_), _) => String::new(),
            (Name::Tiered(_), None) => ", the files of other parts".to_owned(),
            (Name::Tiered(_), Some(limit)) => format!(", up to {} of other parts", size(limit)),
        };
        let (own, all, memory) = (grouped(own), count(ranks, "rank"), size(memory));
        format!("{numbers} of {workers}, {own} of {all}; memory {memory}{others} and what the game itself takes")
    }

    fn summary(&self, report: &Report, what: &str, path: &Path, elapsed: Duration) -> String {
        let &Report { summary, checksum, workers, continued_from, .. } = report;
        let [won, lost, drawn] = [summary.won, summary.lost, summary.drawn].map(grouped);
        let longest = summary.longest_win.max(summary.longest_loss);
        let longest = longest.map_or(String::new(), |length| format!(", at most {}", plies(length)));
        let processes = self.addresses.len() as u64;
        let processes = if processes == 1 { "1 process".to_owned() } else { format!("{processes} processes") };
        let continued = continued_from
            .map_or(String::new(), |ply| format!(", from a checkpoint {} from the end,", plies(ply.saturating_add(1))));
        let workers_text = count(workers as u64, "worker");
        let (right, solved, sent, thing) = if self.options.verify {
            ("right: ", "verified", "asked for", "value")
        } else {
            ("", "solved", "sent", "move")
        };
        let written = if self.options.verify {
            String::new()
        } else {
            let (written, own) =
                (files(path, 0..workers as u64, workers as u64), count(self.threads() as u64, "share"));
            format!("written: {written}, {own} by each process\n")
        };
        format!(
            "{what}: {right}{won} won, {lost} lost, {drawn} drawn{longest}; symmetric positions are counted once\n\
             checksum {checksum:016x}; {solved} in {}{continued} by {workers_text} in {processes}\n\
             process 0 has {sent} {}{}; {} sent and {} received over the network\n{written}",
            time(elapsed),
            count(report.moves_sent, thing),
            per_move(report.bytes_of_moves, report.moves_sent),
            size(report.bytes_sent),
            size(report.bytes_received),
        )
    }
}

/// The socket that was passed to this process.
#[cfg(unix)]
fn passed_listener() -> anyhow::Result<TcpListener> {
    let listener = TcpListener::from(io::stdin().as_fd().try_clone_to_owned().context("standard input")?);
    let is_socket = listener.local_addr();
    is_socket.context("standard input is not a socket; pass one that listens, or leave out --listen-on-stdin")?;
    Ok(listener)
}

type Solve<'a> = &'a dyn Fn(&Cluster) -> Result<Report, ClusterError>;

impl WithWholeGame for Whole {
    fn run<G: Ranked>(self, game: G) -> anyhow::Result<()> {
        let Self(run) = self;
        if run.options.check {
            return Ok(());
        }
        let folder = run.folder();
        if !run.options.verify {
            fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let what = text_of(&run.options.game);
        let path = folder.join(format!("{what}.solution"));
        // The number tells versions of the code that ranks positions apart.
        let name = format!("{what}, 1");
        let is_verified = run.options.verify;
        run.start(game.ranks(), &what, &path, &|cluster| {
            if is_verified { cluster.verify(&game, &name, &path) } else { cluster.solve(&game, &name, &path) }
        })
    }
}

impl WithGame for Part {
    fn run<G: Notation>(self, game: G) -> anyhow::Result<()> {
        let Self(run, part) = self;
        let part = game.parse_part(&part)?;
        let (ranks, what) = (game.ranks_in(&part), format!("{} {}", text_of(&run.options.game), game.part_name(&part)));
        let tiers = Tiers::new(game, run.folder()).memory(0);
        if run.options.check {
            let other_parts = tiers.part(&part).map(drop);
            return other_parts
                .map_err(|error| with_command(error.into(), &run.options.game, run.options.folder.as_deref()));
        }
        let memory = run.options.memory.unwrap_or(u64::MAX);
        let is_verified = run.options.verify;
        let result = run.start(ranks, &what, &tiers.path(&part), &|cluster| {
            if is_verified {
                cluster.verify_part(&tiers, &part, memory)
            } else {
                cluster.solve_part(&tiers, &part, memory)
            }
        });
        result.map_err(|error| {
            let (text, plan) = (format!("{error:#}"), tiers.plan([part]).unwrap_or_default());
            // A part may be missing in the folder of another process alone.
            let missing = plan.iter().filter(|plan| plan.header.is_err());
            let mut names = missing.map(|plan| tiers.game().part_name(&plan.part));
            match names.find(|part| is_not_solved(&text, part)) {
                Some(part) => {
                    anyhow!("{text}, with `{}`", solve_command(&run.options.game, run.options.folder.as_deref(), &part))
                }
                None => error,
            }
        })
    }
}

/// The names of the files of some shares.
fn files(path: &Path, shares: Range<u64>, workers: u64) -> String {
    let name = |share: u64| format!("{}.{share}-of-{workers}", path.display());
    match (shares.start + 1, shares.end) {
        (first, last) if first == last => name(first),
        (first, last) => format!("{} to {}", name(first), name(last)),
    }
}

fn per_move(bytes: u64, moves: u64) -> String {
    let hundredths = (u128::from(bytes) * 100).checked_div(u128::from(moves));
    hundredths.map_or(String::new(), |each| format!(", {}.{:02} bytes each", each / 100, each % 100))
}

/// Shows the progress as a bar, or in lines if standard error is not a terminal.
fn show(bar: ProgressBar) -> impl Fn(Progress) + Send + Sync + 'static {
    /// The time from one line to the next.
    const PAUSE: Duration = Duration::from_secs(10);
    let start = Instant::now();
    let last_line = Mutex::new(start);
    move |progress| {
        bar.set_length(progress.total);
        bar.set_position(progress.done);
        let (stage, unit) = match progress.stage {
            Stage::WorkingBackwards { plies: distance } => (format!("{} from the end", plies(distance)), "positions"),
            stage => (stage.to_string(), "ranks"),
        };
        let [done, all] = [progress.done, progress.total].map(grouped);
        // The rest of 80 columns.
        bar.set_message(format!("{stage}, {done} done"));
        if bar.is_hidden() {
            let mut last_line = last_line.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if last_line.elapsed() >= PAUSE {
                *last_line = Instant::now();
                note(&format!("{}: {stage}, {done} of {all} {unit} done", time(start.elapsed())));
            }
        }
    }
}

/// Prints a line to standard error.
fn note(line: &str) {
    // In one piece, as other processes may print to the same terminal. If it is closed there is nobody to read it.
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_per_move_have_two_digits_after_the_point() {
        let cases = [((0, 0), ""), ((205, 100), ", 2.05 bytes each"), ((3, 1), ", 3.00 bytes each")];
        for ((bytes, moves), text) in cases {
            assert_eq!(per_move(bytes, moves), text);
        }
    }
}
