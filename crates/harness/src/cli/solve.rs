//! Solving an input in a judge's format.

use std::ffi::OsString;
use std::io::Read;
use std::mem::ManuallyDrop;
use std::path::Path;

use anyhow::Context;
use problem::{Diagnostic, Dialect, Layout, Problem, could_be_given, hint_about_input, solve};

use super::options::dialect_or_default;
use crate::output::{print_message, to_stdout};
use crate::source::{open, read_error};

#[derive(Default, clap::Args)]
pub(super) struct Solve {
    /// The input; `-` or nothing is standard input
    file: Option<OsString>,
    /// The judge whose input and output format to use [default: the first]
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    /// Enforce the judge's limits and the exact layout
    #[arg(long)]
    strict: bool,
}

impl Solve {
    pub(super) fn run<P: Problem>(self) -> anyhow::Result<()> {
        /// How much is read before it is solved.
        const BEGINNING: u64 = 1 << 16;
        let dialect = dialect_or_default::<P>(self.judge.as_deref());
        let layout = if self.strict { Layout::Exact } else { Layout::Free };
        let file = self.file.as_deref().filter(|file| *file != "-");
        let (name, mut source) = open(file, P::NAME, dialect.title).map_err(|error| match file {
            Some(file) if !Path::new(file).exists() => anyhow::anyhow!("{error:#}; `--help` lists the commands"),
            _ => error,
        })?;
        let mut beginning = Vec::new();
        source
            .by_ref()
            .take(BEGINNING)
            .read_to_end(&mut beginning)
            .map_err(read_error)
            .with_context(|| name.clone())?;
        // A terminal would have to be told twice that its input ends.
        let rest = source.take(if beginning.len() as u64 == BEGINNING { u64::MAX } else { 0 });
        let solution = solve(dialect, layout, beginning.chain(rest));
        let solution = solution.map_err(|error| anyhow::anyhow!(error_in(dialect, &name, &beginning, &error)))?;
        if let Some(place) = solution.ignored_from() {
            let message = "the input continues after its last case; the rest is ignored";
            print_message(P::NAME, format_args!("{name}:{place}: warning: {message}"));
        }
        // To free 20,000 answers would take a fortieth of the time, and the process ends.
        let solution = ManuallyDrop::new(solution);
        to_stdout(|mut out| solution.write_to(&mut out))
    }
}

/// An error in an input, with the judge that could give it if that is another one. Only the beginning of a long input is
/// known, which no judge could give.
pub(super) fn error_in<P: Problem>(
    dialect: &'static Dialect<P>,
    name: &str,
    input: &[u8],
    error: &Diagnostic,
) -> String {
    let is_other = !could_be_given(dialect, input);
    let hint = if is_other { hint_about_input(dialect, input, None) } else { String::new() };
    format!("{name}:{error}{hint}")
}
