//! The details of a judgement for people, in indented blocks: the case, the outputs, standard error.

use std::fmt::Write as _;

use anstyle::Style;
use problem::{Difference, Verdict, styles};

use super::Judgement;
use crate::visible::{visible_line, visible_lines};

/// The style in which a verdict is shown.
pub(crate) fn verdict_style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Accepted => styles::WIN,
        Verdict::WrongAnswer | Verdict::RuntimeError => styles::LOSS,
        Verdict::PresentationError => styles::FIRST_MARK,
        Verdict::TimeLimitExceeded | Verdict::MemoryLimitExceeded => styles::SECOND_MARK,
        Verdict::InternalError => styles::THIRD_MARK,
    }
}

/// A block with a whole input, which must be legal, as one would type it.
pub(crate) fn input_block(input: &[u8]) -> String {
    let lines: Vec<String> = String::from_utf8_lossy(input).lines().map(str::to_owned).collect();
    let mut text = String::new();
    add_block(&mut text, "input", &lines);
    text
}

/// Blocks with a case, the right answer to it, and the output in its place; `labels` are those of the last two.
pub(crate) fn comparison(difference: &Difference, case: Option<&[u8]>, labels: [&str; 2]) -> String {
    let mut text = String::new();
    if let Some(case) = case {
        add_block(&mut text, "case", &[visible_line(case, 0).text]);
    }
    add_block(&mut text, labels[0], &or_nothing(visible_lines(&difference.expected)));
    add_block(&mut text, labels[1], &marked_lines(difference));
    text
}

/// Blocks with the difference, and with the end of what the program wrote to standard error.
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

/// The output in the place of the right answer, with a mark under the first wrong character.
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
