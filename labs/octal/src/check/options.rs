//! The command line of `octal-check`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::thread::available_parallelism;

use clap::Parser;
use grundy::HeapGame;
use startup::version;

use super::rules::Rules;
use crate::options::parse_positive;

/// Check heaps of which `octal` has saved the values, drawn at random, by the definition of the game alone
///
/// Every move of each drawn heap is looked at. A value counts as wrong if it does not follow from the values of the
/// smaller heaps in the folder; a value that was computed from a wrong one does follow from it. To know that all are
/// right, check all heaps. The same checksum from an independent program is evidence, not proof: it consists of two
/// sums of 16 bits.
///
/// Of windows, the table of the first heaps is checked in that way. Heaps are drawn from each window and from those
/// after it, whose values are computed again by the list of rare heaps; a move must reach every smaller rare value.
///
/// The folder is only read, also while a run is writing it.
#[derive(Parser)]
#[command(name = "octal-check", version = version(), after_help = EXAMPLES, allow_negative_numbers = true)]
pub(super) struct Options {
    /// The game: an octal code such as .007, 0.77 or 4.7, or 'grundy' for Grundy's game; for --subtract the code that
    /// `octal` prints. Games whose moves leave three heaps are not checked
    pub(super) code: Code,
    /// The folder of `octal --checkpoint` or `octal --windows`
    pub(super) folder: PathBuf,
    /// The number of heaps to check, a quarter of them from the last ones; all of them if there are fewer
    #[arg(long, value_name = "COUNT", value_parser = parse_positive, default_value = "10000")]
    pub(super) heaps: NonZeroUsize,
    /// How many heaps count as the last ones
    #[arg(long, value_name = "COUNT", default_value = "1000000")]
    pub(super) recent: usize,
    /// How far beyond a window values are computed again and heaps drawn, at most to the next window
    #[arg(long, value_name = "HEAPS", default_value = "1000000")]
    pub(super) distance: usize,
    /// The seed of the random numbers; it draws the same heaps from the same number of values [default: a random one,
    /// which is printed]
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// The number of threads, never more than processors [default: one for each]
    #[arg(long, value_name = "N", value_parser = parse_positive)]
    threads: Option<NonZeroUsize>,
}

const EXAMPLES: &str = "Examples:
  octal .007 --to 1048576 --checkpoint values
  octal-check .007 values
  octal-check .007 values --heaps 1000 --recent 5000 --seed 1
  octal-check .007 values --heaps 1048577
  octal-check .106 windows --distance 100000000

Exit codes: 0, no value is wrong; 1, some value is wrong; 2, nothing could be checked.";

impl Options {
    pub(super) fn threads(&self) -> usize {
        let processors = available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or(processors, |threads| threads.get().min(processors))
    }
}

/// A game: as the folder names it, and its moves.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub(super) game: HeapGame,
    pub(super) rules: Rules,
}

impl FromStr for Code {
    type Err = String;

    fn from_str(code: &str) -> Result<Self, String> {
        let game = code.parse().map_err(|error| match error {
            grundy::ParseCodeError::InvalidDigit { found, .. } if found.is_ascii_hexdigit() => {
                "digits from 8 on let moves leave three heaps; such games are not checked".to_owned()
            }
            error => error.to_string(),
        })?;
        let rules = Rules::of(code).ok_or("not an octal code, such as .007 or 4.7, nor 'grundy'")?;
        Ok(Self { game, rules })
    }
}
