//! What a check has found, case by case and in sum: for people, or as a table for programs.

use std::fmt::Write as _;
use std::io;
use std::time::Duration;

use anstream::ColorChoice;

use super::{Case, Finding};
use crate::fault::{count_of, quote};
use crate::output::painted;
use crate::page::styles;
use crate::review::Difference;
use crate::verdict::Verdict;
use crate::visible::{visible_line, visible_lines};

/// How findings are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs: a header, then a line for each case, in columns separated by tabs.
    Tsv,
}

/// Which cases are told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verbosity {
    /// None, and only the sum. In a table: those that were not accepted.
    Quiet,
    /// Those that were not accepted. In a table: all.
    Normal,
    /// All.
    Verbose,
}

/// A report that is being written.
pub struct Report<W> {
    out: W,
    format: Format,
    verbosity: Verbosity,
    colors: ColorChoice,
    counts: [usize; Verdict::ALL.len()],
    slowest: Option<(Duration, String)>,
}

impl<W: io::Write> Report<W> {
    /// Begins a report. The colours are shown as `colors` says, which must not be `Auto`.
    pub fn new(out: W, format: Format, verbosity: Verbosity, colors: ColorChoice) -> io::Result<Self> {
        let mut report = Self { out, format, verbosity, colors, counts: [0; Verdict::ALL.len()], slowest: None };
        if format == Format::Tsv {
            report.write("verdict\tname\tjudge\tcase\tcases\tline\tcolumn\tseconds\tmessage\n")?;
        }
        Ok(report)
    }

    /// Tells of a case, if the reader wants to know of it.
    pub fn case<D: crate::Dialect>(&mut self, case: &Case<D>, finding: &Finding) -> io::Result<()> {
        self.counts[finding.verdict as usize] += 1;
        if self.slowest.as_ref().is_none_or(|(slowest, _)| finding.took > *slowest) {
            self.slowest = Some((finding.took, case.name.clone()));
        }
        let accepted = finding.verdict == Verdict::Accepted;
        let text = match (self.format, self.verbosity) {
            (Format::Text, Verbosity::Quiet) => return Ok(()),
            (Format::Text, Verbosity::Normal) | (Format::Tsv, Verbosity::Quiet) if accepted => return Ok(()),
            (Format::Text, _) => entry(&case.name, finding),
            (Format::Tsv, _) => row(&case.name, case.dialect.name(), finding),
        };
        self.write(&text)
    }

    /// Ends the report with the sum, of which a table has none. `took` is the time of all together, and `left_out` the
    /// number of cases that only the solver itself can be asked.
    pub fn finish(&mut self, took: Duration, left_out: usize) -> io::Result<()> {
        if self.format == Format::Text {
            let text = self.sum(took, left_out);
            self.write(&text)?;
        }
        self.out.flush()
    }

    /// How many cases had this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.counts[verdict as usize]
    }

    fn sum(&self, took: Duration, left_out: usize) -> String {
        let found = Verdict::ALL.iter().filter(|&&verdict| self.count(verdict) > 0);
        let counts = found.map(|&verdict| {
            let style = verdict.style();
            format!("{} {style}{verdict}{style:#}", self.count(verdict))
        });
        let counts = counts.collect::<Vec<_>>().join(", ");
        let mut text = format!("{}: {counts}; {}", count_of(self.counts.iter().sum(), "case"), seconds(took));
        if let Some((slowest, name)) = &self.slowest {
            write!(text, ", the slowest {} ({name})", seconds(*slowest)).expect("memory takes every write");
        }
        if left_out > 0 {
            let inputs = count_of(left_out, "invalid input");
            write!(text, "; {inputs} left out, which ask for a refusal").expect("memory takes every write");
        }
        text + "\n"
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(&painted(text, self.colors))
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// A legal input as a whole, as it would be typed.
pub(crate) fn input_block(input: &[u8]) -> String {
    let lines: Vec<String> = String::from_utf8_lossy(input).lines().map(str::to_owned).collect();
    let mut text = String::new();
    add_block(&mut text, "input", &lines);
    text
}

/// The case of an input, the right answer to it, and what stands in its place, the answers with these labels.
pub(crate) fn comparison(difference: &Difference, case: Option<&[u8]>, labels: [&str; 2]) -> String {
    let mut text = String::new();
    if let Some(case) = case {
        add_block(&mut text, "case", &[visible_line(case, 0).text]);
    }
    add_block(&mut text, labels[0], &or_nothing(visible_lines(&difference.expected)));
    add_block(&mut text, labels[1], &marked_lines(difference));
    text
}

/// What people are told of a case.
fn entry(name: &str, finding: &Finding) -> String {
    let style = finding.verdict.style();
    let accepted = finding.verdict == Verdict::Accepted;
    let said = if accepted { seconds(finding.took) } else { finding.message.clone() };
    format!(
        "{style}{:<3}{style:#} {name}: {said}\n{}",
        finding.verdict,
        if accepted { String::new() } else { details(finding) }
    )
}

/// The difference and the program's own words: an indented block for people.
pub(crate) fn details(finding: &Finding) -> String {
    const COMPLAINTS: usize = 8;
    let mut text = String::new();
    if let Some(difference) = &finding.difference {
        let labels = if finding.of_the_file { ["solver", "file"] } else { ["expected", "got"] };
        text += &comparison(difference, finding.case.as_deref(), labels);
    }
    if !finding.stderr.is_empty() {
        let complaint = String::from_utf8_lossy(&finding.stderr).into_owned();
        let lines: Vec<&str> = complaint.lines().collect();
        let shown = lines[lines.len().saturating_sub(COMPLAINTS)..].iter();
        let shown: Vec<String> = shown.map(|line| visible_line(line.as_bytes(), 0).text.replace('␣', " ")).collect();
        add_block(&mut text, "stderr", &shown);
    }
    text
}

/// What stands in the place of the right answer, with a mark under what is wrong.
fn marked_lines(difference: &Difference) -> Vec<String> {
    let at = difference.line_of_got;
    let mut before: Vec<&[u8]> = difference.got.split_inclusive(|&byte| byte == b'\n').collect();
    let mut after = before.split_off(at.min(before.len()));
    let wrong = if after.is_empty() { &[][..] } else { after.remove(0) };
    let wrong = visible_line(wrong, difference.place.column - 1);
    let mark = " ".repeat(wrong.before_mark) + if difference.is_at_end { "^ the output ends here" } else { "^" };
    let after = if after.is_empty() { Vec::new() } else { visible_lines(&after.concat()) };
    let wrong = if wrong.text.is_empty() { vec![mark] } else { vec![wrong.text, mark] };
    [visible_lines(&before.concat()), wrong, after].concat()
}

fn or_nothing(lines: Vec<String>) -> Vec<String> {
    if lines.is_empty() { vec!["(nothing)".to_owned()] } else { lines }
}

fn add_block(text: &mut String, label: &str, lines: &[String]) {
    let quiet = styles::QUIET;
    for (index, line) in lines.iter().enumerate() {
        let label = if index == 0 { label } else { "" };
        writeln!(text, "    {quiet}{label:<9}{quiet:#} {line}").expect("memory takes every write");
    }
}

/// What a table tells of a case.
fn row(name: &str, judge: &str, finding: &Finding) -> String {
    let place = finding.difference.as_ref().map(|difference| {
        let Difference { case, cases, place, .. } = &**difference;
        [*case, *cases, place.line, place.column].map(|number| number.to_string()).join("\t")
    });
    let place = place.unwrap_or_else(|| "\t\t\t".to_owned());
    let seconds = finding.took.as_secs_f64();
    let message = finding.message.replace(['\t', '\n'], " ");
    let verdict = finding.verdict;
    let said = match finding.stderr.split(|&byte| byte == b'\n').rfind(|line| !line.is_empty()) {
        Some(last) if verdict == Verdict::RuntimeError => format!("; it said {}", quote(last)),
        _ => String::new(),
    };
    format!("{verdict}\t{name}\t{judge}\t{place}\t{seconds:.6}\t{message}{said}\n")
}
