//! `JUnit`'s XML, in the form that Jenkins' schema junit-10 describes, which `GitLab` and others read as well.

use std::fmt::{self, Write};
use std::time::Duration;

use anstream::adapter::strip_str;
use problem::Verdict;

use super::escape::xml;
use super::summary::Group;
use super::text::{names_not_read, not_judged};
use super::{Entry, Format, Summary, Verbosity, details};
use crate::check::CaseOutcome;

/// One suite for each judge, reason and layout; a fixture is a test case of it. The document is written at the end, as
/// each suite begins with its numbers.
#[derive(Default)]
pub(super) struct Junit {
    suites: Vec<Suite>,
}

struct Suite {
    group: usize,
    test_cases: String,
    totals: Totals,
}

#[derive(Clone, Copy, Default)]
struct Totals {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
    time: Duration,
}

impl Format for Junit {
    fn shows(&self, outcome: &CaseOutcome, verbosity: Verbosity) -> bool {
        match outcome {
            CaseOutcome::LeftOut(_) => true,
            CaseOutcome::Judged(judgement) => verbosity != Verbosity::Quiet || judgement.verdict != Verdict::Accepted,
        }
    }

    fn entry(&mut self, _: &mut String, entry: &Entry<'_>) -> fmt::Result {
        let index = self.suites.iter().position(|suite| suite.group == entry.group).unwrap_or_else(|| {
            let (test_cases, totals) = (String::new(), Totals::default());
            self.suites.push(Suite { group: entry.group, test_cases, totals });
            self.suites.len() - 1
        });
        let suite = &mut self.suites[index];
        suite.totals.tests += 1;
        let (element, time) = match entry.outcome {
            CaseOutcome::LeftOut(reason) => {
                suite.totals.skipped += 1;
                (format!("<skipped message=\"{}\"/>", xml(reason)), Duration::ZERO)
            }
            CaseOutcome::Judged(judgement) => {
                let kind = match judgement.verdict {
                    Verdict::Accepted => "",
                    Verdict::InternalError => "error",
                    _ => "failure",
                };
                suite.totals.errors += usize::from(kind == "error");
                suite.totals.failures += usize::from(kind == "failure");
                let (verdict, message) = (judgement.verdict, xml(&judgement.message));
                let text = xml(&strip_str(&details(judgement)).to_string());
                let element = if kind.is_empty() {
                    let notes = judgement.notes().collect::<Vec<_>>().join("\n");
                    if notes.is_empty() { notes } else { format!("<system-out>{}</system-out>", xml(&notes)) }
                } else {
                    format!("<{kind} type=\"{verdict}\" message=\"{message}\">{text}</{kind}>")
                };
                (element, judgement.usage.wall)
            }
        };
        suite.totals.time += time;
        writeln!(
            suite.test_cases,
            "<testcase name=\"{}\" classname=\"{}\" time=\"{}\">{element}</testcase>",
            xml(&entry.printable_path()),
            xml(&format!("{}.{}", entry.program, entry.judged_as.judge)),
            seconds(time)
        )
    }

    fn finish(&mut self, text: &mut String, summary: &Summary<'_>) -> fmt::Result {
        let sum = |number: fn(&Totals) -> usize| self.suites.iter().map(|suite| number(&suite.totals)).sum::<usize>();
        let program = xml(summary.program);
        // An interrupted check must not look like a success.
        let interrupt = summary.aside.interrupt.as_deref().map(xml);
        let interrupts = usize::from(interrupt.is_some());
        writeln!(
            text,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <testsuites name=\"{program}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{}\">",
            sum(|totals| totals.tests) + interrupts,
            sum(|totals| totals.failures),
            sum(|totals| totals.errors) + interrupts,
            seconds(summary.took),
        )?;
        for Suite { group, test_cases, totals } in &self.suites {
            let Totals { tests, failures, errors, skipped, time } = totals;
            let Group { judge, chosen_by, layout, .. } = &summary.groups[*group];
            writeln!(
                text,
                "<testsuite name=\"{program}.{judge}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" \
                 skipped=\"{skipped}\" time=\"{}\">\n<properties>",
                seconds(*time)
            )?;
            for (name, value) in [("judge_by", chosen_by), ("layout", layout)] {
                writeln!(text, "<property name=\"{name}\" value=\"{}\"/>", xml(value))?;
            }
            writeln!(text, "</properties>\n{test_cases}</testsuite>")?;
        }
        let names = names_not_read(summary).into_iter().map(|name| format!("{name}: not read"));
        let notes: Vec<String> = not_judged(summary).into_iter().chain(names).collect();
        if !notes.is_empty() {
            // A suite of its own, as the schema has no place for what concerns all.
            writeln!(
                text,
                "<testsuite name=\"{program}: not judged\" tests=\"{interrupts}\" failures=\"0\" \
                 errors=\"{interrupts}\">"
            )?;
            if let Some(interrupt) = interrupt {
                writeln!(
                    text,
                    "<testcase name=\"the whole check\" classname=\"{program}\" time=\"0.000\">\
                     <error type=\"interrupt\" message=\"{interrupt}\"/></testcase>"
                )?;
            }
            writeln!(text, "<system-out>{}</system-out>\n</testsuite>", xml(&notes.join("\n")))?;
        }
        writeln!(text, "</testsuites>")
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}
