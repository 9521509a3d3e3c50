//! What a report says, whatever its format.

use std::time::Duration;

use problem::{Verdict, count_of};

use super::Verbosity;
use crate::candidate::Usage;
use crate::cases::{Fixture, NotRead};
use crate::check::{CaseOutcome, Judgement};
use crate::source::display_name;

/// What a report says about one fixture.
pub(super) struct Entry<'a> {
    pub(super) program: &'static str,
    pub(super) fixture: &'a Fixture<'a>,
    /// The candidate, if there are several.
    pub(super) candidate: Option<&'a str>,
    /// The judgement, unless the fixture was left out.
    pub(super) judgement: Option<&'a Judgement>,
    /// The reason for the verdict, or why the fixture was left out.
    pub(super) message: &'a str,
}

/// What a report says about all fixtures. At the beginning of a report, nothing is counted yet.
#[derive(Debug, Default)]
pub(crate) struct ReportSummary {
    pub(super) program: &'static str,
    /// Each judge, why it is that one, and each layout, with the number of fixtures that have them.
    pub(super) groups: Vec<([String; 2], usize)>,
    pub(super) verbosity: Verbosity,
    /// The results of each candidate, or of the solver.
    pub(super) tallies: Vec<CandidateTally>,
    /// Inputs that the judge could not give.
    pub(crate) left_out: usize,
    /// Cases that were judged without an answer file.
    pub(super) without_answer: usize,
    /// The time of the whole check.
    pub(super) took: Duration,
    pub(super) omitted: Omitted,
}

/// The results of one candidate.
#[derive(Debug, Default)]
pub(super) struct CandidateTally {
    /// Its command, if there are several.
    pub(super) candidate: Option<String>,
    /// How many fixtures have each verdict, by the number of the verdict.
    verdicts: [usize; Verdict::ALL.len()],
    /// The usage and the name of the fixture that took longest.
    pub(super) slowest: Option<(Usage, String)>,
}

impl CandidateTally {
    /// What will be said about one of several candidates.
    pub(super) fn of(command: &str) -> Self {
        Self { candidate: Some(display_name(command)), ..Self::default() }
    }

    fn add(&mut self, name: &str, judgement: &Judgement) {
        self.verdicts[judgement.verdict as usize] += 1;
        let usage = judgement.usage;
        if self.slowest.as_ref().is_none_or(|(slowest, _)| usage.wall > slowest.wall) {
            self.slowest = Some((usage, name.to_owned()));
        }
    }

    /// The verdicts that occur, each with its number.
    pub(super) fn verdicts(&self) -> impl Iterator<Item = (Verdict, usize)> {
        Verdict::ALL.into_iter().zip(self.verdicts).filter(|&(_, count)| count > 0)
    }
}

/// What a check omitted, which its summary counts.
#[derive(Clone, Debug, Default)]
pub struct Omitted {
    /// How many inputs no candidate receives: those that are to be rejected, and outputs to be judged.
    pub not_for_candidates: usize,
    /// How many cases `--filter` and `--exclude` left out.
    pub filtered: usize,
    /// The files that belong to no case, and why. What turns out to be no input only when it is read is added.
    pub not_read: Vec<NotRead>,
    /// How many cases were not judged because the check ended before, at the first failure unless it was interrupted.
    pub not_reached: usize,
    /// What interrupted the check, if something did before all cases were reached: `interrupted by SIGINT`.
    pub interrupt: Option<String>,
}

impl<'a> Entry<'a> {
    /// The entries of a fixture: one for each candidate if it was judged.
    pub(super) fn all(summary: &'a ReportSummary, fixture: &'a Fixture<'a>, outcome: &'a CaseOutcome) -> Vec<Self> {
        let of =
            |candidate, judgement, message| Self { program: summary.program, fixture, candidate, judgement, message };
        match outcome {
            CaseOutcome::Judged(judgements) => {
                let all = summary.tallies.iter().zip(judgements.iter().cycle());
                all.map(|(tally, one)| of(tally.candidate.as_deref(), Some(one), &one.message)).collect()
            }
            CaseOutcome::LeftOut(reason) | CaseOutcome::NotRead(reason) => vec![of(None, None, reason)],
        }
    }

    /// Whether the fixture was judged, and the verdict is not that it is accepted.
    pub(super) fn is_failure(&self) -> bool {
        self.judgement.is_some_and(|judgement| judgement.verdict != Verdict::Accepted)
    }

    /// The candidate in parentheses, if there are several.
    pub(super) fn of_candidate(&self) -> String {
        self.candidate.map(|candidate| format!(" ({candidate})")).unwrap_or_default()
    }
}

impl ReportSummary {
    /// The summary of a report on these fixtures. Its groups are in the order of their first fixtures.
    pub(super) fn new(program: &'static str, fixtures: &[Fixture<'_>], verbosity: Verbosity) -> Self {
        let mut groups: Vec<([String; 2], usize)> = Vec::new();
        for Fixture { chosen, layout, .. } in fixtures {
            let reason = &chosen.reason;
            let by = chosen.judge.as_ref().map_or(reason.clone(), |judge| format!("judge {judge} ({reason})"));
            let new = [by, layout.clone()];
            match groups.iter_mut().find(|(group, _)| *group == new) {
                Some((_, count)) => *count += 1,
                None => groups.push((new, 1)),
            }
        }
        Self { program, groups, verbosity, tallies: vec![CandidateTally::default()], ..Self::default() }
    }

    /// Counts a fixture.
    pub(super) fn add(&mut self, fixture: &Fixture<'_>, outcome: &CaseOutcome) {
        match outcome {
            CaseOutcome::Judged(judgements) => {
                self.without_answer += usize::from(fixture.lacks_answer_file());
                for (tally, one) in self.tallies.iter_mut().zip(judgements.iter().cycle()) {
                    tally.add(&fixture.name, one);
                }
            }
            CaseOutcome::LeftOut(_) => self.left_out += 1,
            CaseOutcome::NotRead(reason) => self.omitted.not_read.push((fixture.input.clone(), reason.clone())),
        }
    }

    /// How many judgements there are.
    pub(crate) fn judged(&self) -> usize {
        Verdict::ALL.into_iter().map(|verdict| self.count(verdict)).sum()
    }

    /// How many judgements have this verdict.
    pub(crate) fn count(&self, verdict: Verdict) -> usize {
        self.tallies.iter().map(|tally| tally.verdicts[verdict as usize]).sum()
    }

    /// What was not judged, or not as it is, in the order of importance. `has_names` says whether the files that were not
    /// read are named.
    pub(super) fn omissions(&self, has_names: bool) -> Vec<String> {
        let omitted = &self.omitted;
        let not_reached = match &omitted.interrupt {
            Some(interrupt) => &format!("not judged: {interrupt}"),
            None => "not judged after the first failure",
        };
        let advice = omitted.not_read.iter().find(|(_, reason)| reason.contains("--names"));
        let advice = advice.map(|(path, reason)| format!(" ({}: {reason})", display_name(path)));
        let without_answer = format!("without an answer file{}", advice.unwrap_or_default());
        let not_read = if has_names { "not read" } else { "not read (-v names them)" };
        let counted = [
            (omitted.not_reached, "case", not_reached),
            (self.left_out, "input", "left out, not valid for the judge (--all gives them)"),
            (self.without_answer, "input", &without_answer),
            (omitted.not_for_candidates, "input", "left out, which programs need not reject"),
            (omitted.filtered, "case", "filtered out"),
            (omitted.not_read.len(), "file", not_read),
        ];
        let occurring = counted.into_iter().filter(|&(count, ..)| count > 0);
        occurring.map(|(count, noun, what)| format!("{} {what}", count_of(count, noun))).collect()
    }

    /// The files that were not read, if they are to be named: each name, and what became of the file.
    pub(super) fn not_read(&self, has_names: bool) -> impl Iterator<Item = (String, String)> {
        let shown = self.omitted.not_read.iter().filter(move |_| has_names);
        shown.map(|(path, reason)| (display_name(path), format!("not read: {reason}")))
    }
}
