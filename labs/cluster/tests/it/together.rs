//! Processes that are played by threads of this one, and whether they fit.

use std::thread;
use std::time::Duration;

use cluster::{Cluster, ClusterError};
use retrograde::progress::{Progress, Stage};
use testkit::Listeners;

use crate::heaps::heaps;

/// Runs a process for each listener, with this number of threads, and returns what each has returned.
pub(crate) fn together<T: Send>(
    listeners: &Listeners,
    threads: usize,
    run: impl Fn(usize, Cluster) -> T + Sync,
) -> Vec<T> {
    let start = |process| {
        run(process, Cluster::new(threads).process(process, listeners.addresses()).listener(listeners.socket(process)))
    };
    thread::scope(|scope| {
        let start = &start;
        let processes: Vec<_> =
            (0..listeners.addresses().len()).map(|process| scope.spawn(move || start(process))).collect();
        processes.into_iter().map(|process| process.join().expect("no panic")).collect()
    })
}

/// The distance of the positions whose predecessors were visited in a round.
pub(crate) fn ply_of(progress: Progress) -> u16 {
    let Stage::WorkingBackwards { plies } = progress.stage else { panic!("{progress}") };
    plies - 1
}

/// Solves a game by two processes, of which the second one is changed, and checks what each says of the other.
fn check(change: impl Fn(Cluster, &Listeners) -> Cluster + Sync, name: &str, limit: u64, expected: [&str; 2]) {
    let (folder, listeners) = (tempfile::tempdir().expect("a folder"), Listeners::new(2));
    let errors: Vec<ClusterError> = together(&listeners, 1, |process, cluster| {
        let (cluster, name, limit) = match process {
            0 => (cluster.start_limit(Duration::from_secs(2)), "two heaps", 9),
            _ => (change(cluster, &listeners), name, limit),
        };
        cluster.solve(&heaps(limit), name, folder.path().join("heaps")).expect_err("they do not fit")
    });
    for ((error, expected), other) in errors.iter().zip(expected).zip([1, 0]) {
        let expected = format!("process {other} at {} {expected}", listeners.addresses()[other]);
        assert!(error.to_string().starts_with(&expected), "{error}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn processes_do_not_solve_and_verify_together() {
    let (folder, listeners) = (tempfile::tempdir().expect("a folder"), Listeners::new(2));
    let path = folder.path().join("heaps");
    let errors = together(&listeners, 1, |process, cluster| {
        let game = heaps(9);
        let run = if process == 0 { Cluster::solve } else { Cluster::verify };
        run(&cluster, &game, "two heaps", &path).expect_err("they do not fit").to_string()
    });
    assert!(errors.iter().all(|error| error.contains(" does not fit: its task is ")), "{errors:?}");
}

#[test]
fn processes_that_do_not_fit() {
    let check_both = |change: fn(Cluster, &Listeners) -> Cluster, name, limit, what| {
        check(change, name, limit, [&format!("does not fit: its {what} is "); 2]);
    };
    check_both(|one, _| one, "another game", 9, "game");
    check_both(|one, _| one, "two heaps", 10, "number of ranks");
    let with_two_threads =
        |_, listeners: &Listeners| Cluster::new(2).process(1, listeners.addresses()).listener(listeners.socket(1));
    check_both(with_two_threads, "two heaps", 9, "number of threads");
    let of_three = |one: Cluster, listeners: &Listeners| {
        one.process(1, [listeners.addresses(), &["127.0.0.1:1".to_owned()]].concat())
    };
    check_both(of_three, "two heaps", 9, "number of processes");
    let refused = "refused this process, because its token is different; start all processes with the same token";
    let missed = "did not connect within 2 seconds (1 foreign connection was refused: from 127.0.0.1:";
    check(|one, _| one.token("another"), "two heaps", 9, [missed, refused]);
}
