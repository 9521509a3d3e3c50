//! Judging one output, with the arguments and exit codes of testlib's checkers.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::{fs, io};

use problem::{Comparison, Layout, Problem, Verdict, compare, count_of, solve};

use super::print_message;
use crate::check::{by_answer, by_default, by_folder, compare_answer_file};
use crate::output::render;
use crate::report::comparison;
use crate::source::{display_name, input_error, read_error};

#[derive(clap::Args)]
pub(super) struct Checker {
    /// The input
    input: OsString,
    /// The output of a program
    output: OsString,
    /// The right answer
    answer: OsString,
    /// The judge that the input is for [default: as for `check`]
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
}

/// testlib's exit codes for a judged output. Its code for failures, 3, is the exit code of every error of this command.
fn exit_code(verdict: Verdict) -> ExitCode {
    ExitCode::from(match verdict {
        Verdict::Accepted => 0,
        Verdict::PresentationError => 2,
        _ => 1,
    })
}

impl Checker {
    pub(super) fn run<P: Problem>(self) -> anyhow::Result<ExitCode> {
        let [input, output, answer] = [&self.input, &self.output, &self.answer].map(read);
        let (input, output, answer) = (input?, output?, answer?);
        let found = || {
            let input = Path::new(&self.input);
            let canonical = fs::canonicalize(input).unwrap_or_default();
            by_folder(&[input, &canonical]).or_else(|| by_answer(&answer)).unwrap_or_else(by_default).0
        };
        let dialect = self.judge.as_deref().and_then(P::dialect).unwrap_or_else(found);
        let solution = solve(dialect, Layout::Free, input.as_slice())
            .map_err(|error| input_error(&display_name(&self.input), error))?;
        if let Err(difference) = compare_answer_file(&solution, &answer, Comparison::Tokens) {
            anyhow::bail!(
                "{}: this answer is wrong: {difference}; correct it before comparing outputs with it",
                display_name(&self.answer)
            );
        }
        let Err(difference) = compare(&solution, &output, dialect.output.comparison) else {
            print_message::<P>(format_args!("{}: {}", Verdict::Accepted.words(), count_of(solution.len(), "case")));
            return Ok(ExitCode::SUCCESS);
        };
        let verdict = dialect.verdict(&difference);
        print_message::<P>(format_args!("{}: {difference}", verdict.words()));
        let case = dialect.format.case(&input, difference.case);
        let block = comparison(&difference, case.as_deref(), ["expected", "got"]);
        // There is nowhere to report that standard error is closed.
        let _ = io::Write::write_all(&mut io::stderr(), &render(&block, anstream::ColorChoice::Never));
        Ok(exit_code(verdict))
    }
}

fn read(path: &OsString) -> anyhow::Result<Vec<u8>> {
    fs::read(path).map_err(|error| read_error(error).context(display_name(path)))
}
