//! The first wrong white space of an output whose words are all right.

use std::ops::Range;

use super::comparison::Comparison;
use super::difference::{Mismatch, Reason};
use super::lines::{count_newlines, length_of_lines};
use super::tokens::tokens;
use super::words::Corrected;
use crate::text::count_of;

/// The first white space that counts for `comparison` and in which `output` differs from the corrected text, which has
/// the same words. It belongs to the case of the word before it.
pub(super) fn first_mismatch(output: &[u8], corrected: &Corrected, comparison: Comparison) -> Option<Mismatch> {
    let Corrected { text, ends } = corrected;
    let gaps: Vec<[Range<usize>; 2]> = gaps(output).zip(gaps(text)).map(|(got, right)| [got, right]).collect();
    let last = gaps.len() - 1;
    let (wrong, at) = gaps.iter().enumerate().find_map(|(number, [got, right])| {
        let (got, right) = (&output[got.clone()], &text[right.clone()]);
        let significant = |white_space| comparison.significant(white_space, number == last);
        let (of_got, of_right) = (significant(got), significant(right));
        let equal = of_got.iter().zip(&of_right).take_while(|&(&at, &right_at)| got[at] == right[right_at]).count();
        let is_right = equal == of_got.len() && equal == of_right.len();
        (!is_right).then(|| (number, of_got.get(equal).copied().unwrap_or(got.len())))
    })?;
    let [got, right] = &gaps[wrong];
    let counted = |text: &[u8], gap: &Range<usize>| -> Vec<u8> {
        let gap = &text[gap.clone()];
        comparison.significant(gap, wrong == last).into_iter().map(|index| gap[index]).collect()
    };
    let index = ends.partition_point(|&end| end <= right.start).min(ends.len().saturating_sub(1));
    let case_start = index.checked_sub(1).map_or(0, |previous| ends[previous]);
    let case_end = ends.get(index).copied().unwrap_or(text.len());
    Some(Mismatch {
        case: index + 1,
        case_start: in_output(case_start, &gaps, text, output),
        at: got.start + at,
        reason: Reason::WhiteSpace { expected: counted(text, right), got: counted(output, got) },
        expected: text[case_start..case_end].to_vec(),
    })
}

/// Where white space is: before the first word, between any two, and after the last one. Each may be empty.
fn gaps(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let words = tokens(text, 0).map(|token| (token.start, token.end()));
    let mut end_of_word = 0;
    words.chain([(text.len(), text.len())]).map(move |(start, end)| {
        let gap = end_of_word..start;
        end_of_word = end;
        gap
    })
}

/// The place in `output` of the beginning of a line of `text`, given the white space that corresponds in the two.
fn in_output(line_start: usize, gaps: &[[Range<usize>; 2]], text: &[u8], output: &[u8]) -> usize {
    let gap = gaps.iter().find(|[_, right]| right.start <= line_start && line_start <= right.end);
    let Some([got, right]) = gap else { return output.len() };
    let newlines = count_newlines(&text[right.start..line_start]);
    got.start + length_of_lines(&output[got.clone()], newlines)
}

/// What is wrong with a run of white space: which kinds of it are missing or too many.
pub(super) fn describe(expected: &[u8], got: &[u8]) -> String {
    const KINDS: [(&str, &[u8]); 5] = [
        ("newline", b"\n"),
        ("carriage return", b"\r"),
        ("blank", b" "),
        ("tab", b"\t"),
        ("other white-space character", b"\x0B\x0C"),
    ];
    let count = |text: &[u8], kind: &[u8]| text.iter().filter(|byte| kind.contains(byte)).count();
    let mut differences = Vec::new();
    for (name, kind) in KINDS {
        let (wanted, found) = (count(expected, kind), count(got, kind));
        if found < wanted {
            differences.push(format!("{} missing", count_of(wanted - found, name)));
        } else if found > wanted {
            differences.push(format!("{} too many", count_of(found - wanted, name)));
        }
    }
    if differences.is_empty() { "white space in the wrong order".to_owned() } else { differences.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first mismatch of an output that has one.
    fn exactly(output: &[u8], corrected: &Corrected) -> Mismatch {
        first_mismatch(output, corrected, Comparison::Exact).unwrap()
    }

    #[test]
    fn white_space_at_the_ends_of_lines_and_of_the_output_may_not_count() {
        let corrected = Corrected { text: b"LOSING\n\nYES\nba ab\n".to_vec(), ends: vec![8, 18] };
        let by_lines = |output: &[u8]| first_mismatch(output, &corrected, Comparison::Lines);
        for right in [&b"LOSING \r\n\t\nYES\r\nba ab \n\n\n"[..], b"LOSING\n\nYES\nba ab"] {
            assert_eq!(by_lines(right), None);
            assert!(first_mismatch(right, &corrected, Comparison::Exact).is_some());
        }
        let place = |output| by_lines(output).map(|mismatch| (mismatch.case, mismatch.case_start, mismatch.at));
        assert_eq!(place(b"LOSING\r\nYES\nba ab\n"), Some((1, 0, 8)));
        assert_eq!(place(b"LOSING \r\n\r\nYES\r\nba  ab"), Some((2, 11, 19)));
        assert_eq!(place(b"LOSING\n\n YES\nba ab\n"), Some((1, 0, 8)));
        assert_eq!(first_mismatch(b"LOSING YES  ba\nab", &corrected, Comparison::Tokens), None);
    }

    #[test]
    fn only_white_space_that_counts_is_described() {
        let corrected = Corrected { text: b"a b\n".to_vec(), ends: vec![4] };
        let reason = |output| first_mismatch(output, &corrected, Comparison::Lines).map(|mismatch| mismatch.reason);
        let expected = Reason::WhiteSpace { expected: b" ".to_vec(), got: b"\n".to_vec() };
        assert_eq!(reason(b"a \r\nb\n"), Some(expected));
    }

    #[test]
    fn white_space_belongs_to_the_case_of_the_word_before_it() {
        let corrected = Corrected { text: b"LOSING\n\nYES\nba\n".to_vec(), ends: vec![8, 15] };
        let at = |output: &[u8]| {
            let Mismatch { case, case_start, at, .. } = exactly(output, &corrected);
            (case, case_start, at)
        };
        assert_eq!(at(b" LOSING\n\nYES\nba\n"), (1, 0, 0));
        assert_eq!(at(b"LOSING\nYES\nba\n"), (1, 0, 7));
        assert_eq!(at(b"LOSING\n\n\nYES\nba\n"), (1, 0, 8));
        assert_eq!(at(b"LOSING\n\nYES ba\n"), (2, 8, 11));
        assert_eq!(at(b"LOSING\n\nYES\nba"), (2, 8, 14));
        assert_eq!(at(b"LOSING\n\nYES\nba\n\n"), (2, 8, 15));
    }

    #[test]
    fn the_whole_runs_of_white_space_are_compared() {
        let corrected = Corrected { text: b"LOSING\n\nYES\nba\n".to_vec(), ends: vec![8, 15] };
        let mismatch = exactly(b"LOSING\n \t\nYES\nba\n", &corrected);
        let reason = Reason::WhiteSpace { expected: b"\n\n".to_vec(), got: b"\n \t\n".to_vec() };
        assert_eq!((mismatch.at, mismatch.reason), (7, reason));
        assert_eq!(mismatch.expected, b"LOSING\n\n");
    }

    #[test]
    fn an_accepted_answer_is_shown_instead_of_the_expected_one() {
        let corrected = Corrected { text: b"YES\nba\n".to_vec(), ends: vec![7] };
        assert_eq!(exactly(b"YES\nba", &corrected).expected, b"YES\nba\n");
    }

    #[test]
    fn without_cases_any_white_space_is_too_much() {
        let nothing = Corrected { text: Vec::new(), ends: Vec::new() };
        let reason = Reason::WhiteSpace { expected: Vec::new(), got: b"\n".to_vec() };
        let expected = Vec::new();
        assert_eq!(exactly(b"\n", &nothing), Mismatch { case: 1, case_start: 0, at: 0, reason, expected });
    }

    #[test]
    fn each_kind_of_white_space_is_counted() {
        assert_eq!(describe(b"\n", b"\r\n"), "1 carriage return too many");
        assert_eq!(describe(b"\n\n", b""), "2 newlines missing");
        assert_eq!(describe(b"\n", b"\t\t "), "1 newline missing, 1 blank too many, 2 tabs too many");
        assert_eq!(describe(b" ", b"\x0B\x0C"), "1 blank missing, 2 other white-space characters too many");
        assert_eq!(describe(b" \n", b"\n "), "white space in the wrong order");
    }
}
