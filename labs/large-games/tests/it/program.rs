//! The program, as people use it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_large-games"));
    command.args(arguments).args(["--folder", folder.to_str().expect("text")]);
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("the program can be run")
}

pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder can be made")
}

/// Standard output of a run without errors.
pub(crate) fn answer(folder: &Path, arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = run(folder, arguments);
    let errors = String::from_utf8(stderr).expect("text");
    assert!(status.success() && errors.is_empty(), "{arguments:?}: {errors}");
    String::from_utf8(stdout).expect("text")
}

/// The only error of a run, on one line after the name of the program.
fn error(folder: &Path, arguments: &[&str]) -> String {
    let Output { status, stderr, .. } = run(folder, arguments);
    let errors = String::from_utf8(stderr).expect("text");
    assert_eq!((status.code(), errors.lines().count()), (Some(2), 1), "{arguments:?}: {errors}");
    let error = errors.trim_end().strip_prefix("large-games: ").expect("the name of the program");
    error.replace(folder.to_str().expect("text"), "FOLDER")
}

const QUIXO: &str = "quixo-3x3";
/// By `GamesmanOne` the first player wins in seven plies.
const BLANK: &str = ".../.../...";

#[test]
fn a_game_is_solved_listed_probed_counted_and_verified() {
    let folder = folder();
    let plan = answer(folder.path(), &["solve", QUIXO, "--dry-run"]);
    assert!(plan.ends_with("of disk.\n") && plan.contains("\nto solve: 30 parts with "), "{plan}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing is written");

    let solved = answer(folder.path(), &["solve", QUIXO, "--memory", "10M"]);
    assert!(solved.contains("\nsolved 30 parts in "), "{solved}");
    assert_eq!(answer(folder.path(), &["solve", QUIXO]), "already solved: 30 parts\n");

    let list = answer(folder.path(), &["list", QUIXO]);
    assert!(
        list.ends_with("30 of 30 parts are solved. Symmetric positions are counted once, and wins in plies.\n"),
        "{list}"
    );
    let probe = answer(folder.path(), &["probe", QUIXO, BLANK, "--line"]);
    assert!(probe.starts_with(".../.../...  win in 7 plies\n"), "{probe}");
    assert_eq!(probe.lines().skip_while(|line| *line != "Best play:").count(), 1 + 8, "{probe}");
    let count = answer(folder.path(), &["count", QUIXO, "1-0"]);
    assert!(count.starts_with("part  to move  value"), "{count}");
    let verified = answer(folder.path(), &["verify", QUIXO, "--threads", "2"]);
    assert_eq!(verified.matches(": right, verified in ").count(), 30, "{verified}");
    // Without names, what is solved.
    fs::remove_file(folder.path().join("0-0.solution")).expect("it is there");
    let count = answer(folder.path(), &["count", QUIXO]);
    assert!(count.matches("part  ").count() == 1 && count.contains("\n1-0 ") && !count.contains("\n0-0 "), "{count}");
}

#[test]
fn a_reader_that_stops_reading_does_not_end_the_work() {
    let folder = folder();
    let mut child = command(folder.path(), &["solve", QUIXO]).stdout(Stdio::piped()).spawn().expect("it can be run");
    drop(child.stdout.take());
    assert!(child.wait().expect("ours").success());
    assert_eq!(answer(folder.path(), &["solve", QUIXO]), "already solved: 30 parts\n");
}

#[test]
fn what_is_wrong_is_named() {
    let folder = folder();
    let check = |arguments: &[&str], expected: &str| assert_eq!(error(folder.path(), arguments), expected);
    let nothing = "no part of the game is solved in FOLDER; solve some there, or name another folder with --folder";
    check(&["list", QUIXO], nothing);
    let missing = folder.path().join("missing");
    assert_eq!(error(&missing, &["list", QUIXO]), nothing);
    assert!(!missing.exists(), "to look makes no folder");
    check(
        &["probe", QUIXO, BLANK],
        "part 0-0: not solved: no file FOLDER/0-0.solution; solve it first, with `large-games solve quixo-3x3 \
         0-0 --folder FOLDER`",
    );
    let needed = error(folder.path(), &["solve", QUIXO, "--memory", "1M"]);
    let dry = error(folder.path(), &["solve", QUIXO, "--memory", "1M", "--dry-run"]);
    assert!(needed.ends_with(" does not fit into 1 MiB of memory; allow 3 MiB") && needed == dry, "{needed}; {dry}");
    assert!(fs::read_dir(folder.path()).expect("a folder").next().is_none(), "nothing is written");

    answer(folder.path(), &["solve", QUIXO]);
    let first = folder.path().join("0-0.solution");
    let bytes = fs::read(&first).expect("a file");
    fs::write(&first, &bytes[..bytes.len() - 1]).expect("it is ours");
    let damaged = error(folder.path(), &["verify", QUIXO, "0-0"]);
    let damaged = damaged.strip_prefix("0-0 not verified: ").expect("the part");
    assert!(damaged.starts_with("part 0-0: FOLDER/0-0.solution: the solution is damaged"), "{damaged}");
    assert!(damaged.ends_with("or remove it and solve again"), "{damaged}");
    for command in ["list", "solve"] {
        assert_eq!(error(folder.path(), &[command, QUIXO]), damaged, "{command}");
    }
    let of_others = [fs::read(folder.path().join("1-0.solution")).expect("a file"), b"GIF89a".to_vec()];
    for (bytes, expected) in of_others.into_iter().zip(["solution of another game, ", "not a saved solution; "]) {
        fs::write(&first, bytes).expect("it is ours");
        for command in [&["list", QUIXO][..], &["solve", QUIXO], &["probe", QUIXO, BLANK]] {
            let error = error(folder.path(), command);
            assert!(error.starts_with(&format!("part 0-0: FOLDER/0-0.solution: {expected}")), "{command:?}: {error}");
        }
    }
    assert!(error(folder.path(), &["probe", QUIXO, ".../..."]).contains("expected"));
    // Before the minute in which this game finds its positions.
    check(&["probe", "dobutsu", "gle"], "column 4: expected '/' between two rows, found the end");
    let start = "gle/.c./.C./ELG -";
    for command in [&["probe", "dobutsu", start][..], &["list", "dobutsu"], &["verify", "dobutsu"]] {
        check(command, nothing);
    }
    assert!(error(folder.path(), &["solve", QUIXO, "9-9"]).contains("expected"));
    let file = folder.path().join("file");
    fs::write(&file, "").expect("it is ours");
    assert!(error(&file, &["list", QUIXO]).ends_with("is a file; name a folder with --folder"));
    fs::write(folder.path().join("4-3.solution"), "").expect("it is ours");
    let verified = ["0-0 not verified: part 0-0: ", "4-3, 3-3, 4-2 not verified: part 4-3: "];
    for (command, lines) in [("verify", verified), ("list", ["part 4-3: ", "part 0-0: "])] {
        let errors = String::from_utf8(run(folder.path(), &[command, QUIXO]).stderr).expect("text");
        let is_right = |(line, start): (&str, &str)| line.starts_with(&format!("large-games: {start}"));
        assert!(errors.lines().count() == 2 && errors.lines().zip(lines).all(is_right), "{errors}");
    }
    let range = "\"l-game-3x4 to l-game-8x8, the smaller number first\"";
    assert!(error(folder.path(), &["list", "l-game-9x9"]).contains(range));
}

/// The example of the help is a position.
#[test]
fn the_position_in_the_help_can_be_probed() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_large-games")).arg("--help").output().expect("the program can be run");
    let help = String::from_utf8(output.stdout).expect("text");
    let example = help.lines().find_map(|line| line.trim().strip_prefix("large-games probe ")).expect("an example");
    let (game, position) = example.split_once(' ').expect("a game and a position");
    // Without stones a text begins as an option does.
    for (game, position) in [(game, position.trim_matches('\'')), ("nine-mens-morris", "- - +18")] {
        let error = error(folder().path(), &["probe", game, position, "--line"]);
        assert!(error.contains(": not solved: "), "{error}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_written_is_an_error() {
    let full = fs::File::options().write(true).open("/dev/full").expect("a full disk");
    let output = Command::new(env!("CARGO_BIN_EXE_large-games")).arg("--help").stdout(full).output();
    let Output { status, stderr, .. } = output.expect("the program can be run");
    let expected = "large-games: standard output: No space left on device (os error 28)\n";
    assert_eq!((status.code(), String::from_utf8_lossy(&stderr).as_ref()), (Some(2), expected));
    let not_made = error(Path::new("/dev/full"), &["solve", QUIXO]);
    assert_eq!(not_made, "FOLDER: the folder cannot be made: File exists (os error 17)");
}
