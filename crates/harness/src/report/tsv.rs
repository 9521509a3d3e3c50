//! A table for other programs.

use std::fmt::{self, Write};

use problem::Difference;

use super::summary::decimal;
use super::text::{names_not_read, not_judged};
use super::{Entry, Format, Group, Summary, Verbosity, reason};
use crate::check::{CaseOutcome, Judgement};

/// A header, then a line for each fixture; lines with the verdict `--` are about what was not judged. Names and
/// messages hold no tab and no line end, as these are escaped in them.
pub(super) struct Tsv;

const COLUMNS: [&str; 13] = [
    "verdict",
    "name",
    "judge",
    "case",
    "cases",
    "line",
    "column",
    "seconds",
    "message",
    "cpu_seconds",
    "peak_bytes",
    "judge_by",
    "layout",
];

impl Format for Tsv {
    fn begin(&mut self, text: &mut String, _: &[Group], _: Verbosity) -> fmt::Result {
        writeln!(text, "{}", COLUMNS.join("\t"))
    }

    fn entry(&mut self, text: &mut String, entry: &Entry<'_>) -> fmt::Result {
        let Entry { name, judged_as: Group { judge, chosen_by, layout, .. }, .. } = entry;
        let Row { verdict, place, seconds, message, cpu_seconds, peak_bytes } = match entry.outcome {
            CaseOutcome::LeftOut(reason) => {
                Row { verdict: "--".to_owned(), message: format!("left out: {reason}"), ..Row::default() }
            }
            CaseOutcome::Judged(judgement) => Row::of(judgement),
        };
        let place = place.join("\t");
        writeln!(
            text,
            "{verdict}\t{name}\t{judge}\t{place}\t{seconds}\t{message}\t{cpu_seconds}\t{peak_bytes}\t{chosen_by}\t{layout}"
        )
    }

    fn finish(&mut self, text: &mut String, summary: &Summary<'_>) -> fmt::Result {
        // In the columns of the verdict, the name and the message.
        let mut row = |name: &str, message: &str| writeln!(text, "--\t{name}\t\t\t\t\t\t\t{message}\t\t\t\t");
        names_not_read(summary).iter().try_for_each(|name| row(name, "not read"))?;
        not_judged(summary).iter().try_for_each(|part| row("", part))
    }
}

/// The cells that depend on the judgement.
#[derive(Default)]
struct Row {
    verdict: String,
    /// The case, the number of cases, the line and the column.
    place: [String; 4],
    seconds: String,
    message: String,
    cpu_seconds: String,
    peak_bytes: String,
}

impl Row {
    fn of(judgement: &Judgement) -> Self {
        let place = judgement.difference.as_ref().map(|difference| {
            let Difference { case, cases, place, .. } = &**difference;
            [*case, *cases, place.line, place.column].map(|number| number.to_string())
        });
        let usage = judgement.usage;
        Self {
            verdict: judgement.verdict.to_string(),
            place: place.unwrap_or_default(),
            seconds: decimal(usage.wall),
            message: reason(judgement),
            cpu_seconds: usage.cpu.map(decimal).unwrap_or_default(),
            peak_bytes: usage.peak_memory.map(|memory| memory.bytes().to_string()).unwrap_or_default(),
        }
    }
}
