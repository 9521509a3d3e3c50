//! Inputs that look like the judges' inputs: fixtures, which are kept inputs too, and what is longer than the judges'.

use std::sync::LazyLock;

use problem::Rng;
use properties::Held;

/// The program of a short input of a fixture, the digit of its dialect, and the input.
type Input = (&'static str, u8, Vec<u8>);

/// All fixtures that are short.
static FIXTURES: LazyLock<Vec<Input>> = LazyLock::new(|| {
    let numbered = properties::dialects().into_iter().zip(b'0'..);
    let inputs = numbered.flat_map(|([program, judge], digit)| {
        let fixtures = testkit::fixtures(program).into_iter().filter(move |fixture| fixture.judge == judge);
        fixtures.map(move |fixture| (program, digit, fixture.input()))
    });
    inputs.filter(|(_, _, input)| input.len() <= 200).collect()
});

/// The cases of a target that are made of fixtures: every kind of change of each, edits of its answer, and its first
/// position at some width.
pub(crate) fn cases(target: &str) -> Vec<Vec<u8>> {
    let mut rng = Rng::new(1);
    let mut bytes = |count| -> Vec<u8> { (0..count).map(|_| rng.below(256).to_le_bytes()[0]).collect() };
    let case = |(program, digit, input): &Input| match target {
        "input" => (0..30).map(|change| [&[*digit, change], input.as_slice()].concat()).collect(),
        "outputs" => {
            let edited =
                |edits| [&[*digit], input.as_slice(), b"|"].concat().into_iter().chain(bytes(3 * edits)).collect();
            (0..5).map(edited).collect()
        }
        "explanations" => {
            // The position is the first after the number of them, if there is one.
            let is_end = |byte: &u8| *byte == b'\n' && *program != "lgame";
            let start = input.iter().position(is_end).map_or(0, |end| end + 1);
            let end = input[start..].iter().position(is_end).unwrap_or(input.len() - start);
            vec![[&[*digit, bytes(1)[0]], &input[start..start + end]].concat()]
        }
        _ => Vec::new(),
    };
    assert!(FIXTURES.len() > 100, "only {} fixtures are short", FIXTURES.len());
    FIXTURES.iter().flat_map(case).collect()
}

/// Inputs beyond the limits of their judges, and right below them. Of the changes of each some make the case a long
/// one, which is not cut off.
#[test]
fn long_inputs_are_read_in_the_same_way() {
    let boards = [["treblecross", "uva"], ["treblecross", "lightoj"], ["nomore-ttt", "lightoj"], ["nomore-ttt", "uva"]];
    let lines = boards.into_iter().flat_map(|dialect| {
        let limit = if dialect[0] == "treblecross" { 200 } else { 100 };
        let lengths = [limit, limit + 1, 2 * limit + 9];
        lengths.map(|length| (dialect, format!("1\n{}\n", ".".repeat(length)).into_bytes()))
    });
    let strips = [1_999, 2_000, 2_001, 2_099];
    let strips = strips.map(|length| (["treblecross", "poj"], format!("{length}\n").into_bytes()));
    for (dialect, input) in lines.chain(strips) {
        let number = properties::dialects().iter().position(|other| *other == dialect).expect("a known dialect");
        let digit = b'0' + u8::try_from(number).expect("there are few");
        let cases = (0..=u8::MAX).map(|change| [&[digit, change], input.as_slice()].concat());
        let real = cases.filter(|case| properties::input::check(case) == Held::Real).count();
        assert!(real >= 4, "{} of the changes of {}", real, String::from_utf8_lossy(&input));
        let edits = (0..=u8::MAX).map(|by| [&[digit], input.as_slice(), b"|", &[by, 1, b'1']].concat());
        let real = edits.filter(|case| properties::outputs::check(case) == Held::Real).count();
        assert!(real >= 4, "{} of the edits of {}", real, String::from_utf8_lossy(&input));
    }
}
