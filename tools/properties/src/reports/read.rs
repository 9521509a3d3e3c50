//! Readers of reports that share no code with their writers.

use std::collections::BTreeMap;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use harness::{CaseOutcome, Omitted, ReportFormat, Verbosity};
use problem::Verdict;
use serde_json::Value;

use super::facts::Fact;

/// Checks that a report says what the facts are.
pub(super) fn check(format: ReportFormat, verbosity: Verbosity, text: &str, facts: &[Fact<'_>], omitted: &Omitted) {
    match format {
        ReportFormat::Text => check_text(verbosity, text, facts),
        ReportFormat::Json => check_json(verbosity, text, facts, omitted),
        ReportFormat::Junit => check_junit(verbosity, text, facts, omitted),
        ReportFormat::Github => check_github(text, facts, omitted),
    }
}

/// Asserts that a name is a path's: as it is, or escaped.
fn assert_names(path: &Path, name: &str) {
    let bytes = path.as_os_str().as_bytes();
    assert!(name.as_bytes() == bytes || unescape(name) == bytes, "{name} is not {}", path.display());
}

/// Reads the escapes of a string of Rust.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend_from_slice(before.as_bytes());
        let (escape, mut end) = after.split_at(1);
        match escape {
            "n" => bytes.push(b'\n'),
            "r" => bytes.push(b'\r'),
            "t" => bytes.push(b'\t'),
            "0" => bytes.push(0),
            "x" => {
                let (digits, after) = end.split_at(2);
                bytes.push(u8::from_str_radix(digits, 16).expect("two hexadecimal digits"));
                end = after;
            }
            "u" => {
                let (digits, after) = end.strip_prefix('{').and_then(|end| end.split_once('}')).expect("braces");
                let character = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).expect("a character");
                bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                end = after;
            }
            other => bytes.extend_from_slice(other.as_bytes()),
        }
        rest = end;
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

fn check_text(verbosity: Verbosity, text: &str, facts: &[Fact<'_>]) {
    let mut lines = text.lines();
    for fact in facts {
        let is_shown = match verbosity {
            Verbosity::Quiet => false,
            Verbosity::Normal => fact.verdict().is_some() && !fact.is_accepted(),
            Verbosity::Verbose => true,
        };
        if !is_shown {
            continue;
        }
        let (verdict, before) = match fact.verdict() {
            Some(Verdict::Accepted) => ("AC ".to_owned(), String::new()),
            Some(verdict) => (format!("{verdict:<3}"), fact.message().to_owned()),
            None => ("-- ".to_owned(), format!("left out: {}", fact.message())),
        };
        // Details of the case before are indented, and what concerns all comes first or last.
        let line = lines.find(|line| line.starts_with(&format!("{verdict} /"))).expect("a line for each case");
        let name = line[4..].strip_suffix(before.as_str()).unwrap_or_else(|| panic!("{line} ends in {before:?}"));
        let name =
            if fact.is_accepted() { name.rsplit_once(": ").map(|(name, _)| name) } else { name.strip_suffix(": ") };
        assert_names(fact.path, name.expect("a colon after the name"));
    }
    let judged = facts.iter().filter(|fact| fact.verdict().is_some()).count();
    let is_summary = |line: &str| line.starts_with(&format!("{judged} case"));
    assert!(text.lines().any(is_summary) && text.ends_with('\n'), "{text}");
}

fn check_json(verbosity: Verbosity, text: &str, facts: &[Fact<'_>], omitted: &Omitted) {
    let mut objects = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"));
    for fact in facts.iter().filter(|fact| fact.is_in_table(verbosity)) {
        let object = objects.next().expect("an object for each case");
        let text = |name: &str| object[name].as_str();
        assert_eq!((text("type"), text("judge"), text("message")), (Some("case"), Some("boi"), Some(fact.message())));
        assert_names(fact.path, text("name").expect("a name"));
        assert_eq!(text("verdict"), fact.verdict().map(|verdict| verdict.to_string()).as_deref());
        let Some(judgement) = fact.outcome.judgement() else { continue };
        let number = |name: &str| object[name].as_u64();
        let difference = judgement.difference.as_ref();
        let place = difference.map(|difference| (difference.place.line, difference.place.column));
        assert_eq!(number("case"), difference.map(|difference| difference.case as u64));
        assert_eq!(number("line").zip(number("column")), place.map(|(line, column)| (line as u64, column as u64)));
        let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let of_difference = |name| text(name).map(str::to_owned);
        assert_eq!(of_difference("expected"), difference.map(|difference| lossy(&difference.expected)));
        assert_eq!(of_difference("got"), difference.map(|difference| lossy(&difference.got)));
        assert_eq!(of_difference("input"), difference.and_then(|difference| difference.input.as_deref()).map(lossy));
        assert_eq!(text("stderr").unwrap_or_default(), lossy(&judgement.stderr));
        assert_eq!(object["seconds"].to_string().parse().ok(), Some(judgement.usage.wall.as_secs_f64()));
        assert_eq!(number("peak_bytes"), judgement.usage.peak_memory);
    }
    let summary = objects.next().expect("a summary");
    assert_eq!((summary["type"].as_str(), objects.next()), (Some("summary"), None));
    for verdict in Verdict::ALL {
        let count = facts.iter().filter(|fact| fact.verdict() == Some(verdict)).count() as u64;
        assert_eq!(summary["verdicts"][verdict.to_string()].as_u64().unwrap_or(0), count);
    }
    let left_out = facts.iter().filter(|fact| fact.verdict().is_none()).count() as u64;
    assert_eq!(summary["left_out"], left_out);
    assert_eq!(summary["cases"], facts.len() as u64 - left_out);
    assert_eq!(summary["is_complete"], omitted.not_reached == 0);
    assert_eq!(summary["interrupt"].as_str(), omitted.interrupt.as_deref());
    let not_read = summary["not_read"].as_array().expect("a list");
    assert_eq!(not_read.len(), omitted.not_read.len());
    for ((path, reason), file) in omitted.not_read.iter().zip(not_read) {
        assert_names(path, file["name"].as_str().expect("a name"));
        assert_eq!(file["reason"], *reason);
    }
}

fn check_junit(verbosity: Verbosity, text: &str, facts: &[Fact<'_>], omitted: &Omitted) {
    testkit::assert_valid_junit(text);
    let document = roxmltree::Document::parse(text).expect("valid XML");
    let mut cases = document.descendants().filter(|node| node.has_tag_name("testcase"));
    // All have the same layout, so they are in one suite and in order.
    for fact in facts.iter().filter(|fact| fact.is_in_table(verbosity)) {
        let case = cases.next().expect("an element for each case");
        assert_names(fact.path, case.attribute("name").expect("a name"));
        let result = case.first_element_child();
        let (name, message) = match fact.verdict() {
            Some(Verdict::Accepted) => (None, None),
            Some(Verdict::InternalError) => (Some("error"), Some(fact.message())),
            Some(_) => (Some("failure"), Some(fact.message())),
            None => (Some("skipped"), Some(fact.message())),
        };
        let result = result.filter(|node| !node.has_tag_name("system-out"));
        assert_eq!(result.map(|node| node.tag_name().name()), name);
        assert_eq!(result.and_then(|node| node.attribute("message")), message);
        if let Some(verdict) = fact.verdict().filter(|_| name.is_some()) {
            assert_eq!(result.and_then(|node| node.attribute("type")), Some(verdict.to_string().as_str()));
        }
    }
    let rest: Vec<_> = cases.map(|case| case.attribute("name")).collect();
    assert!(rest.is_empty() || omitted.interrupt.is_some() && rest == [Some("the whole check")], "{rest:?}");
}

fn check_github(text: &str, facts: &[Fact<'_>], omitted: &Omitted) {
    let mut commands = text.lines().filter_map(|line| line.strip_prefix("::")).map(|command| {
        let (head, message) = command.split_once("::").expect("two colons before the message");
        let (level, properties) = head.split_once(' ').expect("a command has properties");
        let properties: BTreeMap<&str, String> = properties
            .split(',')
            .map(|property| property.split_once('=').expect("a property has a value"))
            .map(|(name, value)| (name, percent_decoded(value)))
            .collect();
        (level, properties, percent_decoded(message))
    });
    for fact in facts {
        let CaseOutcome::Judged(judgements) = fact.outcome else { continue };
        if fact.is_accepted() {
            continue;
        }
        let title = format!("{}: {}", judgements[0].verdict, judgements[0].verdict.words());
        let command = commands.next().expect("a command for each case");
        assert_eq!((command.0, &command.1["title"]), ("error", &title));
        assert_names(fact.path, &command.1["file"]);
        let message = fact.message().trim_end();
        assert!(command.2.starts_with(message), "{:?} begins with {message:?}", command.2);
    }
    let rest: Vec<_> = commands.map(|(level, properties, _)| (level, properties["title"].clone())).collect();
    assert!(
        rest.is_empty() || omitted.interrupt.is_some() && rest == [("error", "not complete".to_owned())],
        "{rest:?}"
    );
}

fn percent_decoded(text: &str) -> String {
    let mut pieces = text.split('%');
    let mut decoded = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (digits, rest) = piece.split_at(2);
        decoded.push(char::from(u8::from_str_radix(digits, 16).expect("two hexadecimal digits")));
        decoded.push_str(rest);
    }
    decoded
}
