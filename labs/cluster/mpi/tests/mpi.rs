//! The program as people start it, by `mpirun`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use large_games::chess::Chess;
use large_games::program::Notation;
use large_games::quixo::Quixo;
use retrograde::Solver;
use retrograde::files::Stored;

/// A command for a shell, in which `mpirun` is Open MPI's, quiet, and works as root and with few processors. Its own files
/// are in the folder: several at once fail now and then where they make, or remove, the one that is common to a user.
fn shell(folder: &Path, command: &str) -> Command {
    let options = "-q --allow-run-as-root --oversubscribe --mca mpi_yield_when_idle 1";
    let command = command.replace("cluster", env!("CARGO_BIN_EXE_cluster"));
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("mpirun() {{ exec mpirun {options} \"$@\"; }}; {command}")]).current_dir(folder);
    shell.env("TMPDIR", folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    shell
}

/// The exit code, standard output and standard error.
fn run(folder: &Path, command: &str) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = shell(folder, command).output().expect("a shell");
    let [stdout, stderr] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    (status.code(), stdout, stderr)
}

#[test]
fn the_files_are_the_same_as_on_one_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    solve(&Chess::new(|part| part == "KQvK"), "KQvK", &at("one"));
    for name in ["one", "some"] {
        solve(&Quixo::new(3), "1-0", &at(name));
    }
    for count in [1, 2, 4] {
        fs::remove_file(at("some/1-0.solution")).expect("it is there");
        for arguments in ["chess KQvK", "chess KQvK --verify", "quixo-3x3 1-0"] {
            let (code, _, stderr) = run(folder.path(), &format!("mpirun -n {count} cluster -q -f some {arguments}"));
            assert_eq!((code, &*stderr), (Some(0), ""), "{count} {arguments}");
        }
        for part in ["KQvK.solution", "1-0.solution"] {
            let [own, one] = ["some", "one"].map(|name| fs::read(at(name).join(part)).expect("solved"));
            assert!(own == one, "{count} {part}");
        }
    }
}

/// Solves a part of a game in a folder, and what it leads to.
fn solve<G: Notation>(game: &G, part: &str, folder: &Path) {
    let number = game.parts().iter().position(|listed| listed.name == part).expect("a part");
    let stored = Stored::folder(folder, game, &game.name()).expect("parts in order");
    Solver::new().solve_parts(&stored, [number]).expect("a consistent game");
}

#[test]
fn a_run_whose_process_was_killed_continues() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = "cluster -f . --checkpoint-folder own chess KBNvK";
    let command =
        format!("mpirun -n 2 sh -c 'echo $$ >$OMPI_COMM_WORLD_RANK.pid; exec {program} --checkpoint-interval 0'");
    let mut running = shell(folder.path(), &command).spawn().expect("a shell");
    let until = Instant::now() + Duration::from_secs(60);
    while !folder.path().join("own/KBNvK.solution.process-1.checkpoint-0").exists() {
        assert!(Instant::now() < until && running.try_wait().expect("ours").is_none(), "no second checkpoint");
        sleep(Duration::from_millis(5));
    }
    assert_eq!(run(folder.path(), "kill -KILL $(cat 1.pid)").0, Some(0));
    assert!(!running.wait().expect("ours").success());
    check_error(folder.path(), &format!("mpirun -n 3 {program} -q"), "a checkpoint of 2 workers, not of 3; ");
    let (code, stdout, _) = run(folder.path(), &format!("mpirun -n 2 {program} -q"));
    assert_eq!(code, Some(0));
    assert!(stdout.contains("checksum 3eb65ec9a12844a5; ") && stdout.contains(", from a checkpoint "), "{stdout}");
}

/// The formula, except for what the game and the program take, of which it has only a rough number.
#[test]
#[ignore = "takes long"]
fn a_process_takes_the_memory_that_it_has_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let number = |text: &str, before: &str| -> f64 {
        let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("{before:?} is not in {text}"));
        rest.split_once(" MiB").and_then(|(number, _)| number.parse().ok()).expect("a number of MiB")
    };
    for count in [1, 2] {
        let (_, stdout, stderr) = run(folder.path(), &format!("mpirun -n {count} cluster -f . chess KBNvK"));
        let (said, taken) = (number(&stderr, "; needs "), number(&stdout, "process 0 took "));
        assert!((taken - said).abs() <= 10.0, "{count} processes: {said} MiB said, {taken} taken");
    }
}

fn check_error(folder: &Path, command: &str, expected: &str) {
    let (code, stdout, stderr) = run(folder, command);
    assert_eq!((code, &*stdout, stderr.lines().count()), (Some(2), "", 1), "{stderr}");
    assert!(stderr.starts_with("cluster: ") && stderr.contains(expected), "{stderr}");
}

#[test]
fn an_error_is_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    for (command, expected) in [
        ("mpirun -n 2 cluster -q quixo-3x3 1-0", "cluster: part 2-0: not solved: no file "),
        ("mpirun -n 2 sh -c 'exec cluster --help >/dev/full'", "cluster: standard output: No space left"),
        ("mpirun -n 1 cluster chess KQvK : -n 1 cluster go", "process 1: invalid value 'go' for"),
        (
            "PMI_RANK=0 PMI_SIZE=3 cluster chess KQvK",
            "has started 3 processes, but MPI knows of one; use the mpirun of the MPI ",
        ),
    ] {
        check_error(folder.path(), command, expected);
    }
    // Each of them sees only itself.
    assert_eq!(run(folder.path(), "PMI_RANK=1 PMI_SIZE=3 cluster chess KQvK"), (Some(2), String::new(), String::new()));
}
