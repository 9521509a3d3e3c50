//! Reports of a check, fixture by fixture and in sum: for people, or as a table for programs.

use std::fmt::Write as _;
use std::io;
use std::time::Duration;

use anstream::ColorChoice;
use anstyle::Style;
use problem::{Difference, Problem, Verdict, count_of, quote, styles};

use super::{Fixture, Judgement};
use crate::output::render;
use crate::visible::{visible_line, visible_lines};

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs: a header, then a line for each fixture, its columns separated by tabs.
    Tsv,
}

/// Which fixtures a report shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verbosity {
    /// None, only the summary. In a table: those that were not accepted.
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
    /// Begins a report, with colours as `colors` says, which must not be `Auto`.
    pub fn new(out: W, format: Format, verbosity: Verbosity, colors: ColorChoice) -> io::Result<Self> {
        let mut report = Self { out, format, verbosity, colors, counts: [0; Verdict::ALL.len()], slowest: None };
        if format == Format::Tsv {
            report.write("verdict\tname\tjudge\tcase\tcases\tline\tcolumn\tseconds\tmessage\n")?;
        }
        Ok(report)
    }

    /// Adds a fixture.
    pub fn add<P: Problem>(&mut self, fixture: &Fixture<P>, judgement: &Judgement) -> io::Result<()> {
        self.counts[judgement.verdict as usize] += 1;
        if self.slowest.as_ref().is_none_or(|(slowest, _)| judgement.took > *slowest) {
            self.slowest = Some((judgement.took, fixture.name.clone()));
        }
        let accepted = judgement.verdict == Verdict::Accepted;
        let text = match (self.format, self.verbosity) {
            (Format::Text, Verbosity::Quiet) => return Ok(()),
            (Format::Text, Verbosity::Normal) | (Format::Tsv, Verbosity::Quiet) if accepted => return Ok(()),
            (Format::Text, _) => entry(&fixture.name, judgement),
            (Format::Tsv, _) => row(&fixture.name, fixture.dialect.name, judgement),
        };
        self.write(&text)
    }

    /// Ends the report with a summary, unless it is a table. `took` is the time of the whole check, and `left_out` the number
    /// of invalid inputs that a candidate was not given.
    pub fn finish(&mut self, took: Duration, left_out: usize) -> io::Result<()> {
        if self.format == Format::Text {
            let text = self.summary(took, left_out);
            self.write(&text)?;
        }
        self.out.flush()
    }

    /// How many fixtures have had this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.counts[verdict as usize]
    }

    fn summary(&self, took: Duration, left_out: usize) -> String {
        let occurring = Verdict::ALL.iter().filter(|&&verdict| self.count(verdict) > 0);
        let counts = occurring.map(|&verdict| {
            let style = style(verdict);
            format!("{} {style}{verdict}{style:#}", self.count(verdict))
        });
        let counts = counts.collect::<Vec<_>>().join(", ");
        let mut text = format!("{}: {counts}; {}", count_of(self.counts.iter().sum(), "case"), seconds(took));
        if let Some((slowest, name)) = &self.slowest {
            write!(text, ", the slowest {} ({name})", seconds(*slowest)).expect("writing to a string never fails");
        }
        if left_out > 0 {
            let inputs = count_of(left_out, "invalid input");
            write!(text, "; {inputs} left out").expect("writing to a string never fails");
        }
        text + "\n"
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(&render(text, self.colors))
    }
}

/// The style of a verdict.
pub(crate) fn style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Accepted => styles::WIN,
        Verdict::WrongAnswer | Verdict::RuntimeError => styles::LOSS,
        Verdict::PresentationError => styles::FIRST_MARK,
        Verdict::TimeLimitExceeded => styles::SECOND_MARK,
        Verdict::InternalError => styles::THIRD_MARK,
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// A whole legal input, as one would type it.
pub(crate) fn input_block(input: &[u8]) -> String {
    let lines: Vec<String> = String::from_utf8_lossy(input).lines().map(str::to_owned).collect();
    let mut text = String::new();
    add_block(&mut text, "input", &lines);
    text
}

/// A case, the right answer to it, and the output in its place, with these labels for the two.
pub(crate) fn comparison(difference: &Difference, case: Option<&[u8]>, labels: [&str; 2]) -> String {
    let mut text = String::new();
    if let Some(case) = case {
        add_block(&mut text, "case", &[visible_line(case, 0).text]);
    }
    add_block(&mut text, labels[0], &or_nothing(visible_lines(&difference.expected)));
    add_block(&mut text, labels[1], &marked_lines(difference));
    text
}

/// The lines about a fixture, for people.
fn entry(name: &str, judgement: &Judgement) -> String {
    let style = style(judgement.verdict);
    let accepted = judgement.verdict == Verdict::Accepted;
    let reason = if accepted { seconds(judgement.took) } else { judgement.message.clone() };
    format!(
        "{style}{:<3}{style:#} {name}: {reason}\n{}",
        judgement.verdict,
        if accepted { String::new() } else { details(judgement) }
    )
}

/// The difference and what the program wrote to standard error: an indented block for people.
pub(crate) fn details(judgement: &Judgement) -> String {
    const STDERR_LINES: usize = 8;
    let mut text = String::new();
    if let Some(difference) = &judgement.difference {
        let labels = if judgement.is_about_answer_file { ["solver", "file"] } else { ["expected", "got"] };
        text += &comparison(difference, judgement.case.as_deref(), labels);
    }
    if !judgement.stderr.is_empty() {
        let stderr = String::from_utf8_lossy(&judgement.stderr).into_owned();
        let lines: Vec<&str> = stderr.lines().collect();
        let shown = lines[lines.len().saturating_sub(STDERR_LINES)..].iter();
        let shown: Vec<String> = shown.map(|line| visible_line(line.as_bytes(), 0).text.replace('␣', " ")).collect();
        add_block(&mut text, "stderr", &shown);
    }
    text
}

/// The output in the place of the right answer, with a mark under what is wrong.
fn marked_lines(difference: &Difference) -> Vec<String> {
    let at = difference.line_in_got;
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
        writeln!(text, "    {quiet}{label:<9}{quiet:#} {line}").expect("writing to a string never fails");
    }
}

/// The line about a fixture in a table.
fn row(name: &str, judge: &str, judgement: &Judgement) -> String {
    let place = judgement.difference.as_ref().map(|difference| {
        let Difference { case, cases, place, .. } = &**difference;
        [*case, *cases, place.line, place.column].map(|number| number.to_string()).join("\t")
    });
    let place = place.unwrap_or_else(|| "\t\t\t".to_owned());
    let seconds = judgement.took.as_secs_f64();
    let message = judgement.message.replace(['\t', '\n'], " ");
    let verdict = judgement.verdict;
    let last_words = match judgement.stderr.split(|&byte| byte == b'\n').rfind(|line| !line.is_empty()) {
        Some(last) if verdict == Verdict::RuntimeError => {
            format!("; stderr: {}", quote(last))
        }
        _ => String::new(),
    };
    format!("{verdict}\t{name}\t{judge}\t{place}\t{seconds:.6}\t{message}{last_words}\n")
}
