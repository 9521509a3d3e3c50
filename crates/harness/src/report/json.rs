//! A JSON object on each line.

use std::fmt::{self, Write};

use super::escape::json;
use super::summary::{Group, decimal};
use super::text::not_judged;
use super::{Entry, Format, Summary, plain_path};
use crate::check::CaseOutcome;

/// An object with `"type": "case"` for each fixture, and a last one with `"type": "summary"`.
pub(super) struct Json;

/// A JSON object that is being written.
struct Object(String);

impl Object {
    fn new(kind: &str) -> Self {
        Self("{".to_owned()).text("type", kind)
    }

    /// Adds a member whose value is JSON already.
    fn raw(mut self, name: &str, value: impl std::fmt::Display) -> Self {
        let comma = if self.0.len() > 1 { "," } else { "" };
        self.0.extend([comma, &json(name), ":", &value.to_string()]);
        self
    }

    fn text(self, name: &str, value: &str) -> Self {
        self.raw(name, json(value))
    }

    /// Adds bytes as text: what is no UTF-8 is replaced by U+FFFD.
    fn bytes(self, name: &str, value: &[u8]) -> Self {
        self.text(name, &String::from_utf8_lossy(value))
    }

    /// Adds a list of texts.
    fn list(self, name: &str, values: impl Iterator<Item = String>) -> Self {
        self.raw(name, format_args!("[{}]", values.map(|value| json(&value)).collect::<Vec<_>>().join(",")))
    }

    fn end(self) -> String {
        self.0 + "}"
    }
}

impl Format for Json {
    fn entry(&mut self, text: &mut String, entry: &Entry<'_>) -> fmt::Result {
        let mut object = Object::new("case").text("name", &plain_path(entry.path));
        object = match entry.outcome {
            CaseOutcome::LeftOut(reason) => object.raw("verdict", "null").text("message", reason),
            CaseOutcome::Judged(judgement) => {
                object = object.text("verdict", &judgement.verdict.to_string()).text("message", &judgement.message);
                object = object.raw("seconds", decimal(judgement.usage.wall));
                if let Some(cpu) = judgement.usage.cpu {
                    object = object.raw("cpu_seconds", decimal(cpu));
                }
                if let Some(memory) = judgement.usage.peak_memory {
                    object = object.raw("peak_bytes", memory.bytes()).raw("peak_is_exact", memory.is_exact());
                }
                if let Some(difference) = &judgement.difference {
                    object = object.raw("case", difference.case).raw("cases", difference.cases);
                    object = object.raw("line", difference.place.line).raw("column", difference.place.column);
                    if let Some(input) = &judgement.case {
                        object = object.bytes("input", input);
                    }
                    object = object.bytes("expected", &difference.expected).bytes("got", &difference.got);
                }
                if !judgement.stderr.is_empty() {
                    object = object.bytes("stderr", &judgement.stderr);
                }
                if judgement.notes().next().is_some() {
                    object = object.list("notes", judgement.notes());
                }
                object
            }
        };
        let Group { judge, chosen_by, layout, .. } = entry.judged_as;
        object = object.text("judge", judge).text("judge_by", chosen_by).text("layout", layout);
        writeln!(text, "{}", object.end())
    }

    fn finish(&mut self, text: &mut String, summary: &Summary<'_>) -> fmt::Result {
        let counts = summary.counts;
        let mut verdicts = Object("{".to_owned());
        for (verdict, count) in counts.occurring() {
            verdicts = verdicts.raw(&verdict.to_string(), count);
        }
        let object = Object::new("summary")
            .raw("cases", counts.judged())
            .raw("verdicts", verdicts.end())
            .raw("seconds", decimal(summary.took))
            .raw("is_complete", summary.aside.not_reached == 0)
            .raw("interrupt", summary.aside.interrupt.as_deref().map_or_else(|| "null".to_owned(), json))
            .raw("left_out", counts.left_out)
            .raw("rewritten", counts.rewritten)
            .list("notes", not_judged(summary).into_iter())
            .list("not_read", summary.aside.not_read.iter().map(|path| plain_path(path).into_owned()));
        writeln!(text, "{}", object.end())
    }
}
