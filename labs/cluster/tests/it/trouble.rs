//! A network in trouble: a relay between two processes, which are threads of this one, that delays and loses.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;
use std::time::Duration;

use cluster::{ClusterError, Report};
use retrograde::{Solution, Solver};
use tempfile::TempDir;
use testkit::Listeners;

use crate::heaps::heaps;
use crate::together::{ply_of, together};

const LIMIT: u64 = 60;
/// Far more than a process takes to show a sign of life, also on a busy machine.
const SILENCE: Duration = Duration::from_secs(4);

/// What a relay does with what arrives, from a moment on.
#[derive(Clone, Copy, PartialEq)]
#[repr(u8)]
enum Fault {
    /// Each piece is late. A lost one is sent again after a longer time, and those that follow wait for it.
    Delay = 0,
    /// The connection stands, but nothing arrives any more.
    Silence = 1,
    /// The connection is closed.
    Cut = 2,
}

/// Forwards a connection to `target` in small pieces, with the fault that is set.
fn relay(target: String, fault: &Arc<AtomicU8>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there are free ports");
    let address = listener.local_addr().expect("it listens").to_string();
    let fault = Arc::clone(fault);
    thread::spawn(move || {
        let one = listener.accept().expect("the process connects").0;
        let other = TcpStream::connect(target).expect("the process listens");
        for (from, to) in [(&one, &other), (&other, &one)] {
            let [from, to] = [from, to].map(|stream| stream.try_clone().expect("there are free descriptors"));
            let fault = Arc::clone(&fault);
            thread::spawn(move || forward(from, to, &fault));
        }
    });
    address
}

fn forward(mut from: TcpStream, mut to: TcpStream, fault: &AtomicU8) {
    let mut buffer = [0; 1_000];
    for piece in 0.. {
        let length = from.read(&mut buffer).unwrap_or(0);
        let is_lost = piece % 50 == 49;
        thread::sleep(Duration::from_millis(if is_lost { 40 } else { 1 }));
        let fault = fault.load(Ordering::Relaxed);
        if fault == Fault::Cut as u8 {
            let _ = from.shutdown(Shutdown::Both);
            let _ = to.shutdown(Shutdown::Both);
        }
        if length == 0 || (fault != Fault::Silence as u8 && to.write_all(&buffer[..length]).is_err()) {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
}

/// Two processes with a relay between them, which has a fault once some rounds have ended.
fn solve(folder: &TempDir, later: Fault) -> Vec<Result<Report, ClusterError>> {
    let (listeners, fault) = (Listeners::new(2), Arc::new(AtomicU8::new(Fault::Delay as u8)));
    let addresses = listeners.addresses();
    let relay = relay(addresses[0].clone(), &fault);
    together(&listeners, 1, |process, cluster| {
        let fault = Arc::clone(&fault);
        let cluster = if process == 0 { cluster } else { cluster.process(1, [relay.clone(), addresses[1].clone()]) };
        let cluster = if later == Fault::Silence { cluster.silence_limit(SILENCE) } else { cluster };
        let cluster = cluster.checkpoint_interval(Duration::ZERO).on_progress(move |progress| {
            if ply_of(progress) == 9 {
                fault.store(later as u8, Ordering::Relaxed);
            }
        });
        cluster.solve(&heaps(LIMIT), "two heaps", folder.path().join("heaps"))
    })
}

/// Solves with a fault, with which both processes end, and then continues.
fn check(fault: Fault, is_expected: impl Fn(&ClusterError) -> bool) {
    let folder = tempfile::tempdir().expect("a folder");
    if fault != Fault::Delay {
        let results = solve(&folder, fault);
        let errors: Vec<_> = results.into_iter().map(|result| result.expect_err("a run that is cut")).collect();
        assert!(errors.iter().any(is_expected), "{errors:?}");
        Solution::load(folder.path().join("heaps"), heaps(LIMIT), "two heaps").expect_err("a run that was cut");
    }
    let expected = Solver::new().solve(heaps(LIMIT)).expect("a consistent game");
    for report in solve(&folder, Fault::Delay) {
        let report = report.expect("all processes are there");
        assert_eq!(report.checksum, expected.checksum());
        assert_eq!(report.continued_from.is_some_and(|ply| ply >= 8), fault != Fault::Delay, "{report:?}");
    }
    assert_eq!(Solution::load(folder.path().join("heaps"), heaps(LIMIT), "two heaps").expect("all shares"), expected);
}

#[test]
fn what_is_late_or_lost_once_changes_nothing() {
    check(Fault::Delay, |_| false);
}

#[test]
fn a_run_without_a_network_ends_and_is_continued() {
    check(Fault::Silence, |error| matches!(error, ClusterError::Silent { limit: SILENCE, .. }));
}

#[test]
fn a_run_whose_connection_is_cut_is_continued() {
    check(Fault::Cut, |error| matches!(error, ClusterError::Lost { .. }));
}
