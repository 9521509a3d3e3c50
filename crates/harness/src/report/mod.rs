//! The report of a check: for people, or in a format that other programs read.
//!
//! What is reported, and how it is worded, is decided once, in `model`. A format has a function for a fixture
//! and one for the end; some also have one for the beginning.

mod github;
mod json;
mod junit;
mod model;
mod text;

use std::io;
use std::mem;
use std::time::Duration;

use anstream::ColorChoice;
use clap::ValueEnum;

pub use self::model::Omitted;
use self::model::{CandidateTally, Entry, ReportSummary};
use crate::cases::Fixture;
use crate::check::CaseOutcome;
use crate::output::render;

/// The format of a report, and a value of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For people
    Text,
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
    /// All, also those that were left out, and the names of files that were not read; as annotations only those that were
    /// not accepted.
    Verbose,
}

/// A report that is being written.
#[derive(Debug)]
pub struct Report<W> {
    out: W,
    format: ReportFormat,
    colors: ColorChoice,
    /// What comes before the next text: the beginning, so that a check without a fixture writes nothing, or the test
    /// cases of `JUnit`, whose document begins with their numbers.
    held: String,
    summary: ReportSummary,
}

impl<W: io::Write> Report<W> {
    /// Prepares a report on these fixtures. `colors` decides about colours; with `Auto` there are none.
    pub fn new(
        out: W,
        program: &'static str,
        fixtures: &[Fixture<'_>],
        format: ReportFormat,
        verbosity: Verbosity,
        colors: ColorChoice,
    ) -> Self {
        let summary = ReportSummary::new(program, fixtures, verbosity);
        let held = match format {
            ReportFormat::Text | ReportFormat::Github => text::begin(&summary),
            ReportFormat::Json | ReportFormat::Junit => String::new(),
        };
        Self { out, format, colors, held, summary }
    }

    /// The same report about several candidates, whose commands these are.
    #[must_use]
    pub fn about(mut self, commands: &[String]) -> Self {
        if commands.len() > 1 {
            self.summary.tallies = commands.iter().map(|command| CandidateTally::of(command)).collect();
        }
        self
    }

    /// Adds a fixture.
    pub fn add(&mut self, fixture: &Fixture<'_>, outcome: &CaseOutcome) -> io::Result<()> {
        self.summary.add(fixture, outcome);
        if !self.shows(outcome) {
            return Ok(());
        }
        let (format, is_all) = (self.format, self.shows(&CaseOutcome::Judged(Vec::new())));
        let entries = Entry::all(&self.summary, fixture, outcome);
        let shown = entries.iter().filter(|entry| is_all || entry.judgement.is_none() || entry.is_failure());
        let texts = shown.map(|entry| match format {
            ReportFormat::Text => text::entry(entry),
            ReportFormat::Json => json::entry(entry),
            ReportFormat::Github => github::entry(entry),
            ReportFormat::Junit => junit::entry(entry),
        });
        let columns = if format == ReportFormat::Text { text::columns(&entries) } else { String::new() };
        let text = columns + &texts.collect::<String>();
        if format == ReportFormat::Junit {
            self.held += &text;
            return Ok(());
        }
        self.write(&text)
    }

    /// Whether a fixture with this outcome is shown. What was not read is shown at the end.
    pub(crate) fn shows(&self, outcome: &CaseOutcome) -> bool {
        match (self.format, self.summary.verbosity) {
            _ if matches!(outcome, CaseOutcome::NotRead(_)) => false,
            (ReportFormat::Text, Verbosity::Quiet) => false,
            (ReportFormat::Text, Verbosity::Normal) | (ReportFormat::Github, _) | (_, Verbosity::Quiet) => {
                outcome.is_failure()
            }
            _ => true,
        }
    }

    /// Ends the report with what concerns all fixtures. `took` is the time of the whole check.
    pub fn finish(&mut self, took: Duration, omitted: &Omitted) -> io::Result<()> {
        self.summary.took = took;
        let no_inputs = mem::replace(&mut self.summary.omitted, omitted.clone()).not_read;
        self.summary.omitted.not_read.extend(no_inputs);
        let text = match self.format {
            ReportFormat::Text => text::finish(&self.summary),
            ReportFormat::Json => json::finish(&self.summary),
            ReportFormat::Github => github::finish(&self.summary),
            ReportFormat::Junit => junit::finish(&self.summary, &mem::take(&mut self.held)),
        };
        self.write(&text)?;
        self.out.flush()
    }

    /// What is known of all fixtures so far.
    pub(crate) fn summary(&self) -> &ReportSummary {
        &self.summary
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        let text = mem::take(&mut self.held) + text;
        self.out.write_all(&render(&text, self.colors))
    }
}
