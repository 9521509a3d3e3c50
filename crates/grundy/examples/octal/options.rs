//! The command line.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use grundy::HeapGame;

/// Computes the values of an octal game's heaps, and proves its period if it has one
#[derive(Parser)]
#[command(name = "octal", after_help = EXAMPLES)]
pub(crate) struct Options {
    /// The game: an octal code such as .007, 0.77 or 4.7, or `grundy` for Grundy's game
    pub(crate) code: HeapGame,
    /// The largest heap
    #[arg(long, value_name = "N", value_parser = heap, default_value = "1048576")]
    pub(crate) to: usize,
    /// Print the values, heap 0 first, one a line, instead of the line that sums them up
    #[arg(long)]
    pub(crate) values: bool,
    /// Draw the values over the heaps into this file
    #[arg(long, value_name = "FILE.svg")]
    pub(crate) plot: Option<PathBuf>,
    /// How to find the values; both ways find the same
    #[arg(long, value_enum, default_value_t = Engine::Sparse)]
    pub(crate) engine: Engine,
    /// How many threads the sparse engine uses [default: as many as there are processors]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZero<usize>>,
    /// Keep what is known in this file, and go on from it if it is there
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// How many seconds to work between two checkpoints
    #[arg(long, value_name = "SECS", value_parser = seconds, default_value = "30")]
    pub(crate) every: Duration,
}

const EXAMPLES: &str = "Examples:
  cargo run --release -p grundy --example octal -- .007 --to 1048576
  cargo run --release -p grundy --example octal -- .16 --to 600000
  cargo run --release -p grundy --example octal -- grundy --to 100000 --plot grundy.svg";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// Every move of every heap
    Plain,
    /// Only what must be looked at, on all threads
    Sparse,
}

impl From<Engine> for grundy::Engine {
    fn from(engine: Engine) -> Self {
        match engine {
            Engine::Plain => Self::Plain,
            Engine::Sparse => Self::Sparse,
        }
    }
}

fn heap(text: &str) -> Result<usize, String> {
    // Heaps are counted in 32 bits where it matters for speed.
    let heap: u32 = text.parse().map_err(|_| format!("it should be a whole number of at most {}", u32::MAX - 1))?;
    if heap == u32::MAX { Err(format!("it should be at most {}", u32::MAX - 1)) } else { Ok(heap as usize) }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "it should be a number of seconds, 0 or more".to_owned())
}
