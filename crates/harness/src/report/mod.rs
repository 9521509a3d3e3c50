//! The report of a check: for people, or in a format that other programs read.
//!
//! What is reported, and how it is worded, is decided once, in `model`. A format is a [`Writer`] of that.

mod escape;
mod github;
mod json;
mod junit;
mod model;
mod text;
mod tsv;

use std::fmt;
use std::io;
use std::time::Duration;

use anstream::ColorChoice;
use clap::ValueEnum;
use problem::{Problem, Verdict};

pub(crate) use self::escape::xml;
pub use self::model::Omitted;
use self::model::{Entry, Summary};
use crate::check::{CaseOutcome, Fixture};
use crate::output::render;

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verbosity {
    /// For people only the summary; for programs those that were not accepted.
    Quiet,
    /// For people those that were not accepted; for programs all.
    #[default]
    Normal,
    /// All, also those that were left out, and the names of files that were not read.
    Verbose,
}

/// A format. Each function returns styled text.
trait Writer: fmt::Debug {
    fn begin(&mut self, _: &Summary) -> String {
        String::new()
    }

    fn entry(&mut self, entry: &Entry<'_>) -> String;

    fn finish(&mut self, summary: &Summary) -> String;
}

impl ReportFormat {
    fn writer(self) -> Box<dyn Writer> {
        match self {
            Self::Text => Box::new(text::Text),
            Self::Tsv => Box::new(tsv::Tsv),
            Self::Json => Box::new(json::Json),
            Self::Junit => Box::new(junit::Junit::default()),
            Self::Github => Box::new(github::Github),
        }
    }

    /// Whether a fixture with this outcome is shown.
    fn shows(self, outcome: &CaseOutcome, verbosity: Verbosity) -> bool {
        let judgement = outcome.judgement();
        let is_failure = judgement.is_some_and(|judgement| judgement.verdict != Verdict::Accepted);
        match (self, verbosity) {
            (Self::Text, Verbosity::Quiet) => false,
            (Self::Junit, Verbosity::Quiet) => is_failure || judgement.is_none(),
            (Self::Github, Verbosity::Verbose) => {
                is_failure || judgement.is_none_or(|judgement| judgement.notes().next().is_some())
            }
            (Self::Text | Self::Github, Verbosity::Normal) | (_, Verbosity::Quiet) => is_failure,
            _ => true,
        }
    }
}

/// A report that is being written.
#[derive(Debug)]
pub struct Report<W> {
    out: W,
    format: ReportFormat,
    writer: Box<dyn Writer>,
    colors: ColorChoice,
    /// Nothing is written before the first fixture is judged, so that a check without any leaves standard output empty.
    is_begun: bool,
    summary: Summary,
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
        let summary = Summary::new(fixtures, verbosity);
        Self { out, format, writer: format.writer(), colors, is_begun: false, summary }
    }

    /// Adds a fixture.
    pub fn add<P: Problem>(&mut self, fixture: &Fixture<P>, outcome: &CaseOutcome) -> io::Result<()> {
        self.summary.add(&fixture.name, outcome);
        if !self.shows(outcome) {
            return Ok(());
        }
        self.begin()?;
        let text = self.writer.entry(&Entry::new(fixture, outcome, &self.summary.groups));
        self.write(&text)
    }

    /// Whether a fixture with this outcome is shown.
    pub(crate) fn shows(&self, outcome: &CaseOutcome) -> bool {
        self.format.shows(outcome, self.summary.verbosity)
    }

    /// Ends the report with what concerns all fixtures. `took` is the time of the whole check.
    pub fn finish(&mut self, took: Duration, omitted: &Omitted) -> io::Result<()> {
        self.begin()?;
        (self.summary.took, self.summary.omitted) = (took, omitted.clone());
        let text = self.writer.finish(&self.summary);
        self.write(&text)?;
        self.out.flush()
    }

    /// How many fixtures had this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.summary.count(verdict)
    }

    /// How many fixtures were judged.
    pub fn judged(&self) -> usize {
        self.summary.judged()
    }

    fn begin(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.is_begun, true) {
            return Ok(());
        }
        let text = self.writer.begin(&self.summary);
        self.write(&text)
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(&render(text, self.colors))
    }
}
