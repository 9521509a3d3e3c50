//! Looking for the smallest input on which a program is wrong.

use std::fs::{self, File};
use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;

use super::options::{Color, Jobs, TimeLimit, any_seed, dialect_parser, require_bearable};
use super::progress::bar;
use super::say;
use crate::clock::SystemClock;
use crate::fault::count_of;
use crate::output::{painted, patient_stdout};
use crate::problem::{Dialect, Problem};
use crate::source::printable;
use crate::stress::{Counterexample, Outcome, Plan, stress};

#[derive(clap::Args)]
pub(super) struct Stress<D: Dialect> {
    /// Whose input the program reads
    #[arg(long, value_name = "NAME", value_parser = dialect_parser::<D>(), default_value = D::ALL[0].name())]
    judge: D,
    /// The program to try; its words are split as in a shell, but no shell is started
    #[arg(long, value_name = "CMD", required = true)]
    against: String,
    /// How many cases to try at most: the smaller half of them are all that there are of their sizes, in order, the rest
    /// is random
    #[arg(long, value_name = "N", default_value = "20000")]
    cases: NonZero<usize>,
    /// A number that fixes the random cases, on every machine [default: another one each time, which is told]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// How many cells a case may have [default: as many as the judge gives]
    #[arg(long, value_name = "K")]
    max_size: Option<usize>,
    #[command(flatten)]
    time_limit: TimeLimit,
    #[command(flatten)]
    jobs: Jobs,
    /// Write what is found into the judge's folder in this one, as a case: NN-stress.in and NN-stress.out
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    #[command(flatten)]
    color: Color,
}

impl<D: Dialect> Stress<D> {
    pub(super) fn run<P: Problem<Dialect = D>>(self) -> anyhow::Result<ExitCode> {
        let contestant = self.time_limit.contestant(&self.against)?;
        let (least, most) = self.judge.form().cells.into_inner();
        // Where all cases are of one size there is nothing to choose.
        let largest = self.max_size.filter(|&size| size < least || most > least).unwrap_or(most);
        require_bearable("--max-size", largest)?;
        anyhow::ensure!(largest >= least, "--max-size {largest}: the smallest case has {}", count_of(least, "cell"));
        // Before the search, or what it finds might be lost.
        let folder = self.save.map(|folder| make_folder(&folder.join(self.judge.name()))).transpose()?;
        let seed = self.seed.unwrap_or_else(any_seed);
        say::<P>(format_args!("seed {seed}"));
        let cases = self.cases.get();
        let plan = Plan { dialect: self.judge, cases, seed, largest, threads: self.jobs.count() };
        let bar = bar(cases, "cases");
        let outcome = stress::<P>(plan, &contestant, &SystemClock, |answered| bar.set_position(answered as u64));
        bar.finish_and_clear();
        let outcome = outcome?;
        let text = match &outcome {
            Outcome::Agreement { cases, all: true } => {
                format!("no difference in {}: all that have at most {largest} cells\n", count_of(*cases, "case"))
            }
            Outcome::Agreement { cases, all: false } => format!("no difference in {}\n", count_of(*cases, "case")),
            Outcome::Difference(found) => found.to_text(),
        };
        let mut out = patient_stdout().context("standard output")?;
        let mut show = |text: &str| {
            let shown = out.write_all(&painted(text, self.color.on_stdout())).and_then(|()| out.flush());
            shown.context("standard output")
        };
        show(&text)?;
        let Outcome::Difference(found) = outcome else { return Ok(ExitCode::SUCCESS) };
        if let Some(folder) = folder {
            let path = save(&folder, &found)?;
            show(&format!("saved as {}\n", printable(&path.to_string_lossy())))?;
        }
        Ok(ExitCode::from(1))
    }
}

fn make_folder(folder: &Path) -> anyhow::Result<PathBuf> {
    fs::create_dir_all(folder).with_context(|| trouble(folder))?;
    Ok(folder.to_owned())
}

fn trouble(path: &Path) -> String {
    format!("--save: {}", printable(&path.to_string_lossy()))
}

/// Writes a case into a folder, under the first number that is free. Gives the path of the input.
fn save(folder: &Path, found: &Counterexample) -> anyhow::Result<PathBuf> {
    let mut number = 1;
    loop {
        let input = folder.join(format!("{number:02}-stress.in"));
        match File::create_new(&input).and_then(|mut file| file.write_all(&found.input)) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            written => {
                written.with_context(|| trouble(&input))?;
                let answer = input.with_extension("out");
                fs::write(&answer, &found.expected).with_context(|| trouble(&answer))?;
                return Ok(input);
            }
        }
    }
}
