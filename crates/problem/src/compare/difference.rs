//! The report on an output that is not right.

use std::fmt;

use super::lines::{count_newlines, length_of_lines, line_end, line_start};
use super::white_space;
use crate::diagnostic::Place;
use crate::verdict::Verdict;

/// The first difference between an output and the right answers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The case of the input whose answer is wrong, counted from 1; one past the last case if the output goes on after
    /// it.
    pub case: usize,
    /// The number of cases in the input.
    pub cases: usize,
    /// The place in the output.
    pub place: Place,
    /// What is wrong there.
    pub reason: Reason,
    /// The right answer to the case.
    pub expected: Vec<u8>,
    /// The lines of the output in its place: as many as `expected` has, and at least up to the line of `place`.
    pub got: Vec<u8>,
    /// The index within `got` of the line of `place`.
    pub line_in_got: usize,
    /// Whether `place` is the end of the output.
    pub is_at_end: bool,
}

/// What is wrong with an output. Its [`Display`](fmt::Display) is one line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The answer is wrong, for the reason that the problem gives.
    Wrong(String),
    /// A line ends before the word that should follow on it.
    LineTooShort,
    /// A word follows where the line should end.
    LineTooLong,
    /// The output ends before the answer does.
    EndsEarly,
    /// The output goes on after the last answer.
    TrailingOutput,
    /// All words are right, but some white space before, between or after them is not.
    WhiteSpace {
        /// The white space that should be there.
        expected: Vec<u8>,
        /// The white space that is there.
        got: Vec<u8>,
    },
}

/// The place where an output is wrong, as a byte index: a [`Difference`] before it is prepared for reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mismatch {
    /// The number of the case, counted from 1.
    pub(super) case: usize,
    /// The index of the byte in the output where the answer to the case begins, or should.
    pub(super) case_start: usize,
    /// The index of the first wrong byte.
    pub(super) at: usize,
    pub(super) reason: Reason,
    /// The right answer to the case.
    pub(super) expected: Vec<u8>,
}

impl Difference {
    /// Turns a mismatch into a report; the input has `cases` cases.
    pub(super) fn new(output: &[u8], cases: usize, mismatch: Mismatch) -> Self {
        let Mismatch { case, case_start, at, reason, expected } = mismatch;
        let line = line_start(output, at);
        let first = line_start(output, case_start);
        let lines_of_case = length_of_lines(&output[first..], count_newlines(&expected));
        let last = (first + lines_of_case).max(line_end(output, at));
        Self {
            case,
            cases,
            place: Place { line: count_newlines(&output[..line]) + 1, column: at - line + 1 },
            reason,
            expected,
            got: output[first..last].to_vec(),
            line_in_got: count_newlines(&output[first..line]),
            is_at_end: at == output.len(),
        }
    }

    /// The verdict on the output, of a judge that has presentation errors;
    /// [`Dialect::verdict`](crate::Dialect::verdict) is that of any judge.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self.reason {
            Reason::WhiteSpace { .. } => Verdict::PresentationError,
            _ => Verdict::WrongAnswer,
        }
    }

    /// The case, and the place in the output: `case 2 of 5, line 3, column 1`.
    #[must_use]
    pub fn location(&self) -> String {
        let Self { case, cases, place, .. } = self;
        let case = if case > cases { format!("after case {cases}") } else { format!("case {case} of {cases}") };
        format!("{case}, line {}, column {}", place.line, place.column)
    }
}

/// The location and the reason.
impl fmt::Display for Difference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.location(), self.reason)
    }
}

impl std::error::Error for Difference {}

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(why) => out.write_str(why),
            Self::LineTooShort => out.write_str("the line ends too early"),
            Self::LineTooLong => out.write_str("the line should end before this"),
            Self::EndsEarly => out.write_str("the output ends too early"),
            Self::TrailingOutput => out.write_str("the output goes on after it should have ended"),
            Self::WhiteSpace { expected, got } => out.write_str(&white_space::describe(expected, got)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &[u8] = b"LOSING\n\nWINNING\n1 2\nLOSING\n";

    fn report(case: usize, case_start: usize, at: usize, reason: Reason, expected: &[u8]) -> Difference {
        Difference::new(OUTPUT, 3, Mismatch { case, case_start, at, reason, expected: expected.to_vec() })
    }

    #[test]
    fn a_report_has_the_place_and_the_lines_of_the_case() {
        let report = report(2, 8, 18, Reason::Wrong("not right".to_owned()), b"WINNING\n1 3\n");
        assert_eq!(report.place, Place { line: 4, column: 3 });
        assert_eq!((report.got.as_slice(), report.line_in_got, report.is_at_end), (&b"WINNING\n1 2\n"[..], 1, false));
        assert_eq!(report.to_string(), "case 2 of 3, line 4, column 3: not right");
        assert_eq!(report.verdict(), Verdict::WrongAnswer);
    }

    #[test]
    fn the_end_of_the_output_is_a_place() {
        let report = report(3, 20, OUTPUT.len(), Reason::EndsEarly, b"WINNING\n1 3\n");
        assert_eq!((report.got.as_slice(), report.line_in_got, report.is_at_end), (&b"LOSING\n"[..], 1, true));
        assert_eq!(report.to_string(), "case 3 of 3, line 6, column 1: the output ends too early");
    }

    #[test]
    fn the_wrong_line_is_shown_even_after_the_expected_number_of_lines() {
        let shown = |at| report(1, 0, at, Reason::LineTooLong, b"LOSING\n\n").got;
        assert_eq!(shown(0), b"LOSING\n\n");
        assert_eq!(shown(18), b"LOSING\n\nWINNING\n1 2\n");
    }

    #[test]
    fn lines_are_shown_from_their_start() {
        let report = report(2, 18, 18, Reason::LineTooLong, b"x\n");
        assert_eq!((report.got.as_slice(), report.line_in_got), (&b"1 2\n"[..], 0));
    }

    #[test]
    fn output_after_the_last_case_belongs_to_no_case() {
        let report = report(4, 20, 20, Reason::TrailingOutput, b"");
        assert_eq!(report.location(), "after case 3, line 5, column 1");
        assert_eq!((report.got.as_slice(), report.line_in_got), (&b"LOSING\n"[..], 0));
    }

    #[test]
    fn white_space_alone_is_a_presentation_error() {
        let reason = Reason::WhiteSpace { expected: b"\n\n".to_vec(), got: b"\n".to_vec() };
        let report = report(3, 20, OUTPUT.len(), reason, b"LOSING\n\n");
        assert_eq!(report.verdict(), Verdict::PresentationError);
        assert_eq!(report.to_string(), "case 3 of 3, line 6, column 1: 1 newline missing");
    }
}
