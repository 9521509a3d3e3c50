//! Which files are cases, in the layouts of judges and problem setters, and what is said about files that lack their partner.

use std::path::PathBuf;

use harness::{NamePattern, find_fixtures};
use testkit::{Anagrams, TemporaryFolder};

use crate::judging::judgements_on;

/// Two inputs and their answers: a case paired with the answer of the other is wrong.
const ONE: &str = "1\na\n";
const NONE: &str = "NONE\n\n";
const TWO: &str = "1\nab\n";
const YES: &str = "YES\nba\n";

/// What was found: `name: layout: verdict message` of each case, then `not read: name` of each other file.
fn found_in(folder: &TemporaryFolder, arguments: &[&str], names: Option<&str>) -> Result<Vec<String>, String> {
    let paths: Vec<PathBuf> = arguments.iter().map(|name| folder.root().join(name)).collect();
    let names = names.map(|names| names.parse::<NamePattern>().unwrap());
    let found = find_fixtures::<Anagrams>(&paths, None, names.as_ref());
    let found = found.map_err(|error| folder.without_root(&format!("{error:#}")))?;
    let lines = found.fixtures.iter().zip(judgements_on(&found.fixtures)).map(|(fixture, judgement)| {
        let line = format!("{}: {}: {} {}", fixture.name, fixture.layout, judgement.verdict, judgement.message);
        folder.without_root(line.trim_end())
    });
    let not_read = found.not_read.iter().map(|path| folder.without_root(&format!("not read: {}", path.display())));
    Ok(lines.chain(not_read).collect())
}

/// What is found in a folder with these files.
fn found(files: &[(&str, &str)]) -> Vec<String> {
    found_in(&TemporaryFolder::with(files), &[""], None).unwrap()
}

/// Why nothing is found in a folder with these files.
fn refusal(files: &[(&str, &str)], names: Option<&str>) -> String {
    let folder = TemporaryFolder::with(files);
    found_in(&folder, &["."], names).unwrap_err()
}

#[test]
fn an_extension_tells_inputs_from_answers() {
    let lines = found(&[
        ("10.in", ONE),
        ("10.out", NONE),
        ("2.in", TWO),
        ("2.ans", YES),
        ("game1.in", TWO),
        ("game1.a", YES),
        ("sample-1.IN", TWO),
        ("sample-1.OUT", YES),
        ("x.In", ONE),
        ("x.ans", NONE),
        ("TEST01/SUM.INP", TWO),
        ("TEST01/SUM.OUT", YES),
        ("1.5.in", ONE),
        ("1.5.out", NONE),
    ]);
    assert_eq!(
        lines,
        [
            "1.5.in: NAME.in with NAME.out: AC",
            "2.in: NAME.in with NAME.ans: AC",
            "10.in: NAME.in with NAME.out: AC",
            "TEST01/SUM.INP: NAME.INP with NAME.OUT: AC",
            "game1.in: NAME.in with NAME.a: AC",
            "sample-1.IN: NAME.IN with NAME.OUT: AC",
            "x.In: NAME.In with NAME.ans: AC",
        ]
    );
}

#[test]
fn an_input_an_answer_or_a_second_answer_too_many_is_broken() {
    let lines = found(&[
        ("1.in", ONE),
        ("2.OUT", NONE),
        ("3.in", ONE),
        ("3.out", NONE),
        ("3.ANS", NONE),
        ("4.in", ONE),
        ("4.a", NONE),
        ("5.a", NONE),
        ("6.in", ONE),
        ("6.out", NONE),
        ("6.OUT", NONE),
        ("7.in", ONE),
        ("7.IN", ONE),
        ("7.out", NONE),
        ("T1/S.INP", ONE),
        ("T1/S.OUT", NONE),
        ("T2/S.INP", ONE),
        ("T3/S.OUT", NONE),
    ]);
    assert_eq!(
        lines,
        [
            "1.in: NAME.in with NAME.out: IE an input without an answer; add a .out, or an .ans",
            "2.IN: NAME.IN with NAME.OUT: IE an answer without an input; add the .IN or remove the answer",
            "3.in: NAME.in with NAME.out: IE an answer in .out and another one in .ANS; remove one",
            "4.in: NAME.in with NAME.a: AC",
            "5.in: NAME.in with NAME.a: IE an answer without an input; add the .in or remove the answer",
            "6.in: NAME.in with NAME.out: IE an answer in .out and another one in .OUT; remove one",
            "7.IN: NAME.IN with NAME.out: AC",
            "7.in: NAME.in with NAME.out: IE an input without an answer; add a .out, or an .ans",
            "T1/S.INP: NAME.INP with NAME.OUT: AC",
            "T2/S.INP: NAME.INP with NAME.OUT: IE an input without an answer; add S.OUT",
            "T3/S.INP: NAME.INP with NAME.OUT: IE an answer without an input; add the .INP or remove the answer",
        ]
    );
}

#[test]
fn what_is_no_case_is_only_counted() {
    let lines = found(&[
        ("1.in", ONE),
        ("1.out", NONE),
        ("1.desc", ""),
        ("1.in~", ""),
        ("1.in.statement", ""),
        ("1.png", ""),
        ("Makefile.in", ""),
        ("README", ""),
        ("README.md", ""),
        ("gen.py", ""),
        ("input.tex", ""),
        ("libx.so", ""),
        ("nohup.out", ""),
        ("notes.txt", ""),
        ("output.tex", ""),
        ("testdata.yaml", ""),
        (".hidden.in", ONE),
        (".git/1.in", ONE),
        ("__MACOSX/._1.in", ONE),
    ]);
    let others = ["1.desc", "1.in.statement", "1.in~", "1.png", "Makefile.in", "README", "README.md", "gen.py"];
    let more = ["input.tex", "libx.so", "nohup.out", "notes.txt", "output.tex", "testdata.yaml"];
    let others = others.iter().chain(&more).map(|name| format!("not read: {name}"));
    let expected: Vec<String> = ["1.in: NAME.in with NAME.out: AC".to_owned()].into_iter().chain(others).collect();
    assert_eq!(lines, expected);
}

/// A whole package in the format that Kattis and other judges read.
const KATTIS: &[(&str, &str)] = &[
    ("problem.yaml", "name: Anagrams\n"),
    ("domjudge-problem.ini", ""),
    ("attachments/1.in", ONE),
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
        ("data/invalid_answers/2.in", TWO),
        ("data/invalid_answers/2.ans", YES),
        ("data/invalid_answers/3.in", TWO),
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
            "data/invalid_answers/1.in: Kattis package: AC",
            "data/invalid_answers/2.in: Kattis package: WA 2.ans was accepted; it should be rejected",
            "data/invalid_answers/3.in: Kattis package: IE no answer to be rejected; add an .ans",
            "data/invalid_input/1.in: an input to be rejected: WA an invalid input was answered; it should be rejected",
            "data/invalid_input/2.in: NAME.in with NAME.ans: IE an answer in a folder of inputs that have none; move it",
            "data/invalid_output/1.in: Kattis package: WA 1.out was accepted; it should be rejected",
            "data/invalid_output/2.in: Kattis package: IE no output to be accepted or rejected; add a .out",
            "data/sample/1.in: NAME.in with NAME.out: IE an input without an answer; add an .ans",
            "data/sample/2.in: NAME.in with NAME.ans: IE an answer without an input; add the .in or remove the answer",
            "data/sample/3.in: NAME.in with NAME.out: IE an answer without an input; add the .in or remove the answer",
            "data/sample/4.in: NAME.in with NAME.out: AC",
            "data/valid_output/1.in: Kattis package: WA 1.out was rejected; it should be accepted: \
             case 1 of 1, line 2, column 1: the order is the same",
            "data/valid_output/2.in: Kattis package: IE an input without an answer; add an .ans",
            "data/valid_output/3.in: Kattis package: WA case 1 of 1, line 1, column 1 of the answer file: \
             this solver disagrees: there is another order",
            "data/valid_output/4.in: Kattis package: IE the input is invalid: 2:1: invalid character 'x': \
             expected 'a', 'b' or 'c'",
            "data/valid_output/5.in: NAME.in with NAME.out: IE an answer without an input; add the .in or remove the answer",
        ]
    );
}

#[test]
fn polygon_names_answers_after_their_inputs() {
    let lines = found(&[
        ("problem.xml", "<problem/>"),
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
            "tests/13: 01 with 01.a: IE an answer in .a and another one in .ans; remove one",
            "tests/example.01: 01 with 01.a: AC",
            "tests/example.02: 01 with 01.a: IE an input without an answer; add example.02.a",
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
    let lone = "sol2.in: NAME.in with NAME.out: IE an answer without an input; add the .in or remove the answer";
    assert_eq!(numbered, ["1: 01 with 01.ans: AC", lone, "not read: sol2"]);
}

#[test]
fn atcoder_has_inputs_and_answers_of_the_same_name_in_two_folders() {
    let lines = found(&[
        ("ABC1/A/in/max_10", TWO),
        ("ABC1/A/out/max_10", YES),
        ("ABC1/B/in/a01.txt", ONE),
        ("ABC1/B/out/a01.txt", NONE),
        ("ABC1/B/in/a2.txt", TWO),
        ("ABC1/B/out/a2.txt", YES),
        ("ABC1/B/in/README.txt", ""),
        ("ABC1/B/in/a03.txt", ONE),
        ("ABC1/B/in/gen.py", ""),
        ("ABC1/B/in/notes", ""),
        ("ABC1/B/out/a04.txt", NONE),
        ("ABC1/B/in/sub/1.txt", TWO),
        ("ABC1/B/out/sub/1.txt", YES),
        ("ABC1/B/in/sub/2.txt", TWO),
        ("ABC1/B/in/extra/1.txt", TWO),
        ("ABC1/B/etc/output_checker.cpp", ""),
    ]);
    assert_eq!(
        lines,
        [
            "ABC1/A/in/max_10: in/NAME with out/NAME: AC",
            "ABC1/B/in/a01.txt: in/NAME with out/NAME: AC",
            "ABC1/B/in/a2.txt: in/NAME with out/NAME: AC",
            "ABC1/B/in/a03.txt: in/NAME with out/NAME: IE an input without an answer; add out/a03.txt",
            "ABC1/B/in/a04.txt: in/NAME with out/NAME: IE an answer without an input; add in/a04.txt or remove the answer",
            "ABC1/B/in/extra/1.txt: in/NAME with out/NAME: IE an input without an answer; add out/extra/1.txt",
            "ABC1/B/in/sub/1.txt: in/NAME with out/NAME: AC",
            "ABC1/B/in/sub/2.txt: in/NAME with out/NAME: IE an input without an answer; add out/sub/2.txt",
            "not read: ABC1/B/etc/output_checker.cpp",
            "not read: ABC1/B/in/README.txt",
            "not read: ABC1/B/in/gen.py",
            "not read: ABC1/B/in/notes",
        ]
    );
}

#[test]
fn sinol_has_in_and_out_files_in_two_folders() {
    let lines = found(&[
        ("config.yml", ""),
        ("doc/abczad.tex", ""),
        ("in/abc0.in", ONE),
        ("in/abc1a.in", TWO),
        ("in/abc2a.in", TWO),
        ("in/abc10a.in", ONE),
        ("out/abc0.out", NONE),
        ("out/abc1a.out", YES),
        ("out/abc10a.out", NONE),
        ("out/abc3a.out", NONE),
        ("prog/abcingen.cpp", ""),
    ]);
    assert_eq!(
        lines,
        [
            "in/abc0.in: in/NAME with out/NAME: AC",
            "in/abc1a.in: in/NAME with out/NAME: AC",
            "in/abc2a.in: in/NAME with out/NAME: IE an input without an answer; add out/abc2a.out",
            "in/abc3a.in: in/NAME with out/NAME: IE an answer without an input; add in/abc3a.in or remove the answer",
            "in/abc10a.in: in/NAME with out/NAME: AC",
            "not read: config.yml",
            "not read: doc/abczad.tex",
            "not read: prog/abcingen.cpp",
        ]
    );
}

#[test]
fn hackerrank_and_cms_have_the_word_input_or_output_in_names() {
    let lines = found(&[
        ("cms/input/input0.txt", ONE),
        ("cms/input/input1.txt", TWO),
        ("cms/output/output0.txt", NONE),
        ("cms/output/output1.txt", YES),
        ("same/input-format.txt", ""),
        ("same/input00.txt", TWO),
        ("same/input03.txt", TWO),
        ("same/input04.txt", TWO),
        ("same/output00.txt", YES),
        ("same/output04.txt", YES),
        ("same/output05.txt", YES),
        ("same/answer04.txt", YES),
        ("two/Input/input00.txt", TWO),
        ("two/Input/input02.txt", TWO),
        ("two/Output/output00.txt", YES),
        ("two/Output/output03.txt", YES),
    ]);
    assert_eq!(
        lines,
        [
            "cms/input/input0.txt: input/NAME with output/NAME: AC",
            "cms/input/input1.txt: input/NAME with output/NAME: AC",
            "same/input00.txt: input1.txt with output1.txt: AC",
            "same/input03.txt: input1.txt with output1.txt: IE an input without an answer; add output03.txt",
            "same/input04.txt: input1.txt with output1.txt: IE an answer in output04.txt and another one in answer04.txt; \
             remove one",
            "same/input05.txt: input1.txt with output1.txt: IE an answer without an input; add input05.txt or remove the answer",
            "two/Input/input00.txt: Input/NAME with Output/NAME: AC",
            "two/Input/input02.txt: Input/NAME with Output/NAME: IE an input without an answer; \
             add Output/output02.txt",
            "two/Input/input03.txt: Input/NAME with Output/NAME: IE an answer without an input; \
             add Input/input03.txt or remove the answer",
            "not read: same/input-format.txt",
        ]
    );
}

#[test]
fn a_word_in_the_name_tells_inputs_from_answers() {
    let lines = found(&[
        ("01/in", ONE),
        ("01/out", NONE),
        ("2/INPUT.TXT", TWO),
        ("2/OUTPUT.TXT", YES),
        ("3/input.txt", TWO),
        ("3/answer.txt", YES),
        ("4/in1.txt", TWO),
        ("4/ans1.txt", YES),
        ("5/aaa.in.1", TWO),
        ("5/aaa.out.1", YES),
        ("5/aaa.in.1b", ONE),
        ("5/aaa.out.1b", NONE),
        ("6/sample-01-in.txt", TWO),
        ("6/sample-01-out.txt", YES),
        ("7/input1.in", TWO),
        ("7/output1.out", YES),
        ("8/in.py", ""),
        ("8/main.txt", ""),
        ("8/mout.txt", ""),
        ("8/out.py", ""),
    ]);
    assert_eq!(
        lines,
        [
            "01/in: input1.txt with output1.txt: AC",
            "2/INPUT.TXT: input1.txt with output1.txt: AC",
            "3/input.txt: input1.txt with output1.txt: AC",
            "4/in1.txt: input1.txt with output1.txt: AC",
            "5/aaa.in.1: input1.txt with output1.txt: AC",
            "5/aaa.in.1b: input1.txt with output1.txt: AC",
            "6/sample-01-in.txt: input1.txt with output1.txt: AC",
            "7/input1.in: input1.txt with output1.txt: AC",
            "not read: 8/in.py",
            "not read: 8/main.txt",
            "not read: 8/mout.txt",
            "not read: 8/out.py",
        ]
    );
    // A case per folder: the others tell what is missing.
    let lines = found(&[
        ("case1/input.txt", ONE),
        ("case1/output.txt", NONE),
        ("case2/input.txt", ONE),
        ("case10/output.txt", NONE),
        ("case10/description.txt", ""),
    ]);
    assert_eq!(
        lines,
        [
            "case1/input.txt: input1.txt with output1.txt: AC",
            "case2/input.txt: input1.txt with output1.txt: IE an input without an answer; add output.txt",
            "case10/input.txt: input1.txt with output1.txt: IE an answer without an input; add input.txt or remove the answer",
            "not read: case10/description.txt",
        ]
    );
}

#[test]
fn a_layout_is_shown_without_control_characters() {
    let lines = found(&[
        ("x\u{1b}_in.txt", TWO),
        ("x\u{1b}_out.txt", YES),
        ("y/in/1.\u{1b}[2J", ONE),
        ("y/out/1.out", NONE),
        ("z/1\r-in.txt", ONE),
        ("z/1\r-out.txt", NONE),
        ("z/1\r-ans.txt", NONE),
    ]);
    assert_eq!(
        lines,
        [
            r"x\u{1b}_in.txt: input1.txt with output1.txt: AC",
            r"y/in/1.\u{1b}[2J: in/NAME with out/NAME: AC",
            "z/1\\r-in.txt: input1.txt with output1.txt: IE an answer in 1\\r-out.txt and another one in 1\\r-ans.txt; \
             remove one",
        ]
    );
}

#[test]
fn an_answer_beside_its_input_wins_over_one_in_another_folder() {
    let lines =
        found(&[("in/1.in", TWO), ("in/1.out", YES), ("out/1.out", NONE), ("in/2.in", ONE), ("out/2.out", NONE)]);
    assert_eq!(
        lines,
        ["in/1.in: NAME.in with NAME.out: AC", "in/2.in: in/NAME with out/NAME: AC", "not read: out/1.out",]
    );
}

#[test]
fn folders_of_a_pair_and_single_inputs_may_be_given_alone() {
    let folder = TemporaryFolder::with(&[
        ("t/in/1.txt", ONE),
        ("t/in/sub/2.txt", TWO),
        ("t/out/1.txt", NONE),
        ("t/out/sub/2.txt", YES),
        ("t/in/notes.md", ""),
        ("t/other/1.in", ONE),
        ("01", TWO),
        ("01.a", YES),
        ("input03.txt", TWO),
        ("output03.txt", YES),
        (".hidden.in", ONE),
        (".hidden.out", NONE),
    ]);
    let found = |arguments: &[&str]| found_in(&folder, arguments, None);
    let one = "t/in/1.txt: in/NAME with out/NAME: AC";
    let two = "t/in/sub/2.txt: in/NAME with out/NAME: AC";
    assert_eq!(found(&["t/in"]).unwrap(), [one, two, "not read: t/in/notes.md"]);
    assert_eq!(found(&["t/in/sub"]).unwrap(), [two]);
    assert_eq!(found(&["t/in/1.txt"]).unwrap(), [one]);
    assert_eq!(
        found(&["t/in/sub/2.txt", "01", "input03.txt"]).unwrap(),
        [
            "01: 01 with 01.a: AC",
            "input03.txt: input1.txt with output1.txt: AC",
            two,
        ]
    );
    // As a shell lists them: whatever is given, a case is judged once.
    let all = found(&["t/in", "t/in/1.txt", "t/out", "t/in/sub", "t"]).unwrap();
    assert_eq!(all.len(), 4, "{all:?}");
    assert_eq!(found(&["t/out/1.txt"]).unwrap_err(), "t/out/1.txt: an answer; name its input, t/in/1.txt");
    assert_eq!(found(&["01.a"]).unwrap_err(), "01.a: an answer; name its input, 01");
}

#[test]
fn a_folder_without_a_case_is_refused_with_what_is_in_it_and_what_is_read() {
    let read = "no case found: a case is a file NAME.in with NAME.out, NAME.ans or NAME.a, 01 with 01.a, \
                input1.txt with output1.txt, in/NAME with out/NAME, or in a Kattis package; for other names use \
                --names '%.inp:%.res'";
    assert_eq!(refusal(&[], None), format!(".: {read}; there are no files"));
    assert_eq!(refusal(&[(".x.in", ONE)], None), format!(".: {read}; there are no files"));
    assert_eq!(refusal(&[("a\nb.zip", "")], None), format!(".: {read}; there is 1 file (a\\nb.zip)"));
    let games = [("game.i10", ONE), ("game.i2", ONE), ("sub/game.o2", NONE), ("game.o10", NONE)];
    assert_eq!(refusal(&games, None), format!(".: {read}; there are 4 files (game.i2, game.i10, game.o10, ...)"));
    let names = "no case found: with --names a case is a file %.x with %.y; there are 4 files (game.i2, game.i10, \
                 game.o10, ...)";
    assert_eq!(refusal(&games, Some("%.x:%.y")), format!(".: {names}"));
    // Each of the folders needs a case, also if another one has some.
    let folder = TemporaryFolder::with(&[("a/1.in", ONE), ("a/1.out", NONE), ("a/b/x.py", ""), ("c/1", "")]);
    assert_eq!(found_in(&folder, &["a", "c"], None).unwrap_err(), format!("c: {read}; there is 1 file (1)"));
    assert_eq!(found_in(&folder, &["a", "a/b"], None).unwrap_err(), format!("a/b: {read}; there is 1 file (x.py)"));
}

#[test]
fn a_pattern_replaces_all_layouts() {
    let folder = TemporaryFolder::with(&[
        ("a/x.inp", ONE),
        ("a/x.res", NONE),
        ("a/10.inp", TWO),
        ("a/10.res", YES),
        ("a/9.inp", TWO),
        ("a/8.res", YES),
        ("a/1.in", ONE),
        ("a/1.out", NONE),
        ("invalid/1.inp", "1\nxy\n"),
        ("invalid/2.inp", ONE),
        ("invalid/2.res", NONE),
        ("README", ""),
    ]);
    assert_eq!(
        found_in(&folder, &[""], Some("%.inp:%.res")).unwrap(),
        [
            "a/8.inp: %.inp with %.res: IE an answer without an input; add 8.inp or remove the answer",
            "a/9.inp: %.inp with %.res: IE an input without an answer; add 9.res",
            "a/10.inp: %.inp with %.res: AC",
            "a/x.inp: %.inp with %.res: AC",
            "invalid/1.inp: %.inp with %.res: AC",
            "invalid/2.inp: %.inp with %.res: IE an answer in a folder of inputs that have none; move it",
            "not read: README",
            "not read: a/1.in",
            "not read: a/1.out",
        ]
    );
    assert_eq!(found_in(&folder, &["a/x.inp"], Some("%.inp:%.res")).unwrap(), ["a/x.inp: %.inp with %.res: AC"]);
    assert_eq!(
        found_in(&folder, &["a/x.res"], Some("%.inp:%.res")).unwrap_err(),
        "a/x.res: an answer; name its input, a/x.inp"
    );
}

#[test]
fn a_pattern_may_have_folders_and_an_input_that_is_only_the_text() {
    let folder = TemporaryFolder::with(&[
        ("t/q/in.x", TWO),
        ("t/q/out.x", YES),
        ("t/r/in.x", TWO),
        ("t/s/out.x", YES),
        ("01", ONE),
        ("01.ok", NONE),
        ("2", ONE),
        ("3.ok", NONE),
        ("README", ""),
    ]);
    assert_eq!(
        found_in(&folder, &["t"], Some("%/in.x:%/out.x")).unwrap(),
        [
            "t/q/in.x: %/in.x with %/out.x: AC",
            "t/r/in.x: %/in.x with %/out.x: IE an input without an answer; add r/out.x",
            "t/s/in.x: %/in.x with %/out.x: IE an answer without an input; add s/in.x or remove the answer",
        ]
    );
    // The folder itself is part of the name, even if it is given alone.
    assert_eq!(found_in(&folder, &["t/q"], Some("%/in.x:%/out.x")).unwrap(), ["t/q/in.x: %/in.x with %/out.x: AC"]);
    let lines = found_in(&folder, &[""], Some("%:%.ok")).unwrap();
    let cases: Vec<&String> = lines.iter().filter(|line| !line.contains(".x")).collect();
    assert_eq!(
        cases,
        [
            "01: % with %.ok: AC",
            "2: % with %.ok: IE an input without an answer; add 2.ok",
            "3: % with %.ok: IE an answer without an input; add 3 or remove the answer",
            "not read: README",
        ]
    );
}
