//! `JUnit`'s XML, in the form that Jenkins' schema junit-10 describes, which `GitLab` and others read as well: one suite,
//! whose properties are the judges and layouts, with their cases. It is written at the end, as it begins with the
//! numbers of test cases.

use std::time::Duration;

use anstream::adapter::strip_str;
use problem::{Verdict, count_of};

use super::model::{Entry, ReportSummary};

/// A test case.
pub(super) fn entry(entry: &Entry<'_>) -> String {
    let message = ("message", entry.message);
    let result = match entry.judgement {
        None => element("skipped", &[message], ""),
        Some(judgement) if judgement.verdict == Verdict::Accepted => String::new(),
        Some(judgement) => {
            let kind = if judgement.verdict == Verdict::InternalError { "error" } else { "failure" };
            let details = xml(&strip_str(&judgement.details()).to_string());
            element(kind, &[("type", &judgement.verdict.to_string()), message], &details)
        }
    };
    let time = entry.judgement.map_or(Duration::ZERO, |judgement| judgement.usage.wall);
    let name = entry.fixture.name.clone() + &entry.of_candidate();
    let class: Vec<&str> = [entry.program].into_iter().chain(entry.fixture.chosen.judge.as_deref()).collect();
    test_case(&name, &class.join("."), time, &result)
}

/// The document of these test cases.
pub(super) fn finish(summary: &ReportSummary, test_cases: &str) -> String {
    let program = summary.program;
    let property = |(group, count): &([String; 2], usize)| {
        let value = format!("{}: {}", group.join(", "), count_of(*count, "case"));
        element("property", &[("name", "cases"), ("value", &value)], "") + "\n"
    };
    let properties: String = summary.groups.iter().map(property).collect();
    // An interrupted check must not look like a success.
    let interrupt = summary.omitted.interrupt.iter().map(|interrupt| {
        let error = element("error", &[("type", "interrupt"), ("message", interrupt)], "");
        test_case("the whole check", program, Duration::ZERO, &error)
    });
    let test_cases = test_cases.to_owned() + &interrupt.collect::<String>();
    let names = summary.not_read(true).map(|(name, why)| format!("{name}: {why}"));
    let notes: Vec<String> = summary.omissions(true).into_iter().chain(names).collect();
    let notes =
        if notes.is_empty() { notes.concat() } else { element("system-out", &[], &xml(&notes.join("\n"))) + "\n" };
    // They are counted in the text, as `<` is escaped in all names and messages.
    let count = |tag: &str| test_cases.matches(&format!("<{tag} ")).count();
    let [tests, failures, errors, skipped] = ["testcase", "failure", "error", "skipped"].map(count);
    let (time, properties) = (seconds(summary.took), element("properties", &[], &format!("\n{properties}")));
    let numbers =
        format!("name=\"{program}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{time}\"");
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {numbers}>\n<testsuite {numbers} skipped=\"{skipped}\">\n\
         {properties}\n{test_cases}{notes}</testsuite>\n</testsuites>\n"
    )
}

fn test_case(name: &str, class: &str, time: Duration, result: &str) -> String {
    element("testcase", &[("name", name), ("classname", class), ("time", &seconds(time))], result) + "\n"
}

/// An element; `content` is XML already.
fn element(name: &str, attributes: &[(&str, &str)], content: &str) -> String {
    let attribute = |(name, value): &(&str, &str)| format!(" {name}=\"{}\"", xml(value));
    let attributes: String = attributes.iter().map(attribute).collect();
    if content.is_empty() {
        format!("<{name}{attributes}/>")
    } else {
        format!("<{name}{attributes}>{content}</{name}>")
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

/// Text of an element or an attribute. Characters that XML forbids are replaced by what Rust writes for them.
fn xml(text: &str) -> String {
    let escape = |character: char| match character {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        '\n' | '\t' => format!("&#{};", u32::from(character)),
        '\u{FFFE}' | '\u{FFFF}' => character.escape_unicode().to_string(),
        _ if character.is_control() => character.escape_default().to_string(),
        _ => character.to_string(),
    };
    text.chars().map(escape).collect()
}
