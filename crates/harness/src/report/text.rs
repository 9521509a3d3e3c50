//! The report for people.

use std::fmt::{self, Write};

use problem::{Verdict, count_of, styles};

use super::summary::{Counts, Group, mebibytes};
use super::{Entry, Format, Summary, Verbosity, details, seconds, verdict_style};
use crate::candidate::Usage;
use crate::check::CaseOutcome;
use crate::source::display_name;

/// Failures with their details, then a line for all.
pub(super) struct Text;

impl Format for Text {
    fn shows(&self, outcome: &CaseOutcome, verbosity: Verbosity) -> bool {
        match (outcome, verbosity) {
            (CaseOutcome::Judged(judgement), Verbosity::Normal) => judgement.verdict != Verdict::Accepted,
            _ => verbosity == Verbosity::Verbose,
        }
    }

    fn begin(&mut self, text: &mut String, groups: &[Group], verbosity: Verbosity) -> fmt::Result {
        if verbosity == Verbosity::Quiet {
            return Ok(());
        }
        let quiet = styles::QUIET;
        for group in groups {
            let cases = count_of(group.cases, "case");
            writeln!(text, "{quiet}{}, {}: {cases}{quiet:#}", group.judge(), group.layout)?;
        }
        Ok(())
    }

    fn entry(&mut self, text: &mut String, entry: &Entry<'_>) -> fmt::Result {
        let (name, quiet) = (entry.name, styles::QUIET);
        let judgement = match entry.outcome {
            CaseOutcome::LeftOut(reason) => return writeln!(text, "{quiet}--{quiet:#}  {name}: left out: {reason}"),
            CaseOutcome::Judged(judgement) => judgement,
        };
        let (verdict, style) = (judgement.verdict, verdict_style(judgement.verdict));
        if verdict == Verdict::Accepted {
            writeln!(text, "{style}{verdict:<3}{style:#} {name}: {}", took(judgement.usage))?;
        } else {
            writeln!(text, "{style}{verdict:<3}{style:#} {name}: {}", judgement.message)?;
            text.push_str(&details(judgement));
        }
        judgement.notes().try_for_each(|note| writeln!(text, "    {quiet}note{quiet:#}      {note}"))
    }

    fn finish(&mut self, text: &mut String, summary: &Summary<'_>) -> fmt::Result {
        let Summary { counts, groups, verbosity, .. } = summary;
        let quiet = styles::QUIET;
        for name in names_not_read(summary) {
            writeln!(text, "{quiet}--{quiet:#}  {name}: not read")?;
        }
        let verdicts = counts.occurring().map(|(verdict, count)| {
            let style = verdict_style(verdict);
            format!("{count} {style}{verdict}{style:#}")
        });
        let verdicts = verdicts.collect::<Vec<_>>().join(", ");
        let colon = if verdicts.is_empty() { "" } else { ": " };
        write!(text, "{}{colon}{verdicts}; {}", count_of(counts.judged(), "case"), seconds(summary.took))?;
        write_extremes(text, counts)?;
        let mut parts = not_judged(summary);
        if *verbosity == Verbosity::Quiet {
            for judge in groups.iter().map(Group::judge) {
                // Groups may differ only in their layout.
                if !parts.contains(&judge) {
                    parts.push(judge);
                }
            }
        }
        for part in &parts {
            text.extend(["; ", part]);
        }
        writeln!(text)
    }
}

/// What a case took: the time, and for a candidate the CPU time and the peak memory.
fn took(usage: Usage) -> String {
    let cpu = usage.cpu.map(|cpu| format!(", {} of CPU time", seconds(cpu)));
    let memory = usage.peak_memory.map(|memory| format!(", {}", mebibytes(memory)));
    [Some(seconds(usage.wall)), cpu, memory].into_iter().flatten().collect()
}

/// The slowest case and the one that took the most memory.
fn write_extremes(text: &mut String, counts: &Counts) -> fmt::Result {
    if let Some((usage, name)) = &counts.slowest {
        let cpu = usage.cpu.map_or_else(String::new, |cpu| format!("{} of CPU time, ", seconds(cpu)));
        write!(text, ", the slowest {} ({cpu}{name})", seconds(usage.wall))?;
    }
    if let Some((memory, name)) = &counts.largest {
        write!(text, ", the largest {} ({name})", mebibytes(*memory))?;
    }
    Ok(())
}

/// What was not judged, or not as it is, in the order of importance.
pub(super) fn not_judged(summary: &Summary<'_>) -> Vec<String> {
    let Summary { counts, aside, verbosity, .. } = summary;
    let not_read = if *verbosity == Verbosity::Verbose { "not read" } else { "not read (-v names them)" };
    let why_not_reached = aside.why_not_reached();
    let parts = [
        (aside.not_reached, "case", why_not_reached.as_str()),
        (counts.left_out, "input", "that the judge would not give left out (--all gives them)"),
        (counts.rewritten, "input", "given in the judge's layout"),
        (aside.not_for_candidates, "input", "for this solver only left out"),
        (aside.filtered, "case", "filtered out"),
        (counts.odd_answers, "answer file", "not as the judge writes them"),
        (aside.not_read.len(), "file", not_read),
    ];
    let occurring = parts.into_iter().filter(|&(count, ..)| count > 0);
    occurring.map(|(count, noun, what)| format!("{} {what}", count_of(count, noun))).collect()
}

/// The names of the files that were not read, if they are to be shown.
pub(super) fn names_not_read(summary: &Summary<'_>) -> Vec<String> {
    let is_shown = summary.verbosity == Verbosity::Verbose;
    summary.aside.not_read.iter().filter(|_| is_shown).map(display_name).collect()
}
