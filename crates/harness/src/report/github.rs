//! Annotations of a workflow on GitHub: an error for each fixture that was not accepted, at its input file; then the
//! summary for people.

use anstream::adapter::strip_str;
use problem::count_of;

use super::model::{Entry, ReportSummary};
use super::text;

/// The annotation of a fixture that was judged.
pub(super) fn entry(entry: &Entry<'_>) -> String {
    let Some(judgement) = entry.judgement else { return String::new() };
    let (verdict, details) = (judgement.verdict, judgement.details());
    let message = format!("{}\n{}", judgement.message, strip_str(&details));
    let title = format!("{verdict}: {}{}", verdict.words(), entry.of_candidate());
    let (file, title) = (escaped_property(&entry.fixture.name), escaped_property(&title));
    format!("::error file={file},title={title}::{}\n", escaped(message.trim_end()))
}

pub(super) fn finish(summary: &ReportSummary) -> String {
    let interrupt = summary.omitted.interrupt.as_ref().map(|interrupt| {
        let message = format!("{interrupt}: {} not judged", count_of(summary.omitted.not_reached, "case"));
        format!("::error title=not complete::{}\n", escaped(&message))
    });
    interrupt.unwrap_or_default() + &text::finish(summary)
}

/// The message of a command to a GitHub workflow.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of such a command.
fn escaped_property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
