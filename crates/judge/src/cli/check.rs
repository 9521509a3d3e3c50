//! Judging programs on folders of cases.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::ValueEnum;

use super::options::{Color, Jobs, TimeLimit, dialect_parser};
use super::progress::bar;
use crate::check::{self, Case, Expectation, Report, Verbosity};
use crate::clock::{Clock, SystemClock};
use crate::output::patient_stdout;
use crate::problem::{Dialect, Problem};
use crate::verdict::Verdict;

#[derive(clap::Args)]
pub(super) struct Check<D: Dialect> {
    /// Folders of cases, each a file NAME.in with NAME.out or NAME.ans beside it; folders in them are searched as well,
    /// and the inputs in one called `invalid` must be refused. A single NAME.in will do
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Whose cases they are; without it, the folder that a case lies in says so if it is named like a judge
    #[arg(long, value_name = "NAME", value_parser = dialect_parser::<D>())]
    judge: Option<D>,
    /// Judge this program, one process a case; its words are split as in a shell, but no shell is started
    #[arg(long, value_name = "CMD")]
    against: Option<String>,
    #[command(flatten)]
    time_limit: TimeLimit,
    #[command(flatten)]
    jobs: Jobs,
    /// Only cases whose path contains this
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Tell of accepted cases as well
    #[arg(short, long)]
    verbose: bool,
    /// Tell the sum only
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// How to tell it
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    color: Color,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// A header, then a line for each case with its columns separated by tabs; with --quiet none for accepted ones
    Tsv,
}

impl<D: Dialect> Check<D> {
    pub(super) fn run<P: Problem<Dialect = D>>(self) -> anyhow::Result<ExitCode> {
        let contestant = self.against.as_deref().map(|command| self.time_limit.contestant(command)).transpose()?;
        let (cases, left_out) = self.cases(contestant.is_some())?;
        let format = match self.format {
            Format::Text => check::Format::Text,
            Format::Tsv => check::Format::Tsv,
        };
        let verbosity = match (self.verbose, self.quiet) {
            (true, _) => Verbosity::Verbose,
            (_, true) => Verbosity::Quiet,
            _ => Verbosity::Normal,
        };
        let unwritten = || "standard output";
        let out = patient_stdout().with_context(unwritten)?;
        let timer = SystemClock.start();
        let bar = bar(cases.len(), "cases");
        let mut report = Report::new(out, format, verbosity, self.color.on_stdout()).with_context(unwritten)?;
        check::check::<P>(&cases, contestant.as_ref(), self.jobs.count(), &SystemClock, |case, finding| {
            bar.inc(1);
            bar.suspend(|| report.case(case, &finding)).with_context(unwritten)
        })?;
        bar.finish_and_clear();
        report.finish(timer(), left_out).with_context(unwritten)?;
        Ok(ExitCode::from(match cases.len() - report.count(Verdict::Accepted) {
            0 => 0,
            _ if report.count(Verdict::InternalError) > 0 => 2,
            _ => 1,
        }))
    }

    /// The cases to judge, and how many more there are that only the solver can be asked: nobody else need refuse an
    /// invalid input.
    fn cases(&self, others_are_judged: bool) -> anyhow::Result<(Vec<Case<D>>, usize)> {
        let mut cases = check::find(&self.folders, self.judge)?;
        cases.retain(|case| self.filter.as_ref().is_none_or(|text| case.name.contains(text.as_str())));
        let found = cases.len();
        cases.retain(|case| !(others_are_judged && matches!(case.expectation, Expectation::Refusal)));
        if cases.is_empty() {
            let mend = match (found, &self.filter) {
                (0, None) => "a case is a file NAME.in with NAME.out or NAME.ans beside it",
                (0, Some(_)) => "--filter leaves none",
                _ => "invalid inputs are for this solver alone, without --against",
            };
            anyhow::bail!("no case found: {mend}");
        }
        let left_out = found - cases.len();
        Ok((cases, left_out))
    }
}
