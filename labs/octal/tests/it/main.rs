//! The tests of the program, by its command line.

mod atlas;
mod check;
mod checkpoint;
mod documents;
mod errors;
mod full_disk;
mod memory;
mod output;
mod published;
mod results;

use std::process::{Command, Output};

/// A command that runs the program.
fn octal(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_octal"));
    command.args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    octal(arguments).output().expect("the program can be started")
}

/// What the program prints, given that it succeeds without a message.
fn stdout(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The fields that do not depend on how fast the program ran.
fn without_times(line: &str) -> &str {
    line.split_once(" seconds=").unwrap_or_else(|| panic!("no field 'seconds': {line}")).0
}
