//! A part of a tiered game, solved by several processes.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use cluster::{Cluster, ClusterError, Report};
use retrograde::Solver;
use retrograde::tiers::Tiers;
use testkit::Listeners;

use crate::heaps::heaps;
use crate::parts_of_world::ladder;
use crate::together::together;
use crate::world::World;

fn game() -> World {
    ladder(4, 300)
}

/// Solves a part by two processes, each in a folder of its own or in the same. The second one starts when the first
/// one listens.
fn solve_part(part: u64, folders: [&Path; 2]) -> [Result<Report, ClusterError>; 2] {
    let listeners = Listeners::new(2);
    let results = together(&listeners, 2, |process, cluster| {
        if process == 1 {
            wait_until_it_listens(&listeners.addresses()[0]);
        }
        cluster.solve_part(&Tiers::new(game(), folders[process]), &part, u64::MAX)
    });
    results.try_into().expect("two processes")
}

/// Waits until a process refuses a connection that is not one of another process.
fn wait_until_it_listens(address: &str) {
    let mut stranger = TcpStream::connect(address).expect("an open socket");
    stranger.write_all(b"12345678").expect("room in a buffer");
    stranger.set_read_timeout(Some(Duration::from_secs(120))).expect("not zero");
    let refused = stranger.read(&mut [0]);
    assert_eq!(refused.expect("the process listens"), 0);
}

#[test]
fn parts_of_a_cluster_and_of_one_machine_build_on_each_other() {
    let [one, cluster] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let solver = Solver::new();
    let [expected, tiers] = [&one, &cluster].map(|folder| Tiers::new(game(), folder.path()));
    expected.solve(&solver, [3], |_| {}).expect("a consistent game");
    let folder = cluster.path();
    // Parts 0 and 2 by the cluster, the others by a single process.
    for part in [0, 2] {
        for report in solve_part(part, [cluster.path(); 2]) {
            report.expect("both processes are there");
        }
        assert!(tiers.folder().join(format!("{part}.solution.4-of-4")).exists());
        let verified = together(&Listeners::new(2), 2, |_, cluster| {
            cluster.verify_part(&Tiers::new(game(), folder), &part, 0).expect("a right part")
        });
        assert_eq!(verified[0].checksum, verified[1].checksum);
        tiers.solve(&solver, [part + 1], |_| {}).expect("what it depends on is solved");
    }
    for part in 0..4 {
        let [loaded, right] = [&tiers, &expected].map(|tiers| tiers.load(&part).expect("it is solved"));
        assert_eq!(loaded, right, "part {part}");
        solver.verify_every_position(&loaded).expect("a right part");
    }
    for part in [1, 3] {
        let [own, right] = [&cluster, &one].map(|folder| std::fs::read(folder.path().join(format!("{part}.solution"))));
        assert!(own.expect("a file") == right.expect("a file"));
    }
}

#[test]
fn a_part_that_one_process_lacks_ends_all_at_once() {
    let [whole, lacking] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    Tiers::new(game(), whole.path()).solve(&Solver::new(), [0], |_| {}).expect("a consistent game");
    // The other process does not wait until it has been silent for as long as it may.
    let [other, own] =
        solve_part(1, [whole.path(), lacking.path()]).map(|result| result.expect_err("no part 0").to_string());
    assert!(own.starts_with("part 0 is not solved: no file "), "{own}");
    assert!(other.starts_with("process 1 at 127.0.0.1:") && other.contains("part 0 is not solved"), "{other}");
}

#[test]
fn a_folder_that_cannot_be_made_ends_all() {
    let (folder, listeners) = (tempfile::tempdir().expect("a folder"), Listeners::new(2));
    // A file is in its place.
    let blocked = folder.path().join("blocked");
    std::fs::write(&blocked, "").expect("there is room");
    let errors = together(&listeners, 1, |process, cluster| {
        let path = folder.path().join(["heaps", "blocked/heaps"][process]);
        cluster.solve(&heaps(9), "two heaps", path).expect_err("no folder").to_string()
    });
    let own = format!("cannot write files into {}: ", blocked.display());
    let other = format!("process 1 at {} ended the run: {own}", listeners.addresses()[1]);
    assert!(errors[1].starts_with(&own) && errors[0].starts_with(&other), "{errors:?}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
fn addresses_that_cannot_be_right_are_errors() {
    let error = |process, addresses: &[&str]| {
        let cluster = Cluster::new(1).process(process, addresses.iter().copied());
        cluster.solve(&heaps(2), "two heaps", "nowhere").expect_err("no such process").to_string()
    };
    assert_eq!(error(2, &["a:1", "b:1"]), "invalid process 2: the processes are 0 to 1");
    assert_eq!(error(1, &[]), "invalid process 1: the processes are 0 to 0");
    assert_eq!(error(0, &["a:1", "a:1"]), "\"a:1\" is the address of process 0 too; give each its own");
}
