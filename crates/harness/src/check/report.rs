//! The report of a check, for people or as a table for programs.

use std::fmt::Write as _;
use std::io;
use std::time::Duration;

use anstream::ColorChoice;
use clap::ValueEnum;
use problem::{Difference, Problem, Verdict, count_of, quote};

use super::{Fixture, Judgement, details, verdict_style};
use crate::output::render;

/// The format of a report, and a value of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For people
    Text,
    /// A header, then a line for each case with its columns separated by tabs; --quiet leaves out accepted cases
    Tsv,
}

/// Which fixtures a report shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verbosity {
    /// None, only the summary. In a table: those that were not accepted.
    Quiet,
    /// Those that were not accepted. In a table: all.
    Normal,
    /// All.
    Verbose,
}

/// A report that is being written.
#[derive(Debug)]
pub struct Report<W> {
    out: W,
    format: ReportFormat,
    verbosity: Verbosity,
    colors: ColorChoice,
    /// By the numbers of the verdicts.
    counts: [usize; Verdict::ALL.len()],
    slowest: Option<(Duration, String)>,
}

impl<W: io::Write> Report<W> {
    /// Begins a report. `colors` decides about colours; with `Auto` there are none.
    pub fn new(out: W, format: ReportFormat, verbosity: Verbosity, colors: ColorChoice) -> io::Result<Self> {
        let mut report = Self { out, format, verbosity, colors, counts: [0; Verdict::ALL.len()], slowest: None };
        if format == ReportFormat::Tsv {
            report.write("verdict\tname\tjudge\tcase\tcases\tline\tcolumn\tseconds\tmessage\n")?;
        }
        Ok(report)
    }

    /// Adds a fixture.
    pub fn add<P: Problem>(&mut self, fixture: &Fixture<P>, judgement: &Judgement) -> io::Result<()> {
        self.counts[judgement.verdict as usize] += 1;
        if self.slowest.as_ref().is_none_or(|(slowest, _)| judgement.usage.wall > *slowest) {
            self.slowest = Some((judgement.usage.wall, fixture.name.clone()));
        }
        if !self.shows(judgement) {
            return Ok(());
        }
        self.write(&match self.format {
            ReportFormat::Text => text_entry(&fixture.name, judgement),
            ReportFormat::Tsv => tsv_row(&fixture.name, fixture.dialect.name, judgement),
        })
    }

    /// Whether a fixture with this judgement is shown.
    pub(crate) fn shows(&self, judgement: &Judgement) -> bool {
        match (self.format, self.verbosity) {
            (ReportFormat::Text, Verbosity::Quiet) => false,
            (ReportFormat::Text, Verbosity::Normal) | (ReportFormat::Tsv, Verbosity::Quiet) => {
                judgement.verdict != Verdict::Accepted
            }
            _ => true,
        }
    }

    /// Ends the report, with a summary unless it is a table. `took` is the time of the whole check, and `left_out` the number
    /// of invalid inputs, which are not given to a candidate.
    pub fn finish(&mut self, took: Duration, left_out: usize) -> io::Result<()> {
        if self.format == ReportFormat::Text {
            let text = self.summary(took, left_out);
            self.write(&text)?;
        }
        self.out.flush()
    }

    /// How many fixtures had this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.counts[verdict as usize]
    }

    fn summary(&self, took: Duration, left_out: usize) -> String {
        let occurring = Verdict::ALL.iter().filter(|&&verdict| self.count(verdict) > 0);
        let counts = occurring.map(|&verdict| {
            let style = verdict_style(verdict);
            format!("{} {style}{verdict}{style:#}", self.count(verdict))
        });
        let counts = counts.collect::<Vec<_>>().join(", ");
        let mut text = format!("{}: {counts}; {}", count_of(self.counts.iter().sum(), "case"), seconds(took));
        if let Some((slowest, name)) = &self.slowest {
            write!(text, ", the slowest {} ({name})", seconds(*slowest)).expect("writing to a string never fails");
        }
        if left_out > 0 {
            let inputs = count_of(left_out, "invalid input");
            write!(text, "; {inputs} left out").expect("writing to a string never fails");
        }
        text + "\n"
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(&render(text, self.colors))
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// The lines about a fixture, for people.
fn text_entry(name: &str, judgement: &Judgement) -> String {
    let style = verdict_style(judgement.verdict);
    let accepted = judgement.verdict == Verdict::Accepted;
    let reason = if accepted { seconds(judgement.usage.wall) } else { judgement.message.clone() };
    format!(
        "{style}{:<3}{style:#} {name}: {reason}\n{}",
        judgement.verdict,
        if accepted { String::new() } else { details(judgement) }
    )
}

/// The line about a fixture in a table.
fn tsv_row(name: &str, judge: &str, judgement: &Judgement) -> String {
    let place = judgement.difference.as_ref().map(|difference| {
        let Difference { case, cases, place, .. } = &**difference;
        [*case, *cases, place.line, place.column].map(|number| number.to_string()).join("\t")
    });
    let place = place.unwrap_or_else(|| "\t\t\t".to_owned());
    let seconds = judgement.usage.wall.as_secs_f64();
    let message = judgement.message.replace(['\t', '\n'], " ");
    let verdict = judgement.verdict;
    let end_of_stderr = match judgement.stderr.split(|&byte| byte == b'\n').rfind(|line| !line.is_empty()) {
        Some(last) if verdict == Verdict::RuntimeError => {
            format!("; stderr: {}", quote(last))
        }
        _ => String::new(),
    };
    format!("{verdict}\t{name}\t{judge}\t{place}\t{seconds:.6}\t{message}{end_of_stderr}\n")
}
