//! A JSON object on each line.

use super::Writer;
use super::escape::json;
use super::model::{Entry, Group, Summary, decimal, plain_path};
use crate::check::Judgement;

/// An object with `"type": "case"` for each fixture, and a last one with `"type": "summary"`.
#[derive(Debug)]
pub(super) struct Json;

impl Writer for Json {
    fn entry(&mut self, entry: &Entry<'_>) -> String {
        let Group { judge, chosen_by, layout } = entry.group;
        let (judgement, difference, usage) = (entry.judgement, entry.difference(), entry.usage());
        let memory = usage.and_then(|usage| usage.peak_memory);
        let stderr = judgement.map(|judgement| judgement.stderr.as_slice()).filter(|stderr| !stderr.is_empty());
        let notes: Vec<String> = judgement.into_iter().flat_map(Judgement::notes).collect();
        let object = object(&[
            ("type", Some(json("case"))),
            ("name", Some(json(&entry.path))),
            ("verdict", Some(judgement.map_or("null".to_owned(), |judgement| json(&judgement.verdict.to_string())))),
            ("message", Some(json(entry.message))),
            ("seconds", usage.map(|usage| decimal(usage.wall))),
            ("cpu_seconds", usage.and_then(|usage| usage.cpu).map(decimal)),
            ("peak_bytes", memory.map(|memory| memory.bytes().to_string())),
            ("peak_is_exact", memory.map(|memory| memory.is_exact().to_string())),
            ("case", difference.map(|difference| difference.case.to_string())),
            ("cases", difference.map(|difference| difference.cases.to_string())),
            ("line", difference.map(|difference| difference.place.line.to_string())),
            ("column", difference.map(|difference| difference.place.column.to_string())),
            ("input", judgement.and_then(|judgement| judgement.case.as_deref()).map(text)),
            ("expected", difference.map(|difference| text(&difference.expected))),
            ("got", difference.map(|difference| text(&difference.got))),
            ("stderr", stderr.map(text)),
            ("notes", Some(list(notes.iter())).filter(|_| !notes.is_empty())),
            ("judge", Some(json(judge))),
            ("judge_by", Some(json(chosen_by))),
            ("layout", Some(json(layout))),
        ]);
        object + "\n"
    }

    fn finish(&mut self, summary: &Summary) -> String {
        let Summary { counts, omitted, .. } = summary;
        let verdicts: Vec<_> =
            counts.occurring().map(|(verdict, count)| (verdict.to_string(), Some(count.to_string()))).collect();
        let not_read = omitted
            .not_read
            .iter()
            .map(|(path, reason)| object(&[("name", Some(json(&plain_path(path)))), ("reason", Some(json(reason)))]));
        let object = object(&[
            ("type", Some(json("summary"))),
            ("cases", Some(counts.judged().to_string())),
            ("verdicts", Some(object(&verdicts))),
            ("seconds", Some(decimal(summary.took))),
            ("is_complete", Some((omitted.not_reached == 0).to_string())),
            ("interrupt", Some(omitted.interrupt.as_deref().map_or("null".to_owned(), json))),
            ("left_out", Some(counts.left_out.to_string())),
            ("rewritten", Some(counts.rewritten.to_string())),
            ("notes", Some(list(summary.omissions().iter()))),
            ("not_read", Some(format!("[{}]", not_read.collect::<Vec<_>>().join(",")))),
        ]);
        object + "\n"
    }
}

/// An object of these members, whose values are JSON already; those without a value are left out.
fn object(members: &[(impl AsRef<str>, Option<String>)]) -> String {
    let present =
        members.iter().filter_map(|(name, value)| Some(format!("{}:{}", json(name.as_ref()), value.as_ref()?)));
    format!("{{{}}}", present.collect::<Vec<_>>().join(","))
}

fn list(texts: impl Iterator<Item = impl AsRef<str>>) -> String {
    format!("[{}]", texts.map(|text| json(text.as_ref())).collect::<Vec<_>>().join(","))
}

/// Bytes as text: what is not UTF-8 is replaced by U+FFFD.
fn text(bytes: &[u8]) -> String {
    json(&String::from_utf8_lossy(bytes))
}
