//! Several processes of the program.

use std::fs;
use std::path::Path;

use large_games::endgames::{Endgame, Piece};
use large_games::quixo::{Part, Quixo};
use large_games::tiers::Notation;
use retrograde::files::Header;
use retrograde::tiers::{TierError, Tiers};
use retrograde::{Solution, Solver, Value};
use testkit::{Listeners, pass_listener};

use super::{command, error, folder, text};

/// Runs two processes in a folder, and returns what the first one prints. The other one prints nothing to standard
/// output.
fn solve(folder: &Path, threads: &str, game: &[&str]) -> String {
    let elsewhere = tempfile::tempdir().expect("a temporary folder can be made");
    let listeners = Listeners::new(2);
    let hosts = elsewhere.path().join("hosts");
    fs::write(&hosts, format!("# this machine\n\n{}\n", listeners.addresses().join("\n"))).expect("a small file");
    let run = |process: usize| {
        let number = process.to_string();
        let options = ["-n", "2", "-p", &number, "-h", text(&hosts), "-w", threads, "--folder", text(folder)];
        let mut command = command(&[&["--listen-on-stdin"], &options[..], game].concat());
        pass_listener(&mut command, listeners.socket(process));
        command.spawn().expect("the program can be run")
    };
    let [zero, one] = [0, 1].map(run).map(|child| child.wait_with_output().expect("it has been started"));
    for output in [&zero, &one] {
        assert!(output.status.success(), "{output:?}");
    }
    let notes = String::from_utf8(one.stderr).expect("text");
    assert!(notes.contains(": process 1 of 2: share") && notes.lines().count() == 2, "{notes}");
    assert!(notes.contains(": process 1 has written "), "{notes}");
    assert_eq!(String::from_utf8(one.stdout).expect("text"), "");
    String::from_utf8(zero.stdout).expect("text")
}

#[test]
fn two_processes_solve_a_whole_game() {
    let folder = folder();
    let page = solve(folder.path(), "2", &["king-and-queen"]);
    let game = Endgame::new([Piece::Queen]);
    let path = folder.path().join("king-and-queen.solution");
    let solution = Solution::load(&path, &game, "king-and-queen, 1").expect("all shares are there");
    assert_eq!(solution, Solver::new().solve(&game).expect("a consistent game"));
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
    plan.into_iter().map(|plan| (plan.part, plan.header.ok())).collect()
}

#[test]
fn a_part_that_two_processes_have_solved_is_one_of_those_of_tiers() {
    let folder = folder();
    let (tiers, solver) = (Tiers::new(Quixo::new(3), folder.path()), Solver::new());
    tiers.solve(&solver, tiers.game().last_parts(), |_| {}).expect("a small game");
    let before = states(&tiers);
    let part = tiers.game().parse_part("3-3").expect("a part");
    fs::remove_file(tiers.path(&part)).expect("it is solved");
    assert_ne!(states(&tiers), before);
    let page = solve(folder.path(), "1", &["--memory", "1M", "quixo-3x3", "3-3"]);
    assert!(page.starts_with("quixo-3x3 3-3: "), "{page}");
    assert_eq!(states(&tiers), before);
    tiers.verify(&solver, &part).expect("the solution is right");
    fs::remove_file(folder.path().join("3-3.solution.2-of-2")).expect("it is written");
    let plan = tiers.plan([part]).expect("the folder can be read");
    let header = plan.into_iter().find(|plan| plan.part == part).map(|plan| plan.header);
    assert!(matches!(header, Some(Err(TierError::MissingShare { shares: 2, .. }))), "{header:?}");
}

#[test]
fn a_process_needs_a_socket_to_listen_on() {
    let expected = "standard input is not a socket; pass one that listens, or leave out --listen-on-stdin: ";
    let error = error(&mut command(&["--listen-on-stdin", "l-game-4x4"]));
    assert!(error.starts_with(expected), "{error}");
}
