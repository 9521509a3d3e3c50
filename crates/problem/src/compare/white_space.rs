//! The first wrong white space of an output whose words are all right.

use super::difference::{Mismatch, Reason};
use super::words::Corrected;
use crate::scan::is_blank;
use crate::text::count_of;

/// The first white space in which `output` differs from the corrected text. It belongs to the case of the word before it.
pub(super) fn first_mismatch(output: &[u8], corrected: &Corrected) -> Mismatch {
    let Corrected { text, ends } = corrected;
    let at = text.iter().zip(output).take_while(|(right, got)| right == got).count();
    let word_end = output[..at].iter().rposition(|&byte| !is_blank(byte)).map_or(0, |last| last + 1);
    let index = ends.partition_point(|&end| end <= word_end).min(ends.len().saturating_sub(1));
    let case_start = index.checked_sub(1).map_or(0, |previous| ends[previous]);
    let case_end = ends.get(index).copied().unwrap_or(text.len());
    let run = |text: &[u8]| text[word_end..].iter().copied().take_while(|&byte| is_blank(byte)).collect();
    Mismatch {
        case: index + 1,
        case_start,
        at,
        reason: Reason::WhiteSpace { expected: run(text), got: run(output) },
        expected: text[case_start..case_end].to_vec(),
    }
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

    #[test]
    fn white_space_belongs_to_the_case_of_the_word_before_it() {
        let corrected = Corrected { text: b"LOSING\n\nYES\nba\n".to_vec(), ends: vec![8, 15] };
        let at = |output: &[u8]| {
            let Mismatch { case, case_start, at, .. } = first_mismatch(output, &corrected);
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
        let mismatch = first_mismatch(b"LOSING\n \t\nYES\nba\n", &corrected);
        let reason = Reason::WhiteSpace { expected: b"\n\n".to_vec(), got: b"\n \t\n".to_vec() };
        assert_eq!((mismatch.at, mismatch.reason), (7, reason));
        assert_eq!(mismatch.expected, b"LOSING\n\n");
    }

    #[test]
    fn an_accepted_answer_is_shown_instead_of_the_expected_one() {
        let corrected = Corrected { text: b"YES\nba\n".to_vec(), ends: vec![7] };
        assert_eq!(first_mismatch(b"YES\nba", &corrected).expected, b"YES\nba\n");
    }

    #[test]
    fn without_cases_any_white_space_is_too_much() {
        let nothing = Corrected { text: Vec::new(), ends: Vec::new() };
        let reason = Reason::WhiteSpace { expected: Vec::new(), got: b"\n".to_vec() };
        let expected = Vec::new();
        assert_eq!(first_mismatch(b"\n", &nothing), Mismatch { case: 1, case_start: 0, at: 0, reason, expected });
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
