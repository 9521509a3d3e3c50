//! Whether validators accept what they should, and nothing else.

use std::collections::BTreeSet;

use problem::{Dialect, Problem, Rng, Source};

use super::mutations::{mutations, shuffled, with_blanks, with_two_swapped};
use super::{is_strict, packages};
use crate::fixtures::{Fixture, LEGAL, fixtures};
use crate::language::Language;
use crate::program::{Program, Subject, workspace};

const ACCEPTED: &str = "42";
const REJECTED: &str = "43";

/// What mutations put into an input: cells and digits, what looks like them, and white space of all kinds.
const BYTES: &[u8] = b".X#*xOo0129-+,'\" \n\r\t\x0B\x0C\0\x1A\x7F\x85\xA0\xFF";

/// Makes a validator ready to run. `None`, and the test is skipped, if its language is not installed.
pub fn validator(source: &Source) -> Option<Program> {
    Language::build_as_judges_do(source.file, &source.text())
}

impl<P: Problem> Subject<P> {
    /// Asserts that the validators of inputs accept what `--strict` accepts and nothing else, among all fixtures,
    /// extreme inputs, and changed legal ones.
    pub fn input_validators_accept_what_strict_accepts(&self) {
        for (dialect, package) in packages::<P>() {
            let fixtures = fixtures(P::NAME).into_iter().map(|fixture| fixture.input());
            let inputs = fixtures.chain(extreme_inputs(dialect)).chain(changed_inputs(dialect));
            let inputs: BTreeSet<Vec<u8>> = inputs.chain(random_inputs(dialect)).collect();
            let runs: Vec<(String, Vec<u8>)> = inputs.into_iter().map(|input| (String::new(), input)).collect();
            let Some(results) = results_of(&package.input_validator, &["names-the-place"], &runs) else { return };
            let mut accepted = 0;
            for ((_, input), result) in runs.iter().zip(&results) {
                let expected = if is_strict(dialect, input) { ACCEPTED } else { REJECTED };
                assert_eq!(result, expected, "{}: {}", dialect.name, shown(input));
                accepted += usize::from(result == ACCEPTED);
            }
            assert!(accepted > 200 && results.len() - accepted > 500, "{accepted} of {}", results.len());
        }
    }

    /// Asserts that the validators of answers accept the right answers to the fixtures that the judge could give, and
    /// reject those with a line too many or too few, or with other white space.
    pub fn answer_validators_accept_right_answers_and_reject_broken_ones(&self) {
        for (dialect, package) in packages::<P>() {
            let Some(validator) = &package.answer_validator else { continue };
            let is_legal = |fixture: &Fixture| fixture.judge == dialect.name && LEGAL.contains(&fixture.group.as_str());
            // The path of an input, an answer, and what the validator must say, if that is certain.
            let mut answers: Vec<(String, Vec<u8>, Option<&str>)> = Vec::new();
            for fixture in fixtures(P::NAME).into_iter().filter(is_legal) {
                let path = workspace().join(fixture.relative_path()).to_string_lossy().into_owned();
                let answer = fixture.answer();
                let mut add = |path: &str, all: Vec<Vec<u8>>, expected| {
                    answers.extend(all.into_iter().map(|answer| (path.to_owned(), answer, expected)));
                };
                if answer.len() < 500 {
                    add(&path, broken_answers(&answer), Some(REJECTED));
                }
                if fixture.group == "sample" {
                    // Some of these have the form of an answer, but none may make the validator fail.
                    add(&path, mutations(&answer, BYTES), None);
                    add("", vec![answer.clone()], None);
                }
                add(&path, vec![answer], Some(ACCEPTED));
            }
            assert!(answers.len() > 100, "{}: {}", dialect.name, answers.len());
            let runs: Vec<(String, Vec<u8>)> =
                answers.iter().map(|(path, answer, _)| (path.clone(), answer.clone())).collect();
            let Some(results) = results_of(validator, &[], &runs) else { return };
            for ((path, answer, expected), result) in answers.iter().zip(&results) {
                let is_expected =
                    expected.map_or([ACCEPTED, REJECTED].contains(&result.as_str()), |code| result == code);
                assert!(is_expected, "{path}: {} gives {result}, expected {expected:?}", shown(answer));
            }
        }
    }
}

fn shown(bytes: &[u8]) -> String {
    let shown = bytes.escape_ascii().to_string();
    if shown.len() > 2000 { format!("{} bytes, {}...", bytes.len(), &shown[..200]) } else { shown }
}

/// Runs a validator written in Python on pairs of its argument and its standard input, in one process with `options`,
/// and returns its exit codes, or what is wrong besides. `None`, and the test is skipped, if there is no Python.
fn results_of(source: &Source, options: &[&str], runs: &[(String, Vec<u8>)]) -> Option<Vec<String>> {
    assert_eq!(Language::of(source.file), Language::Python, "{}", source.file);
    let validator = validator(source)?;
    let many = Language::build("many.py", include_str!("validators.py"), &[])?;
    let mut stdin = format!("{}\n{}", source.text().len(), source.text()).into_bytes();
    for (argument, input) in runs {
        stdin.extend_from_slice(format!("{} {argument}\n", input.len()).as_bytes());
        stdin.extend_from_slice(input);
    }
    let run = many.run(options, &stdin);
    let results: Vec<String> = String::from_utf8_lossy(&run.stdout).lines().map(str::to_owned).collect();
    assert_eq!(results.len(), runs.len(), "{}", String::from_utf8_lossy(&run.stderr));

    // As a judging system runs it.
    for code in [ACCEPTED, REJECTED] {
        if let Some(index) = results.iter().position(|result| result == code) {
            let (argument, input) = &runs[index];
            let run = validator.run(&[argument], input);
            assert_eq!(run.code.map(|code| code.to_string()).as_deref(), Some(code), "{}", shown(input));
        }
    }
    Some(results)
}

/// Legal inputs: some with small cases of all shapes, and those with the longest cases.
fn legal_inputs<P: Problem>(dialect: &'static Dialect<P>) -> Vec<Vec<u8>> {
    let generator = dialect.generator.expect("the dialect has a generator");
    let (least, most) = dialect.format.sizes().into_inner();
    let mut rng = Rng::new(1);
    let small = most.min(least + 5);
    let cases: Vec<Vec<u8>> = generator.shapes.iter().map(|shape| (shape.make)(small, &mut rng)).collect();
    let longest = (generator.shapes[0].make)(most, &mut rng);
    let several = dialect.format.input(&cases);
    let single = cases.into_iter().chain([longest]).map(|case| dialect.format.input(&[case]));
    [several].into_iter().chain(single).filter(|input| is_strict(dialect, input)).collect()
}

/// Inputs with as many cases as the judge gives, one more, and none; and other numbers of cases than announced.
fn extreme_inputs<P: Problem>(dialect: &'static Dialect<P>) -> Vec<Vec<u8>> {
    let generator = dialect.generator.expect("the dialect has a generator");
    let (least, most) = dialect.format.count.range().into_inner();
    let cases = dialect.format.sizes().find_map(|size| (generator.enumerate)(size).next()).expect("a case");
    let input = |count: usize| dialect.format.input(&vec![cases.clone(); count]);
    let mut inputs: Vec<Vec<u8>> = [0, least, most, most + 1, 10 * most].map(input).to_vec();
    inputs.extend(["", "\n", "0\n", "1", "1\n", "\u{FEFF}1\n"].map(|text| text.as_bytes().to_vec()));
    inputs.push([&b"9".repeat(5000)[..], b"\n"].concat());
    inputs.push(b"1\n".repeat(100_000));
    inputs.push(b"\xFF\xFE1\0\n\0".to_vec());
    inputs
}

/// Legal inputs with changes. One of the shortest has more of them than the others.
fn changed_inputs<P: Problem>(dialect: &'static Dialect<P>) -> Vec<Vec<u8>> {
    let mut rng = Rng::new(2);
    let legal = legal_inputs(dialect);
    let shortest = legal.iter().min_by_key(|input| input.len()).expect("a legal input");
    let mut inputs: Vec<Vec<u8>> = legal.iter().flat_map(|input| mutations(input, BYTES)).collect();
    inputs.extend(with_blanks(shortest));
    inputs.extend(with_two_swapped(shortest));
    inputs.extend((0..500).map(|_| shuffled(shortest, &mut rng)));
    inputs
}

/// Random inputs of one case, which most often are legal.
fn random_inputs<P: Problem>(dialect: &'static Dialect<P>) -> impl Iterator<Item = Vec<u8>> {
    let generator = dialect.generator.expect("the dialect has a generator");
    let (least, most) = dialect.format.sizes().into_inner();
    let cases = generator.random_cases(3, None, move |_, rng| least + rng.below(most - least + 1));
    cases.map(|case| dialect.format.input(&[case])).take(300)
}

/// Answers that no judge that looks at their form can accept.
fn broken_answers(answer: &[u8]) -> Vec<Vec<u8>> {
    let lines: Vec<&[u8]> = answer.split_inclusive(|&byte| byte == b'\n').collect();
    let broken = |at: usize| {
        let (line, text) = (lines[at], &lines[at][..lines[at].len() - 1]);
        let changed = [
            Vec::new(),
            line.repeat(2),
            [line, b"\n"].concat(),
            [b" ", line].concat(),
            [text, b" \n"].concat(),
            [text, b"\r\n"].concat(),
            text.to_vec(),
        ];
        changed.map(|line| [&lines[..at], &[&line], &lines[at + 1..]].concat().concat())
    };
    (0..lines.len()).flat_map(broken).collect()
}
