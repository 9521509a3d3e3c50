//! Inputs and answers that are beside each other, recognized by their names.

use std::path::{MAIN_SEPARATOR, Path};

use harness::find_fixtures;
use testkit::{Anagrams, TemporaryFolder};

use super::{NONE, ONE, TWO, YES, found};

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
        ("sample1.input", TWO),
        ("sample1.output", YES),
        ("sample2.input", TWO),
        ("x2.input", TWO),
        ("x2.out", YES),
        ("y.input", TWO),
        ("z.output", TWO),
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
            "sample1.input: NAME.input with NAME.output: AC",
            "sample2.input: NAME.input with NAME.output: IE an input without an answer; add sample2.output",
            "x.In: NAME.In with NAME.ans: AC",
            "x2.input: NAME.input with NAME.out: AC",
            "y.input: NAME.input with NAME.output: IE an input without an answer; add y.output",
            "z.input: NAME.input with NAME.output: IE an answer without an input; add z.input or remove the answer",
        ]
    );
}

#[cfg(unix)]
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
            "1.in: NAME.in with NAME.a: IE an input without an answer; add 1.a",
            "2.in: NAME.in with NAME.OUT: IE an answer without an input; add 2.in or remove the answer",
            "3.in: NAME.in with NAME.ANS: IE two answers, 3.ANS and 3.out; remove one",
            "4.in: NAME.in with NAME.a: AC",
            "5.in: NAME.in with NAME.a: IE an answer without an input; add 5.in or remove the answer",
            "6.in: NAME.in with NAME.OUT: IE two answers, 6.OUT and 6.out; remove one",
            "7.IN: NAME.IN with NAME.out: AC",
            "7.in: NAME.in with NAME.a: IE an input without an answer; add 7.a",
            "T1/S.INP: NAME.INP with NAME.OUT: AC",
            "T2/S.INP: NAME.INP with NAME.OUT: IE an input without an answer; add S.OUT",
            "T3/S.INP: NAME.INP with NAME.OUT: IE an answer without an input; add S.INP or remove the answer",
        ]
    );
}

#[test]
fn files_of_no_case_are_only_counted() {
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
        ("prog", ""),
        ("prog.a", ""),
        ("testdata.yaml", ""),
        (".hidden.in", ONE),
        (".git/1.in", ONE),
        ("__MACOSX/._1.in", ONE),
    ]);
    let others = ["1.desc", "1.in.statement", "1.in~", "1.png", "Makefile.in", "README", "README.md", "gen.py"];
    let more = ["input.tex", "libx.so", "nohup.out", "notes.txt", "output.tex", "prog", "prog.a", "testdata.yaml"];
    let others = others.iter().chain(&more).map(|name| format!("not read: {name}"));
    let expected: Vec<String> = ["1.in: NAME.in with NAME.out: AC".to_owned()].into_iter().chain(others).collect();
    assert_eq!(lines, expected);
}

#[test]
fn what_is_not_read_has_a_reason() {
    let folder = TemporaryFolder::with(&[
        ("a/1.in", ONE),
        ("a/1.out", NONE),
        ("a/README.md", ""),
        ("a/input.txt", ""),
        ("a/prog.a", ""),
        ("b/in/1.in", ONE),
        ("b/in/1.out", NONE),
        ("b/out/1.out", NONE),
        ("c/problem.yaml", ""),
        ("c/data/secret/1.in", ONE),
        ("c/data/secret/1.ans", NONE),
        ("c/submissions/x.in", ""),
    ]);
    let found = find_fixtures::<Anagrams>(&[folder.root().to_owned()], None, None).unwrap();
    let name = |path: &Path| folder.without_root(&path.display().to_string().replace(MAIN_SEPARATOR, "/"));
    let not_read = found.not_read.iter().map(|(path, reason)| (name(path), *reason));
    let expected = [
        ("a/README.md", "not a name of a case"),
        ("a/input.txt", "named like an input, but without an answer"),
        ("a/prog.a", "named like an answer, but without an input"),
        ("b/out/1.out", "its input has another answer"),
        ("c/problem.yaml", "not a name of a case"),
        ("c/submissions/x.in", "part of a package, but not of its test data"),
    ];
    assert!(not_read.eq(expected.map(|(name, reason)| (name.to_owned(), reason))), "{:?}", found.not_read);
}

#[cfg(unix)]
#[test]
fn a_compiled_program_is_no_answer() {
    use std::os::unix::fs::PermissionsExt;

    use super::found_in;

    let folder = TemporaryFolder::with(&[("1.in", ONE), ("1.out", NONE), ("2.out", ""), ("a.out", "")]);
    for name in ["2.out", "a.out"] {
        std::fs::set_permissions(folder.root().join(name), std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let broken = "2.in: NAME.in with NAME.out: IE an answer without an input; add 2.in or remove the answer";
    assert_eq!(found_in(&folder, &[""], None).unwrap(), ["1.in: NAME.in with NAME.out: AC", broken, "not read: a.out"]);
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

#[cfg(unix)]
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
            "z/1\\r-in.txt: input1.txt with output1.txt: IE two answers, 1\\r-ans.txt and 1\\r-out.txt; \
             remove one",
        ]
    );
}

#[test]
fn where_no_case_tells_how_answers_are_called_a_lone_input_may_need_a_pattern() {
    let lines = found(&[("1.in", ONE), ("1.sol", NONE), ("1.png", "")]);
    let broken = "1.in: NAME.in with NAME.out: IE an input without an answer; add 1.out, or use --names if it has \
                  another name";
    assert_eq!(lines, [broken, "not read: 1.png", "not read: 1.sol"]);
}
