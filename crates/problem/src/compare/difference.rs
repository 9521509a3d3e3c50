//! The report on an output that is not right.

use std::fmt;

use super::{Answer, length_of_lines};
use crate::diagnostic::Place;
use crate::text::count_newlines;
use crate::verdict::Verdict;
use crate::visible::{block, lines_around, visible_line};

/// The first difference between an output and the right answers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The case of the input whose answer is wrong, counted from 1; one past the last case if the output continues after
    /// it.
    pub case: usize,
    /// The number of cases in the input.
    pub cases: usize,
    /// The place in the output.
    pub place: Place,
    /// The case as the input has it, its lines joined by slashes, if it is known and worth showing.
    pub input: Option<Vec<u8>>,
    /// What is wrong there, in a line.
    pub reason: String,
    /// Whether all words are right, but not some white space before, between or after them.
    pub(super) is_white_space: bool,
    /// The right answer to the case.
    pub expected: Vec<u8>,
    /// The lines of the output in its place: as many as `expected` has, and at least up to the line of `place`.
    pub got: Vec<u8>,
    /// The index within `got` of the line of `place`.
    pub line_in_got: usize,
    /// Whether `place` is the end of the output.
    pub is_at_end: bool,
}

impl Difference {
    /// The difference at byte `at` of an output, in the place of an answer to one of `cases` cases.
    pub(super) fn new(output: &[u8], cases: usize, answer: &Answer, at: usize, reason: String) -> Self {
        let before = &output[..answer.start.min(at)];
        let first = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let end_of_line = at + length_of_lines(&output[at..], 1);
        let lines_of_case = length_of_lines(&output[first..], count_newlines(&answer.text));
        Self {
            case: answer.number,
            cases,
            place: Place::START.after(&output[..at]),
            input: None,
            reason,
            is_white_space: false,
            expected: answer.text.clone(),
            got: output[first..end_of_line.max(first + lines_of_case)].to_vec(),
            line_in_got: count_newlines(&output[first..at]),
            is_at_end: at == output.len(),
        }
    }

    /// The verdict on the output, of a judge that has presentation errors.
    pub fn verdict(&self) -> Verdict {
        if self.is_white_space { Verdict::PresentationError } else { Verdict::WrongAnswer }
    }

    /// The case, the right answer to it, and the output in its place with a mark under the first wrong character, with
    /// styles: what a report or a page shows below the message. `labels` are the names of the last two. Of a long line,
    /// what is around that column is shown.
    pub fn to_text(&self, labels: [&str; 2]) -> String {
        let show = |text, mark| lines_around(text, self.line_in_got, self.place.column - 1, mark);
        let mut expected = show(&self.expected, None);
        if expected.is_empty() {
            expected.push("(nothing)".to_owned());
        }
        let got = show(&self.got, Some(if self.is_at_end { "^ the output ends here" } else { "^" }));
        let case = self.input.as_ref().map(|case| block("case", &[visible_line(case)])).unwrap_or_default();
        case + &block(labels[0], &expected) + &block(labels[1], &got)
    }
}

/// The case, unless there is just one, the place and the reason: `case 2 of 5, line 3, column 1: …`.
impl fmt::Display for Difference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { case, cases, place: Place { line, column }, reason, .. } = self;
        match (case, cases) {
            (_, 1) => {}
            _ if case > cases => write!(out, "after case {cases}, ")?,
            _ => write!(out, "case {case} of {cases}, ")?,
        }
        write!(out, "line {line}, column {column}: {reason}")
    }
}

impl std::error::Error for Difference {}
