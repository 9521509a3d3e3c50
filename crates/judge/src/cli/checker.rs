//! Telling whether an output is right, in the way that other judges ask it.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::{fs, io};

use super::options::dialect_parser;
use super::say;
use crate::check::{comparison, dialect_of};
use crate::fault::count_of;
use crate::output::painted;
use crate::problem::{Dialect, Problem};
use crate::review::review;
use crate::scan::Layout;
use crate::solution::solve;
use crate::source::{blame, plain, printable};
use crate::verdict::Verdict;

#[derive(clap::Args)]
pub(super) struct Checker<D: Dialect> {
    /// The input
    input: OsString,
    /// What a program has answered to it
    output: OsString,
    /// A right answer
    answer: OsString,
    /// Whose input it is; without it, the folder that the input lies in says so if it is named like a judge
    #[arg(long, value_name = "NAME", value_parser = dialect_parser::<D>())]
    judge: Option<D>,
}

/// testlib's codes. The one for trouble, 3, is what any error of this command ends with.
fn exit_code(verdict: Verdict) -> ExitCode {
    ExitCode::from(match verdict {
        Verdict::Accepted => 0,
        Verdict::PresentationError => 2,
        _ => 1,
    })
}

impl<D: Dialect> Checker<D> {
    pub(super) fn run<P: Problem<Dialect = D>>(self) -> anyhow::Result<ExitCode> {
        let [input, output, answer] = [&self.input, &self.output, &self.answer].map(read);
        let (input, output, answer) = (input?, output?, answer?);
        let name = |path: &OsString| printable(&path.to_string_lossy());
        let above = || dialect_of(&fs::canonicalize(Path::new(&self.input)).ok()?);
        let dialect = self.judge.or_else(above).unwrap_or(D::ALL[0]);
        let solution =
            solve::<P>(dialect, Layout::Free, input.as_slice()).map_err(|error| blame(&name(&self.input), error))?;
        if let Err(wrong) = review(&solution, &answer) {
            anyhow::bail!(
                "{}: this answer is not right: {}: {}; mend it before outputs are compared with it",
                name(&self.answer),
                wrong.whereabouts(),
                wrong.words()
            );
        }
        let Err(difference) = review(&solution, &output) else {
            say::<P>(format_args!("{}: {}", Verdict::Accepted.words(), count_of(solution.len(), "case")));
            return Ok(ExitCode::SUCCESS);
        };
        let verdict = difference.verdict();
        say::<P>(format_args!("{}: {}: {}", verdict.words(), difference.whereabouts(), difference.words()));
        let block =
            comparison(&difference, dialect.form().case(&input, difference.case).as_deref(), ["expected", "got"]);
        // There is nowhere to report that standard error is closed.
        let _ = io::Write::write_all(&mut io::stderr(), &painted(&block, anstream::ColorChoice::Never));
        Ok(exit_code(verdict))
    }
}

fn read(path: &OsString) -> anyhow::Result<Vec<u8>> {
    fs::read(path).map_err(|error| plain(error).context(printable(&path.to_string_lossy())))
}
