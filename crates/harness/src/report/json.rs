//! A JSON object on each line: one with `"type": "case"` for each fixture, and a last one with `"type": "summary"`.

use super::model::{Entry, Summary, Value, plain, plain_path, seconds};

pub(super) fn entry(entry: &Entry<'_>) -> String {
    object(entry.fields()) + "\n"
}

pub(super) fn finish(summary: &Summary) -> String {
    let omitted = &summary.omitted;
    let verdicts = summary.verdicts().map(|(verdict, count)| (verdict.to_string(), plain(count)));
    let text = |text: &str| Value::Text(text.to_owned());
    let not_read = summary.all_not_read();
    let not_read = not_read.map(|(path, reason)| object([("name", text(&plain_path(path))), ("reason", text(reason))]));
    let fields = [
        ("type", text("summary")),
        ("cases", plain(summary.judged())),
        ("verdicts", Value::Plain(object(verdicts))),
        ("seconds", seconds(summary.took)),
        ("is_complete", plain(omitted.not_reached == 0)),
        ("interrupt", omitted.interrupt.clone().map_or_else(|| plain("null"), Value::Text)),
        ("left_out", plain(summary.left_out)),
        ("without_answer", plain(summary.without_answer)),
        ("notes", Value::Texts(summary.omissions())),
        ("not_read", Value::Plain(list(not_read))),
    ];
    object(fields) + "\n"
}

fn object(fields: impl IntoIterator<Item = (impl AsRef<str>, Value)>) -> String {
    let member = |(name, value): (_, Value)| {
        let value = match value {
            Value::Text(text) => json(&text),
            Value::Texts(texts) => list(texts.iter().map(|text| json(text))),
            Value::Plain(value) => value,
        };
        format!("{}:{value}", json(AsRef::as_ref(&name)))
    };
    format!("{{{}}}", fields.into_iter().map(member).collect::<Vec<_>>().join(","))
}

fn list(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}

/// A string, with its quotes.
fn json(text: &str) -> String {
    let escape = |character: char| match character {
        '"' | '\\' | '\n' | '\r' | '\t' => character.escape_default().to_string(),
        // Also those that end a line for some readers, or reorder it.
        '\0'..='\x1F' | '\x7F'..='\u{9F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
            format!("\\u{:04x}", u32::from(character))
        }
        _ => character.to_string(),
    };
    format!("\"{}\"", text.chars().map(escape).collect::<String>())
}
