//! Inputs and answers in two folders.

use testkit::TemporaryFolder;

use super::{NONE, ONE, TWO, YES, found, found_in};

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
        ("same/input.txt", ""),
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
            "same/input04.txt: input1.txt with output1.txt: IE two answers, answer04.txt and output04.txt; \
             remove one",
            "same/input05.txt: input1.txt with output1.txt: IE an answer without an input; add input05.txt or remove the answer",
            "two/Input/input00.txt: Input/NAME with Output/NAME: AC",
            "two/Input/input02.txt: Input/NAME with Output/NAME: IE an input without an answer; \
             add Output/output02.txt",
            "two/Input/input03.txt: Input/NAME with Output/NAME: IE an answer without an input; \
             add Input/input03.txt or remove the answer",
            "not read: same/input-format.txt",
            "not read: same/input.txt",
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
        (".h/in/5.txt", ONE),
        (".h/out/5.txt", NONE),
    ]);
    let found = |arguments: &[&str]| found_in(&folder, arguments, None);
    let one = "t/in/1.txt: in/NAME with out/NAME: AC";
    let two = "t/in/sub/2.txt: in/NAME with out/NAME: AC";
    assert_eq!(found(&["t/in"]).unwrap(), [one, two, "not read: t/in/notes.md"]);
    assert_eq!(found(&["t/in/sub"]).unwrap(), [two]);
    assert_eq!(found(&["t/in/1.txt"]).unwrap(), [one]);
    assert_eq!(
        found(&["t/in/sub/2.txt", "01", "input03.txt"]).unwrap(),
        ["01: 01 with 01.a: AC", "input03.txt: input1.txt with output1.txt: AC", two,]
    );
    // As a shell lists them: whatever is given, a case is judged once.
    let all = found(&["t/in", "t/in/1.txt", "t/out", "t/in/sub", "t"]).unwrap();
    assert_eq!(all.len(), 4, "{all:?}");
    assert_eq!(found(&["t/out/1.txt"]).unwrap_err(), "t/out/1.txt: an answer; name its input, t/in/1.txt");
    assert_eq!(found(&["01.a"]).unwrap_err(), "01.a: an answer; name its input, 01");
    // What is hidden is read only in a folder that is given by name.
    assert_eq!(found(&[".h/in"]).unwrap(), [".h/in/5.txt: in/NAME with out/NAME: AC"]);
    assert_eq!(found(&[".h/in/5.txt"]).unwrap(), [".h/in/5.txt: in/NAME with out/NAME: AC"]);
    let hidden = found(&[".hidden.in"]).unwrap_err();
    assert!(hidden.starts_with(".hidden.in: neither a folder nor the input of a case: "), "{hidden}");
}

#[test]
fn documents_of_the_same_name_in_both_folders_are_no_case() {
    let lines = found(&[("in/1.txt", ONE), ("out/1.txt", NONE), ("in/README.md", ""), ("out/README.md", "")]);
    assert_eq!(lines, ["in/1.txt: in/NAME with out/NAME: AC", "not read: in/README.md", "not read: out/README.md"]);
}

#[test]
fn a_file_named_as_a_folder_of_answers_makes_no_pair() {
    let folder = TemporaryFolder::with(&[("in/1.in", ONE), ("out", ""), ("out.d/1.out", NONE)]);
    for argument in ["in", "in/1.in"] {
        let lines = found_in(&folder, &[argument], None).unwrap();
        assert_eq!(
            lines,
            [
                "in/1.in: NAME.in with NAME.out: IE an input without an answer; add 1.out, or use --names if it has another name"
            ]
        );
    }
}
