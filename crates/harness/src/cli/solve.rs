//! Solving an input in a judge's format.

use std::ffi::OsString;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;
use problem::{Diagnostic, Dialect, Layout, Problem, could_be_given, hint_about_input, solve_pieces};

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
        let dialect = dialect_or_default::<P>(self.judge.as_deref());
        let layout = if self.strict { Layout::Exact } else { Layout::Free };
        let file = self.file.as_deref().filter(|file| *file != "-");
        let (name, mut source) = open(file, P::NAME, dialect.title).map_err(|error| match file {
            Some(file) if !Path::new(file).exists() => anyhow::anyhow!("{error:#}; `--help` lists the commands"),
            _ => error,
        })?;
        let (mut beginning, mut is_over) = (None, Ok(false));
        let pieces = |part: &mut Vec<u8>| {
            // A terminal would have to be told twice that its input ends.
            if let Ok(false) = is_over {
                is_over = read_piece(&mut source, part);
                beginning.get_or_insert_with(|| part.clone());
            }
        };
        let mut warn = warn_in::<P>(&name);
        let solution = solve_pieces(dialect, layout, pieces, &mut warn);
        is_over.map_err(read_error).with_context(|| name.clone())?;
        let solution = solution.map_err(|error| {
            let beginning = beginning.unwrap_or_default();
            anyhow::anyhow!(error_in(dialect, &name, &beginning, &error))
        })?;
        if let Some(place) = solution.ignored_from() {
            let message = "the input continues after its last case; the rest is ignored".to_owned();
            warn(Diagnostic { place, message });
        }
        to_stdout(|mut out| solution.write_to(&mut out))
    }
}

/// Appends the next piece of an input, which is at least as long as what is there, so that a long case is not read often.
/// Returns whether the input is over.
fn read_piece(source: &mut impl Read, part: &mut Vec<u8>) -> io::Result<bool> {
    const PIECE: usize = 1 << 16;
    /// A case that never ends would fill the memory.
    const MOST: usize = 1 << 30;
    let before = part.len();
    if before >= MOST {
        return Err(io::Error::other("a case has 1 GiB or more"));
    }
    let piece = PIECE.max(before);
    source.take(piece as u64).read_to_end(part).map(|read| read < piece)
}

/// Prints warnings about this input.
pub(super) fn warn_in<P: Problem>(name: &str) -> impl Fn(Diagnostic) {
    move |Diagnostic { place, message }| print_message(P::NAME, format_args!("{name}:{place}: warning: {message}"))
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
