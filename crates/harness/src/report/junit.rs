//! `JUnit`'s XML, in the form that Jenkins' schema junit-10 describes, which `GitLab` and others read as well.

use std::fmt::{self, Write};
use std::time::Duration;

use anstream::adapter::strip_str;
use problem::Verdict;

use super::escape::xml;
use super::{Entry, Format, Summary, Verbosity, details};
use crate::check::CaseOutcome;

/// One suite for each judge; a fixture is a test case of it. The document is written at the end, as each suite begins with its
/// numbers.
#[derive(Default)]
pub(super) struct Junit {
    suites: Vec<Suite>,
}

struct Suite {
    judge: &'static str,
    /// Its elements so far.
    properties: String,
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
        let index = self.suites.iter().position(|suite| suite.judge == entry.judge).unwrap_or_else(|| {
            let property = format!("<property name=\"judge_by\" value=\"{}\"/>", xml(&entry.chosen_by));
            let (judge, properties) = (entry.judge, format!("<properties>{property}</properties>"));
            self.suites.push(Suite { judge, properties, test_cases: String::new(), totals: Totals::default() });
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
            xml(entry.path),
            xml(&format!("{}.{}", entry.program, entry.judge)),
            seconds(time)
        )
    }

    fn finish(&mut self, text: &mut String, summary: &Summary<'_>) -> fmt::Result {
        let sum = |number: fn(&Totals) -> usize| self.suites.iter().map(|suite| number(&suite.totals)).sum::<usize>();
        let program = xml(summary.program);
        writeln!(
            text,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <testsuites name=\"{program}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{}\">",
            sum(|totals| totals.tests),
            sum(|totals| totals.failures),
            sum(|totals| totals.errors),
            seconds(summary.took),
        )?;
        for Suite { judge, properties, test_cases, totals } in &self.suites {
            let Totals { tests, failures, errors, skipped, time } = totals;
            writeln!(
                text,
                "<testsuite name=\"{program}.{judge}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" \
                 skipped=\"{skipped}\" time=\"{}\">\n{properties}\n{test_cases}</testsuite>",
                seconds(*time)
            )?;
        }
        writeln!(text, "</testsuites>")
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}
