//! The command line, with processes that are threads.

use std::ffi::OsString;

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
    let verify = ["-q", "--folder", path, "chess", "KQvK", "--verify"];
    assert_eq!(run(&verify), [2, 2], "it is not solved");
    assert_eq!(run(&verify[..5]), [0, 0]);
    assert_eq!(run(&verify), [0, 0]);
    assert_eq!(run(&["--version"]), [0, 0]);
    for wrong in [&["chess", "5-4"][..], &["quixo-3x3"], &["quixo-3x3", "1-0"], &["go"], &[], &["-w", "2"]] {
        assert_eq!(run(&[&["--folder", path], wrong].concat()), [2, 2], "{wrong:?}");
    }
}
