//! The report of a check: for people, or in a format that other programs read.

mod details;
mod escape;
mod github;
mod json;
mod junit;
mod summary;
mod text;
mod tsv;

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anstream::ColorChoice;
use clap::ValueEnum;
use problem::{Problem, Verdict};

pub(crate) use details::{comparison, details, input_block, verdict_style};
pub(crate) use escape::xml;
use summary::{Counts, Group};

use crate::check::{CaseOutcome, Fixture, Judgement};
use crate::output::render;
use crate::source::display_name;

/// The format of a report, and a value of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For people
    Text,
    /// A header, then a line for each case with its columns separated by tabs
    Tsv,
    /// A JSON object on a line for each case, then one for all
    Json,
    /// XML as Jenkins and others read it
    Junit,
    /// Annotations of a workflow on GitHub, then a summary
    Github,
}

/// Which fixtures a report shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verbosity {
    /// For people only the summary; for programs those that were not accepted.
    Quiet,
    /// For people those that were not accepted; for programs all.
    Normal,
    /// All, also those that were left out, and the names of files that were not read.
    Verbose,
}

/// What a check left aside, which its summary counts.
#[derive(Clone, Debug, Default)]
pub struct Aside {
    /// How many inputs no candidate receives: those that are to be rejected, and outputs to be judged.
    pub not_for_candidates: usize,
    /// How many cases `--filter` and `--exclude` left out.
    pub filtered: usize,
    /// The files that belong to no case.
    pub not_read: Vec<PathBuf>,
    /// How many cases were not judged because the check ended before, at the first failure unless it was interrupted.
    pub not_reached: usize,
    /// What interrupted the check, if something did before all cases were reached: `interrupted by SIGINT`.
    pub interrupt: Option<String>,
}

impl Aside {
    /// What became of the cases that were not reached.
    fn why_not_reached(&self) -> String {
        match &self.interrupt {
            Some(interrupt) => format!("not judged: {interrupt}"),
            None => "not judged after the first failure".to_owned(),
        }
    }
}

/// What is said about one fixture.
struct Entry<'a> {
    program: &'static str,
    /// The name of the input, in which nothing is raw that could break a line.
    name: &'a str,
    path: &'a Path,
    /// The judge, the reason for it, and the layout: the number of a group.
    group: usize,
    judged_as: &'a Group,
    outcome: &'a CaseOutcome,
}

impl Entry<'_> {
    /// The path as it is, so that it can be found, unless it holds what a terminal must not get; then the name.
    fn printable_path(&self) -> Cow<'_, str> {
        let path = plain_path(self.path);
        if self.name.replace("\\\\", "\\") == path { path } else { self.name.into() }
    }
}

/// What is said at the end.
struct Summary<'a> {
    program: &'a str,
    counts: &'a Counts,
    groups: &'a [Group],
    took: Duration,
    aside: &'a Aside,
    verbosity: Verbosity,
}

/// A format: each function adds styled text.
trait Format {
    /// Whether a fixture is shown at this verbosity.
    fn shows(&self, outcome: &CaseOutcome, verbosity: Verbosity) -> bool {
        match (outcome, verbosity) {
            (CaseOutcome::Judged(judgement), Verbosity::Quiet) => judgement.verdict != Verdict::Accepted,
            _ => verbosity != Verbosity::Quiet,
        }
    }

    fn begin(&mut self, _text: &mut String, _groups: &[Group], _verbosity: Verbosity) -> fmt::Result {
        Ok(())
    }

    fn entry(&mut self, text: &mut String, entry: &Entry<'_>) -> fmt::Result;

    fn finish(&mut self, text: &mut String, summary: &Summary<'_>) -> fmt::Result;
}

impl ReportFormat {
    fn writer(self) -> Box<dyn Format> {
        match self {
            Self::Text => Box::new(text::Text),
            Self::Tsv => Box::new(tsv::Tsv),
            Self::Json => Box::new(json::Json),
            Self::Junit => Box::new(junit::Junit::default()),
            Self::Github => Box::new(github::Github),
        }
    }
}

/// A report that is being written.
pub struct Report<W> {
    out: W,
    program: &'static str,
    format: Box<dyn Format>,
    verbosity: Verbosity,
    colors: ColorChoice,
    groups: Vec<Group>,
    /// Nothing is written before the first fixture is judged, so that a check without any leaves standard output empty.
    is_begun: bool,
    counts: Counts,
}

impl<W> fmt::Debug for Report<W> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Report")
            .field("verbosity", &self.verbosity)
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}

impl<W: io::Write> Report<W> {
    /// Prepares a report on these fixtures. `colors` decides about colours; with `Auto` there are none.
    pub fn new<P: Problem>(
        out: W,
        fixtures: &[Fixture<P>],
        format: ReportFormat,
        verbosity: Verbosity,
        colors: ColorChoice,
    ) -> Self {
        Self {
            out,
            program: P::NAME,
            format: format.writer(),
            verbosity,
            colors,
            groups: summary::groups(fixtures),
            is_begun: false,
            counts: Counts::default(),
        }
    }

    /// Adds a fixture.
    pub fn add<P: Problem>(&mut self, fixture: &Fixture<P>, outcome: &CaseOutcome) -> io::Result<()> {
        self.counts.add(&fixture.name, outcome);
        if !self.shows(outcome) {
            return Ok(());
        }
        self.begin()?;
        let group = summary::group_of(fixture, &self.groups);
        let (name, path, judged_as) = (fixture.name.as_str(), fixture.input.as_path(), &self.groups[group]);
        let entry = Entry { program: P::NAME, name, path, group, judged_as, outcome };
        let mut text = String::new();
        self.format.entry(&mut text, &entry).map_err(io::Error::other)?;
        self.write(&text)
    }

    /// Whether a fixture with this outcome is shown.
    pub(crate) fn shows(&self, outcome: &CaseOutcome) -> bool {
        self.format.shows(outcome, self.verbosity)
    }

    /// Ends the report with what concerns all fixtures. `took` is the time of the whole check.
    pub fn finish(&mut self, took: Duration, aside: &Aside) -> io::Result<()> {
        self.begin()?;
        let Self { program, ref counts, ref groups, verbosity, .. } = *self;
        let mut text = String::new();
        let summary = Summary { program, counts, groups, took, aside, verbosity };
        self.format.finish(&mut text, &summary).map_err(io::Error::other)?;
        self.write(&text)?;
        self.out.flush()
    }

    /// How many fixtures had this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.counts.of(verdict)
    }

    /// How many fixtures were judged.
    pub fn judged(&self) -> usize {
        self.counts.judged()
    }

    fn begin(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.is_begun, true) {
            return Ok(());
        }
        let mut text = String::new();
        self.format.begin(&mut text, &self.groups, self.verbosity).map_err(io::Error::other)?;
        self.write(&text)
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(&render(text, self.colors))
    }
}

/// A path as it is, if that is text; else as messages show it.
fn plain_path(path: &Path) -> Cow<'_, str> {
    path.to_str().map_or_else(|| display_name(path).into(), Cow::from)
}

/// A time for people, in seconds.
fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// The reason in one line: the message, and the last line of standard error if the program failed.
fn reason(judgement: &Judgement) -> String {
    let last = judgement.stderr.split(|&byte| byte == b'\n').rfind(|line| !line.is_empty());
    match last {
        Some(last) if judgement.verdict == Verdict::RuntimeError => {
            format!("{}; stderr: {}", judgement.message, problem::quote(last))
        }
        _ => judgement.message.clone(),
    }
}
