//! Judging programs on folders of cases.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use problem::{Problem, Verdict, count_of};

use super::options::{Color, Running};
use super::progress::ProgressLine;
use crate::candidate::Supervisor;
use crate::cases::{AnswerSource, Fixture, Found, NamePattern, choose_judge, find_fixtures};
use crate::check::{self, CaseOutcome, CheckPlan};
use crate::output::{stdout, unless_closed};
use crate::report::{Omitted, Report, ReportFormat, Verbosity};

#[derive(clap::Args)]
pub(super) struct Check {
    /// The judge that the cases are for [default: the one that the nearest folder above a case names, else the first]
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    #[command(flatten)]
    options: CheckOptions,
}

/// The options of `check` for any problem.
#[derive(clap::Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
pub struct CheckOptions {
    /// Folders of cases, or single inputs. Folders are searched with all folders below them, in the usual layouts:
    /// NAME.in with NAME.out, .ans or .a; 01 with 01.a; in/NAME with out/NAME; inputNN.txt with outputNN.txt. Inputs in
    /// a folder named `invalid` must be rejected
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Judge this program, one process per case; the command is split into words as in a shell, but no shell is
    /// started. It runs with your rights: to run one that you do not trust, begin the command with `bwrap`, `firejail`,
    /// `isolate` or a container
    #[arg(long, value_name = "CMD")]
    against: Vec<String>,
    /// Give the program every input, even if it is not valid for the judge
    #[arg(long, requires = "against")]
    all: bool,
    #[command(flatten)]
    /// How programs run.
    pub running: Running,
    /// Judge only cases whose path contains this
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    filter: Option<String>,
    /// Leave out cases whose path contains this; may be given several times
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    exclude: Vec<String>,
    /// End after the first case that is not accepted
    #[arg(long)]
    fail_fast: bool,
    /// The names of inputs and answers, if they are unusual, such as '%.inp:%.res' or 'in/%.txt:out/%.txt'; % stands
    /// for the same text in both
    #[arg(long, value_name = "PATTERN")]
    names: Option<NamePattern>,
    /// Show accepted cases too, and name what was left out or not read
    #[arg(short, long)]
    verbose: bool,
    /// Show only the summary; in a format for programs, only cases that were not accepted
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
        let judge = self.judge.as_deref().and_then(P::dialect);
        self.options.run(&Supervisor::listen(), P::NAME, |input| choose_judge::<P>(judge, input))
    }
}

impl CheckOptions {
    /// Runs the command of this program. `choose` says what knows the right answer to an input.
    ///
    /// # Errors
    ///
    /// If no case is found, or the program cannot be run.
    pub fn run<'a>(
        self,
        supervisor: &Supervisor,
        program: &'static str,
        choose: impl Fn(&Path) -> AnswerSource<'a>,
    ) -> anyhow::Result<ExitCode> {
        let candidates = self.running.candidates(&self.against)?;
        let (fixtures, mut omitted) = self.fixtures(choose, !candidates.is_empty())?;
        let plan = CheckPlan {
            candidates: &candidates,
            gives_all: self.all,
            supervisor,
            comparison: self.running.compare,
            threads: self.running.jobs(),
        };
        let out = stdout()?;
        let timer = supervisor.timer();
        let mut progress = ProgressLine::default();
        let verbosity = match (self.verbose, self.quiet) {
            (true, _) => Verbosity::Verbose,
            (_, true) => Verbosity::Quiet,
            _ => Verbosity::Normal,
        };
        let report = Report::new(out, program, &fixtures, self.format, verbosity, self.color.on_stdout());
        let mut report = report.about(&self.against);
        let mut seen = 0;
        let mut first_not_judged = None;
        let take = |fixture: &Fixture<'_>, outcome: CaseOutcome| {
            seen += 1;
            progress.set(seen, fixtures.len());
            if report.shows(&outcome) {
                progress.clear();
            }
            unless_closed(report.add(fixture, &outcome))?;
            let is_failure = outcome.is_failure();
            if let CaseOutcome::LeftOut(reason) | CaseOutcome::NotRead(reason) = outcome {
                first_not_judged.get_or_insert_with(|| format!("{}: {reason}", fixture.name));
            }
            Ok(if is_failure && self.fail_fast { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        let checked = check::check(&fixtures, &plan, take);
        progress.clear();
        checked?;
        // A request that comes when all have been judged comes too late.
        let interrupt = supervisor.interrupt().filter(|_| seen < fixtures.len());
        let summary = report.summary();
        if let (0, Some(first), None) = (summary.judged(), first_not_judged, interrupt) {
            let hint = if summary.left_out > 0 { "; --all gives what is not valid for the judge" } else { "" };
            anyhow::bail!("no case left of {}: {first}{hint}", count_of(fixtures.len(), "input"));
        }
        omitted.not_reached = fixtures.len() - seen;
        omitted.interrupt = interrupt.map(|interrupt| interrupt.to_string());
        unless_closed(report.finish(timer(), &omitted))?;
        let summary = report.summary();
        if let Some(interrupt) = interrupt {
            return Ok(ExitCode::from(interrupt.exit_code()));
        }
        Ok(ExitCode::from(match summary.judged() - summary.count(Verdict::Accepted) {
            0 => 0,
            _ if summary.count(Verdict::InternalError) > 0 => 2,
            _ => 1,
        }))
    }

    /// The fixtures to judge, and what is omitted: a candidate need not reject invalid inputs.
    fn fixtures<'a>(
        &self,
        choose: impl Fn(&Path) -> AnswerSource<'a>,
        has_candidate: bool,
    ) -> anyhow::Result<(Vec<Fixture<'a>>, Omitted)> {
        let Found { mut fixtures, not_read } = find_fixtures(&self.folders, self.names.as_ref(), choose)?;
        let mut leave_out = |is_left_out: &dyn Fn(&Fixture<'_>) -> bool| {
            let all = fixtures.len();
            fixtures.retain(|fixture| !is_left_out(fixture));
            all - fixtures.len()
        };
        let filtered = leave_out(&|Fixture { name, .. }| {
            self.filter.as_ref().is_some_and(|text| !name.contains(text.as_str()))
                || self.exclude.iter().any(|text| name.contains(text.as_str()))
        });
        let not_for_candidates = leave_out(&|fixture| has_candidate && fixture.is_invalid);
        if fixtures.is_empty() {
            let option = if self.filter.is_some() { "--filter" } else { "--exclude" };
            anyhow::ensure!(not_for_candidates > 0, "no case found: {option} leaves none");
            anyhow::bail!("no case found: invalid inputs are for this solver only, without --against");
        }
        Ok((fixtures, Omitted { not_for_candidates, filtered, not_read, ..Omitted::default() }))
    }
}
