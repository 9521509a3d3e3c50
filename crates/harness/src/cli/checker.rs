//! Judging one output, as judging systems call their checkers.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstream::adapter::strip_str;
use anyhow::{Context, bail, ensure};
use problem::{Comparison, Expected, Problem, Rejection, Solved, Verdict, count_of};

use crate::answers::{CheckerStyle, judge_answer_file};
use crate::cases::dialect_of;
use crate::output::print_message;
use crate::source::{self, display_name};

#[derive(clap::Args)]
pub(super) struct CheckerCommand {
    /// Which system calls this command: for `testlib` it ends with exit code 0, 1 or 2, for `kattis` with 42 or 43
    #[arg(long, value_name = "STYLE", value_enum, ignore_case = true, default_value_t = CheckerStyle::Testlib)]
    style: CheckerStyle,
    /// The judge that the input is for [default: as for `check`]
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    /// How to compare the output with the answer: `exact`, `lines`, `tokens` or `float=E` [default: as the judge does]
    #[arg(long, value_name = "HOW")]
    compare: Option<Comparison>,
    /// INPUT OUTPUT ANSWER [REPORT], or with `--style kattis` INPUT ANSWER `FEEDBACK_DIR`, flags, and the output on
    /// standard input
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,
}

impl CheckerCommand {
    pub(super) fn run<P: Problem>(self) -> anyhow::Result<ExitCode> {
        let usage = match self.style {
            CheckerStyle::Testlib => "--style testlib takes INPUT OUTPUT ANSWER [REPORT]",
            CheckerStyle::Kattis => "--style kattis takes INPUT ANSWER FEEDBACK_DIR, and the output on standard input",
        };
        let [input, second, third, more @ ..] = &self.files[..] else {
            bail!("checker: {usage}; {} given", count_of(self.files.len(), "file"));
        };
        let (output, answer, report) = match (self.style, more) {
            // Whatever follows are the flags of a package's validator, none of which is for this one.
            (CheckerStyle::Kattis, _) => {
                let feedback = Path::new(third);
                ensure!(feedback.is_dir(), "{}: no such folder; {usage}", display_name(feedback));
                (None, second, Some(feedback.join("judgemessage.txt")))
            }
            (CheckerStyle::Testlib, [] | [_]) => (Some(second), third, more.first().map(PathBuf::from)),
            (CheckerStyle::Testlib, [.., last]) => {
                bail!("checker: unexpected argument '{}'; {usage}", display_name(last))
            }
        };
        let judged = judge::<P>([input, answer], output, self.judge.as_deref(), self.compare);
        let judged = judged.map_err(|error| anyhow::anyhow!("{error:#} ({usage})")).inspect_err(|error| {
            if let (CheckerStyle::Kattis, Some(report)) = (self.style, &report) {
                // Kattis may not show standard error. If this fails as well, there is nothing left to try.
                let _ = fs::write(report, format!("{error:#}\n"));
            }
        })?;
        let (verdict, text) = match judged {
            Ok(cases) => (Verdict::Accepted, cases),
            Err(rejection) => {
                let Rejection { verdict, message, difference, .. } = *rejection;
                let details = difference.map(|difference| difference.to_text(["expected", "got"])).unwrap_or_default();
                (verdict, format!("{message}\n{}", strip_str(&details)))
            }
        };
        let text = format!("{}: {}\n", verdict.words(), text.trim_end());
        if let Some(path) = &report {
            fs::write(path, &text).with_context(|| display_name(path))?;
        }
        if self.style == CheckerStyle::Testlib {
            print_message(P::NAME, text.trim_end());
        }
        Ok(ExitCode::from(match (self.style, verdict) {
            (CheckerStyle::Kattis, Verdict::Accepted) => 42,
            (CheckerStyle::Kattis, _) => 43,
            (CheckerStyle::Testlib, Verdict::Accepted) => 0,
            (CheckerStyle::Testlib, Verdict::PresentationError) => 2,
            (CheckerStyle::Testlib, _) => 1,
        }))
    }
}

/// Judges an output. Returns how many cases are right, or the rejection.
///
/// # Errors
///
/// If a file cannot be read, or if the input or the answer is wrong, which says nothing about the output.
fn judge<P: Problem>(
    [input, answer]: [&OsStr; 2],
    output: Option<&OsString>,
    judge: Option<&str>,
    comparison: Option<Comparison>,
) -> anyhow::Result<Result<String, Box<Rejection>>> {
    let (dialect, _) = dialect_of::<P>(judge.and_then(P::dialect), Path::new(input));
    let read = |file, what, most| source::read(file, P::NAME, what, most);
    let (name, bytes) = read(Some(input), "the input", u64::MAX)?;
    let solved = Solved::new(dialect, &bytes)
        .map_err(|error| anyhow::anyhow!("{name}:{error}; the input is at fault, not the output"))?;
    let (answer_name, answer) = read(Some(answer), "the answer", u64::MAX)?;
    let limit = solved.longest_output();
    // If it is longer than the limit, the rest need not be read to see that it is wrong.
    let output = read(output.map(OsString::as_os_str), "the output", limit as u64 + 1)?.1;
    if let Err(why) = judge_answer_file(&solved, &answer, Comparison::Tokens) {
        bail!("{answer_name}: this answer is wrong: {}", why.message);
    }
    if output.len() > limit {
        return Ok(Err(Rejection::new(Verdict::WrongAnswer, format!("more than {limit} bytes of output"))));
    }
    Ok(solved.judge(&output, comparison).map(|()| count_of(solved.solution.cases(), "case")))
}
