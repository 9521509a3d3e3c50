//! What `verdict` says and saves, on the command line.

use std::process::{Command, Stdio};

use testkit::{Setting, TemporaryFolder, agree_with_sections};

const VERDICT: &str = env!("CARGO_BIN_EXE_verdict");

#[test]
fn commands_do_what_they_should() {
    agree_with_sections("crates/verdict/tests/it/commands.txt", |_, _| {
        let (folder, variables) = (TemporaryFolder::default(), vec![("PROGRAM", VERDICT.to_owned())]);
        vec![Setting { folder, name: "verdict", variables, command: Box::new(|_, _, _| None) }]
    });
}

/// The exit code of `verdict stress` in a folder, and what it prints.
fn stress(folder: &TemporaryFolder, arguments: &[&str]) -> (Option<i32>, String) {
    let mut verdict = Command::new(VERDICT);
    verdict.arg("stress").args(arguments).current_dir(folder.root()).stdin(Stdio::null());
    let output = verdict.output().expect("the program starts");
    (output.status.code(), String::from_utf8(output.stdout).expect("text"))
}

#[test]
fn the_command_that_is_printed_repeats_a_find() {
    let folder = TemporaryFolder::default();
    let wrong = "sh -c 'read n; [ $n -lt 700 ] && echo $n'";
    let (code, found) = stress(&folder, &["--against", wrong, "--answer", "cat", "--input", "n: 0..1e9"]);
    let (_, again) = found.split_once("\nagain: ").expect("a command");
    assert_eq!(code, Some(1), "{found}");
    let words = shlex::split(again).expect("a command");
    let arguments: Vec<&str> = words[2..].iter().map(String::as_str).collect();
    let (code, repeated) = stress(&folder, &arguments);
    assert_eq!((code, repeated.as_str()), (Some(1), found.split_once("again: ").expect("it is there").0));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_search_in_a_package() {
    use std::{fs, os::unix::fs::PermissionsExt as _};

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
    assert!(said.starts_with("submissions/wrong_answer/b.py: interrupted; no difference in 0 cases\n"), "{said}");
    assert_eq!(code, Some(143));
}
