//! The file is the same byte for byte, for any number of processes.

use std::fs;

use cluster::{Cluster, on_threads};
use large_games::endgames::{Endgame, Piece};
use retrograde::Solver;
use retrograde::tiers::Tiers;

use crate::parts_of_world::ladder;
use crate::{NAME, Through, first, game, solve, verify};

#[test]
fn solutions_are_the_same_for_any_number_of_processes() {
    let (folder, game) = (tempfile::tempdir().expect("a folder"), game(9_000));
    let [path, expected] = ["game", "expected"].map(|name| folder.path().join(name));
    let solution = Solver::new().solve(&game).expect("a consistent game");
    solution.save(NAME, &expected).expect("a small file");
    for count in 1..=4 {
        fs::write(folder.path().join("game.17-0.part"), "half").expect("there is room");
        let report = solve(&Cluster::default(), count, &game, &path).expect("a consistent game");
        assert_eq!(report.checksum, solution.checksum());
        assert!(fs::read(&path).expect("a file") == fs::read(&expected).expect("a file"), "{count} processes");
        // Nothing else is left, and what a run has left that was killed is gone.
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
        assert_eq!(verify(&Cluster::default(), count, &game, &path).expect("right").checksum, solution.checksum());
    }
}

/// The parts of a game, every second one by three processes, and the others by a single one.
#[test]
fn parts_are_the_same_as_on_one_machine() {
    let [one, cluster] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let one_machine = Solver::new();
    Tiers::new(ladder(4, 300), one.path()).solve(&one_machine, [3], |_| {}).expect("a consistent game");
    let tiers = || Tiers::new(ladder(4, 300), cluster.path());
    for part in [0, 2] {
        let solved = on_threads(3, |process| Cluster::default().solve_part(process, &tiers(), &part, u64::MAX));
        let verified = on_threads(2, |process| Cluster::default().verify_part(process, &tiers(), &part, 0));
        assert_eq!(first(solved).expect("solved").checksum, first(verified).expect("right").checksum);
        tiers().solve(&one_machine, [part + 1], |_| {}).expect("what it depends on is solved");
    }
    for part in 0..4 {
        let [own, right] = [&cluster, &one].map(|folder| fs::read(folder.path().join(format!("{part}.solution"))));
        assert!(own.expect("a file") == right.expect("a file"), "part {part}");
    }
}

#[test]
fn no_more_is_sent_at_once_than_allowed() {
    let (folder, game) = (tempfile::tempdir().expect("a folder"), Endgame::new([Piece::Queen]));
    let most = |bytes_in_round| {
        let cluster = Cluster { bytes_in_round, ..Cluster::default() };
        let rounds = on_threads(3, |thread| {
            let mut most = 0;
            // The first process gathers the values.
            let count = |_, messages: &mut Vec<Vec<u8>>| most = most.max(messages[1..].iter().map(Vec::len).sum());
            let path = folder.path().join("game");
            cluster.solve(&mut Through(thread, count), &game, NAME, &path).expect("a consistent game");
            most
        });
        rounds.into_iter().max().expect("three processes")
    };
    // The predecessors of the last position more, and what begins and ends each message.
    let [few, many] = [100, 1 << 20].map(most);
    assert!(few <= 100 + 40 * 7 + 2 * (4 + 4 * 8 + 1) && many > 5_000, "{few} and {many} bytes");
}
