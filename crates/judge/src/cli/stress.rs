//! Looking for the smallest input on which a program is wrong.

use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;

use super::options::{Color, Jobs, TimeLimit, any_seed, dialect_parser};
use super::progress::bar;
use super::say;
use crate::clock::SystemClock;
use crate::fault::count_of;
use crate::output::{painted, patient_stdout};
use crate::problem::{Dialect, Problem};
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
    /// Write what is found into this folder, as a case: NN-stress.in and NN-stress.out
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    #[command(flatten)]
    color: Color,
}

impl<D: Dialect> Stress<D> {
    pub(super) fn run<P: Problem<Dialect = D>>(self) -> anyhow::Result<ExitCode> {
        let contestant = self.time_limit.contestant(&self.against)?;
        let (least, most) = self.judge.form().cells.into_inner();
        let largest = self.max_size.unwrap_or(most);
        anyhow::ensure!(largest >= least, "--max-size {largest}: the smallest case has {}", count_of(least, "cell"));
        let seed = self.seed.unwrap_or_else(any_seed);
        say::<P>(format_args!("seed {seed}"));
        let cases = self.cases.get();
        let plan = Plan { dialect: self.judge, cases, seed, largest, threads: self.jobs.count() };
        let bar = bar(cases, "cases");
        let outcome = stress::<P>(plan, &contestant, &SystemClock, |answered| bar.set_position(answered as u64));
        bar.finish_and_clear();
        let (text, code) = match outcome? {
            Outcome::Agreement { cases, all: true } => {
                (format!("no difference in {}: all that have at most {largest} cells\n", count_of(cases, "case")), 0)
            }
            Outcome::Agreement { cases, all: false } => (format!("no difference in {}\n", count_of(cases, "case")), 0),
            Outcome::Difference(found) => {
                let saved = self.save.as_deref().map(|folder| save(folder, &found)).transpose()?;
                let saved = saved.map_or(String::new(), |path| format!("saved as {}\n", path.display()));
                (found.to_text() + &saved, 1)
            }
        };
        let mut out = patient_stdout().context("standard output")?;
        out.write_all(&painted(&text, self.color.on_stdout())).and_then(|()| out.flush()).context("standard output")?;
        Ok(ExitCode::from(code))
    }
}

/// Writes a case into a folder, under the first number that is free. Gives the path of the input.
fn save(folder: &Path, found: &Counterexample) -> anyhow::Result<PathBuf> {
    let trouble = |path: &Path| format!("--save: {}", path.display());
    fs::create_dir_all(folder).with_context(|| trouble(folder))?;
    let named = |number: usize, ending: &str| folder.join(format!("{number:02}-stress.{ending}"));
    let is_free = |number: &usize| !["in", "out"].iter().any(|ending| named(*number, ending).exists());
    let number = (1..usize::MAX).find(is_free).expect("there are more numbers than files");
    for (ending, bytes) in [("in", &found.input), ("out", &found.expected)] {
        let path = named(number, ending);
        fs::write(&path, bytes).with_context(|| trouble(&path))?;
    }
    Ok(named(number, "in"))
}
