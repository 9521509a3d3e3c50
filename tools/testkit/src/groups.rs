//! The groups of fixtures, and tests that each holds what its name promises.

use std::collections::BTreeMap;

use problem::{Count, Format, Layout, Problem, solve};

use crate::fixtures::fixtures;

/// The groups of inputs that the judge could give, which any right program for this judge must answer.
pub const LEGAL: [&str; 3] = ["sample", "edge", "stress"];

/// Asserts that the inputs of the groups [`LEGAL`] pass `--strict`, that those of `white-space` pass it only when their
/// words are laid out as the judge does, and those of `beyond-limits` not even then; and that the files of each folder
/// are numbered from 1.
pub fn groups_hold_what_they_promise<P: Problem>() {
    let mut numbers: BTreeMap<(String, String), usize> = BTreeMap::new();
    for fixture in fixtures(P::NAME) {
        let path = fixture.relative_path().display();
        let number = numbers.entry((fixture.judge.clone(), fixture.group.clone())).or_default();
        *number += 1;
        assert!(fixture.name().starts_with(&format!("{number:02}-")), "{path} should have the number {number:02}");

        let dialect = P::dialect(&fixture.judge).unwrap_or_else(|| panic!("{path}: no such judge"));
        let is_strict = |input: &[u8]| solve(dialect, Layout::Exact, input).is_ok();
        let input = fixture.input();
        let passes = || [is_strict(&input), is_strict(&laid_out(&dialect.format, &input))];
        match fixture.group.as_str() {
            group if LEGAL.contains(&group) => assert!(is_strict(&input), "{path} is not what the judge gives"),
            "white-space" => {
                assert_eq!(passes(), [false, true], "{path}: more than its white space is odd, or nothing");
            }
            "beyond-limits" => assert_eq!(passes(), [false, false], "{path} keeps the promises of the judge"),
            // The contract tests that these are rejected.
            "invalid" => {}
            _ => panic!("{path}: there is no such group"),
        }
    }
}

/// All words of an input in the layout of the judge: the number of cases as it is, the cases, and what is left over.
fn laid_out(format: &Format, input: &[u8]) -> Vec<u8> {
    let mut rest = input.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(input);
    let mut text = Vec::new();
    let mut push = |line: &[u8]| text.extend_from_slice(&[line, b"\n"].concat());
    if let Count::Announced(_) = format.count
        && let Some((count, others)) = split_word(rest)
    {
        push(count);
        rest = others;
    }
    // As if no number of cases came first.
    let cases = Format { count: Count::ToTheEnd(1..=1), ..format.clone() };
    while let Some(case) = cases.case(rest, 1) {
        let lines = cases.input(&[case]);
        for _ in words(&lines) {
            (_, rest) = split_word(rest).expect("the words of the case");
        }
        push(lines.trim_ascii_end());
    }
    words(rest).for_each(push);
    text
}

/// The first word of a text, and what follows it.
fn split_word(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let start = text.iter().position(|&byte| !is_blank(byte))?;
    let text = &text[start..];
    Some(text.split_at(text.iter().position(|&byte| is_blank(byte)).unwrap_or(text.len())))
}

fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty())
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

#[cfg(test)]
mod tests {
    use problem::Field;

    use super::*;

    const GAMES: Format = Format {
        noun: "game",
        unit: "letter",
        count: Count::Announced(1..=9),
        case: &[
            &[Field::Number { name: "a count", value: 0..=9 }, Field::Numbers { name: "a size", value: 0..=9 }],
            &[Field::Word { name: "a word", length: 1..=9, check: None }],
        ],
    };

    fn assert_laid_out(format: &Format, input: &str, expected: &str) {
        assert_eq!(String::from_utf8(laid_out(format, input.as_bytes())).unwrap(), expected);
    }

    #[test]
    fn all_words_are_laid_out() {
        assert_laid_out(&GAMES, "\u{FEFF}2\r\n2 3 \t5 ab\x0B\n\n0\ncd", "2\n2 3 5\nab\n0\ncd\n");
        assert_laid_out(&GAMES, "1 0 ab  1\n4 cd 2 3", "1\n0\nab\n1 4\ncd\n2\n3\n");
        let uncounted = Format { count: Count::ToTheEnd(1..=1), ..GAMES };
        assert_laid_out(&uncounted, "0 ab 0\tcd\n ", "0\nab\n0\ncd\n");
        assert_laid_out(&uncounted, " \n", "");
    }

    #[test]
    fn numbers_are_written_as_they_are() {
        assert_laid_out(&GAMES, "02 0 a 0 b\n", "02\n0\na\n0\nb\n");
    }
}
