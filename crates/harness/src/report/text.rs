//! The report for people: failures with their details, then a line for all.

use std::time::Duration;

use anstream::adapter::strip_str;
use anstyle::Style;
use problem::{Verdict, count_of, styles};

use super::Verbosity;
use super::model::{CandidateTally, Entry, ReportSummary};
use crate::candidate::{Usage, in_mib};

/// How many fixtures there are of each judge and layout.
pub(super) fn begin(summary: &ReportSummary) -> String {
    let quiet = styles::QUIET;
    let line = |(group, count): &([String; 2], usize)| {
        format!("{quiet}{}: {}{quiet:#}\n", group.join(", "), count_of(*count, "case"))
    };
    if summary.verbosity == Verbosity::Quiet { String::new() } else { summary.groups.iter().map(line).collect() }
}

/// A line for a fixture, and details of a failure.
pub(super) fn entry(entry: &Entry<'_>) -> String {
    let Some(judgement) = entry.judgement else {
        return line("--", styles::QUIET, &entry.fixture.name, &format!("left out: {}", entry.message));
    };
    let verdict = judgement.verdict;
    let message = if verdict == Verdict::Accepted { &took(judgement.usage) } else { entry.message };
    match entry.candidate {
        Some(candidate) => format!("    {candidate}: {message}\n{}", judgement.details()),
        None => line(&verdict.to_string(), verdict.style(), &entry.fixture.name, message) + &judgement.details(),
    }
}

/// The verdicts on several candidates, in a line before the messages about each.
pub(super) fn columns(entries: &[Entry<'_>]) -> String {
    let verdicts = entries.iter().filter(|entry| entry.candidate.is_some()).filter_map(|entry| entry.judgement);
    let column = |verdict: Verdict| format!("{style}{verdict:<3}{style:#} ", style = verdict.style());
    let columns: String = verdicts.map(|judgement| column(judgement.verdict)).collect();
    let name = entries.first().map(|entry| entry.fixture.name.as_str()).unwrap_or_default();
    if columns.is_empty() { columns } else { format!("{columns}{name}\n") }
}

/// The files that were not read, if they are to be named, and a line for all fixtures.
pub(super) fn finish(summary: &ReportSummary) -> String {
    let is_verbose = summary.verbosity == Verbosity::Verbose;
    let names = summary.not_read(is_verbose).map(|(name, why)| line("--", styles::QUIET, &name, &why));
    let of_candidates = summary.tallies.iter().filter_map(|tally| {
        let candidate = tally.candidate.as_ref()?;
        Some(format!("{candidate}: {}{}\n", verdicts(tally), slowest(tally)))
    });
    let took = seconds(summary.took);
    let mut parts = match &summary.tallies[..] {
        [only] => vec![verdicts(only), took + &slowest(only)],
        _ => vec![took],
    };
    parts.extend(summary.omissions(is_verbose));
    if summary.verbosity == Verbosity::Quiet {
        for ([judge, _], _) in &summary.groups {
            if !parts.contains(judge) {
                parts.push(judge.clone());
            }
        }
    }
    names.chain(of_candidates).collect::<String>() + &in_lines(&parts)
}

/// How many cases a candidate was judged on, and how many have each verdict.
fn verdicts(tally: &CandidateTally) -> String {
    let verdicts = tally.verdicts().map(|(verdict, count)| {
        let style = verdict.style();
        format!("{count} {style}{verdict}{style:#}")
    });
    let verdicts = verdicts.collect::<Vec<_>>().join(", ");
    let colon = if verdicts.is_empty() { "" } else { ": " };
    let judged = tally.verdicts().map(|(_, count)| count).sum();
    count_of(judged, "case") + colon + &verdicts
}

/// The most time that a candidate took.
fn slowest(tally: &CandidateTally) -> String {
    let Some((usage, name)) = &tally.slowest else { return String::new() };
    let cpu = usage.cpu.map_or_else(String::new, |cpu| format!("{} of CPU time, ", seconds(cpu)));
    format!(", slowest {} ({cpu}{name})", seconds(usage.wall))
}

/// What a summary says, in one line unless that is very long.
fn in_lines(parts: &[String]) -> String {
    const WIDTH: usize = 160;
    let line = parts.join("; ");
    let is_long = strip_str(&line).to_string().chars().count() > WIDTH;
    if is_long { parts.join("\n") + "\n" } else { line + "\n" }
}

fn line(label: &str, style: Style, name: &str, text: &str) -> String {
    format!("{style}{label:<3}{style:#} {name}: {text}\n")
}

/// What a case took: the time, and for a candidate the CPU time and the peak memory.
fn took(usage: Usage) -> String {
    let cpu = usage.cpu.map(|cpu| format!(", {} of CPU time", seconds(cpu)));
    let memory = usage.peak_memory.map(|memory| format!(", {:.1} MiB", in_mib(memory)));
    [Some(seconds(usage.wall)), cpu, memory].into_iter().flatten().collect()
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}
