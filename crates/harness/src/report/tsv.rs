//! A table for other programs: a header, then a line for each fixture. Lines with the verdict `--` are about what was not
//! judged. Names and messages hold no tab and no newline, as these are escaped in them.

use super::model::{Entry, Summary, Value};

const COLUMNS: &str =
    "verdict name judge case cases line column seconds message cpu_seconds peak_bytes judge_by layout";

pub(super) fn begin() -> String {
    COLUMNS.replace(' ', "\t") + "\n"
}

pub(super) fn entry(entry: &Entry<'_>) -> String {
    let (verdict, message) = match entry.judgement {
        Some(judgement) => (judgement.verdict.to_string(), judgement.reason()),
        None => ("--".to_owned(), format!("left out: {}", entry.message)),
    };
    row(&verdict, entry.name, &message, &entry.fields())
}

pub(super) fn finish(summary: &Summary) -> String {
    let files = summary.not_read().map(|(name, why)| row("--", &name, &why, &[]));
    files.chain(summary.omissions().iter().map(|part| row("--", "", part, &[]))).collect()
}

/// A line with these texts; its other columns come from the fields.
fn row(verdict: &str, name: &str, message: &str, fields: &[(&str, Value)]) -> String {
    let cell = |column| match column {
        "verdict" => verdict,
        "name" => name,
        "message" => message,
        _ => match fields.iter().find(|(name, _)| *name == column) {
            Some((_, Value::Text(text) | Value::Plain(text))) => text,
            _ => "",
        },
    };
    COLUMNS.split(' ').map(cell).collect::<Vec<_>>().join("\t") + "\n"
}
