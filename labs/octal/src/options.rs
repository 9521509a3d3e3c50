//! The command line.

use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::ensure;
use clap::{ArgGroup, Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use grundy::HeapGame;
use grundy::stream::Window;
use startup::version;

use crate::compute;

/// Compute the values of an octal game's heaps, and prove its period if it has one
#[derive(Parser)]
#[command(name = "octal", version = version(), after_help = EXAMPLES, allow_negative_numbers = true)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, disable_help_subcommand = true)]
pub(crate) struct CommandLine {
    #[command(flatten)]
    pub(crate) options: Option<Options>,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What the program says about itself.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Print a completion script for a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
}

impl Command {
    pub(crate) fn print(&self) -> io::Result<()> {
        let (Self::Completions { shell }, mut text) = (self, Vec::new());
        clap_complete::generate(*shell, &mut CommandLine::command(), "octal", &mut text);
        io::stdout().write_all(&text)
    }
}

#[derive(Args)]
#[command(group = ArgGroup::new("game").required(true).args(["code", "subtract", "hex"]))]
pub(crate) struct Options {
    /// The game: an octal code such as .007, 0.77 or 4.7, or 'grundy' for Grundy's game
    code: Option<HeapGame>,
    /// A game by the numbers of tokens that a move may take, such as 1,3,4
    #[arg(long, value_name = "NUMBERS", value_parser = parse_numbers)]
    subtract: Option<HeapGame>,
    /// A game by its hexadecimal code, such as 0.3F, in which 8 in a digit permits to leave three heaps
    #[arg(long, value_name = "CODE", value_parser = parse_hexadecimal)]
    hex: Option<HeapGame>,
    /// The largest heap [default: 1048576; 1000 if moves leave three heaps; with --misere 10000, or 30 if they leave
    /// several]
    #[arg(long, value_name = "N", value_parser = parse_heap::<LARGEST_IN_WINDOW>)]
    to: Option<usize>,
    /// Print all values, one per line from heap 0 on, instead of a summary
    #[arg(long)]
    pub(crate) values: bool,
    /// Print one JSON object, with the fields of the summary; with --values, also the values
    #[arg(long)]
    pub(crate) json: bool,
    /// The player who makes the last move loses: print which heaps are lost, and no values
    #[arg(long, conflicts_with_all = KEPT)]
    pub(crate) misere: bool,
    /// Print the moves that win on these heaps, and what each leaves
    #[arg(long, value_name = "HEAPS", value_delimiter = ',', value_parser = parse_small)]
    #[arg(conflicts_with_all = KEPT, conflicts_with = "to")]
    pub(crate) winning_moves: Vec<usize>,
    /// Plot the values into this file
    #[arg(long, value_name = "FILE.svg", value_parser = parse_svg)]
    pub(crate) plot: Option<PathBuf>,
    /// The number of threads, never more than processors [default: one for each]
    #[arg(long, value_name = "N", value_parser = parse_positive)]
    pub(crate) threads: Option<NonZero<usize>>,
    /// Save the values in this folder, and continue from those there
    #[arg(long, value_name = "FOLDER", group = "saved")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Compute in constant memory: keep only windows of the last values in this folder, and continue from the last one
    #[arg(long, value_name = "FOLDER", group = "saved", conflicts_with_all = IN_MEMORY)]
    pub(crate) windows: Option<PathBuf>,
    /// Keep the window of every heap that is a multiple of this, to find a preperiod and for `octal-check`
    #[arg(long, value_name = "HEAPS", value_parser = parse_positive, default_value = "1000000000")]
    #[arg(requires = "windows", conflicts_with_all = IN_MEMORY)]
    pub(crate) keep: NonZero<usize>,
    /// The number of seconds between two times of saving
    #[arg(long, value_name = "SECS", value_parser = parse_seconds, default_value = "30", requires = "saved")]
    pub(crate) every: Duration,
}

/// The options for values that are all kept in memory.
const IN_MEMORY: [&str; 4] = ["values", "plot", "threads", "checkpoint"];

/// The options about values that are kept or printed.
const KEPT: [&str; 5] = ["values", "plot", "threads", "checkpoint", "windows"];

impl Options {
    pub(crate) fn game(&self) -> &HeapGame {
        let Self { code, subtract, hex, .. } = self;
        code.as_ref().or(subtract.as_ref()).or(hex.as_ref()).expect("one of them is required")
    }

    /// Whether some move leaves two heaps, and whether some leaves three.
    pub(crate) fn leaves(&self) -> [bool; 2] {
        [4, 8].map(|permission| self.game().digits().iter().any(|digit| digit & permission != 0))
    }

    /// The largest heap.
    pub(crate) fn to(&self) -> usize {
        let default = match self.leaves() {
            [true, _] | [_, true] if self.misere => 30,
            [_, true] => 1000,
            _ if self.misere => 10_000,
            _ => 1 << 20,
        };
        self.to.unwrap_or(default)
    }

    /// The message that memory does not suffice for all values, and why they are needed if that is not plain.
    pub(crate) fn no_memory(&self, reason: Option<&str>) -> String {
        compute::lack_of_memory(self.to() + 1, reason, "choose a smaller --to")
    }
}

const EXAMPLES: &str = "Examples:
  octal .007 --to 1048576
  octal --subtract 1,3,4 --json
  octal --hex 0.3F
  octal .77 --winning-moves 3,5,7
  octal .77 --misere
  octal .16 --to 600000
  octal grundy --to 100000 --plot grundy.svg
  octal .106 --to 1000000000000 --windows windows

Exit codes: 0, the values are computed; 2, bad usage, or an error in reading or writing.";

/// All values take 8 GB then: further ones are for windows.
pub(crate) const LARGEST_HEAP: usize = u32::MAX as usize - 1;

pub(crate) fn parse_heap<const LARGEST: usize>(text: &str) -> Result<usize, String> {
    let heap = text.trim().parse().ok().filter(|heap| *heap <= LARGEST);
    heap.ok_or_else(|| format!("expected a number from 0 to {LARGEST}"))
}

pub(crate) fn parse_positive(text: &str) -> Result<NonZero<usize>, String> {
    text.parse().map_err(|_| "expected a number from 1".to_owned())
}

/// One of several heaps.
fn parse_small(text: &str) -> Result<usize, String> {
    let expected = |_| format!("expected numbers from 0 to {LARGEST_SMALL} with commas between them, such as 3,5,7");
    parse_heap::<LARGEST_SMALL>(text).map_err(expected)
}

/// The largest heap up to which windows count.
const LARGEST_IN_WINDOW: usize = Window::MOST_VALUES - 1;

/// Fails for heaps that only windows can have.
pub(crate) fn check_to(to: usize) -> anyhow::Result<()> {
    ensure!(to <= LARGEST_HEAP, "--to: expected a number from 0 to {LARGEST_HEAP}, or use --windows; see --help");
    Ok(())
}

fn parse_hexadecimal(text: &str) -> Result<HeapGame, String> {
    HeapGame::hexadecimal(text).map_err(|error| match text {
        "grundy" => "not a hexadecimal code; leave out --hex".to_owned(),
        _ => error.to_string(),
    })
}

/// The largest number that a move may take, each of which takes time for each heap.
const MOST_TAKEN: usize = 2_000;
/// The largest heap on which moves are listed.
const LARGEST_SMALL: usize = 1_000_000;

fn parse_numbers(text: &str) -> Result<HeapGame, String> {
    let number = |text: &str| text.trim().parse().ok().filter(|number| (1..=MOST_TAKEN).contains(number));
    let numbers: Option<Vec<usize>> = text.split(',').map(number).collect();
    let game = numbers.and_then(|numbers| HeapGame::subtraction(numbers).ok());
    game.ok_or_else(|| format!("expected numbers from 1 to {MOST_TAKEN} with commas between them, such as 1,3,4"))
}

/// A plot is an SVG picture, whatever its file is called.
fn parse_svg(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let is_svg = path.extension().is_none_or(|ending| ending.eq_ignore_ascii_case("svg"));
    if is_svg && !text.is_empty() {
        Ok(path)
    } else {
        Err("expected a name that ends in .svg, as plots are SVG pictures".to_owned())
    }
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected a number of seconds, 0 or more".to_owned())
}
