//! The first word of an output that is wrong, whatever the white space around it.

use super::Case;
use super::difference::{Mismatch, Reason};
use super::tokens::{Token, tokens};

/// An output whose words are all right, with the white space that it should have.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Corrected {
    pub(super) text: Vec<u8>,
    /// Where each case ends in the text.
    pub(super) ends: Vec<usize>,
}

/// A case, and where the answer to it begins in the output.
struct Answered<C> {
    number: usize,
    start: usize,
    case: C,
}

impl<C: Case> Answered<C> {
    fn mismatch(&self, at: usize, reason: Reason) -> Mismatch {
        Mismatch { case: self.number, case_start: self.start, at, reason, expected: self.case.expected().to_vec() }
    }
}

/// Gives the words of `output` the white space of the expected answers. `exact` lists the ends of the cases that are
/// right to the byte, and `cases` are those after them.
///
/// # Errors
///
/// The first word that is wrong, missing or extra.
pub(super) fn correct_white_space<C: Case>(
    cases: impl Iterator<Item = C>,
    exact: Vec<usize>,
    output: &[u8],
) -> Result<Corrected, Mismatch> {
    let mut ends = exact;
    let exact_end = ends.last().copied().unwrap_or(0);
    let mut text = output[..exact_end].to_vec();
    let mut unread = tokens(output, exact_end).peekable();
    let mut previous: Option<Answered<C>> = None;
    let mut got: Vec<Token<'_>> = Vec::new();
    for case in cases {
        let start = unread.peek().map_or(output.len(), |next| next.start);
        let this = Answered { number: ends.len() + 1, start, case };
        let expected: Vec<Token<'_>> = tokens(this.case.expected(), 0).collect();
        got.clear();
        got.extend(unread.by_ref().take(expected.len()));
        match first_unequal(&expected, &got) {
            None => text.extend_from_slice(this.case.expected()),
            Some(index) => {
                let answer = replace_words(this.case.expected(), &expected, &got);
                if let Err(why) = this.case.accepts(&answer) {
                    let (at, reason) = explain(&expected, &got, index, why);
                    let is_on_line_before = index == 0 && reason == Reason::LineTooLong;
                    let wrong = if is_on_line_before { previous.unwrap_or(this) } else { this };
                    return Err(wrong.mismatch(at, reason));
                }
                text.extend(answer);
            }
        }
        if got.len() < expected.len() {
            return Err(this.mismatch(output.len(), Reason::EndsEarly));
        }
        ends.push(text.len());
        previous = Some(this);
    }
    let Some(extra) = unread.next() else { return Ok(Corrected { text, ends }) };
    Err(match previous {
        Some(last) if !extra.begins_line => last.mismatch(extra.start, Reason::LineTooLong),
        _ => Mismatch {
            case: ends.len() + 1,
            case_start: extra.start,
            at: extra.start,
            reason: Reason::TrailingOutput,
            expected: Vec::new(),
        },
    })
}

/// The index of the first word that is not the expected one.
fn first_unequal(expected: &[Token<'_>], got: &[Token<'_>]) -> Option<usize> {
    expected.iter().zip(got).position(|(expected, got)| expected.word != got.word)
}

/// Where and why an answer is wrong whose word `index` is not the expected one: the line should have ended before it,
/// or the previous line should have gone on, or the word itself is wrong, for the reason `why`.
fn explain(expected: &[Token<'_>], got: &[Token<'_>], index: usize, why: String) -> (usize, Reason) {
    match (expected[index].begins_line, got[index].begins_line) {
        (true, false) => (got[index].start, Reason::LineTooLong),
        // The first word of a case is expected to begin a line, so there is one before this.
        (false, true) => (got[index - 1].end(), Reason::LineTooShort),
        _ => (got[index].start, Reason::Wrong(why)),
    }
}

/// The text `expected` with the words `got` instead of its own. If they are fewer, the text ends after the last one.
fn replace_words(expected: &[u8], own: &[Token<'_>], got: &[Token<'_>]) -> Vec<u8> {
    let mut text = Vec::with_capacity(expected.len());
    let mut copied = 0;
    for (own, got) in own.iter().zip(got) {
        text.extend_from_slice(&expected[copied..own.start]);
        text.extend_from_slice(got.word);
        copied = own.end();
    }
    if got.len() == own.len() {
        text.extend_from_slice(&expected[copied..]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::example::{Example, GRID, LOSING, NUMBERS, VERDICT, WORD};
    use super::*;

    /// Corrects an output none of whose cases is known to be exact.
    fn correct(cases: &[Example], output: &str) -> Result<Corrected, Mismatch> {
        correct_white_space(cases.iter().copied(), Vec::new(), output.as_bytes())
    }

    /// The case, where its answer begins, the place and the reason of a mismatch.
    fn mismatch(cases: &[Example], output: &str) -> (usize, usize, usize, Reason) {
        let Mismatch { case, case_start, at, reason, expected } = correct(cases, output).unwrap_err();
        let right = cases.get(case - 1).map_or(&b""[..], Case::expected);
        assert_eq!(expected, right, "the answer that is shown belongs to the case");
        (case, case_start, at, reason)
    }

    fn not_right() -> Reason {
        Reason::Wrong("not right".to_owned())
    }

    #[test]
    fn right_words_get_the_white_space_of_the_expected_answers() {
        let cases = [LOSING, GRID, WORD];
        let text = b"LOSING\n\n.*\nx#\nYES\nba\n".to_vec();
        let corrected = Corrected { text, ends: vec![8, 14, 21] };
        for output in ["LOSING\n\n.*\nx#\nYES\nba\n", "LOSING .* x# YES ba", "\r\nLOSING\t.*\n\nx#  YES\nba\n\n"] {
            assert_eq!(correct(&cases, output).as_ref(), Ok(&corrected), "{output:?}");
        }
    }

    #[test]
    fn exact_cases_are_kept_as_they_are() {
        let output = b"LOSING\n\n LOSING\n";
        let corrected = correct_white_space([LOSING].into_iter(), vec![8], output).unwrap();
        assert_eq!(corrected, Corrected { text: b"LOSING\n\nLOSING\n\n".to_vec(), ends: vec![8, 16] });
        let wrong = correct_white_space([LOSING].into_iter(), vec![8], b"LOSING\n\nWINNING\n").unwrap_err();
        assert_eq!((wrong.case, wrong.case_start, wrong.at), (2, 8, 8));
    }

    #[test]
    fn a_wrong_word_is_the_first_that_differs_from_the_expected_answer() {
        assert_eq!(mismatch(&[VERDICT], "Case 1: Yes\n"), (1, 0, 8, not_right()));
        assert_eq!(mismatch(&[WORD, WORD], "YES\nba\n\nYES\nbb\n"), (2, 8, 12, not_right()));
        assert_eq!(mismatch(&[WORD, WORD], "YES\nba\n\nNO\nba\n"), (2, 8, 8, not_right()));
        // Another right answer begins with this row; the place is still the first word that is not the expected one.
        assert_eq!(mismatch(&[GRID], ".*\n##\n"), (1, 0, 0, not_right()));
    }

    #[test]
    fn an_extra_word_on_a_line_belongs_to_the_case_of_that_line() {
        assert_eq!(mismatch(&[NUMBERS], "WINNING 1\n2 3 5\n"), (1, 0, 8, Reason::LineTooLong));
        assert_eq!(mismatch(&[NUMBERS, LOSING], "WINNING\n2 3 5 6\nLOSING\n\n"), (1, 0, 14, Reason::LineTooLong));
        assert_eq!(mismatch(&[NUMBERS], "WINNING\n2 3 5 6\n"), (1, 0, 14, Reason::LineTooLong));
        assert_eq!(mismatch(&[LOSING, NUMBERS], "LOSING\nWINNING 1\n2 3 5\n"), (2, 7, 15, Reason::LineTooLong));
    }

    #[test]
    fn an_extra_word_on_a_line_is_recognized_even_if_the_output_ends_in_the_next_case() {
        assert_eq!(mismatch(&[LOSING, NUMBERS], "LOSING x\n"), (1, 0, 7, Reason::LineTooLong));
    }

    #[test]
    fn a_missing_word_is_reported_at_the_end_of_its_line() {
        assert_eq!(mismatch(&[NUMBERS, LOSING], "WINNING\n2 3 \nLOSING\n\n"), (1, 0, 11, Reason::LineTooShort));
        assert_eq!(mismatch(&[VERDICT, LOSING], "Case\nLOSING\n\n"), (1, 0, 4, Reason::LineTooShort));
    }

    #[test]
    fn too_few_words_that_are_all_right_end_early() {
        assert_eq!(mismatch(&[NUMBERS], "WINNING\n2 3\n"), (1, 0, 12, Reason::EndsEarly));
        assert_eq!(mismatch(&[LOSING, WORD], "LOSING\n"), (2, 7, 7, Reason::EndsEarly));
        assert_eq!(mismatch(&[LOSING], ""), (1, 0, 0, Reason::EndsEarly));
        // A wrong word is reported rather than the early end.
        assert_eq!(mismatch(&[GRID], "##\n"), (1, 0, 0, not_right()));
    }

    #[test]
    fn words_on_a_new_line_after_the_last_case_are_trailing_output() {
        assert_eq!(mismatch(&[LOSING], "LOSING\n\n\nLOSING\n"), (2, 9, 9, Reason::TrailingOutput));
        assert_eq!(mismatch(&[], " x"), (1, 1, 1, Reason::TrailingOutput));
    }
}
