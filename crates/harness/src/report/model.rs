//! What a report says, whatever its format.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use problem::{Difference, Problem, Verdict, count_of};

use super::Verbosity;
use crate::candidate::{MIB, PeakMemory, Usage};
use crate::check::{CaseOutcome, Fixture, Judgement};
use crate::source::display_name;

/// Fixtures whose judge and layout were found in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) judge: &'static str,
    /// Why this judge.
    pub(super) chosen_by: String,
    pub(super) layout: String,
}

/// What is said about one fixture.
pub(super) struct Entry<'a> {
    pub(super) program: &'static str,
    /// The name of the input, in which nothing is raw that could break a line.
    pub(super) name: &'a str,
    /// The path as it is, if that is text; else as messages show it.
    pub(super) path: Cow<'a, str>,
    /// The number of the group.
    pub(super) number: usize,
    pub(super) group: &'a Group,
    /// The judgement, unless the fixture was left out.
    pub(super) judgement: Option<&'a Judgement>,
    /// The reason for the verdict, or why the fixture was left out.
    pub(super) message: &'a str,
}

/// What is said about all fixtures. At the beginning of a report, nothing is counted yet.
#[derive(Debug)]
pub(super) struct Summary {
    pub(super) program: &'static str,
    /// The groups, each with the number of its fixtures.
    pub(super) groups: Vec<(Group, usize)>,
    pub(super) verbosity: Verbosity,
    pub(super) counts: Counts,
    /// The time of the whole check.
    pub(super) took: Duration,
    pub(super) omitted: Omitted,
}

/// What a check omitted, which its summary counts.
#[derive(Clone, Debug, Default)]
pub struct Omitted {
    /// How many inputs no candidate receives: those that are to be rejected, and outputs to be judged.
    pub not_for_candidates: usize,
    /// How many cases `--filter` and `--exclude` left out.
    pub filtered: usize,
    /// The files that belong to no case, and why.
    pub not_read: Vec<(PathBuf, &'static str)>,
    /// How many cases were not judged because the check ended before, at the first failure unless it was interrupted.
    pub not_reached: usize,
    /// What interrupted the check, if something did before all cases were reached: `interrupted by SIGINT`.
    pub interrupt: Option<String>,
}

/// The numbers of a check so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    /// By the numbers of the verdicts.
    verdicts: [usize; Verdict::ALL.len()],
    /// Inputs that the judge could not give.
    pub(super) left_out: usize,
    /// Inputs that were given in the judge's own layout instead of their own.
    pub(super) rewritten: usize,
    /// Answer files that are not as the judge writes them.
    odd_answers: usize,
    /// The usage and the name of the fixture that took longest.
    pub(super) slowest: Option<(Usage, String)>,
    /// The largest memory of a fixture, and its name.
    pub(super) peak: Option<(PeakMemory, String)>,
}

impl Group {
    fn of<P: Problem>(fixture: &Fixture<P>) -> Self {
        let (chosen_by, layout) = (fixture.chosen_by.to_string(), fixture.layout.to_string());
        Self { judge: fixture.dialect.name, chosen_by, layout }
    }

    /// The groups of these fixtures, in the order of their first ones, each with the number of its fixtures.
    pub(super) fn all<P: Problem>(fixtures: &[Fixture<P>]) -> Vec<(Self, usize)> {
        let mut groups: Vec<(Self, usize)> = Vec::new();
        for new in fixtures.iter().map(Self::of) {
            match groups.iter_mut().find(|(group, _)| *group == new) {
                Some((_, count)) => *count += 1,
                None => groups.push((new, 1)),
            }
        }
        groups
    }

    /// The judge, and why it is that one.
    pub(super) fn judge(&self) -> String {
        format!("judge {} ({})", self.judge, self.chosen_by)
    }
}

impl<'a> Entry<'a> {
    /// The entry of a fixture, which belongs to one of the groups.
    pub(super) fn new<P: Problem>(
        fixture: &'a Fixture<P>,
        outcome: &'a CaseOutcome,
        groups: &'a [(Group, usize)],
    ) -> Self {
        let wanted = Group::of(fixture);
        let number = groups.iter().position(|(group, _)| *group == wanted).expect("every fixture has a group");
        let (judgement, message) = match outcome {
            CaseOutcome::Judged(judgement) => (Some(&**judgement), judgement.message.as_str()),
            CaseOutcome::LeftOut(reason) => (None, reason.as_str()),
        };
        let path = plain_path(fixture.input());
        Self { program: P::NAME, name: &fixture.name, path, number, group: &groups[number].0, judgement, message }
    }

    pub(super) fn difference(&self) -> Option<&'a Difference> {
        self.judgement?.difference.as_deref()
    }

    pub(super) fn usage(&self) -> Option<Usage> {
        self.judgement.map(|judgement| judgement.usage)
    }

    /// The path as it is, so that it can be found, unless it holds what a terminal must not get; then the name.
    pub(super) fn printable_path(&self) -> &str {
        if self.name.replace("\\\\", "\\") == self.path { &self.path } else { self.name }
    }
}

impl Summary {
    /// What was not judged, or not as it is, in the order of importance.
    pub(super) fn omissions(&self) -> Vec<String> {
        let Self { counts, omitted, .. } = self;
        let not_reached = match &omitted.interrupt {
            Some(interrupt) => &format!("not judged: {interrupt}"),
            None => "not judged after the first failure",
        };
        let not_read = if self.verbosity == Verbosity::Verbose { "not read" } else { "not read (-v names them)" };
        let counted = [
            (omitted.not_reached, "case", not_reached),
            (counts.left_out, "input", "left out that the judge would not give (--all gives them)"),
            (counts.rewritten, "input", "given in the judge's layout"),
            (omitted.not_for_candidates, "input", "left out that only this solver is judged on"),
            (omitted.filtered, "case", "filtered out"),
            (counts.odd_answers, "answer file", "not as the judge writes them"),
            (omitted.not_read.len(), "file", not_read),
        ];
        let occurring = counted.into_iter().filter(|&(count, ..)| count > 0);
        occurring.map(|(count, noun, what)| format!("{} {what}", count_of(count, noun))).collect()
    }

    /// The names of the files that were not read, and why, if they are to be shown.
    pub(super) fn not_read(&self) -> impl Iterator<Item = (String, String)> {
        let is_shown = self.verbosity == Verbosity::Verbose;
        let shown = self.omitted.not_read.iter().filter(move |_| is_shown);
        shown.map(|(path, reason)| (display_name(path), format!("not read: {reason}")))
    }
}

impl Counts {
    pub(super) fn add(&mut self, name: &str, outcome: &CaseOutcome) {
        let CaseOutcome::Judged(judgement) = outcome else {
            self.left_out += 1;
            return;
        };
        self.verdicts[judgement.verdict as usize] += 1;
        self.rewritten += usize::from(judgement.is_rewritten);
        self.odd_answers += usize::from(judgement.about_answer.is_some());
        let usage = judgement.usage;
        if self.slowest.as_ref().is_none_or(|(slowest, _)| usage.wall > slowest.wall) {
            self.slowest = Some((usage, name.to_owned()));
        }
        if let Some(memory) = usage.peak_memory
            && self.peak.as_ref().is_none_or(|(peak, _)| memory.bytes() > peak.bytes())
        {
            self.peak = Some((memory, name.to_owned()));
        }
    }

    pub(super) fn of(&self, verdict: Verdict) -> usize {
        self.verdicts[verdict as usize]
    }

    pub(super) fn judged(&self) -> usize {
        self.verdicts.iter().sum()
    }

    /// The verdicts that occur, each with its number.
    pub(super) fn occurring(&self) -> impl Iterator<Item = (Verdict, usize)> {
        Verdict::ALL.into_iter().map(|verdict| (verdict, self.of(verdict))).filter(|&(_, count)| count > 0)
    }
}

/// A size of memory in MiB; one that is only a bound says so.
pub(super) fn mebibytes(memory: PeakMemory) -> String {
    #[expect(clippy::cast_precision_loss, reason = "only one digit after the point is shown")]
    let text = format!("{:.1} MiB", memory.bytes() as f64 / MIB as f64);
    match memory {
        PeakMemory::Exactly(_) => text,
        PeakMemory::AtMost(_) => format!("at most {text}"),
    }
}

/// A time in seconds, as numbers in reports are written.
pub(super) fn decimal(time: Duration) -> String {
    format!("{:.6}", time.as_secs_f64())
}

/// A path as it is, if that is text; else as messages show it.
pub(super) fn plain_path(path: &Path) -> Cow<'_, str> {
    path.to_str().map_or_else(|| display_name(path).into(), Cow::from)
}
