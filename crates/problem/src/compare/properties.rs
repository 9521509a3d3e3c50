//! Properties of the comparison, for random outputs.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::example::{Example, GRID, LOSING, NUMBERS, PATH, VERDICT, WORD, compare_examples};
use super::{Comparison, Reason};
use crate::verdict::Verdict;

const WHITE_SPACE: &[u8] = b" \n\r\t\x0B\x0C";

const PIECES: &[&str] = &[
    "",
    " ",
    "\n",
    "\r",
    "\t",
    "\x0C",
    "\n\n",
    "1",
    " 2 ",
    "x",
    "b",
    "No",
    "YES",
    "YES\nba\n",
    "LOSING",
    "LOSING\n\n",
    "\nextra\n",
    "#*\n",
    "\u{feff}",
    "\0",
];

/// Cases whose right answers have the same layout.
fn cases() -> impl Strategy<Value = Vec<Example>> {
    vec(select(&[VERDICT, NUMBERS, LOSING, WORD, GRID][..]), 0..4)
}

/// A right output; `choices` picks one of the right answers to each case.
fn right_output(cases: &[Example], choices: &[Index]) -> Vec<u8> {
    cases.iter().zip(choices).flat_map(|(case, choice)| choice.get(case.0).bytes()).collect()
}

/// All right outputs.
fn right_outputs(cases: &[Example]) -> Vec<Vec<u8>> {
    cases.iter().fold(vec![Vec::new()], |outputs, case| {
        let with = |output: &Vec<u8>| case.0.iter().map(|answer| [output, answer.as_bytes()].concat()).collect();
        outputs.iter().flat_map::<Vec<Vec<u8>>, _>(with).collect()
    })
}

/// Bytes to replace by a piece: where, how many, by what.
type Edit = (Index, usize, &'static str);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    vec((any::<Index>(), 0..4_usize, select(PIECES)), 0..4)
}

fn edit(output: &mut Vec<u8>, (place, cut, piece): &Edit) {
    let at = place.index(output.len() + 1);
    let end = (at + cut).min(output.len());
    output.splice(at..end, piece.bytes());
}

/// Cases, and an output that is right or nearly so.
fn cases_and_output() -> impl Strategy<Value = (Vec<Example>, Vec<u8>)> {
    (cases(), any::<[Index; 4]>(), edits()).prop_map(|(cases, choices, edits)| {
        let mut output = right_output(&cases, &choices);
        for change in &edits {
            edit(&mut output, change);
        }
        (cases, output)
    })
}

fn words(text: &[u8]) -> Vec<&[u8]> {
    text.split(|byte| WHITE_SPACE.contains(byte)).filter(|word| !word.is_empty()).collect()
}

/// The lines without the white space at their ends, up to the last that is not empty.
fn trimmed_lines(text: &[u8]) -> Vec<&[u8]> {
    let trim = |line: &mut &[u8]| {
        while let Some(rest) = line.split_last().filter(|(last, _)| WHITE_SPACE.contains(last)).map(|(_, rest)| rest) {
            *line = rest;
        }
    };
    let mut lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    lines.iter_mut().for_each(trim);
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

fn verdict(cases: &[Example], output: &[u8]) -> Verdict {
    compare_examples(cases, output, Comparison::Exact)
        .map_or_else(|difference| difference.verdict(), |()| Verdict::Accepted)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_output_is_accepted_if_its_bytes_are_right_and_a_presentation_error_if_only_its_words_are(
        (cases, output) in cases_and_output()
    ) {
        let right = right_outputs(&cases);
        let expected = if right.contains(&output) {
            Verdict::Accepted
        } else if right.iter().any(|right| words(right) == words(&output)) {
            Verdict::PresentationError
        } else {
            Verdict::WrongAnswer
        };
        prop_assert_eq!(verdict(&cases, &output), expected);
    }

    #[test]
    fn lines_and_tokens_are_compared_as_their_names_say((cases, output) in cases_and_output()) {
        let accepts = |comparison| compare_examples(&cases, &output, comparison).is_ok();
        let right = right_outputs(&cases);
        let by_lines = right.iter().any(|right| trimmed_lines(right) == trimmed_lines(&output));
        let by_tokens = right.iter().any(|right| words(right) == words(&output));
        prop_assert_eq!((accepts(Comparison::Lines), accepts(Comparison::Tokens)), (by_lines, by_tokens));
    }

    #[test]
    fn other_white_space_around_right_words_is_a_presentation_error(
        cases in cases(),
        choices in any::<[Index; 4]>(),
        runs in vec(vec(select(WHITE_SPACE), 1..=3), 20),
        ends in any::<[bool; 2]>(),
    ) {
        let right = right_output(&cases, &choices);
        let mut output = if ends[0] { runs[0].clone() } else { Vec::new() };
        let words = words(&right);
        for (index, (word, run)) in words.iter().zip(&runs).enumerate() {
            output.extend_from_slice(word);
            if index + 1 < words.len() || ends[1] {
                output.extend_from_slice(run);
            }
        }
        let expected = if output == right { Verdict::Accepted } else { Verdict::PresentationError };
        prop_assert_eq!(verdict(&cases, &output), expected);
    }

    #[test]
    fn the_place_lies_inside_the_output_and_in_the_lines_that_are_shown(
        (cases, output) in cases_and_output(),
        comparison in select(&Comparison::ALL[..]),
    ) {
        let Err(difference) = compare_examples(&cases, &output, comparison) else { return Ok(()) };
        let lines: Vec<&[u8]> = output.split(|&byte| byte == b'\n').collect();
        let line = lines[difference.place.line - 1];
        prop_assert!((1..=line.len() + 1).contains(&difference.place.column));
        let is_at_end = difference.place.line == lines.len() && difference.place.column == line.len() + 1;
        prop_assert_eq!(difference.is_at_end, is_at_end);
        let shown: Vec<&[u8]> = difference.got.split(|&byte| byte == b'\n').collect();
        prop_assert_eq!(shown[difference.line_in_got], line);
        prop_assert!((1..=cases.len() + 1).contains(&difference.case));
        prop_assert_eq!(difference.cases, cases.len());
    }

    #[test]
    fn the_first_wrong_case_is_named_after_right_ones_of_any_layout(
        right in vec(select(&[VERDICT, NUMBERS, LOSING, WORD, GRID, PATH][..]), 0..4),
        choices in any::<[Index; 4]>(),
        rest in cases(),
    ) {
        let mut output = right_output(&right, &choices);
        let lines = output.split_inclusive(|&byte| byte == b'\n').count();
        output.extend_from_slice(b"wrong\n");
        output.extend(rest.iter().flat_map(|case| case.0[0].bytes()));
        let cases = [right.as_slice(), &[LOSING], &rest].concat();
        let difference = compare_examples(&cases, &output, Comparison::Exact).unwrap_err();
        prop_assert_eq!(difference.case, right.len() + 1);
        prop_assert_eq!((difference.place.line, difference.place.column), (lines + 1, 1));
        prop_assert_eq!(difference.reason, Reason::Wrong("not right".to_owned()));
    }
}
