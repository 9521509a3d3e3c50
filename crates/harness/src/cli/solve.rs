//! Solving an input in a judge's format.

use std::ffi::OsString;

use problem::{Dialect, Layout, Problem, solve};

use super::options::dialect_parser;
use super::print_message;
use crate::output::to_stdout;
use crate::source::{Source, input_error};

#[derive(clap::Args)]
pub(super) struct Solve<P: Problem> {
    /// The input; `-` or nothing is standard input
    file: Option<OsString>,
    /// The judge whose input and output format to use
    #[arg(long, value_name = "NAME", value_parser = dialect_parser::<P>(), default_value = P::DIALECTS[0].name)]
    judge: &'static Dialect<P>,
    /// Enforce the judge's limits and the exact layout
    #[arg(long)]
    strict: bool,
}

/// The options of a program without arguments.
impl<P: Problem> Default for Solve<P> {
    fn default() -> Self {
        Self { file: None, judge: &P::DIALECTS[0], strict: false }
    }
}

impl<P: Problem> Solve<P> {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let layout = if self.strict { Layout::Exact } else { Layout::Free };
        let mut source = Source::open(self.file.as_deref(), P::NAME, self.judge.title)?;
        let solution = solve(self.judge, layout, source.reader()).map_err(|error| input_error(source.name(), error))?;
        if let Some(place) = solution.ignored_from() {
            let name = source.name();
            print_message::<P>(format_args!(
                "{name}:{place}: warning: the input goes on after its last case; the rest is ignored"
            ));
        }
        to_stdout(|mut out| solution.write_to(&mut out))
    }
}
