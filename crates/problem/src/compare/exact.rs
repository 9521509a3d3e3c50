//! The cases that are right to the byte.

use super::Case;
use super::lines::{count_newlines, length_of_lines};

/// Where each case ends in `output`, up to the first one that is not right to the byte.
pub(super) fn ends_of_exact_cases<C: Case>(cases: impl Iterator<Item = C>, output: &[u8]) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut end = 0;
    for case in cases {
        let Some(length) = exact_length(&case, &output[end..]) else { break };
        end += length;
        ends.push(end);
    }
    ends
}

/// The length of a right answer at the beginning of `output`, if there is one.
fn exact_length(case: &impl Case, output: &[u8]) -> Option<usize> {
    let expected = case.expected();
    if output.starts_with(expected) {
        return Some(expected.len());
    }
    let length = length_of_lines(output, count_newlines(expected));
    case.accepts(&output[..length]).is_ok().then_some(length)
}

#[cfg(test)]
mod tests {
    use super::super::example::{Example, GRID, LOSING, PATH, VERDICT, WORD};
    use super::*;

    fn ends(cases: &[Example], output: &str) -> Vec<usize> {
        ends_of_exact_cases(cases.iter().copied(), output.as_bytes())
    }

    #[test]
    fn expected_answers_and_other_right_ones_are_exact() {
        assert_eq!(ends(&[LOSING, GRID, VERDICT], "LOSING\n\n#*\nx.\nCase 1: No\n"), [8, 14, 25]);
        assert_eq!(ends(&[GRID, WORD, GRID], ".*\nx#\nYES\nba\n#*\n.x\n"), [6, 13, 19]);
        assert_eq!(ends(&[PATH, PATH], "3 steps\n1 2 3\n1 step\n3\n"), [14, 23]);
    }

    #[test]
    fn the_first_case_that_is_not_right_to_the_byte_ends_the_list() {
        assert_eq!(ends(&[WORD, WORD, WORD], "YES\nab\nYES\nbb\nYES\nab\n"), [7]);
        assert_eq!(ends(&[LOSING, LOSING], "LOSING\n\nLOSING\n"), [8]);
        assert_eq!(ends(&[WORD, WORD], "YES\nab \nYES\nab\n"), []);
        assert_eq!(ends(&[WORD], "YES\nba"), []);
        assert_eq!(ends(&[WORD], ""), []);
    }

    #[test]
    fn output_after_the_last_case_is_ignored() {
        assert_eq!(ends(&[WORD], "YES\nba\nYES\n"), [7]);
        assert_eq!(ends(&[], "YES\n"), []);
    }
}
