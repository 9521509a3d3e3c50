//! Inputs that look like the judges' inputs: fixtures, as they are and with edits.

use std::sync::LazyLock;

use properties::Case;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::apply;

/// The digit of a dialect and a short input of a fixture.
type Input = (u8, Vec<u8>);

/// All fixtures that are short.
static FIXTURES: LazyLock<Vec<Input>> = LazyLock::new(|| {
    const DIALECTS: [[&str; 2]; 6] = [
        ["treblecross", "uva"],
        ["treblecross", "lightoj"],
        ["treblecross", "poj"],
        ["nomore-ttt", "lightoj"],
        ["nomore-ttt", "uva"],
        ["lgame", "boi"],
    ];
    let numbered = DIALECTS.iter().zip(b'0'..);
    let inputs = numbered.flat_map(|([program, judge], digit)| {
        let fixtures = testkit::fixtures(program).into_iter().filter(|fixture| fixture.judge == *judge);
        fixtures.map(move |fixture| (digit, fixture.input()))
    });
    inputs.filter(|(_, input)| input.len() <= 200).collect()
});

/// A fixture with up to three edits: bytes replaced by others.
fn edited() -> impl Strategy<Value = Input> {
    const PIECES: [&[u8]; 14] =
        [b"", b" ", b"\n", b"\r\n", b"\t", b".", b"X", b"O", b"I", b"#", b"*", b"x", b"1", b"\xEF\xBB\xBF"];
    let edit = (any::<Index>(), 0..3_usize, select(&PIECES[..]));
    (select(FIXTURES.as_slice()), vec(edit, 0..4)).prop_map(|((digit, mut input), edits)| {
        apply(edits, &mut input);
        (digit, input)
    })
}

#[test]
fn every_kind_of_change_keeps_the_answers_to_fixtures() {
    assert!(FIXTURES.len() > 100, "only {} fixtures are short", FIXTURES.len());
    for (digit, input) in FIXTURES.iter() {
        for change in 0..30 {
            properties::input::check(&[&[*digit, change], input.as_slice()].concat());
        }
    }
}

/// Inputs beyond the limits of their judges, and right below them. Of the changes of each some make the case a long
/// one, which is not cut off.
#[test]
fn long_inputs_are_read_in_the_same_way() {
    let boards = [(b'0', b'.', 200), (b'1', b'.', 200), (b'3', b'.', 100), (b'4', b'.', 100)];
    let lines = boards.into_iter().flat_map(|(digit, cell, limit)| {
        let lengths = [limit, limit + 1, 2 * limit + 9];
        lengths.map(|length| (digit, [b"1\n", vec![cell; length].as_slice(), b"\n"].concat()))
    });
    let lengths = [1_999, 2_000, 2_001, 2_099].map(|length| (b'2', format!("{length}\n").into_bytes()));
    for (digit, input) in lines.chain(lengths) {
        let cases = (0..=u8::MAX).map(|change| [&[digit, change], input.as_slice()].concat());
        let real = cases.filter(|case| properties::input::check(case) == Case::Real).count();
        assert!(real >= 4, "{} of the changes of {}", real, String::from_utf8_lossy(&input));
        let edits = (0..=u8::MAX).map(|by| [&[digit], input.as_slice(), b"|", &[by, 1, b'1']].concat());
        let real = edits.filter(|case| properties::outputs::check(case) == Case::Real).count();
        assert!(real >= 4, "{} of the edits of {}", real, String::from_utf8_lossy(&input));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_way_to_an_answer_is_the_same_for_edited_fixtures((digit, input) in edited(), change in any::<u8>()) {
        properties::input::check(&[&[digit, change], input.as_slice()].concat());
    }

    #[test]
    fn edited_positions_are_explained((digit, input) in edited(), width in any::<u8>()) {
        // The position is the first after the number of them, if there is one.
        let start = input.iter().position(|&byte| byte == b'\n' && digit != b'5').map_or(0, |end| end + 1);
        let end = input[start..].iter().position(|&byte| byte == b'\n' && digit != b'5').unwrap_or(input.len() - start);
        properties::explanations::check(&[&[digit, width], &input[start..start + end]].concat());
    }

    #[test]
    fn edited_answers_are_judged_by_definition(
        (digit, input) in edited(),
        edits in vec((any::<u8>(), any::<u8>(), 0..20_u8), 0..5),
    ) {
        let edits = edits.into_iter().flat_map(|(place, what, by)| [place, what, by]);
        let data: Vec<u8> = [&[digit], input.as_slice(), b"|"].concat().into_iter().chain(edits).collect();
        properties::outputs::check(&data);
    }
}
