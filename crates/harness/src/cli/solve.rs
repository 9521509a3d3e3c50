//! Solving an input in a judge's format.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

use problem::{
    Diagnostic, Dialect, InputError, Layout, Problem, could_be_given, hint_about_input, solve_with_warnings,
};

use super::options::dialect_or_default;
use crate::output::{print_message, to_stdout};
use crate::source::{Source, input_error};

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
        let dialect = dialect_or_default::<P>(self.judge.as_deref());
        let layout = if self.strict { Layout::Exact } else { Layout::Free };
        let file = self.file.as_deref().filter(|file| *file != "-");
        let source = Source::open(file, P::NAME, dialect.title).map_err(|error| match file {
            Some(file) if !Path::new(file).exists() => anyhow::anyhow!("{error:#}; `--help` lists the commands"),
            _ => error,
        })?;
        let mut warn = warn_in::<P>(&source.name);
        let solution = solve_with_warnings(dialect, layout, source.reader, &mut warn)
            .map_err(|error| error_in::<P>(dialect, &source.name, file, error))?;
        if let Some(place) = solution.ignored_from() {
            let message = "the input continues after its last case; the rest is ignored".to_owned();
            warn(Diagnostic { place, message });
        }
        to_stdout(|mut out| solution.write_to(&mut out))
    }
}

/// Prints warnings about this input.
pub(super) fn warn_in<P: Problem>(name: &str) -> impl Fn(Diagnostic) {
    move |Diagnostic { place, message }| print_message(P::NAME, format_args!("{name}:{place}: warning: {message}"))
}

/// An error in an input, with the judge that could give it if that is another one.
pub(super) fn error_in<P: Problem>(
    dialect: &'static Dialect<P>,
    name: &str,
    file: Option<&OsStr>,
    error: InputError,
) -> anyhow::Error {
    let file = file.map(Path::new).filter(|file| matches!(error, InputError::Invalid(_)) && file.is_file());
    let bytes = file.and_then(|file| fs::read(file).ok()).filter(|bytes| !could_be_given(dialect, bytes));
    let error = input_error(name, error);
    match bytes {
        Some(bytes) => anyhow::anyhow!("{error:#}{}", hint_about_input(dialect, &bytes, None)),
        None => error,
    }
}
