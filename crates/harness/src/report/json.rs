//! A JSON object on each line: one with `"type": "case"` for each fixture, and a last one with `"type": "summary"`.

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

use problem::Verdict;

use super::model::{Entry, Summary};
use crate::source::display_name;

pub(super) fn entry(entry: &Entry<'_>) -> String {
    // What is not UTF-8 is replaced by U+FFFD.
    let bytes = |bytes: &Vec<u8>| text(&String::from_utf8_lossy(bytes));
    let judged = entry.judgement;
    let usage = judged.map(|judgement| judgement.usage);
    let difference = judged.and_then(|judgement| judgement.difference.as_ref());
    let outputs = judged.and_then(|judgement| judgement.outputs.as_ref());
    let expected = difference.map(|difference| &difference.expected).or(outputs.map(|[answer, _]| answer));
    let got = difference.map(|difference| &difference.got).or(outputs.map(|[_, got]| got));
    let transcript = judged.map(|judgement| judgement.transcript.as_slice()).filter(|lines| !lines.is_empty());
    let verdict = judged.map_or("null".into(), |judgement| text(&judgement.verdict.to_string()));
    line([
        ("type", Some(text("case"))),
        ("name", Some(text(&plain_path(&entry.fixture.input)))),
        ("against", entry.candidate.map(text)),
        ("verdict", Some(verdict)),
        ("message", Some(text(entry.message))),
        ("seconds", usage.map(|usage| seconds(usage.wall))),
        ("cpu_seconds", usage.and_then(|usage| usage.cpu).map(seconds)),
        ("peak_bytes", usage.and_then(|usage| usage.peak_memory).map(|bytes| bytes.to_string())),
        ("case", difference.map(|difference| difference.case.to_string())),
        ("cases", difference.map(|difference| difference.cases.to_string())),
        ("line", difference.map(|difference| difference.place.line.to_string())),
        ("column", difference.map(|difference| difference.place.column.to_string())),
        ("input", difference.and_then(|difference| difference.input.as_ref()).map(bytes)),
        ("expected", expected.map(bytes)),
        ("got", got.map(bytes)),
        ("transcript", transcript.map(|lines| array(lines.iter().map(|line| text(line))))),
        ("stderr", judged.map(|judgement| &judgement.stderr).filter(|stderr| !stderr.is_empty()).map(bytes)),
        ("judge", Some(&entry.fixture.chosen.name).filter(|name| *name != entry.program).map(|name| text(name))),
        ("judge_by", Some(text(&entry.fixture.chosen.reason))),
        ("layout", Some(text(&entry.fixture.layout))),
    ])
}

pub(super) fn finish(summary: &Summary) -> String {
    let verdicts = |counts: &mut dyn Iterator<Item = (Verdict, usize)>| {
        object(counts.map(|(verdict, count)| (verdict.to_string(), Some(count.to_string()))))
    };
    let programs = summary.tallies.iter().filter_map(|tally| {
        let verdicts = verdicts(&mut tally.verdicts());
        Some(object([("against", Some(text(tally.candidate.as_ref()?))), ("verdicts", Some(verdicts))]))
    });
    let programs: Vec<_> = programs.collect();
    let all = Verdict::ALL.into_iter().map(|verdict| (verdict, summary.count(verdict)));
    let file = |path, reason| object([("name", Some(text(&plain_path(path)))), ("reason", Some(text(reason)))]);
    let not_read = summary.all_not_read().map(|(path, reason)| file(path, reason));
    line([
        ("type", Some(text("summary"))),
        ("cases", Some(summary.judged().to_string())),
        ("verdicts", Some(verdicts(&mut all.filter(|&(_, count)| count > 0)))),
        ("programs", (!programs.is_empty()).then(|| array(programs))),
        ("seconds", Some(seconds(summary.took))),
        ("is_complete", Some((summary.omitted.not_reached == 0).to_string())),
        ("interrupt", Some(summary.omitted.interrupt.as_deref().map_or("null".into(), text))),
        ("left_out", Some(summary.left_out.to_string())),
        ("without_answer", Some(summary.without_answer.to_string())),
        ("notes", Some(array(summary.omissions(true).iter().map(|note| text(note))))),
        ("not_read", Some(array(not_read))),
    ])
}

/// A path as it is, if that is text; else as messages show it.
fn plain_path(path: &Path) -> Cow<'_, str> {
    path.to_str().map_or_else(|| display_name(path).into(), Cow::from)
}

/// A time in seconds, to the microsecond.
fn seconds(time: Duration) -> String {
    ((time.as_secs_f64() * 1e6).round() / 1e6).to_string()
}

/// A text in quotes. Also those control characters are escaped that JSON allows.
fn text(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            _ if character.is_control() => quoted.extend(format!("\\u{:04x}", u32::from(character)).chars()),
            _ => quoted.push(character),
        }
    }
    quoted + "\""
}

fn array(values: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", values.into_iter().collect::<Vec<_>>().join(","))
}

/// An object with the fields that have a value.
fn object<Name: AsRef<str>>(fields: impl IntoIterator<Item = (Name, Option<String>)>) -> String {
    let fields = fields.into_iter().filter_map(|(name, value)| Some(format!("{}:{}", text(name.as_ref()), value?)));
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
}

/// An object in a line.
fn line<const N: usize>(fields: [(&str, Option<String>); N]) -> String {
    object(fields) + "\n"
}
