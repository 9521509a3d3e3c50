//! The program `cluster`, as people use it.

// Only on Unix a socket can be passed to another process.
#[cfg(unix)]
mod processes;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder can be made")
}

/// The program with its output in pipes, and an empty input.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cluster"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

/// The only error of a run, in one line.
fn error(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("the program can be run");
    let errors = String::from_utf8(stderr).expect("text");
    assert_eq!((status.code(), errors.lines().count()), (Some(2), 1), "{command:?}: {errors}");
    assert!(stdout.is_empty() && errors.starts_with("cluster: "), "{errors}");
    errors.trim_end().trim_start_matches("cluster: ").to_owned()
}

#[test]
fn what_is_wrong_is_named() {
    let folder = folder();
    let directory = text(folder.path());
    let file = folder.path().join("file");
    fs::write(&file, "node1:2101\n# node2:2101\n").expect("a small file");
    let check = |arguments: &[&str], expected: &str| {
        let error = error(&mut command(&[&["-q", "--folder", directory], arguments].concat()));
        assert!(error.replace(directory, "FOLDER").contains(expected), "{arguments:?}: {error}");
    };
    check(
        &["-n", "2", "-h", text(&file), "l-game-4x4"],
        "FOLDER/file: line 2: the file ends after 1 of 2 addresses; add the others, or start fewer processes with -n",
    );
    check(&["-h", "missing/hosts", "l-game-4x4"], "cannot read missing/hosts: ");
    check(&["quixo-3x3", "1-0"], " is not solved: no file FOLDER/");
    check(&["quixo-3x3", "1-0"], "; solve it first, with `tiers solve quixo-3x3 ");
    check(&["quixo-3x3", "1-0", "--check"], "; solve it first, with `tiers solve quixo-3x3 ");
    check(&["quixo-3x3", "9-9"], "expected");
    for file in [
        text(&file),
        #[cfg(unix)]
        "/dev/null",
    ] {
        assert_eq!(
            error(&mut command(&["-q", "l-game-4x4", "--folder", file])),
            format!("{file} is not a folder; name one with --folder")
        );
    }
}

#[test]
fn what_was_solved_is_verified_by_as_many_workers() {
    let folder = folder();
    let run =
        |arguments: &[&str]| command(&[&["-q", "l-game-4x4", "--folder", text(folder.path())], arguments].concat());
    let output = |arguments: &[&str]| {
        let Output { status, stdout, stderr } = run(arguments).output().expect("the program can be run");
        assert!(status.success() && stderr.is_empty(), "{}", String::from_utf8_lossy(&stderr));
        String::from_utf8(stdout).expect("text")
    };
    let share = folder.path().join("l-game-4x4.solution.2-of-2");
    let solved = output(&["-w", "2"]);
    let verified = output(&["-w", "2", "--verify"]);
    let result = |text: &str, end| text.split_once(end).expect("a summary").0.to_owned();
    let expected = result(&solved, "; solved in ").replace("l-game-4x4: ", "l-game-4x4: right: ");
    assert_eq!(result(&verified, "; verified in "), expected);
    let other = error(&mut run(&["-w", "3", "--verify"]));
    let fix = " was solved by 2 workers, not 3; start as many: processes (-n) times threads (-w)";
    assert!(other.ends_with(fix), "{other}");
    let none = folder.path().join("none");
    let error_of_none = error(&mut command(&["-q", "king-and-queen", "--verify", "--folder", text(&none)]));
    assert!(error_of_none.ends_with("king-and-queen.solution has no shares; solve it first, or name another folder"));
    assert!(!none.exists());
    let (first, away) = (share.with_extension("1-of-2"), folder.path().join("away"));
    fs::rename(&first, &away).expect("it is there");
    let lost = error(&mut run(&["-w", "2", "--verify"]));
    assert!(lost.contains(" is missing; copy the shares of each process to its machine"), "{lost}");
    fs::rename(&away, &first).expect("it is there");
    let mut bytes = fs::read(&share).expect("a share");
    *bytes.last_mut().expect("a byte") ^= 1;
    fs::write(&share, bytes).expect("there is room");
    let damaged = error(&mut run(&["-w", "2", "--verify"]));
    assert!(damaged.contains("l-game-4x4.solution.2-of-2: "), "{damaged}");
}

#[test]
fn the_program_prints_its_version() {
    let output = command(&["--version"]).output().expect("the program can be run");
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("cluster {}\n", startup::version()));
}

#[test]
fn wrong_usage_is_explained() {
    let check = |arguments: &[&str], expected: &str| {
        let error = error(&mut command(arguments));
        assert!(error.contains(expected), "{arguments:?}: {error}");
    };
    check(&["-n", "2", "-p", "2", "l-game-4x4"], "invalid process 2: expected -p from 0 to 1");
    check(&["l-game-4x4", "5-4"], "has no part \"5-4\"; leave the part out");
    check(&["quixo-3x3"], "name one part after the game");
    check(&["quixo-3x3", "1-0", "1-1"], "'1-1'");
    check(&["-w", "0", "l-game-4x4"], "'0'");
    check(&["-h"], "--hostfile <HOSTFILE>");
    check(&["--start-limit", "0", "l-game-4x4"], "expected a number of seconds");
    let help = command(&[]).output().expect("the program can be run");
    assert_eq!(help.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&help.stderr).contains("Usage: cluster"), "{help:?}");
    check(&["go"], "[possible values: bishop-and-knight, ");
}
