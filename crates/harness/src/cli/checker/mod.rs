//! Judging one output, as judging systems call their checkers.

mod style;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use problem::{Comparison, Dialect, Layout, Problem, Verdict, compare, count_of, hint_about_output, solve};

use self::style::{Call, Style};
use super::options;
use crate::candidate::Usage;
use crate::check::{Judgement, by_answer, by_default, by_folder_of, compare_answer_file, output_limit, why_no_answer};
use crate::source::{Source, display_name, input_error, read_error};

#[derive(clap::Args)]
pub(super) struct Checker {
    /// Which system calls this command, and so which files it takes and how it answers
    #[arg(long, value_name = "STYLE", value_enum, ignore_case = true, default_value_t = Style::Testlib)]
    style: Style,
    /// The judge that the input is for [default: as for `check`]
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    /// How to compare the output with the answer [default: as the judge does]
    #[arg(long, value_name = "HOW", value_parser = options::comparison())]
    compare: Option<Comparison>,
    #[command(flatten)]
    _testlib: options::TestlibOptions,
    // The files in the order of the style, which names them if one is missing.
    #[arg(hide = true)]
    first: Option<OsString>,
    #[arg(hide = true)]
    second: Option<OsString>,
    #[arg(hide = true)]
    third: Option<OsString>,
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    more: Vec<OsString>,
}

impl Checker {
    /// How each style calls it.
    pub(super) const USAGE: &str = "\
        PROGRAM checker [OPTIONS] INPUT OUTPUT ANSWER [REPORT [-appes]]\n       \
        PROGRAM checker --style kattis [OPTIONS] INPUT ANSWER FEEDBACK_DIR [FLAG]... < OUTPUT\n       \
        PROGRAM checker --style cms [OPTIONS] INPUT ANSWER OUTPUT\n       \
        PROGRAM checker --style oj [OPTIONS] INPUT OUTPUT ANSWER";

    pub(super) fn run<P: Problem>(self) -> anyhow::Result<ExitCode> {
        let files = [self.first, self.second, self.third].into_iter().flatten().chain(self.more);
        let call = self.style.call(&files.collect::<Vec<_>>())?;
        let dialect = self.judge.as_deref().and_then(P::dialect);
        let judged = judge(&call, dialect, self.compare);
        call.reply::<P>(judged)
    }
}

/// Judges the output of a call.
///
/// # Errors
///
/// If a file cannot be read, or if the input or the answer is wrong, which says nothing about the output.
fn judge<P: Problem>(
    call: &Call,
    dialect: Option<&'static Dialect<P>>,
    comparison: Option<Comparison>,
) -> anyhow::Result<Judgement> {
    let takes = call.style.usage();
    let [input, answer] = [&call.input, &call.answer].map(|path| read(path));
    let (input, answer) = (input?, answer?);
    let dialect = dialect.unwrap_or_else(|| {
        by_folder_of(Path::new(&call.input)).or_else(|| by_answer(&answer)).unwrap_or_else(by_default).0
    });
    let solution = solve(dialect, Layout::Free, input.as_slice())
        .map_err(|error| input_error(&display_name(&call.input), error))
        .map_err(|error| anyhow::anyhow!("{error:#}; the input is at fault, not the output ({takes})"))?;
    let answer_name = display_name(&call.answer);
    if let Some(why) = why_no_answer(&answer, &solution) {
        anyhow::bail!("{answer_name}: {why} ({takes})");
    }
    let source = Source::open(call.output.as_deref(), P::NAME, "the output")?;
    let (mut output, limit) = (Vec::new(), output_limit(&solution));
    // If it is longer than the limit, the rest need not be read to see that it is wrong.
    let read = source.reader.take(limit as u64 + 1).read_to_end(&mut output);
    read.map_err(read_error).with_context(|| source.name)?;
    if let Err(difference) = compare_answer_file(&solution, &answer, Comparison::Tokens) {
        let hint = hint_about_output(dialect, &input, &answer);
        let fix = match compare(&solution, &output, Comparison::Tokens) {
            _ if !hint.is_empty() => hint,
            Ok(()) => "; the output is right: are the two swapped?".to_owned(),
            Err(_) => format!("; correct it first, or use --judge if it is not for {}", dialect.name),
        };
        anyhow::bail!("{answer_name}: this answer is wrong: {difference}{fix} ({takes})");
    }
    let usage = Usage::of_wall(Duration::ZERO);
    if output.len() > limit {
        return Ok(Judgement::new(Verdict::WrongAnswer, format!("more than {limit} bytes of output"), usage));
    }
    Ok(match compare(&solution, &output, comparison.unwrap_or(dialect.output.comparison)) {
        Ok(()) => Judgement::new(Verdict::Accepted, count_of(solution.len(), "case"), usage),
        Err(difference) => Judgement::of_difference(&solution, &input, difference, usage),
    })
}

fn read(path: &OsStr) -> anyhow::Result<Vec<u8>> {
    fs::read(path).map_err(|error| read_error(error).context(display_name(path)))
}
