//! `JUnit`'s XML, in the form that Jenkins' schema junit-10 describes, which `GitLab` and others read as well.

use std::collections::BTreeMap;
use std::time::Duration;

use anstream::adapter::strip_str;
use problem::Verdict;

use super::Writer;
use super::escape::xml;
use super::model::{Entry, Summary};

/// A suite for each group; a fixture is a test case of it. The document is written at the end, as each suite begins with
/// its numbers.
#[derive(Debug, Default)]
pub(super) struct Junit {
    /// The test cases of each group, by its number, and the time that they took.
    suites: BTreeMap<usize, (String, Duration)>,
}

impl Writer for Junit {
    fn entry(&mut self, entry: &Entry<'_>) -> String {
        let message = ("message", entry.message);
        let result = match entry.judgement {
            None => element("skipped", &[message], ""),
            Some(judgement) if judgement.verdict == Verdict::Accepted => {
                let notes = judgement.notes().collect::<Vec<_>>().join("\n");
                if notes.is_empty() { notes } else { element("system-out", &[], &xml(&notes)) }
            }
            Some(judgement) => {
                let kind = if judgement.verdict == Verdict::InternalError { "error" } else { "failure" };
                let details = xml(&strip_str(&judgement.details()).to_string());
                element(kind, &[("type", &judgement.verdict.to_string()), message], &details)
            }
        };
        let time = entry.judgement.map_or(Duration::ZERO, |judgement| judgement.usage.wall);
        let class = format!("{}.{}", entry.program, entry.group.judge);
        let (test_cases, total) = self.suites.entry(entry.number).or_default();
        *test_cases += &test_case(entry.printable_path(), &class, time, &result);
        *total += time;
        String::new()
    }

    fn finish(&mut self, summary: &Summary) -> String {
        let program = summary.program;
        let mut suites = String::new();
        for (&number, (test_cases, time)) in &self.suites {
            let (group, _) = &summary.groups[number];
            let property = |name, value: &str| element("property", &[("name", name), ("value", value)], "") + "\n";
            let properties = property("judge_by", &group.chosen_by) + &property("layout", &group.layout);
            let properties = element("properties", &[], &format!("\n{properties}")) + "\n";
            let name = format!("{program}.{}", group.judge);
            suites += &with_numbers("testsuite", &name, Some("skipped"), *time, &(properties + test_cases));
        }
        let names = summary.not_read().map(|(name, why)| format!("{name}: {why}"));
        let notes: Vec<String> = summary.omissions().into_iter().chain(names).collect();
        if !notes.is_empty() {
            // An interrupted check must not look like a success.
            let interrupt = summary.omitted.interrupt.iter().map(|interrupt| {
                let error = element("error", &[("type", "interrupt"), ("message", interrupt)], "");
                test_case("the whole check", program, Duration::ZERO, &error)
            });
            let content = interrupt.collect::<String>() + &element("system-out", &[], &xml(&notes.join("\n"))) + "\n";
            // A suite of its own, as the schema has no place for what concerns all.
            suites += &with_numbers("testsuite", &format!("{program}: not judged"), None, Duration::ZERO, &content);
        }
        let suites = with_numbers("testsuites", program, None, summary.took, &suites);
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{suites}")
    }
}

fn test_case(name: &str, class: &str, time: Duration, result: &str) -> String {
    element("testcase", &[("name", name), ("classname", class), ("time", &seconds(time))], result) + "\n"
}

/// An element with the numbers of test cases and their results, and of `more`, if given. They are counted in the content,
/// as `<` is escaped in all names and messages.
fn with_numbers(tag: &str, name: &str, more: Option<&str>, time: Duration, content: &str) -> String {
    let number = |tag: &str| content.matches(&format!("<{tag} ")).count();
    let [tests, failures, errors] = ["testcase", "failure", "error"].map(number);
    let more = more.map(|tag| format!(" {tag}=\"{}\"", number(tag))).unwrap_or_default();
    let (name, time) = (xml(name), seconds(time));
    format!(
        "<{tag} name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"{more} time=\"{time}\">\n\
         {content}</{tag}>\n"
    )
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
