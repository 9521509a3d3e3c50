//! Whether a judge could give an input.

use problem::{Conformance, Problem, conformance, could_be_given};
use testkit::Anagrams;

/// The conformance of an input of the dialect with this number.
fn conformance_of(dialect: usize, input: &[u8]) -> Conformance {
    conformance(&Anagrams::DIALECTS[dialect].format, input).unwrap()
}

#[test]
fn an_input_beyond_the_promise_is_not_one_that_the_judge_gives() {
    let reason = |dialect, input: &str| match conformance_of(dialect, input.as_bytes()) {
        Conformance::Content(reason) => reason,
        other => panic!("{input:?}: {other:?}"),
    };
    let long = "abc".repeat(7);
    assert_eq!(reason(0, &format!("1\n{long}\n")), "21 letters; this judge gives 1 to 20");
    assert_eq!(reason(0, &format!("51\n{}", "ab\n".repeat(51))), "51 words; this judge gives 1 to 50");
    assert_eq!(reason(0, "0\n"), "0 words; this judge gives 1 to 50");
    assert_eq!(reason(0, "1\nab\nabc\n"), "the input continues after its last case, at 3:1");
    assert_eq!(reason(0, "01\nab\n"), "'01' has a leading zero; remove it");
    assert_eq!(reason(1, "ab\nabc\n"), "2 words; this judge gives exactly 1");
    // Its white space is odd as well.
    assert_eq!(reason(1, "\r\nab abc"), "2 words; this judge gives exactly 1");
}

#[test]
fn an_input_that_is_not_made_of_cases_has_no_conformance() {
    for (dialect, input) in [(0, ""), (0, "x"), (0, "2\nab\n"), (1, ""), (1, " \n")] {
        assert!(conformance(&Anagrams::DIALECTS[dialect].format, input.as_bytes()).is_err(), "{input:?}");
    }
}

#[test]
fn a_judge_could_give_what_conforms_once_its_white_space_is_put_right() {
    let given_by = |input: &str| {
        let given = |dialect| could_be_given(dialect, input.as_bytes());
        Anagrams::DIALECTS.iter().map(given).collect::<Vec<_>>()
    };
    assert_eq!(given_by("\u{feff}2\r\nab abc"), [true, false]);
    assert_eq!(given_by("abc"), [false, true]);
    for neither in ["", "x", "1", "2\nab\n", "1\nab\nabc\n", "ab abc", &"a".repeat(21)] {
        assert_eq!(given_by(neither), [false, false], "{neither:?}");
    }
}
