//! The command line of `cluster`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Parser};

use super::games::Name;
use large_games::text;

/// Solve or verify a game, or a part of one, with several processes, on one machine or many
///
/// All processes are started with the same options, except -p. Each thread writes one share of the solution. With all
/// shares in one folder they are read as one solution; `tiers` then counts the part as solved.
#[derive(Parser)]
#[command(
    name = "cluster",
    version = startup::version(),
    disable_help_flag = true,
    arg_required_else_help = true,
    after_help = "Examples:
  cluster -w 2 bishop-and-knight             one process with two threads
  cluster -n 2 -p 0 bishop-and-knight &      two processes on this machine
  cluster -n 2 -p 1 bishop-and-knight
  cluster -n 3 -p 0 -h hosts chess KQvK      on three machines, on each with its own -p
  cluster -w 2 bishop-and-knight --verify    checks what the first line has written

  tiers solve nine-mens-morris 4-4 5-3       the parts that moves lead to come first,
  cluster -n 2 -p 0 nine-mens-morris 5-4 &   and all processes read them
  cluster -n 2 -p 1 nine-mens-morris 5-4
  tiers list nine-mens-morris

Exit codes: 0, solved or right; 2, bad usage, a wrong value, a process that is missing, or another error."
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(super) struct Options {
    /// The game
    #[arg(value_enum)]
    pub(super) game: Name,
    /// The part to solve, of a game that has parts. Those that its moves lead to must be solved in the folder
    pub(super) part: Option<String>,
    /// The number of worker threads of each process
    #[arg(long, short = 'w', value_name = "THREADS", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: u16,
    /// The number of processes
    #[arg(long, short = 'n', value_name = "PROCESSES", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) processes: u16,
    /// The number of this process, from 0 on
    #[arg(long, short = 'p', value_name = "INDEX", default_value_t = 0)]
    pub(super) process: u16,
    /// A text file with the address of each process, HOST:PORT, one a line; blank lines and lines that start with # do
    /// not count [default: 127.0.0.1:2101, 127.0.0.1:2102, ...]
    #[arg(long, short = 'h', value_name = "HOSTFILE")]
    pub(super) hostfile: Option<PathBuf>,
    /// Listen on the socket that is standard input, as inetd passes it, not at this process's address in the list
    #[cfg(unix)]
    #[arg(long)]
    pub(super) listen_on_stdin: bool,
    /// The folder of the game's files [default: solved/GAME]
    #[arg(long, short, value_name = "DIR")]
    pub(super) folder: Option<PathBuf>,
    /// The most memory in each process for what is read of other parts, such as 500M or 8G, where a K is
    /// 1024 [default: no limit]
    #[arg(long, short, value_name = "SIZE", value_parser = text::parse_size)]
    pub(super) memory: Option<u64>,
    /// A text that all processes of a run have in common, so that processes of different runs do not meet
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(super) token: String,
    /// Give up if not all processes are connected after this number of seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = parse_limit)]
    pub(super) start_limit: Duration,
    /// Give up if another process has given no sign of life for this number of seconds
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = parse_limit)]
    pub(super) silence_limit: Duration,
    /// Write a checkpoint every this number of seconds. A run that was cut continues from the last one when all processes
    /// are started again
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = parse_seconds)]
    pub(super) checkpoint_interval: Duration,
    /// The folder for checkpoints, on this machine [default: the folder of the game's files]
    #[arg(long, value_name = "DIR")]
    pub(super) checkpoint_folder: Option<PathBuf>,
    /// Verify the shares that an earlier run with as many threads and processes has written, by all moves. Each process
    /// needs its own shares only
    #[arg(long)]
    pub(super) verify: bool,
    /// Only check the options, the list of processes, and whether the parts that moves lead to are solved
    #[arg(long)]
    pub(super) check: bool,
    /// Print only errors to standard error
    #[arg(long, short)]
    pub(super) quiet: bool,
    /// Print help
    #[arg(long, action = ArgAction::Help)]
    help: Option<bool>,
}

impl Options {
    /// What is wrong with options that are right one by one.
    pub(super) fn problem(&self) -> Option<String> {
        let Self { process, processes, .. } = self;
        if process >= processes {
            let last = processes - 1;
            return Some(format!("invalid process {process}: expected -p from 0 to {last}"));
        }
        match (self.game, &self.part) {
            (Name::Whole(_), Some(part)) => {
                Some(format!("the game is solved whole and has no part {part:?}; leave the part out"))
            }
            (Name::Tiered(_), None) => {
                Some("the game is solved part by part; name one part after the game, such as 5-4 or KQvK".to_owned())
            }
            _ => None,
        }
    }
}

/// Reads a limit, which is too short if a process that does its best may miss it.
fn parse_limit(text: &str) -> Result<Duration, String> {
    let expected = || "expected a number of seconds from 0.1 on, such as 30 or 0.5".to_owned();
    parse_seconds(text).ok().filter(|limit| *limit >= Duration::from_millis(100)).ok_or_else(expected)
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        // About thirty years at most.
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("expected a number of seconds, such as 600, or 0 for one in each round".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_may_have_a_fraction() {
        assert_eq!(parse_limit("30"), Ok(Duration::from_secs(30)));
        assert_eq!(parse_limit("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(
            [parse_seconds("0"), parse_limit("0").or(Ok(Duration::MAX))],
            [Ok(Duration::ZERO), Ok(Duration::MAX)]
        );
        for text in ["", "-1", "nan", "inf", "1e10", "1 s"] {
            assert!(parse_limit(text).is_err() && parse_seconds(text).is_err(), "{text}");
        }
    }
}
