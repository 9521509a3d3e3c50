//! Solving an input in a judge's format.

use std::ffi::OsString;

use problem::{Layout, Problem, solve};

use super::options::dialect_or_default;
use super::print_message;
use crate::output::to_stdout;
use crate::source::{Source, input_error};

#[derive(Default, clap::Args)]
pub(super) struct Solve {
    /// The input; `-` or nothing is standard input
    file: Option<OsString>,
    /// The judge whose input and output format to use
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    /// Enforce the judge's limits and the exact layout
    #[arg(long)]
    strict: bool,
}

impl Solve {
    pub(super) fn run<P: Problem>(self) -> anyhow::Result<()> {
        let dialect = dialect_or_default::<P>(self.judge.as_deref());
        let layout = if self.strict { Layout::Exact } else { Layout::Free };
        let mut source = Source::open(self.file.as_deref(), P::NAME, dialect.title)?;
        let solution = solve(dialect, layout, source.reader()).map_err(|error| input_error(source.name(), error))?;
        if let Some(place) = solution.ignored_from() {
            let name = source.name();
            print_message::<P>(format_args!(
                "{name}:{place}: warning: the input goes on after its last case; the rest is ignored"
            ));
        }
        to_stdout(|mut out| solution.write_to(&mut out))
    }
}
