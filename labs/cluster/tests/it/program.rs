//! The program `cluster`, as people use it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use large_games::endgames::Piece;
use large_games::endgames::one_piece::Endgame;
use large_games::quixo::{Part, Quixo};
use large_games::tiers::Notation;
use retrograde::{Header, PartState, Runner, Solution, Tiers, Value, solve_with_predecessors};
use tempfile::TempDir;
use testkit::free_addresses;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder can be made")
}

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cluster"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program can be run")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

/// A file with the addresses of processes on this machine.
fn hosts(folder: &Path, processes: usize) -> PathBuf {
    let path = folder.join("hosts");
    fs::write(&path, format!("# this machine\n\n{}\n", free_addresses(processes).join("\n"))).expect("a small file");
    path
}

/// Runs two processes in a folder, and returns what the first one prints. The other one prints nothing to standard output.
fn solve(folder: &Path, threads: &str, game: &[&str]) -> String {
    let elsewhere = tempfile::tempdir().expect("a temporary folder can be made");
    let hosts = hosts(elsewhere.path(), 2);
    let run = |process: &str| {
        let options = ["-n", "2", "-p", process, "-h", text(&hosts), "-w", threads, "--folder", text(folder)];
        start(&[&options, game].concat())
    };
    let [zero, one] = ["0", "1"].map(run).map(|child| child.wait_with_output().expect("it has been started"));
    for output in [&zero, &one] {
        assert!(output.status.success(), "{output:?}");
    }
    let notes = String::from_utf8(one.stderr).expect("text");
    assert!(notes.contains(": process 1 of 2: share") && notes.lines().count() == 2, "{notes}");
    assert!(notes.contains(": process 1 has written "), "{notes}");
    assert_eq!(String::from_utf8(one.stdout).expect("text"), "");
    String::from_utf8(zero.stdout).expect("text")
}

/// The only error of a run, in one line.
fn error(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = start(arguments).wait_with_output().expect("it has been started");
    let errors = String::from_utf8(stderr).expect("text");
    assert_eq!((status.code(), errors.lines().count()), (Some(2), 1), "{arguments:?}: {errors}");
    assert!(stdout.is_empty() && errors.starts_with("cluster: "), "{errors}");
    errors.trim_end().trim_start_matches("cluster: ").to_owned()
}

#[test]
fn two_processes_solve_a_whole_game() {
    let folder = folder();
    let page = solve(folder.path(), "2", &["king-and-queen"]);
    let game = Endgame::new(Piece::Queen);
    let path = folder.path().join("king-and-queen.solution");
    let solution = Solution::load(&path, &game, "king-and-queen, 1").expect("all shares are there");
    assert_eq!(solution, solve_with_predecessors(&game).expect("a consistent game"));
    assert!(page.contains(&format!("\nchecksum {:016x}; solved in ", solution.checksum())), "{page}");
    assert!(page.contains(" by 4 workers in 2 processes\n"), "{page}");
    let longest = solution.counts().into_keys().filter_map(Value::plies).max().expect("positions that are won");
    assert_eq!(longest.div_ceil(2), 10, "mate in ten moves");
    assert!(page.contains(&format!(" drawn, at most {longest} plies; ")), "{page}");
    assert!(page.contains(&format!("{0}.1-of-4 to {0}.4-of-4, 2 shares by each", path.display())), "{page}");
}

/// What is known of each part, in their order.
fn states(tiers: &Tiers<Quixo>) -> Vec<(Part, Option<Header>)> {
    let plan = tiers.plan(tiers.game().last_parts()).expect("the folder can be read");
    plan.into_iter().map(|plan| (plan.part, plan.header().cloned())).collect()
}

#[test]
fn a_part_that_two_processes_have_solved_is_one_of_those_of_tiers() {
    let folder = folder();
    let (tiers, mut runner) = (Tiers::new(Quixo::new(3), folder.path()), Runner::new());
    tiers.solve_with_predecessors(&runner, tiers.game().last_parts(), |_| {}).expect("a small game");
    let before = states(&tiers);
    let part = tiers.game().parse_part("3-3").expect("a part");
    fs::remove_file(tiers.path(&part)).expect("it is solved");
    assert_ne!(states(&tiers), before);
    let page = solve(folder.path(), "1", &["--memory", "1M", "quixo-3x3", "3-3"]);
    assert!(page.starts_with("quixo-3x3 3-3: "), "{page}");
    assert_eq!(states(&tiers), before);
    tiers.verify(&mut runner, &part).expect("the solution is right");
    fs::remove_file(folder.path().join("3-3.solution.2-of-2")).expect("it is written");
    let plan = tiers.plan([part]).expect("the folder can be read");
    let state = plan.into_iter().find(|plan| plan.part == part).map(|plan| plan.state);
    assert!(matches!(state, Some(PartState::MissingShare { shares: 2, .. })), "{state:?}");
}

#[test]
fn what_is_wrong_is_named() {
    let folder = folder();
    let directory = text(folder.path());
    let file = folder.path().join("file");
    fs::write(&file, "node1:2101\n# node2:2101\n").expect("a small file");
    let check = |arguments: &[&str], expected: &str| {
        let error = error(&[&["-q", "--folder", directory], arguments].concat());
        assert!(error.replace(directory, "FOLDER").contains(expected), "{arguments:?}: {error}");
    };
    check(
        &["-n", "2", "-h", text(&file), "l-game-4x4"],
        "FOLDER/file: line 2: the file ends after 1 of 2 addresses; add the others, or start fewer processes with -n",
    );
    check(&["-h", "missing/hosts", "l-game-4x4"], "cannot read missing/hosts: ");
    check(&["quixo-3x3", "1-0"], " is not solved: there is no file FOLDER/");
    check(&["quixo-3x3", "1-0"], "; solve it first, with `tiers solve quixo-3x3 ");
    check(&["quixo-3x3", "1-0", "--check"], "; solve it first, with `tiers solve quixo-3x3 ");
    check(&["quixo-3x3", "9-9"], "expected");
    let hosts = hosts(folder.path(), 2);
    check(
        &["-n", "2", "-h", text(&hosts), "--start-limit", "0.5", "l-game-4x4"],
        " did not connect within 0.5 seconds; start it, and check the list of processes and the firewall",
    );
    assert_eq!(
        error(&["-q", "l-game-4x4", "--folder", text(&file)]),
        format!("{} is a file; name a folder with --folder", file.display())
    );
}

#[test]
fn wrong_usage_is_explained() {
    let check = |arguments: &[&str], expected: &str| {
        let Output { status, stdout, stderr } = start(arguments).wait_with_output().expect("it has been started");
        let errors = String::from_utf8(stderr).expect("text");
        assert_eq!((status.code(), stdout.len()), (Some(2), 0), "{arguments:?}: {errors}");
        assert!(errors.starts_with("error: ") && errors.contains(expected), "{arguments:?}: {errors}");
    };
    check(&["-n", "2", "-p", "2", "l-game-4x4"], "there is no process 2 of 2: expected -p from 0 to 1");
    check(&["l-game-4x4", "5-4"], "has no part \"5-4\"; leave the part out");
    check(&["quixo-3x3"], "name one part after the game");
    check(&["quixo-3x3", "1-0", "1-1"], "'1-1'");
    check(&["-w", "0", "l-game-4x4"], "'0'");
    check(&["-h"], "--hostfile <HOSTFILE>");
    check(&["--start-limit", "0", "l-game-4x4"], "expected a number of seconds");
    check(&["go"], "[possible values: bishop-and-knight, ");
}
