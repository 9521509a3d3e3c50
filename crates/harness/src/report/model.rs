//! What a report says, whatever its format.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::path::Path;
use std::time::Duration;

use problem::{Difference, Verdict, count_of};

use super::Verbosity;
use crate::candidate::Usage;
use crate::cases::{Expectation, NotRead};
use crate::check::{CaseOutcome, Fixture, Judgement};
use crate::source::display_name;

/// Fixtures whose judge and layout were found in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// Who knows the answers, such as a judge.
    pub(super) judge: String,
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
    path: Cow<'a, str>,
    pub(super) group: Group,
    /// The judgement, unless the fixture was left out.
    pub(super) judgement: Option<&'a Judgement>,
    /// What became of it otherwise.
    pub(super) not_judged: &'static str,
    /// The reason for the verdict, or why the fixture was not judged.
    pub(super) message: &'a str,
}

/// A value in a format for programs.
pub(super) enum Value {
    Text(String),
    Texts(Vec<String>),
    /// What needs no quotation marks: a number, `true`, `false` or `null`.
    Plain(String),
}

/// What is said about all fixtures. At the beginning of a report, nothing is counted yet.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    pub(super) program: &'static str,
    /// The groups, each with the number of its fixtures.
    pub(super) groups: Vec<(Group, usize)>,
    pub(super) verbosity: Verbosity,
    /// How many fixtures have each verdict, by the number of the verdict.
    verdicts: [usize; Verdict::ALL.len()],
    /// Inputs that the judge could not give.
    pub(crate) left_out: usize,
    /// Cases that were judged without an answer file.
    pub(super) without_answer: usize,
    /// Files that turned out to be no inputs, and why.
    no_inputs: Vec<NotRead>,
    /// The usage and the name of the fixture that took longest.
    pub(super) slowest: Option<(Usage, String)>,
    /// The largest memory of a fixture, and its name.
    pub(super) peak: Option<(u64, String)>,
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
    pub not_read: Vec<NotRead>,
    /// How many cases were not judged because the check ended before, at the first failure unless it was interrupted.
    pub not_reached: usize,
    /// What interrupted the check, if something did before all cases were reached: `interrupted by SIGINT`.
    pub interrupt: Option<String>,
}

impl Group {
    fn of(fixture: &Fixture<'_>) -> Self {
        let Fixture { chosen, layout, .. } = fixture;
        Self { judge: chosen.name.clone(), chosen_by: chosen.reason.clone(), layout: layout.clone() }
    }

    /// The judge, and why it is that one.
    pub(super) fn judge(&self) -> String {
        format!("judge {} ({})", self.judge, self.chosen_by)
    }
}

impl Display for Group {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}, {}", self.judge(), self.layout)
    }
}

impl<'a> Entry<'a> {
    /// The entry of a fixture.
    pub(super) fn new(program: &'static str, fixture: &'a Fixture<'_>, outcome: &'a CaseOutcome) -> Self {
        let (judgement, not_judged, message) = match outcome {
            CaseOutcome::Judged(judgement) => (Some(&**judgement), "", &judgement.message),
            CaseOutcome::LeftOut(reason) => (None, "left out", reason),
            CaseOutcome::NotRead(reason) => (None, "not read", reason),
        };
        let path = plain_path(&fixture.input);
        Self { program, name: &fixture.name, path, group: Group::of(fixture), judgement, not_judged, message }
    }

    /// The path as it is, so that it can be found, unless it holds what a terminal must not get; then the name.
    pub(super) fn printable_path(&self) -> &str {
        if self.name.replace("\\\\", "\\") == self.path { &self.path } else { self.name }
    }

    /// The fields of formats for programs, each with its name; those without a value are left out.
    pub(super) fn fields(&self) -> Vec<(&'static str, Value)> {
        let text = |text: &str| Some(Value::Text(text.to_owned()));
        // What is not UTF-8 is replaced by U+FFFD.
        let bytes = |bytes: &[u8]| Value::Text(String::from_utf8_lossy(bytes).into_owned());
        let judged = self.judgement;
        let usage = judged.map(|judgement| judgement.usage);
        let memory = usage.and_then(|usage| usage.peak_memory);
        let difference = judged.and_then(|judgement| judgement.difference.as_ref());
        let place = |number: fn(&Difference) -> usize| difference.map(|difference| plain(number(difference)));
        let stderr = judged.map(|judgement| &judgement.stderr).filter(|stderr| !stderr.is_empty());
        let fields = [
            ("type", text("case")),
            ("name", text(&self.path)),
            ("verdict", judged.map_or_else(|| Some(plain("null")), |judgement| text(&judgement.verdict.to_string()))),
            ("message", text(self.message)),
            ("seconds", usage.map(|usage| seconds(usage.wall))),
            ("cpu_seconds", usage.and_then(|usage| usage.cpu).map(seconds)),
            ("peak_bytes", memory.map(plain)),
            ("case", place(|difference| difference.case)),
            ("cases", place(|difference| difference.cases)),
            ("line", place(|difference| difference.place.line)),
            ("column", place(|difference| difference.place.column)),
            ("input", difference.and_then(|difference| difference.input.as_deref()).map(bytes)),
            ("expected", difference.map(|difference| bytes(&difference.expected))),
            ("got", difference.map(|difference| bytes(&difference.got))),
            ("stderr", stderr.map(|stderr| bytes(stderr))),
            ("judge", text(&self.group.judge)),
            ("judge_by", text(&self.group.chosen_by)),
            ("layout", text(&self.group.layout)),
        ];
        fields.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}

impl Summary {
    /// The summary of a report on these fixtures. Its groups are in the order of their first fixtures.
    pub(super) fn new(program: &'static str, fixtures: &[Fixture<'_>], verbosity: Verbosity) -> Self {
        let mut groups: Vec<(Group, usize)> = Vec::new();
        for new in fixtures.iter().map(Group::of) {
            match groups.iter_mut().find(|(group, _)| *group == new) {
                Some((_, count)) => *count += 1,
                None => groups.push((new, 1)),
            }
        }
        Self { program, groups, verbosity, ..Self::default() }
    }

    /// Counts a fixture.
    pub(super) fn add(&mut self, fixture: &Fixture<'_>, outcome: &CaseOutcome) {
        let name = &fixture.name;
        let judgement = match outcome {
            CaseOutcome::Judged(judgement) => judgement,
            CaseOutcome::LeftOut(_) => {
                self.left_out += 1;
                return;
            }
            CaseOutcome::NotRead(reason) => {
                self.no_inputs.push((fixture.input.clone(), reason.clone()));
                return;
            }
        };
        self.verdicts[judgement.verdict as usize] += 1;
        self.without_answer += usize::from(fixture.expectation == Expectation::NoFile);
        let usage = judgement.usage;
        if self.slowest.as_ref().is_none_or(|(slowest, _)| usage.wall > slowest.wall) {
            self.slowest = Some((usage, name.to_owned()));
        }
        if let Some(memory) = usage.peak_memory
            && self.peak.as_ref().is_none_or(|(peak, _)| memory > *peak)
        {
            self.peak = Some((memory, name.to_owned()));
        }
    }

    /// How many fixtures were judged.
    pub(crate) fn judged(&self) -> usize {
        self.verdicts.iter().sum()
    }

    /// How many fixtures have this verdict.
    pub(crate) fn count(&self, verdict: Verdict) -> usize {
        self.verdicts[verdict as usize]
    }

    /// The verdicts that occur, each with its number.
    pub(super) fn verdicts(&self) -> impl Iterator<Item = (Verdict, usize)> {
        Verdict::ALL.into_iter().zip(self.verdicts).filter(|&(_, count)| count > 0)
    }

    /// What was not judged, or not as it is, in the order of importance.
    pub(super) fn omissions(&self) -> Vec<String> {
        let omitted = &self.omitted;
        let not_reached = match &omitted.interrupt {
            Some(interrupt) => &format!("not judged: {interrupt}"),
            None => "not judged after the first failure",
        };
        let advice = omitted.not_read.iter().find(|(_, reason)| reason.contains("--names"));
        let advice = advice.map(|(path, reason)| format!(" ({}: {reason})", display_name(path)));
        let without_answer = format!("without an answer file{}", advice.unwrap_or_default());
        let not_read = if self.verbosity == Verbosity::Verbose { "not read" } else { "not read (-v names them)" };
        let counted = [
            (omitted.not_reached, "case", not_reached),
            (self.left_out, "input", "left out, not valid for the judge (--all gives them)"),
            (self.without_answer, "input", &without_answer),
            (omitted.not_for_candidates, "input", "left out, which only this solver must reject"),
            (omitted.filtered, "case", "filtered out"),
            (omitted.not_read.len() + self.no_inputs.len(), "file", not_read),
        ];
        let occurring = counted.into_iter().filter(|&(count, ..)| count > 0);
        occurring.map(|(count, noun, what)| format!("{} {what}", count_of(count, noun))).collect()
    }

    /// The files that were not read, if they are to be named: each name, and what became of the file.
    pub(super) fn not_read(&self) -> impl Iterator<Item = (String, String)> {
        let is_shown = self.verbosity == Verbosity::Verbose;
        let shown = self.all_not_read().filter(move |_| is_shown);
        shown.map(|(path, reason)| (display_name(path), format!("not read: {reason}")))
    }

    /// All files that were not read, and why.
    pub(super) fn all_not_read(&self) -> impl Iterator<Item = &NotRead> {
        self.omitted.not_read.iter().chain(&self.no_inputs)
    }
}

pub(super) fn plain(value: impl Display) -> Value {
    Value::Plain(value.to_string())
}

/// A time in seconds, as numbers in reports are written.
pub(super) fn seconds(time: Duration) -> Value {
    plain(format_args!("{:.6}", time.as_secs_f64()))
}

/// A path as it is, if that is text; else as messages show it.
pub(super) fn plain_path(path: &Path) -> Cow<'_, str> {
    path.to_str().map_or_else(|| display_name(path).into(), Cow::from)
}
