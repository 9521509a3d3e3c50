//! Inputs of every format: `formats.txt` has what is said of them, and the tests here have the rest.

use std::io::{self, Read};

use problem::{
    Case, Count, Diagnostic, Dialect, Field, Format, Generator, Layout, Line, OutputRule, Place, Problem, Rng, Shape,
    Word, read_position, solve,
};
use testkit::{Setting, TemporaryFolder, agree_with_sections};

/// Adds up the numbers of a case, and counts the characters of its words.
struct Sums;

const NUMBER: &[Line] = &[&[Field::Number { name: "a number", value: 1..=100 }]];
const TWO_NUMBERS: &[Line] =
    &[&[Field::Number { name: "a turn", value: 0..=9 }, Field::Number { name: "a cell", value: 1..=100 }]];
const ROW: Line = &[Field::Word { name: "a row", length: 3..=3, check: None }];
const GRID: &[Line] = &[ROW; 2];
const LETTERS: &[Line] = &[&[Field::Word { name: "letters", length: 1..=9, check: Some(only_a) }]];

fn only_a(word: Word<'_>) -> Result<(), Diagnostic> {
    word.check_characters(b"a", &[("\u{410}", "a small a")])
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
fn answer(dialect: &'static Dialect<Sums>, layout: Layout, input: &[u8]) -> Result<String, String> {
    let solution = solve(dialect, layout, input).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(solution.to_bytes()).unwrap().trim_end().replace('\n', " "))
}

/// A text in which `\n`, `\r`, `\t` and `\xFF` stand for bytes.
fn unescaped(text: &str) -> Vec<u8> {
    let text = text.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t");
    text.split("\\xFF").map(str::as_bytes).collect::<Vec<_>>().join(&0xFF)
}

/// What both layouts make of an input.
fn said(dialect: &'static Dialect<Sums>, input: &[u8]) -> Vec<String> {
    let [free, exact] = [Layout::Free, Layout::Exact].map(|layout| answer(dialect, layout, input));
    assert!(exact.is_err() || exact == free, "the exact layout is a part of the free one");
    let [free, exact] = [free, exact].map(|said| said.unwrap_or_else(|error| error));
    if free == exact { vec![free] } else { vec![format!("free: {free}"), format!("exact: {exact}")] }
}

#[test]
fn inputs_are_read_or_said_to_be_wrong_as_described() {
    agree_with_sections("crates/problem/tests/it/formats.txt", |_, _| {
        let folder = TemporaryFolder::default();
        let command =
            |_: &_, name: &str, input: &str| Sums::dialect(name).map(|dialect| Ok(said(dialect, &unescaped(input))));
        vec![Setting { folder, name: "sums", variables: Vec::new(), command: Box::new(command) }]
    });
}

#[test]
fn what_follows_the_last_case_is_ignored_and_has_a_place() {
    let solved = |input: &str| solve(Sums::dialect("many").unwrap(), Layout::Free, input.as_bytes()).unwrap();
    assert_eq!(solved("1\na\n\n").ignored_from(), None);
    let solution = solved("1\n a\n aa\n");
    assert_eq!(solution.ignored_from(), Some(Place { line: 3, column: 2 }));
    assert_eq!((solution.cases(), solved("0\n").cases()), (1, 0));
}

/// Of a long input, 64 KiB are in memory, or a case.
#[test]
fn words_and_white_space_may_lie_where_pieces_of_an_input_meet() {
    let free = |dialect, input: &str| answer(Sums::dialect(dialect).unwrap(), Layout::Free, input.as_bytes());
    for spaces in 0..=6 {
        let input = format!("{}50000\n{}", " ".repeat(spaces), "aa\n\n a\n".repeat(25_000));
        assert_eq!(free("many", &input).unwrap(), "2 1 ".repeat(25_000).trim_end(), "{spaces}");
        let wrong = format!("{}99999\n{}aaaaaaaaaaaaa", " ".repeat(spaces), "aa\n\n a\n".repeat(25_000));
        assert_eq!(free("many", &wrong).unwrap_err(), "75002:1: bad luck", "{spaces}");
    }
    let long = "a".repeat(200_000);
    assert_eq!(free("many", &format!("3\na\n{long}\na")).as_deref(), Ok("1 200000 1"));
    // A case of several words.
    let row = "x".repeat(30_000);
    assert_eq!(free("grid", &format!("{row}\n\n{row}\n{row}\n{row}\n")).as_deref(), Ok("60000 60000"));
    let spaced = format!("2{}\n1 5\n2{}1\n", " ".repeat(40_000), "\n".repeat(40_000));
    assert_eq!(free("turn", &spaced).as_deref(), Ok("6 3"));
}

#[test]
fn a_wrong_word_is_found_before_a_long_one_that_follows() {
    let mut rest = io::repeat(b'1').take(1 << 30);
    let solved = solve(Sums::dialect("turn").unwrap(), Layout::Free, b"1\nx ".chain(&mut rest));
    assert_eq!(solved.unwrap_err().to_string(), "2:1: 'x' is not a whole number: expected a turn");
    assert!(rest.limit() > 1 << 29);
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
    // Two numbers.
    assert_eq!(sizes("turn"), 1..=109);
}

/// A position that begins with a number is not the input of a judge.
#[test]
fn a_number_before_a_position_is_to_be_left_out_unless_it_is_part_of_it() {
    let hint = "; leave out the number before the position";
    let has_hint = |lines, text: &str| {
        read_position("it", lines, text.as_bytes(), |_| Ok(())).unwrap_err().message.ends_with(hint)
    };
    assert_eq!([has_hint(LETTERS, "1 a"), has_hint(TWO_NUMBERS, "3 5 7")], [true, false]);
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
