//! Options that several commands share.

use std::io;
use std::num::NonZero;
use std::ops::{RangeBounds, RangeInclusive};
use std::time::Duration;

use anstream::AutoStream;
use anyhow::Context;
use clap::ColorChoice;
use clap::builder::RangedU64ValueParser;

use problem::{Comparison, Dialect, Generator, Problem, check_limits, count_of};

use crate::candidate::{Candidate, MIB};
use crate::output::print_message;

/// The dialect of a judge whose name the parser has accepted; without a name, the default one.
pub(super) fn dialect_or_default<P: Problem>(judge: Option<&str>) -> &'static Dialect<P> {
    judge.and_then(P::dialect).unwrap_or(&P::DIALECTS[0])
}

/// The same with its generator, or an error if it has none.
pub(super) fn dialect_with_generator<P: Problem>(
    judge: Option<&str>,
) -> anyhow::Result<(&'static Dialect<P>, Generator)> {
    let dialect = dialect_or_default::<P>(judge);
    let why = || format!("--judge {}: no cases can be generated for this judge", dialect.name);
    let generator = dialect.generator.with_context(why);
    Ok((dialect, generator?))
}

/// Warns of a number of cases, or of a size, that the judge does not give.
pub(super) fn warn_of_limits(program: &str, range: &RangeInclusive<usize>, number: usize, noun: &str) {
    if let Err(outside) = check_limits(range, number, || count_of(number, noun)) {
        print_message(program, format_args!("warning: {outside}"));
    }
}

#[derive(clap::Args, Debug)]
pub(super) struct Color {
    /// When to use colours; `auto` means on a terminal, unless `NO_COLOR` is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
}

impl Color {
    /// Whether standard output shows colours.
    pub(super) fn on_stdout(&self) -> anstream::ColorChoice {
        match self.color {
            ColorChoice::Auto => AutoStream::choice(&io::stdout()),
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        }
    }
}

/// How programs run, and how their outputs are compared.
#[derive(clap::Args, Debug)]
pub struct Running {
    /// How to compare outputs: `exact`, byte for byte; `lines`, without white space at the ends of lines and newlines at
    /// the end; `tokens`, word by word; `float=E`, and numbers with an absolute or relative error of at most E [default:
    /// as the judge does; without a judge, tokens]
    #[arg(long, value_name = "HOW")]
    pub compare: Option<Comparison>,
    /// How long the program may take for one input, in seconds; then it is stopped with its children [default: 10]
    #[arg(long, value_name = "SECS", value_parser = seconds)]
    pub time_limit: Option<Duration>,
    /// How much memory the program may take, in MiB: resident, in the largest of its processes [default: no limit]
    // More than any machine has, and not too much to count in bytes.
    #[arg(long, value_name = "MIB", value_parser = whole::<u64>(1..=1 << 40))]
    pub memory_limit: Option<u64>,
    /// How many inputs to work on at once; above 128 changes nothing [default: half as many as there are processors].
    /// Programs that run at once slow each other down: -j1 measures times best
    #[arg(short, long, value_name = "N", value_parser = whole::<usize>(1..=1_000_000))]
    jobs: Option<usize>,
}

impl Running {
    /// The programs of `--against`, with these limits.
    pub(super) fn candidates(&self, commands: &[String]) -> anyhow::Result<Vec<Candidate>> {
        let memory_limit = self.memory_limit.map(|mebibytes| mebibytes * MIB);
        let parse = |command: &String| Candidate::parse(command, self.time_limit()).context("--against");
        commands.iter().map(|command| Ok(Candidate { memory_limit, ..parse(command)? })).collect()
    }

    /// How long a program may take for one input.
    pub fn time_limit(&self) -> Duration {
        self.time_limit.unwrap_or(Duration::from_secs(10))
    }

    /// How many programs may run at once.
    pub fn jobs(&self) -> usize {
        let half = || std::thread::available_parallelism().map_or(1, |all| (NonZero::get(all) / 2).max(1));
        self.jobs.unwrap_or_else(half)
    }
}

/// Parses a whole number in a range.
pub(super) fn whole<N: TryFrom<u64>>(range: impl RangeBounds<u64>) -> RangedU64ValueParser<N> {
    RangedU64ValueParser::new().range(range)
}

/// The largest size of a case: a larger one might not fit into memory.
pub(super) const MAX_SIZE: u64 = 1 << 30;

/// Parses a number of seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    /// Long enough for any wait, and short enough not to overflow when times are added.
    const MAX: f64 = 1e6;
    let seconds = text.parse().ok().filter(|seconds| *seconds <= MAX);
    match seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
        Some(limit) if !limit.is_zero() => Ok(limit),
        _ => Err(format!("expected a number of seconds, such as 2 or 0.5, more than 0 and at most {MAX}")),
    }
}
