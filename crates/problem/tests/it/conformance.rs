//! Why a judge could not give an input. `tools/properties` checks for all bytes whether it could, and the groups of the
//! fixtures whether it could with other white space.

use problem::{Conformance, Problem, conformance};
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
