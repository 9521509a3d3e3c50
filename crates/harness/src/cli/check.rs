//! Judging programs on folders of fixtures.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use problem::{Problem, Verdict};

use super::options::{Color, Jobs, TimeLimit};
use super::progress::Progress;
use crate::check::{self, Expectation, Fixture, Report, ReportFormat, Verbosity};
use crate::clock::{Clock, SystemClock};
use crate::output::{STDOUT, stdout_until_closed};

#[derive(clap::Args)]
pub(super) struct Check {
    /// Folders of cases, each a file NAME.in with NAME.out or NAME.ans beside it. Subfolders are searched too; inputs in a
    /// folder named `invalid` must be rejected. A single NAME.in is also accepted
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// The judge that the cases are for [default: the one that the nearest folder above a case is named after]
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    /// Judge this program, one process per case; the command is split into words as in a shell, but no shell is started
    #[arg(long, value_name = "CMD")]
    against: Option<String>,
    #[command(flatten)]
    time_limit: TimeLimit,
    #[command(flatten)]
    jobs: Jobs,
    /// Judge only cases whose path contains this
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Show accepted cases too
    #[arg(short, long)]
    verbose: bool,
    /// Show only the summary
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// The format of the report
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = ReportFormat::Text)]
    format: ReportFormat,
    #[command(flatten)]
    color: Color,
}

impl Check {
    pub(super) fn run<P: Problem>(self) -> anyhow::Result<ExitCode> {
        let candidate = self.against.as_deref().map(|command| self.time_limit.candidate(command)).transpose()?;
        let (fixtures, left_out) = self.fixtures::<P>(candidate.is_some())?;
        let verbosity = match (self.verbose, self.quiet) {
            (true, _) => Verbosity::Verbose,
            (_, true) => Verbosity::Quiet,
            _ => Verbosity::Normal,
        };
        let out = stdout_until_closed().context(STDOUT)?;
        let timer = SystemClock.start();
        let mut progress = Progress::new(fixtures.len(), "case");
        let mut report = Report::new(out, self.format, verbosity, self.color.on_stdout()).context(STDOUT)?;
        check::check(&fixtures, candidate.as_ref(), self.jobs.count(), &SystemClock, |fixture, judgement| {
            progress.advance();
            if report.shows(&judgement) {
                progress.clear();
            }
            report.add(fixture, &judgement).context(STDOUT)
        })?;
        drop(progress);
        report.finish(timer(), left_out).context(STDOUT)?;
        Ok(ExitCode::from(match fixtures.len() - report.count(Verdict::Accepted) {
            0 => 0,
            _ if report.count(Verdict::InternalError) > 0 => 2,
            _ => 1,
        }))
    }

    /// The fixtures to judge, and how many were left out: a candidate need not reject invalid inputs.
    fn fixtures<P: Problem>(&self, has_candidate: bool) -> anyhow::Result<(Vec<Fixture<P>>, usize)> {
        let mut fixtures = check::find_fixtures(&self.folders, self.judge.as_deref().and_then(P::dialect))?;
        fixtures.retain(|fixture| self.filter.as_ref().is_none_or(|text| fixture.name.contains(text.as_str())));
        let found = fixtures.len();
        fixtures.retain(|fixture| !(has_candidate && matches!(fixture.expectation, Expectation::Rejection)));
        if fixtures.is_empty() {
            let reason = match (found, &self.filter) {
                (0, None) => "a case is a file NAME.in with NAME.out or NAME.ans beside it",
                (0, Some(_)) => "--filter leaves none",
                _ => "invalid inputs are given to this solver only, without --against",
            };
            anyhow::bail!("no case found: {reason}");
        }
        let left_out = found - fixtures.len();
        Ok((fixtures, left_out))
    }
}
