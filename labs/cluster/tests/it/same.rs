//! The solution is the same bit for bit, for any number of workers and processes.

use cluster::Cluster;
use retrograde::{Ranked, Solution, Solver};
use testkit::Listeners;

use crate::heaps::heaps;
use crate::together::together;

/// Solves a game on this number of processes, played by threads of this one, and compares the file, byte by byte, with
/// the file of one machine.
fn check<G: Ranked>(game: &G, processes: usize, threads: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let [shares, expected, joined] = ["shares", "expected", "joined"].map(|name| folder.path().join(name));
    let solution = Solver::new().solve(&game).expect("a consistent game");
    solution.save("two heaps", &expected).expect("a small file");

    for left in ["shares", "shares.1-of-1", "shares.9-of-9"] {
        std::fs::write(folder.path().join(left), "an earlier run").expect("there is room");
    }
    let reports = together(&Listeners::new(processes), threads, |_, cluster| {
        cluster.solve(game, "two heaps", &shares).expect("all processes are there")
    });
    for report in &reports {
        assert_eq!(report.checksum, solution.checksum());
        assert_eq!(report.workers, processes * threads);
    }
    let sent: u64 = reports.iter().map(|report| report.bytes_sent).sum();
    assert_eq!(sent, reports.iter().map(|report| report.bytes_received).sum());
    assert_eq!(sent > 0, processes > 1);
    let loaded = Solution::load(&shares, game, "two heaps").expect("all shares are there");
    assert_eq!(loaded, solution);
    // What earlier runs have left is not read instead.
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), processes * threads + 1);
    loaded.save("two heaps", &joined).expect("a small file");
    assert!(std::fs::read(joined).expect("a file") == std::fs::read(expected).expect("a file"));
}

#[test]
fn solutions_are_the_same_for_any_number_of_workers() {
    for (processes, threads) in [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1)] {
        check(&heaps(120), processes, threads);
    }
}

#[test]
fn no_more_is_sent_at_once_than_allowed() {
    let game = heaps(120);
    let folder = tempfile::tempdir().expect("a folder");
    let expected = Solver::new().solve(&game).expect("a consistent game").checksum();
    let solve = |bytes: u64| {
        let path = folder.path().join(bytes.to_string());
        Cluster::new(3).bytes_in_flight(bytes).solve(&game, "two heaps", path).expect("a consistent game")
    };
    let [few, many] = [300, 1 << 20].map(solve);
    assert_eq!([few.checksum, many.checksum], [expected; 2]);
    assert_eq!(few.moves_sent, many.moves_sent);
    assert!(few.rounds > many.rounds, "{few:?} {many:?}");
    // Each worker may send the six predecessors of its last position more, and two numbers in each message.
    assert!(few.largest_round <= 300 + 3 * (6 * 7 + 2 * 2), "{few:?}");
    assert!(many.largest_round > few.largest_round);
}
