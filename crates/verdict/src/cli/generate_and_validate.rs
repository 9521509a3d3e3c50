//! Inputs from a description: what `stress` tries, what `generate` prints, what `validate` accepts.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail, ensure};
use harness::CheckerStyle;
use problem::{Inputs, count_of};

use super::check_and_stress::NAME;
use crate::{Description, Input};

/// Reads a description: the text itself, or a file that has it, or `-` for standard input.
pub(super) fn description(argument: &str) -> anyhow::Result<Description> {
    let path = Path::new(argument);
    let (name, text) = match path {
        _ if path.is_dir() => bail!("--input {argument}: a folder; name the file in it that has the description"),
        // Also a pipe, as `<(…)` makes.
        _ if argument == "-" || path.exists() => {
            let (name, bytes) = harness::read(Some(argument.as_ref()), NAME, "a description", u64::MAX)?;
            (name.clone(), String::from_utf8(bytes).context(name)?)
        }
        _ if argument.contains(':') => ("--input".to_owned(), argument.to_owned()),
        _ => bail!("--input {argument}: no such file; a description has a ':'"),
    };
    text.parse().map_err(|wrong: problem::Diagnostic| anyhow!("{name}:{}: {}", wrong.place, wrong.message))
}

/// The same for `stress`: there are such inputs.
pub(super) fn description_of_inputs(argument: &str) -> anyhow::Result<Description> {
    let description = description(argument)?;
    description.has_inputs().map_err(|error| anyhow!("--input: {error}"))?;
    Ok(description)
}

/// Print a random input, or write several to files
#[derive(clap::Args)]
pub(super) struct Generate {
    /// The description of an input, or a file with it; `-` is standard input
    #[arg(long, value_name = "DESC|FILE")]
    input: String,
    /// About how many values or rows an input has [default: 20; with --cases, from one to as many as there can be]
    #[arg(long, value_name = "K")]
    size: Option<usize>,
    /// The seed; it gives the same inputs on every machine
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many inputs to write, with --out
    #[arg(long, value_name = "N")]
    cases: Option<usize>,
    /// The folder for inputs 01.in, 02.in, …, of which none may be there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Generate {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let description = description(&self.input)?;
        let Some(folder) = self.out else {
            ensure!(self.cases.is_none(), "--cases writes files; name a folder for them with --out");
            let input =
                description.random_input(self.seed, 0, self.size.unwrap_or(20)).map_err(|error| anyhow!(error))?;
            harness::print(&description.bytes(&[input]))?;
            return Ok(ExitCode::SUCCESS);
        };
        let cases = self.cases.unwrap_or(10);
        let inputs: Result<Vec<Input>, String> = match self.size {
            Some(size) => (0..cases).map(|number| description.random_input(self.seed, number, size)).collect(),
            None => description.random_inputs(self.seed, cases).collect(),
        };
        let inputs = inputs.map_err(|error| anyhow!(error))?;
        fs::create_dir_all(&folder).with_context(|| format!("--out {}", folder.display()))?;
        let digits = cases.to_string().len().max(2);
        for (number, input) in (1..).zip(&inputs) {
            let path = folder.join(format!("{number:0digits$}.in"));
            ensure!(!path.exists(), "{} is there already; name another folder", path.display());
            let written = fs::File::create_new(&path)
                .and_then(|mut file| file.write_all(&description.bytes(std::slice::from_ref(input))));
            written.with_context(|| format!("{}: it cannot be written; name another folder", path.display()))?;
        }
        harness::print(format!("{} in {}\n", count_of(inputs.len(), "input"), folder.display()).as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Say whether inputs are as their description says
#[derive(clap::Args)]
pub(super) struct Validate {
    /// The description of an input, or a file with it; `-` is standard input
    #[arg(long, value_name = "DESC|FILE")]
    input: String,
    /// How to answer: for `testlib` by exit code 0, valid, or 3, for `kattis` by 42 or 43
    #[arg(long, value_name = "STYLE", value_enum, ignore_case = true, default_value_t = CheckerStyle::Testlib)]
    style: CheckerStyle,
    /// The inputs; `-` or nothing is standard input
    #[arg(default_value = "-", hide_default_value = true)]
    files: Vec<OsString>,
}

impl Validate {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let is_twice = self.input == "-" && self.files.iter().any(|file| file == "-");
        ensure!(!is_twice, "--input and an input are both standard input; name a file");
        let description = description(&self.input)?;
        let [valid, invalid, not_read] = if self.style == CheckerStyle::Kattis { [42, 43, 3] } else { [0, 3, 3] };
        let mut code = valid;
        for file in &self.files {
            let read = harness::read(Some(file), NAME, "an input", u64::MAX);
            let (worse, why) = match read.map(|(name, bytes)| (description.validate(&bytes), name)) {
                Ok((Ok(()), _)) => continue,
                Ok((Err(wrong), name)) => (invalid, format!("{name}:{}: {}", wrong.place, wrong.message)),
                Err(error) => (not_read, format!("{error:#}")),
            };
            harness::print_message(NAME, why);
            code = if code == not_read { code } else { worse };
        }
        Ok(ExitCode::from(code))
    }
}
