//! The command line, with a single process that is a thread.

use std::ffi::OsString;
use std::fs;

use cluster::{on_threads, program};

/// The exit codes of two processes with these arguments.
fn run(arguments: &[&str]) -> Vec<u8> {
    let arguments = || ["cluster"].iter().chain(arguments).map(OsString::from).collect::<Vec<_>>();
    on_threads(2, |process| program::run(process, arguments()))
}

#[test]
fn the_exit_code_is_the_same_for_all_processes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("text");
    assert_eq!(run(&["-q", "--folder", path, "l-game-4x4"]), [0, 0]);
    assert_eq!(run(&["-q", "--folder", path, "l-game-4x4", "--verify"]), [0, 0]);
    let file = folder.path().join("l-game-4x4.solution");
    let mut bytes = fs::read(&file).expect("a solution");
    *bytes.last_mut().expect("a byte") ^= 1;
    fs::write(&file, bytes).expect("there is room");
    assert_eq!(run(&["-q", "--folder", path, "l-game-4x4", "--verify"]), [2, 2]);
    assert_eq!(run(&["--version"]), [0, 0]);
    for wrong in [&["l-game-4x4", "5-4"][..], &["quixo-3x3"], &["quixo-3x3", "1-0"], &["go"], &[], &["-w", "2"]] {
        assert_eq!(run(&[&["--folder", path], wrong].concat()), [2, 2], "{wrong:?}");
    }
}
