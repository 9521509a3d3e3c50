//! The report for people.

use std::time::Duration;

use problem::{Verdict, count_of, styles};

use super::model::{Entry, Group, Summary, mebibytes};
use super::{Verbosity, Writer};
use crate::candidate::Usage;

/// Failures with their details, then a line for all.
#[derive(Debug)]
pub(super) struct Text;

impl Writer for Text {
    fn begin(&mut self, summary: &Summary) -> String {
        let quiet = styles::QUIET;
        let line = |(group, count): &(Group, usize)| {
            format!("{quiet}{}, {}: {}{quiet:#}\n", group.judge(), group.layout, count_of(*count, "case"))
        };
        if summary.verbosity == Verbosity::Quiet { String::new() } else { summary.groups.iter().map(line).collect() }
    }

    fn entry(&mut self, entry: &Entry<'_>) -> String {
        let Entry { name, message, .. } = entry;
        let quiet = styles::QUIET;
        let Some(judgement) = entry.judgement else {
            return format!("{quiet}--{quiet:#}  {name}: left out: {message}\n");
        };
        let (verdict, style) = (judgement.verdict, judgement.verdict.style());
        let message = if verdict == Verdict::Accepted { &took(judgement.usage) } else { *message };
        let notes: String = judgement.notes().map(|note| problem::block("note", &[note])).collect();
        format!("{style}{verdict:<3}{style:#} {name}: {message}\n{}{notes}", judgement.details())
    }

    fn finish(&mut self, summary: &Summary) -> String {
        let counts = &summary.counts;
        let quiet = styles::QUIET;
        let names = summary.not_read().map(|(name, why)| format!("{quiet}--{quiet:#}  {name}: {why}\n"));
        let verdicts = counts.occurring().map(|(verdict, count)| {
            let style = verdict.style();
            format!("{count} {style}{verdict}{style:#}")
        });
        let verdicts = verdicts.collect::<Vec<_>>().join(", ");
        let colon = if verdicts.is_empty() { "" } else { ": " };
        let mut parts = vec![count_of(counts.judged(), "case") + colon + &verdicts];
        let slowest = counts.slowest.as_ref().map(|(usage, name)| {
            let cpu = usage.cpu.map_or_else(String::new, |cpu| format!("{} of CPU time, ", seconds(cpu)));
            format!(", slowest {} ({cpu}{name})", seconds(usage.wall))
        });
        let peak = counts.peak.as_ref().map(|(memory, name)| format!(", peak memory {} ({name})", mebibytes(*memory)));
        parts.push(seconds(summary.took) + &slowest.unwrap_or_default() + &peak.unwrap_or_default());
        parts.extend(summary.omissions());
        if summary.verbosity == Verbosity::Quiet {
            parts.extend(summary.groups.iter().map(|(group, _)| group.judge()));
            // Groups may differ only in their layout.
            parts.dedup();
        }
        names.collect::<String>() + &parts.join("; ") + "\n"
    }
}

/// What a case took: the time, and for a candidate the CPU time and the peak memory.
fn took(usage: Usage) -> String {
    let cpu = usage.cpu.map(|cpu| format!(", {} of CPU time", seconds(cpu)));
    let memory = usage.peak_memory.map(|memory| format!(", {}", mebibytes(memory)));
    [Some(seconds(usage.wall)), cpu, memory].into_iter().flatten().collect()
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}
