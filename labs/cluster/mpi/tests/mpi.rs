//! The program as people start it, by `mpirun`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use large_games::endgames::{Endgame, Piece};
use large_games::quixo::Quixo;
use large_games::tiers::Notation;
use retrograde::Solver;
use retrograde::files::Stored;

/// A command for a shell, in which `mpirun` is Open MPI's, quiet, and works as root and with few processors.
fn shell(folder: &Path, command: &str) -> Command {
    let options = "-q --allow-run-as-root --oversubscribe --mca mpi_yield_when_idle 1";
    let command = command.replace("cluster", env!("CARGO_BIN_EXE_cluster"));
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("mpirun() {{ exec mpirun {options} \"$@\"; }}; {command}")]).current_dir(folder);
    shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
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
    let queen = Solver::new().solve(Endgame::new([Piece::Queen])).expect("a consistent game");
    queen.save("king and pieces against king, 2: king-and-queen", at("expected")).expect("there is room");
    for name in ["one", "some"] {
        let quixo = Quixo::new(3);
        let part = quixo.parse_part("1-0").expect("a part");
        let stored = Stored::folder(at(name), &quixo, &quixo.name()).expect("parts in order");
        Solver::new().solve_parts(&stored, [part]).expect("a consistent game");
    }
    for count in [1, 2, 4] {
        fs::remove_file(at("some/1-0.solution")).expect("it is there");
        for arguments in ["-f . king-and-queen", "-f . king-and-queen --verify", "-f some quixo-3x3 1-0"] {
            let (code, _, stderr) = run(folder.path(), &format!("mpirun -n {count} cluster -q {arguments}"));
            assert_eq!((code, &*stderr), (Some(0), ""), "{count} {arguments}");
        }
        for (own, one) in [("king-and-queen.solution", "expected"), ("some/1-0.solution", "one/1-0.solution")] {
            assert!(fs::read(at(own)).expect("solved") == fs::read(at(one)).expect("solved"), "{count} {own}");
        }
    }
}

#[test]
fn a_run_whose_process_was_killed_continues() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = "cluster -f . --checkpoint-folder own bishop-and-knight";
    let command =
        format!("mpirun -n 2 sh -c 'echo $$ >$OMPI_COMM_WORLD_RANK.pid; exec {program} --checkpoint-interval 0'");
    let mut running = shell(folder.path(), &command).spawn().expect("a shell");
    let until = Instant::now() + Duration::from_secs(60);
    while !folder.path().join("own/bishop-and-knight.solution.process-1.checkpoint-0").exists() {
        assert!(Instant::now() < until && running.try_wait().expect("ours").is_none(), "no second checkpoint");
        sleep(Duration::from_millis(5));
    }
    assert_eq!(run(folder.path(), "kill -KILL $(cat 1.pid)").0, Some(0));
    assert!(!running.wait().expect("ours").success());
    check_error(folder.path(), &format!("mpirun -n 3 {program} -q"), "a checkpoint of 2 workers, not of 3; ");
    let (code, stdout, _) = run(folder.path(), &format!("mpirun -n 2 {program} -q"));
    assert_eq!(code, Some(0));
    assert!(stdout.contains("checksum 4e6e461897c1f591; ") && stdout.contains(", from a checkpoint "), "{stdout}");
}

/// The formula, for tables that are larger than the program.
#[test]
#[ignore = "takes long"]
fn a_process_takes_the_memory_that_it_has_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let number = |text: &str, before: &str| -> f64 {
        let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("{before:?} is not in {text}"));
        rest.split_once(" MiB").and_then(|(number, _)| number.parse().ok()).expect("a number of MiB")
    };
    for count in [1, 2] {
        let (_, stdout, stderr) = run(folder.path(), &format!("mpirun -n {count} cluster -f . bishop-and-knight"));
        let (said, taken) = (number(&stderr, "; needs "), number(&stdout, "process 0 took "));
        assert!((taken / said - 1.0).abs() <= 0.1, "{count} processes: {said} MiB said, {taken} taken");
    }
}

/// The error is one line.
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
        ("mpirun -n 1 cluster king-and-queen : -n 1 cluster go", "process 1: invalid value 'go' for"),
        // More than MPI itself writes, and less than the solution.
        (
            "mpirun -n 2 sh -c 'ulimit -f 32768; exec cluster -q -f . bishop-and-knight'",
            "when that is fixed, the same command continues from the last checkpoint",
        ),
        (
            "PMI_RANK=0 PMI_SIZE=3 cluster chess",
            "has started 3 processes, but MPI knows of one; use the mpirun of the MPI ",
        ),
    ] {
        check_error(folder.path(), command, expected);
    }
    // Each of them sees only itself.
    assert_eq!(run(folder.path(), "PMI_RANK=1 PMI_SIZE=3 cluster chess"), (Some(2), String::new(), String::new()));
}
