//! Annotations of a workflow on GitHub.

use std::fmt::{self, Write};

use anstream::adapter::strip_str;
use problem::{Verdict, count_of};

use super::escape::{github_message, github_property};
use super::text::Text;
use super::{Entry, Format, Group, Summary, Verbosity, details, reason};
use crate::check::CaseOutcome;

/// An error for each fixture that was not accepted, at its input file; then the summary for people.
pub(super) struct Github;

impl Format for Github {
    fn shows(&self, outcome: &CaseOutcome, verbosity: Verbosity) -> bool {
        match outcome {
            CaseOutcome::LeftOut(_) => verbosity == Verbosity::Verbose,
            CaseOutcome::Judged(judgement) => {
                judgement.verdict != Verdict::Accepted
                    || verbosity == Verbosity::Verbose && judgement.notes().next().is_some()
            }
        }
    }

    fn begin(&mut self, text: &mut String, groups: &[Group], verbosity: Verbosity) -> fmt::Result {
        Text.begin(text, groups, verbosity)
    }

    fn entry(&mut self, text: &mut String, entry: &Entry<'_>) -> fmt::Result {
        let mut command = |level: &str, title: &str, message: &str| {
            let (file, title) = (github_property(&entry.printable_path()), github_property(title));
            writeln!(text, "::{level} file={file},title={title}::{}", github_message(message))
        };
        match entry.outcome {
            CaseOutcome::LeftOut(reason) => command("notice", "left out", reason),
            CaseOutcome::Judged(judgement) if judgement.verdict == Verdict::Accepted => {
                command("notice", "accepted", &judgement.notes().collect::<Vec<_>>().join("\n"))
            }
            CaseOutcome::Judged(judgement) => {
                let title = format!("{}: {}", judgement.verdict, judgement.verdict.words());
                let details = strip_str(&details(judgement)).to_string();
                command("error", &title, format!("{}\n{details}", reason(judgement)).trim_end())
            }
        }
    }

    fn finish(&mut self, text: &mut String, summary: &Summary<'_>) -> fmt::Result {
        if let Some(interrupt) = &summary.aside.interrupt {
            let cases = count_of(summary.aside.not_reached, "case");
            writeln!(
                text,
                "::error title=not complete::{}",
                github_message(&format!("{interrupt}: {cases} not judged"))
            )?;
        }
        Text.finish(text, summary)
    }
}
