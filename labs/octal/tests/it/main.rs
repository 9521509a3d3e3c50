//! The tests of the program, by its command line.

mod atlas;
mod check;
mod documents;
mod errors;
mod limits;
mod output;
mod store;

use std::process::{Command, Output};

const OCTAL: &str = env!("CARGO_BIN_EXE_octal");
const CHECK: &str = env!("CARGO_BIN_EXE_octal-check");
const ATLAS: &str = env!("CARGO_BIN_EXE_octal-atlas");

/// A command that runs a program.
fn program(path: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(path);
    command.args(arguments);
    command
}

fn octal(arguments: &[&str]) -> Command {
    program(OCTAL, arguments)
}

/// Runs a program after these limits, which are commands of the shell.
fn run_limited(limits: &str, path: &str, arguments: &[&str]) -> Output {
    let script = format!("ulimit -c 0; {limits} exec \"$@\"");
    program("sh", &[&["-c", &script, "sh", path], arguments].concat()).output().expect("a shell")
}

fn run(arguments: &[&str]) -> Output {
    octal(arguments).output().expect("the program can be started")
}

/// What the program prints, given that it succeeds without a message.
#[track_caller]
fn stdout(arguments: &[&str]) -> String {
    text_of(run(arguments))
}

/// What a program has printed, given that it has succeeded without a message.
#[track_caller]
fn text_of(output: Output) -> String {
    assert_eq!((String::from_utf8_lossy(&output.stderr).as_ref(), output.status.code()), ("", Some(0)));
    String::from_utf8(output.stdout).expect("text")
}

/// Checks that a program has failed with this line and has printed nothing else.
#[track_caller]
fn check_failed(output: &Output, line: &str) {
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("{line}\n"));
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
}

/// The fields that do not depend on how fast the program ran.
fn without_times(line: &str) -> &str {
    line.split_once(" seconds=").unwrap_or_else(|| panic!("no field 'seconds': {line}")).0
}
