//! A JSON object on each line: one with `"type": "case"` for each fixture, and a last one with `"type": "summary"`.

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

use serde_json::{Map, Value, json};

use problem::Verdict;

use super::model::{Entry, ReportSummary};
use crate::source::display_name;

pub(super) fn entry(entry: &Entry<'_>) -> String {
    // What is not UTF-8 is replaced by U+FFFD.
    let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
    let judged = entry.judgement;
    let usage = judged.map(|judgement| judgement.usage);
    let difference = judged.and_then(|judgement| judgement.difference.as_ref());
    let outputs = judged.and_then(|judgement| judgement.outputs.as_ref());
    let expected = difference.map(|difference| &difference.expected).or(outputs.map(|[answer, _]| answer));
    let got = difference.map(|difference| &difference.got).or(outputs.map(|[_, got]| got));
    let transcript = judged.map(|judgement| &judgement.transcript).filter(|transcript| !transcript.is_empty());
    let object = json!({
        "type": "case",
        "name": plain_path(&entry.fixture.input),
        "against": entry.candidate,
        "verdict": judged.map(|judgement| judgement.verdict.to_string()),
        "message": entry.message,
        "seconds": usage.map(|usage| seconds(usage.wall)),
        "cpu_seconds": usage.and_then(|usage| usage.cpu).map(seconds),
        "peak_bytes": usage.and_then(|usage| usage.peak_memory),
        "case": difference.map(|difference| difference.case),
        "cases": difference.map(|difference| difference.cases),
        "line": difference.map(|difference| difference.place.line),
        "column": difference.map(|difference| difference.place.column),
        "input": difference.and_then(|difference| difference.input.as_ref()).map(text),
        "expected": expected.map(text),
        "got": got.map(text),
        "transcript": transcript,
        "stderr": judged.map(|judgement| &judgement.stderr).filter(|stderr| !stderr.is_empty()).map(text),
        "judge": entry.fixture.chosen.judge,
        "judge_by": entry.fixture.chosen.reason,
        "layout": entry.fixture.layout,
    });
    line(object, |name, value| name == "verdict" || !value.is_null())
}

pub(super) fn finish(summary: &ReportSummary) -> String {
    let omitted = &summary.omitted;
    let not_read = omitted.not_read.iter().map(|(path, reason)| json!({ "name": plain_path(path), "reason": reason }));
    let verdicts = |counts: &mut dyn Iterator<Item = (Verdict, usize)>| {
        counts.map(|(verdict, count)| (verdict.to_string(), count.into())).collect::<Map<_, _>>()
    };
    let programs = summary.tallies.iter().filter_map(|tally| {
        Some(json!({ "against": tally.candidate.as_ref()?, "verdicts": verdicts(&mut tally.verdicts()) }))
    });
    let all = Verdict::ALL.into_iter().map(|verdict| (verdict, summary.count(verdict)));
    let object = json!({
        "type": "summary",
        "cases": summary.judged(),
        "verdicts": verdicts(&mut all.filter(|&(_, count)| count > 0)),
        "programs": programs.collect::<Vec<_>>(),
        "seconds": seconds(summary.took),
        "is_complete": omitted.not_reached == 0,
        "interrupt": omitted.interrupt,
        "left_out": summary.left_out,
        "without_answer": summary.without_answer,
        "notes": summary.omissions(true),
        "not_read": not_read.collect::<Vec<_>>(),
    });
    line(object, |name, value| name != "programs" || value != &json!([]))
}

/// A path as it is, if that is text; else as messages show it.
fn plain_path(path: &Path) -> Cow<'_, str> {
    path.to_str().map_or_else(|| display_name(path).into(), Cow::from)
}

/// A time in seconds, to the microsecond.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// An object in a line. Also those control characters are escaped that JSON allows in texts.
fn line(mut object: Value, is_kept: impl Fn(&str, &Value) -> bool) -> String {
    object.as_object_mut().expect("it is an object").retain(|name, value| is_kept(name, value));
    let escape = |character: char| match character {
        _ if character.is_control() => format!("\\u{:04x}", u32::from(character)),
        _ => character.to_string(),
    };
    object.to_string().chars().map(escape).collect::<String>() + "\n"
}
