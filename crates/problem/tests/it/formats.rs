//! Inputs of every format, in the free and in the exact layout, with the place of each error.

use problem::{
    Case, Count, Diagnostic, Dialect, Field, Format, Generator, Layout, Line, OutputRule, Problem, Rng, Shape, Word,
    solve,
};

/// Adds up the numbers of a case, and counts the characters of its words.
pub(crate) struct Sums;

const NUMBER: &[Line] = &[&[Field::Number { name: "a number", value: 1..=100 }]];
const TWO_NUMBERS: &[Line] =
    &[&[Field::Number { name: "a turn", value: 0..=9 }, Field::Number { name: "a cell", value: 1..=100 }]];
const ROW: Line = &[Field::Word { name: "a row", length: 3..=3, check: None }];
const GRID: &[Line] = &[ROW; 2];
const LETTERS: &[Line] = &[&[Field::Word { name: "letters", length: 1..=9, check: Some(only_a) }]];

fn only_a(word: Word<'_>) -> Result<(), Diagnostic> {
    let wrong = word.text().iter().position(|&byte| byte != b'a');
    wrong.map_or(Ok(()), |index| Err(word.invalid_character(index, "'a'", &[("\u{410}", "a small a")])))
}

const fn dialect(name: &'static str, count: Count, case: &'static [Line]) -> Dialect<Sums> {
    let format = Format { noun: "case", unit: "cell", count, case };
    let write = |_, sum: &usize, out: &mut Vec<u8>| out.extend_from_slice(format!("{sum}\n").as_bytes());
    Dialect {
        name,
        title: "sums",
        aliases: &[],
        format,
        solve: add_up,
        write,
        output: OutputRule::LINES,
        generator: None,
    }
}

impl Problem for Sums {
    type Solver = ();
    type Answer = usize;

    const NAME: &'static str = "sums";
    const ABOUT: &'static str = "Adds up numbers";
    const DIALECTS: &'static [Dialect<Self>] = &[
        dialect("number", Count::Announced(1..=2), NUMBER),
        dialect("one", Count::ToTheEnd(1..=1), NUMBER),
        dialect("some", Count::ToTheEnd(2..=3), NUMBER),
        dialect("grid", Count::ToTheEnd(1..=2), GRID),
        dialect("turn", Count::Announced(1..=2), TWO_NUMBERS),
        dialect("row", Count::ToTheEnd(1..=2), &[ROW]),
        dialect("letters", Count::ToTheEnd(1..=2), LETTERS),
        dialect("many", Count::Announced(1..=99_999), LETTERS),
    ];
}

fn add_up((): &mut (), case: Case<'_>) -> Result<usize, Diagnostic> {
    let sum = case.words().map(|word| word.number().unwrap_or(word.text().len())).sum();
    if sum == 13 { Err(case.word(0).error("bad luck")) } else { Ok(sum) }
}

/// The output for an input, with spaces instead of newlines, or the error.
fn answer(dialect: &str, layout: Layout, input: &str) -> String {
    match solve(Sums::dialect(dialect).unwrap(), layout, input.as_bytes()) {
        Ok(solution) => String::from_utf8(solution.to_bytes()).unwrap().trim_end().replace('\n', " "),
        Err(error) => error.to_string(),
    }
}

fn free(dialect: &str, input: &str, expected: &str) {
    assert_eq!(answer(dialect, Layout::Free, input), expected, "{dialect}: {input:?}");
}

fn exact(dialect: &str, input: &str, expected: &str) {
    assert_eq!(answer(dialect, Layout::Exact, input), expected, "{dialect}: {input:?}");
    // The exact layout is a part of the free one.
    if expected.parse::<usize>().is_ok() {
        free(dialect, input, expected);
    }
}

#[test]
fn the_value_of_a_number_is_limited_not_its_digits() {
    exact("number", "1\n100\n", "100");
    exact("number", "1\n500\n", "2:1: a number: 500; this judge gives 1 to 100");
    exact("number", "1\n0\n", "2:1: a number: 0; this judge gives 1 to 100");
    exact("number", "1\n\r5\n", "2:1: a carriage return; lines end in a newline alone");
    exact("number", "1\n007\n", "2:1: '007' has a leading zero; remove it");
    free("number", "1\n0500\n", "500");
    free("number", "1\n99999999999999999999\n", "2:1: '99999999999999999999' is too large: expected a number");
    free("number", "1\n-5\n", "2:1: '-5' is not a whole number: expected a number");
}

#[test]
fn an_invalid_character_is_named_with_its_code_point_and_what_to_write_instead() {
    free("letters", "a\u{e9}", "1:2: invalid character '\u{e9}' (U+00E9): expected 'a'");
    free("letters", "\u{410}", "1:1: invalid character '\u{410}' (U+0410): expected 'a'; write a small a");
    free("letters", "A", "1:1: invalid character 'A': expected 'a'");
    let not_utf8 = solve(Sums::dialect("letters").unwrap(), Layout::Free, &b"a\xFF"[..]).unwrap_err().to_string();
    assert_eq!(not_utf8, r"1:2: invalid character '\xFF': expected 'a'; the byte is not UTF-8 text");
}

#[test]
fn the_words_of_a_line_have_one_space_between_them() {
    free("turn", "2 3 1 2 \n\n3", "4 5");
    free("turn", "1 3", "1:4: the input ends here; expected a cell");
    exact("turn", "2\n3 1\n0 9\n", "4 9");
    exact("turn", "1\n3 101\n", "2:3: a cell: 101; this judge gives 1 to 100");
    exact("turn", "1\n3\n1\n", "2:2: the line ends here; expected a cell");
    exact("turn", "1\n3  1\n", "2:3: unexpected space; remove it");
    exact("turn", "1\n3\t1\n", "2:2: expected one space between two words of a line");
    exact("turn", "1\n3 1 1\n", "2:4: the line should end here, with a newline");
    exact("turn", "1\n3 1\r\n", "2:4: a carriage return; lines end in a newline alone");
}

#[test]
fn the_number_of_cases_is_limited() {
    exact("number", "2\n1\n2\n", "1 2");
    exact("number", "3\n1\n2\n3\n", "1:1: 3 cases; this judge gives 1 to 2");
    exact("number", "0\n", "1:1: 0 cases; this judge gives 1 to 2");
    free("number", "3\n1\n2\n3\n", "1 2 3");
    free("number", "3\n1\n", "3:1: the input ends here; 3 cases announced, but only 1 found");
    free("number", "3\n1\n2", "3:2: the input ends here; 3 cases announced, but only 2 found");
    exact("one", "7\n", "7");
    exact("one", "7\n8\n", "2:1: the input continues after its last case; remove the rest");
    free("one", "7\n8\n", "7 8");
    exact("some", "7\n", "2:1: the input ends here; expected a number");
    exact("some", "7\n8\n9\n", "7 8 9");
    exact("some", "7\n8\n9\n10\n", "4:1: the input continues after its last case; remove the rest");
    free("some", "", "1:1: the input is empty; expected a number");
}

#[test]
fn errors_in_a_case_of_several_lines_have_their_own_line() {
    exact("grid", "abc\ndef\n", "6");
    exact("grid", "abc\ndefg\n", "2:1: 4 cells; this judge gives exactly 3");
    exact("grid", "abc\n\ndef\n", "2:1: an empty line; remove it");
    exact("grid", "abc\ndef", "2:4: missing newline at end of file");
    free("grid", "abc", "1:4: the input ends here; expected a row, line 2 of 2 of a case");
    free("grid", " ab cdefghijklmno", "15");
    free("grid", " ab cdefghijklm", "1:2: bad luck");
}

#[test]
fn cases_longer_than_the_scanner_s_window_are_read() {
    let row = "x".repeat(300_000);
    let input = format!("{row}\n\n{row}\n{row}\n{row}\n");
    free("grid", &input, "600000 600000");
    let spaced = format!("2{}\n1 5\n2{}1\n", " ".repeat(400_000), "\n".repeat(400_000));
    free("turn", &spaced, "6 3");
}

#[test]
fn cases_are_joined_to_an_input_and_found_in_it_again() {
    for (dialect, input, cases) in [
        ("number", "2\n5\n6\n", ["5", "6"]),
        ("some", "5\n6\n", ["5", "6"]),
        ("grid", "abc\ndef\nghi\njkl\n", ["abc/def", "ghi/jkl"]),
        ("turn", "2\n3 7\n0 2\n", ["3 7", "0 2"]),
        ("row", "a/b\n///\n", ["a/b", "///"]),
    ] {
        let format = &Sums::dialect(dialect).unwrap().format;
        let cases = cases.map(|case| case.as_bytes().to_vec());
        assert_eq!(String::from_utf8(format.input(&cases)).unwrap(), input, "{dialect}");
        let found = [0, 1, 2, 3].map(|number| format.case(input.as_bytes(), number));
        assert_eq!(found, [None, Some(cases[0].clone()), Some(cases[1].clone()), None], "{dialect}");
    }
}

#[test]
fn the_size_of_a_case_is_what_varies() {
    let sizes = |dialect| Sums::dialect(dialect).unwrap().format.sizes();
    assert_eq!((sizes("number"), sizes("row"), sizes("grid"), sizes("letters")), (1..=100, 3..=3, 6..=6, 1..=9));
}

/// A quarter of the sizes are near the least, and a quarter are the largest; the others are spread over all.
#[test]
fn random_sizes_are_often_the_smallest_and_the_largest() {
    const WORD: Line = &[Field::Word { name: "a word", length: 20..=1019, check: None }];
    let format = Format { noun: "word", unit: "letter", count: Count::ToTheEnd(1..=1), case: &[WORD] };
    let mut rng = Rng::new(1);
    let sizes: Vec<usize> = (0..4000).map(|_| format.random_size(&mut rng)).collect();
    let share = |range: std::ops::RangeInclusive<usize>| sizes.iter().filter(|size| range.contains(size)).count();
    assert_eq!(share(20..=1019), 4000);
    for share in [share(20..=27), share(1019..=1019)] {
        assert!((800..1200).contains(&share), "{share}");
    }
    assert!((20..=27).all(|size| sizes.contains(&size)));
    assert!((1600..2200).contains(&share(28..=1018)));
}

/// By the definition of xorshift64* in S. Vigna's paper of 2016, computed apart from this code.
#[cfg(target_pointer_width = "64")]
#[test]
fn random_numbers_are_the_same_on_every_machine() {
    let mut rng = Rng::new(1);
    assert_eq!([0; 4].map(|_| rng.below(1 << 32)), [3_618_532_066, 57_603_066, 2_124_843_038, 4_089_025_246]);
    assert_eq!(rng.below(usize::MAX), 8_873_993_458_698_170_711);
}

/// Only even sizes have cases, and making another one would panic.
#[test]
fn random_cases_are_made_only_of_sizes_that_have_cases() {
    const SIZES: [usize; 4] = [0, 2, 4, 6];
    let generator = Generator {
        enumerate: |size| Box::new(SIZES.contains(&size).then(|| vec![b'x'; size]).into_iter()),
        shapes: &[Shape {
            name: "even",
            about: "even sizes",
            make: |size, _| {
                assert!(SIZES.contains(&size));
                vec![b'x'; size]
            },
        }],
        shrink: |_| Vec::new(),
    };
    let sizes: Vec<usize> =
        generator.random_cases(1, None, |number, _| number).take(9).map(|case| case.len()).collect();
    assert_eq!(sizes, [0, 0, 2, 2, 4, 4, 6, 6, 6]);
    assert!((0..9).all(|size| generator.has_cases(size) == SIZES.contains(&size)));
}
