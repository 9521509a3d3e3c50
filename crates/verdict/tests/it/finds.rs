//! What `stress` says and saves of what it finds, on the command line.

use std::fs;
use std::process::{Command, Output, Stdio};

use testkit::TemporaryFolder;

/// A shell's script as an option of `verdict`.
fn script(text: &str) -> String {
    format!("sh -c {}", shlex::try_quote(text).expect("no NUL"))
}

/// The exit code of `verdict stress` in a folder, and what it prints.
fn stress(folder: &TemporaryFolder, arguments: &[&str]) -> (Option<i32>, String) {
    run(folder, "stress", arguments)
}

fn run(folder: &TemporaryFolder, command: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let output = output(folder, command, arguments);
    (output.status.code(), String::from_utf8(output.stdout).expect("text"))
}

fn output(folder: &TemporaryFolder, command: &str, arguments: &[&str]) -> Output {
    let mut verdict = Command::new(env!("CARGO_BIN_EXE_verdict"));
    verdict.arg(command).args(arguments).current_dir(folder.root()).stdin(Stdio::null());
    verdict.output().expect("the program starts")
}

#[test]
fn bad_usage_is_named() {
    let folder = TemporaryFolder::with(&[("desc", "n: 1..5 m: 2")]);
    let stress = ["--against", "cat", "--answer", "cat"];
    for (command, arguments, message) in [
        ("check", &["."][..], "the following required arguments were not provided: --against <CMD>; see --help"),
        (
            "check",
            &["--package", ".", "--format", "json"],
            "the argument '--package <FOLDER>' cannot be used with '--format <FORMAT>'; see --help",
        ),
        (
            "stress",
            &[&stress[..], &["--input", "n: 1..5", "--validator", "cat"]].concat(),
            "the argument '--input <DESC|FILE>' cannot be used with '--validator <CMD>'; see --help",
        ),
        (
            "stress",
            &[&stress[..], &["--input", "n: 1..5", "--max-size", "9"]].concat(),
            "the argument '--input <DESC|FILE>' cannot be used with '--max-size <K>'; see --help",
        ),
        (
            "validate",
            &["--input", "n: 1..5", "--style", "x"],
            "invalid value 'x' for '--style <STYLE>' [possible values: testlib, kattis]; see --help",
        ),
        ("validate", &["--input", "."], "--input .: a folder; name the file in it that has the description"),
        ("validate", &["--input", "nothing"], "--input nothing: not a file, and not a description, which has a ':'"),
        (
            "validate",
            &["--input", "desc"],
            "desc:1:9: expected `,`, `;`, a new line or `where`, or `distinct` or `sorted` after an array or a value of rows, but found 'm'",
        ),
        ("validate", &["--input", "n: 1..5", "."], ".: a folder; name a file in it"),
    ] {
        let output = output(&folder, command, arguments);
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("verdict: {message}\n"));
        assert_eq!(output.status.code(), Some(if command == "validate" { 3 } else { 2 }));
    }
}

#[test]
fn an_input_that_nobody_can_judge_does_not_pass() {
    let folder = TemporaryFolder::with(&[("t/1.in", "1\n"), ("t/1.out", "1\n"), ("t/2.in", "1\n")]);
    let (code, report) = run(&folder, "check", &["--against", "cat", "t"]);
    assert!(code == Some(2) && report.contains("IE  t/2.in: no answer file lies beside it; add one, or"), "{report}");
    assert!(report.starts_with("by the answer files, NAME.in with NAME.out: 1 case\n"), "{report}");
    let (_, help) = run(&folder, "check", &["-h"]);
    assert!(help.contains("without a judge") && !help.contains("  --all"), "{help}");
}

#[test]
fn the_command_that_is_printed_repeats_a_find() {
    let folder = TemporaryFolder::default();
    let wrong = script("read n; [ $n -lt 700 ] && echo $n");
    let (code, found) = stress(&folder, &["--against", &wrong, "--answer", "cat", "--input", "n: 0..1e9"]);
    let (_, again) = found.split_once("\nagain: ").expect("a command");
    assert_eq!(code, Some(1), "{found}");
    let words = shlex::split(again).expect("a command");
    let arguments: Vec<&str> = words[2..].iter().map(String::as_str).collect();
    let (code, repeated) = stress(&folder, &arguments);
    assert_eq!((code, repeated.as_str()), (Some(1), found.split_once("again: ").expect("it is there").0));
}

#[test]
fn a_condition_that_is_never_met_is_named_and_one_that_is_rarely_met_does_not_hang() {
    let folder = TemporaryFolder::default();
    let tried = |limit: &[&str], input: &str| {
        let given = [&["--against", "cat", "--answer", "cat", "--seed", "1", "--input", input], limit].concat();
        let output = output(&folder, "stress", &given);
        let texts = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
        (output.status.code(), texts.concat())
    };
    let (code, said) = tried(&[], "a: 1..9, b: 1..9; where a + b > 18");
    assert!(code == Some(2) && said.contains("a + b > 18 at 1:25 of the description does not hold"), "{said}");
    // After the smallest input no other one is found.
    let (code, said) = tried(&["--seconds", "2"], "n: 1..50; p[n]: 1..n distinct; parent[n-1]: 11..#");
    assert!(code == Some(0) && said.starts_with("1 input of the smallest size"), "{said}");
}

#[test]
fn a_run_whose_answer_comes_too_late_is_not_taken_for_right() {
    let folder = TemporaryFolder::default();
    let answer = script("echo >>asked; [ $(wc -l <asked) -gt 2 ] && sleep 9; cat");
    let wrong = script("echo 1");
    let given = ["-j1", "--time-limit", "0.5", "--input", "n: 1..2", "--against", &wrong, "--answer", &answer];
    let (code, found) = stress(&folder, &given);
    assert_eq!(code, Some(1), "{found}");
    assert!(!found.contains("the next time"), "{found}");
    // Of what nobody has answered only the rest agrees.
    let slow = script("read n; [ $n = 3 ] && sleep 9; echo $n");
    let given = ["--time-limit", "0.3", "--input", "n: 1..3", "--against", "cat", "--answer", &slow];
    let (code, found) = stress(&folder, &given);
    let said = "all 3 inputs up to size 3: 2 inputs agree; for 1 input no answer came in time: ";
    assert!(code == Some(0) && found.starts_with(said), "{found}");
}

#[test]
fn an_input_is_saved_without_an_answer_that_nobody_knows() {
    let (folder, answer) = (TemporaryFolder::default(), script("read n; [ $n -lt 3 ] && echo $n"));
    let (code, found) = stress(&folder, &["--save", "--against", "cat", "--answer", &answer, "--input", "n: 0..9"]);
    assert_eq!(code, Some(2), "{found}");
    assert!(found.contains("saved without an answer, which nobody knows, as ./01-stress.in\n"), "{found}");
    let names: Vec<_> =
        fs::read_dir(folder.root()).expect("a folder").map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["01-stress.in"]);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_search_in_a_package() {
    use std::os::unix::fs::PermissionsExt as _;
    let validator = "input_validators/v/run";
    let folder = TemporaryFolder::with(&[
        ("problem.yaml", ""),
        ("input_format", "n: 1..1e5; a[n]: 0..1e9"),
        ("submissions/accepted/a.py", ""),
        ("submissions/wrong_answer/b.py", ""),
        (validator, "#!/bin/sh\nkill -TERM $PPID\nsleep 60"),
    ]);
    fs::set_permissions(folder.path(validator), fs::Permissions::from_mode(0o755)).expect("a file");
    let (code, said) = stress(&folder, &["-j1", "--package", "."]);
    assert!(said.starts_with("interrupted; no difference in 0 cases\n"), "{said}");
    assert_eq!(code, Some(143));
}

#[test]
fn what_is_found_becomes_secret_data_of_the_package() {
    let echo = "#include <stdio.h>\nint main() { int n; scanf(\"%d\", &n); printf(\"%d\\n\", n); }";
    let wrong = echo.replace("printf", "if (n >= 7) n = 0; printf");
    let folder = TemporaryFolder::with(&[
        ("problem.yaml", "name: Echo"),
        ("input_format", "n: 0..1e9"),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "1\n"),
        ("data/invalid_input/2.in", "two\n"),
        ("data/invalid_output/3.in", "3\n"),
        ("data/invalid_output/3.ans", "4\n"),
        ("submissions/accepted/right.c", echo),
        ("submissions/wrong_answer/wrong.c", &wrong),
    ]);
    let (code, found) = stress(&folder, &["--save", "--cases", "20", "--package", "."]);
    assert_eq!(code, Some(0), "{found}");
    assert!(found.ends_with("1 of 1 submission that should fail do; 0 accepted ones are wrong\n"), "{found}");
    let saved = ["in", "ans"].map(|ending| fs::read_to_string(folder.path(&format!("data/secret/01-stress.{ending}"))));
    assert_eq!(saved.map(|text| text.expect("it is saved")), ["7\n"; 2]);
    folder.write("submissions/wrong_answer/right.c", echo.as_bytes());
    let (code, found) = stress(&folder, &["--cases", "4", "--package", "."]);
    assert!(code == Some(1) && found.contains("\n1 of 2 submissions that should fail do"), "{found}");
    fs::remove_file(folder.path("submissions/wrong_answer/right.c")).expect("a file");
    // Only the samples and the secret data are what submissions are judged on.
    let (code, judged) = run(&folder, "check", &["--package", "."]);
    assert_eq!(code, Some(0), "{judged}");
    assert!(judged.ends_with("\n2 submissions on 2 inputs, 0 not as expected\n"), "{judged}");
}
