//! Solving an input, as judges want it.

use std::ffi::OsString;

use super::options::dialect_parser;
use super::say;
use crate::output::to_stdout;
use crate::problem::{Dialect, Problem};
use crate::scan::Layout;
use crate::solution::solve;
use crate::source::{Source, blame};

#[derive(clap::Args)]
pub(super) struct Solve<D: Dialect> {
    /// The input; `-` or nothing is standard input
    file: Option<OsString>,
    /// Whose input and output format to speak
    #[arg(long, value_name = "NAME", value_parser = dialect_parser::<D>(), default_value = D::ALL[0].name())]
    judge: D,
    /// Enforce the judge's limits and the exact layout: one word on each line, and one newline after it
    #[arg(long)]
    strict: bool,
}

/// What is done when there are no arguments.
impl<D: Dialect> Default for Solve<D> {
    fn default() -> Self {
        Self { file: None, judge: D::ALL[0], strict: false }
    }
}

impl<D: Dialect> Solve<D> {
    pub(super) fn run<P: Problem<Dialect = D>>(self) -> anyhow::Result<()> {
        let layout = if self.strict { Layout::Exact } else { Layout::Free };
        let mut source = Source::open(self.file.as_deref(), P::NAME, self.judge.title())?;
        let solution = solve::<P>(self.judge, layout, source.reader()).map_err(|error| blame(source.name(), error))?;
        if let Some(place) = solution.ignored_from() {
            let name = source.name();
            say::<P>(format_args!(
                "{name}:{place}: warning: the input goes on after its last case; the rest is ignored"
            ));
        }
        to_stdout(|mut out| solution.write_to(&mut out))
    }
}
