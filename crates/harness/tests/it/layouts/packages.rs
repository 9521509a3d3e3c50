//! Packages of Kattis and Polygon.

use testkit::TemporaryFolder;

use super::{NONE, ONE, TWO, YES, found, found_in};

/// A whole package in the format that Kattis and other judges read.
const KATTIS: &[(&str, &str)] = &[
    ("problem.yaml", "name: Anagrams\n"),
    ("domjudge-problem.ini", ""),
    ("attachments/1.in", ONE),
    ("brute/1.in", ONE),
    ("brute/1.ans", NONE),
    ("data/testdata.yaml", ""),
    ("data/sample/1.in", TWO),
    ("data/sample/1.ans", YES),
    ("data/sample/1.out", "YES\nab\n"),
    ("data/sample/1.in.statement", ""),
    ("data/sample/2.in", ONE),
    ("data/sample/2.ans", NONE),
    ("data/sample/2.interaction", ""),
    ("data/secret/group10/1-a.in", ONE),
    ("data/secret/group10/1-a.ans", NONE),
    ("data/secret/group2/test_group.yaml", ""),
    ("data/secret/group2/1-b.in", TWO),
    ("data/secret/group2/1-b.ans", YES),
    ("data/secret/group2/1-b.files/x.in", ""),
    ("data/secret/group2/1-b.hint", ""),
    ("data/secret/group2/1-b.png", ""),
    ("data/invalid_input/letter.in", "1\nxy\n"),
    ("data/invalid_input/group/none.in", ""),
    ("data/invalid_output/same.in", TWO),
    ("data/invalid_output/same.ans", YES),
    ("data/invalid_output/same.out", "YES\nab\n"),
    ("data/valid_output/other.in", "1\nabc\n"),
    ("data/valid_output/other.ans", "YES\nbac\n"),
    ("data/valid_output/other.out", "YES\ncab\n"),
    ("generators/small.in", ""),
    ("input_validators/bad_inputs/x.in", ""),
    ("problem_statement/sample.in", ""),
    ("submissions/accepted/a.out", ""),
    ("submissions/wrong_answer/in.txt", ""),
    ("submissions/wrong_answer/out.txt", ""),
];

#[test]
fn of_a_kattis_package_only_the_test_data_are_read() {
    let folder = TemporaryFolder::with(KATTIS);
    let cases = [
        "data/invalid_input/group/none.in: an input to be rejected: AC",
        "data/invalid_input/letter.in: an input to be rejected: AC",
        "data/invalid_output/same.in: Kattis package: AC",
        "data/sample/1.in: Kattis package: AC",
        "data/sample/2.in: Kattis package: AC",
        "data/secret/group2/1-b.in: Kattis package: AC",
        "data/secret/group10/1-a.in: Kattis package: AC",
        "data/valid_output/other.in: Kattis package: AC",
    ];
    let not_read = [
        "not read: attachments/1.in",
        "not read: brute/1.ans",
        "not read: brute/1.in",
        "not read: data/sample/1.in.statement",
        "not read: data/sample/1.out",
        "not read: data/sample/2.interaction",
        "not read: data/secret/group2/1-b.files/x.in",
        "not read: data/secret/group2/1-b.hint",
        "not read: data/secret/group2/1-b.png",
        "not read: data/secret/group2/test_group.yaml",
        "not read: data/testdata.yaml",
        "not read: domjudge-problem.ini",
        "not read: generators/small.in",
        "not read: input_validators/bad_inputs/x.in",
        "not read: problem.yaml",
        "not read: problem_statement/sample.in",
        "not read: submissions/accepted/a.out",
        "not read: submissions/wrong_answer/in.txt",
        "not read: submissions/wrong_answer/out.txt",
    ];
    assert_eq!(found_in(&folder, &[""], None).unwrap(), [&cases[..], &not_read].concat());
    let below = |place: &str, lines: &[&str]| -> Vec<String> {
        let lines = lines.iter().filter(|line| line.trim_start_matches("not read: ").starts_with(place));
        lines.map(|&line| line.to_owned()).collect()
    };
    for place in ["data", "data/secret", "data/secret/group2", "data/sample", "data/invalid_input/group"] {
        let expected = [below(place, &cases), below(place, &not_read)].concat();
        assert_eq!(found_in(&folder, &[place], None).unwrap(), expected, "{place}");
    }
    let one = found_in(&folder, &["data/valid_output/other.in", "data/invalid_input/letter.in"], None).unwrap();
    assert_eq!(one, [cases[1], cases[7]]);
    for answer in ["same.ans", "same.out"] {
        let error = found_in(&folder, &[&format!("data/invalid_output/{answer}")], None).unwrap_err();
        let advice = "an answer; name its input, data/invalid_output/same.in";
        assert_eq!(error, format!("data/invalid_output/{answer}: {advice}"));
    }
    // What is given by name is read wherever it is.
    let two = found_in(&folder, &["", "brute/1.in"], None).unwrap();
    assert_eq!(two[0], "brute/1.in: NAME.in with NAME.ans: AC");
    assert!(!two.contains(&"not read: brute/1.in".to_owned()), "{two:?}");
}

#[test]
fn a_kattis_package_with_missing_and_wrong_files_is_broken_there() {
    let lines = found(&[
        ("data/sample/1.in", ONE),
        ("data/sample/2.ans", NONE),
        ("data/sample/3.out", NONE),
        ("data/sample/4.in", ONE),
        ("data/sample/4.out", NONE),
        ("data/invalid_input/1.in", ONE),
        ("data/invalid_input/2.in", "1\nxy\n"),
        ("data/invalid_input/2.ans", NONE),
        ("data/invalid_output/1.in", TWO),
        ("data/invalid_output/1.ans", YES),
        ("data/invalid_output/1.out", YES),
        ("data/invalid_output/2.in", TWO),
        ("data/invalid_output/2.ans", YES),
        ("data/invalid_answers/1.in", TWO),
        ("data/invalid_answers/1.ans", "YES\nab\n"),
        ("data/valid_output/1.in", TWO),
        ("data/valid_output/1.ans", YES),
        ("data/valid_output/1.out", "YES\nab\n"),
        ("data/valid_output/2.in", TWO),
        ("data/valid_output/2.out", YES),
        ("data/valid_output/3.in", TWO),
        ("data/valid_output/3.ans", NONE),
        ("data/valid_output/3.out", YES),
        ("data/valid_output/4.in", "1\nxy\n"),
        ("data/valid_output/4.ans", NONE),
        ("data/valid_output/4.out", NONE),
        ("data/valid_output/5.out", NONE),
    ]);
    assert_eq!(
        lines,
        [
            "data/invalid_input/1.in: an input to be rejected: WA an invalid input was answered; it should be rejected",
            "data/invalid_input/2.in: NAME.in with NAME.ans: IE an answer in a folder of inputs that have none; move \
             it",
            "data/invalid_output/1.in: Kattis package: WA 1.out was accepted; it should be rejected",
            "data/invalid_output/2.in: Kattis package: IE no output to be accepted or rejected; add a .out",
            "data/sample/1.in: Kattis package: IE an input without an answer; add 1.ans, or use --names if it has another name",
            "data/sample/2.in: Kattis package: IE an answer without an input; add 2.in or remove the answer",
            "data/sample/3.in: NAME.in with NAME.out: IE an answer without an input; add 3.in or remove the answer",
            "data/sample/4.in: NAME.in with NAME.out: AC",
            "data/valid_output/1.in: Kattis package: WA 1.out was rejected; it should be accepted: \
             line 2, column 1: the order is the same",
            "data/valid_output/2.in: Kattis package: IE an input without an answer; add 2.ans, or use --names if it has another name",
            "data/valid_output/3.in: Kattis package: WA line 1, column 1 of the answer file: \
             this solver disagrees: there is another order",
            "data/valid_output/4.in: Kattis package: IE the input is invalid: 2:1: invalid character 'x': \
             expected 'a', 'b' or 'c'",
            "data/valid_output/5.in: NAME.in with NAME.out: IE an answer without an input; add 5.in or remove the answer",
            "not read: data/invalid_answers/1.ans",
            "not read: data/invalid_answers/1.in",
            "not read: data/valid_output/2.out",
        ]
    );
}

#[test]
fn polygon_names_answers_after_their_inputs() {
    let lines = found(&[
        ("problem.xml", "<problem/>"),
        ("backup/tests/01", ONE),
        ("backup/tests/01.a", YES),
        ("check.cpp", ""),
        ("files/tests/checker-tests/01", ONE),
        ("files/tests/checker-tests/01.a", YES),
        ("solutions/sol.cpp", ""),
        ("statements/english/example.01", ONE),
        ("statements/english/example.01.a", YES),
        ("tests/01", ONE),
        ("tests/01.a", NONE),
        ("tests/2", TWO),
        ("tests/2.a", YES),
        ("tests/10", TWO),
        ("tests/10.a", YES),
        ("tests/11", TWO),
        ("tests/12.a", YES),
        ("tests/13", TWO),
        ("tests/13.a", YES),
        ("tests/13.ans", YES),
        ("tests/example.01", TWO),
        ("tests/example.01.a", YES),
        ("tests/example.02", TWO),
        ("tests/validate", ""),
    ]);
    assert_eq!(
        lines,
        [
            "tests/01: 01 with 01.a: AC",
            "tests/2: 01 with 01.a: AC",
            "tests/10: 01 with 01.a: AC",
            "tests/11: 01 with 01.a: IE an input without an answer; add 11.a",
            "tests/12: 01 with 01.a: IE an answer without an input; add 12 or remove the answer",
            "tests/13: 01 with 01.a: IE two answers, 13.a and 13.ans; remove one",
            "tests/example.01: 01 with 01.a: AC",
            "tests/example.02: 01 with 01.a: IE an input without an answer; add example.02.a",
            "not read: backup/tests/01",
            "not read: backup/tests/01.a",
            "not read: check.cpp",
            "not read: files/tests/checker-tests/01",
            "not read: files/tests/checker-tests/01.a",
            "not read: problem.xml",
            "not read: solutions/sol.cpp",
            "not read: statements/english/example.01",
            "not read: statements/english/example.01.a",
            "not read: tests/validate",
        ]
    );
    let numbered = found(&[("1", ONE), ("1.ans", NONE), ("sol2", ""), ("sol2.out", NONE)]);
    let lone = "sol2.in: NAME.in with NAME.out: IE an answer without an input; add sol2.in or remove the answer";
    assert_eq!(numbered, ["1: 01 with 01.ans: AC", lone, "not read: sol2"]);
}

#[test]
fn what_has_the_settings_of_a_package_but_not_its_data_is_a_folder_like_others() {
    let lines = found(&[("problem.yaml", ""), ("cases/1.in", ONE), ("cases/1.ans", NONE)]);
    assert_eq!(lines, ["cases/1.in: NAME.in with NAME.ans: AC", "not read: problem.yaml"]);
}
