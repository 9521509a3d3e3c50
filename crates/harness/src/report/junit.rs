//! `JUnit`'s XML, in the form that Jenkins' schema junit-10 describes, which `GitLab` and others read as well.

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
    suites: Vec<Suite>,
}

#[derive(Debug, Default)]
struct Suite {
    test_cases: String,
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
    time: Duration,
}

impl Writer for Junit {
    fn begin(&mut self, summary: &Summary) -> String {
        self.suites.resize_with(summary.groups.len(), Suite::default);
        String::new()
    }

    fn entry(&mut self, entry: &Entry<'_>) -> String {
        let suite = &mut self.suites[entry.number];
        let judgement = entry.judgement;
        let time = judgement.map_or(Duration::ZERO, |judgement| judgement.usage.wall);
        let message = ("message", entry.message);
        let result = match judgement {
            None => {
                suite.skipped += 1;
                element("skipped", &[message], "")
            }
            Some(judgement) if judgement.verdict == Verdict::Accepted => {
                let notes = judgement.notes().collect::<Vec<_>>().join("\n");
                if notes.is_empty() { notes } else { element("system-out", &[], &xml(&notes)) }
            }
            Some(judgement) => {
                let (kind, count) = match judgement.verdict {
                    Verdict::InternalError => ("error", &mut suite.errors),
                    _ => ("failure", &mut suite.failures),
                };
                *count += 1;
                let details = xml(&strip_str(&judgement.details()).to_string());
                element(kind, &[("type", &judgement.verdict.to_string()), message], &details)
            }
        };
        suite.tests += 1;
        suite.time += time;
        let class = format!("{}.{}", entry.program, entry.group.judge);
        let attributes = [("name", entry.printable_path()), ("classname", &class), ("time", &seconds(time))];
        suite.test_cases += &(element("testcase", &attributes, &result) + "\n");
        String::new()
    }

    fn finish(&mut self, summary: &Summary) -> String {
        let program = summary.program;
        let mut total = Suite { time: summary.took, ..Suite::default() };
        for (suite, (group, _)) in self.suites.iter().zip(&summary.groups).filter(|(suite, _)| suite.tests > 0) {
            let property = |name, value: &str| element("property", &[("name", name), ("value", value)], "") + "\n";
            let properties = property("judge_by", &group.chosen_by) + &property("layout", &group.layout);
            let properties = element("properties", &[], &format!("\n{properties}")) + "\n";
            let name = format!("{program}.{}", group.judge);
            let skipped = format!(" skipped=\"{}\"", suite.skipped);
            total.test_cases += &suite.to_xml("testsuite", &name, &skipped, &properties);
            total.tests += suite.tests;
            total.failures += suite.failures;
            total.errors += suite.errors;
        }
        let names = summary.not_read().map(|(name, why)| format!("{name}: {why}"));
        let notes: Vec<String> = summary.omissions().into_iter().chain(names).collect();
        if !notes.is_empty() {
            // A suite of its own, as the schema has no place for what concerns all.
            let mut others = Suite::default();
            if let Some(interrupt) = &summary.omitted.interrupt {
                // An interrupted check must not look like a success.
                let error = element("error", &[("type", "interrupt"), ("message", interrupt)], "");
                let attributes = [("name", "the whole check"), ("classname", program), ("time", "0.000")];
                others.test_cases = element("testcase", &attributes, &error) + "\n";
                (others.tests, others.errors) = (1, 1);
                total.tests += 1;
                total.errors += 1;
            }
            others.test_cases += &(element("system-out", &[], &xml(&notes.join("\n"))) + "\n");
            total.test_cases += &others.to_xml("testsuite", &format!("{program}: not judged"), "", "");
        }
        let suites = total.to_xml("testsuites", program, "", "");
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{suites}")
    }
}

impl Suite {
    /// An element with the numbers, one more attribute if any, and the properties before the test cases.
    fn to_xml(&self, tag: &str, name: &str, attribute: &str, properties: &str) -> String {
        let Self { test_cases, tests, failures, errors, time, .. } = self;
        let (name, time) = (xml(name), seconds(*time));
        format!(
            "<{tag} name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"{attribute} \
             time=\"{time}\">\n{properties}{test_cases}</{tag}>\n"
        )
    }
}

/// An element; `content` is XML already.
fn element(name: &str, attributes: &[(&str, &str)], content: &str) -> String {
    let attributes: Vec<String> =
        attributes.iter().map(|(name, value)| format!(" {name}=\"{}\"", xml(value))).collect();
    let attributes = attributes.concat();
    if content.is_empty() {
        format!("<{name}{attributes}/>")
    } else {
        format!("<{name}{attributes}>{content}</{name}>")
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}
