//! Whether an input is one that a judge could give, as judging systems call their validators.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use problem::{Layout, Problem, count_of, solve};

use super::solve::error_in;
use crate::answers::CheckerStyle;
use crate::cases::dialect_of;
use crate::output::print_message;
use crate::source::{self, display_name};

/// How many bytes are read, so that an endless input is rejected.
const MORE_THAN_ANY_JUDGE_GIVES: u64 = 1 << 28;

#[derive(clap::Args)]
pub(super) struct Validate {
    /// Which system calls this command: for `testlib` it ends with exit code 0 or 3, for `kattis` with 42 or 43
    #[arg(long, value_name = "STYLE", value_enum, ignore_case = true, default_value_t = CheckerStyle::Testlib)]
    style: CheckerStyle,
    /// The judge that the input is for [default: the one that the nearest folder above INPUT names, else the first one]
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    /// The input; `-` or nothing is standard input
    input: Option<OsString>,
    /// Flags of a package's own validator, which `--style kattis` adds
    #[arg(hide = true)]
    flags: Vec<OsString>,
}

impl Validate {
    pub(super) fn run<P: Problem>(self) -> anyhow::Result<ExitCode> {
        let input = self.input.as_deref();
        if let (CheckerStyle::Testlib, [argument, ..]) = (self.style, &self.flags[..]) {
            bail!("validate: unexpected argument '{}'; one input at a time", display_name(argument));
        }
        let judge = self.judge.as_deref().and_then(P::dialect);
        let (dialect, _) = dialect_of::<P>(judge, Path::new(input.unwrap_or_default()));
        let (name, text) = source::read(input, P::NAME, dialect.title, MORE_THAN_ANY_JUDGE_GIVES)?;
        let [valid, invalid] = if self.style == CheckerStyle::Kattis { [42, 43] } else { [0, 3] };
        let (message, code) = match solve(dialect, Layout::Exact, &text[..]) {
            Ok(solution) => {
                let cases = count_of(solution.cases(), dialect.format.noun);
                (format!("valid: {} could give this input of {cases}", dialect.name), valid)
            }
            Err(error) => (error_in(dialect, &name, &text, &error), invalid),
        };
        print_message(P::NAME, message);
        Ok(ExitCode::from(code))
    }
}
