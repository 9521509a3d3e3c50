//! A game in which nearly all moves stay within a share: a worker hears of a failure although it has nothing to send.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use testkit::Listeners;

use crate::together::together;
use crate::world::World;

const POSITIONS: u64 = 200_000;

/// A move leads from each odd position to the one before. To find a predecessor takes a millisecond, until all at once
/// it panics.
fn pairs(calls_left: &Arc<AtomicU64>) -> World {
    let calls_left = Arc::clone(calls_left);
    let origins = move |at: u64| {
        assert!(calls_left.fetch_sub(1, Ordering::Relaxed) > 0, "as the test wants it");
        thread::sleep(Duration::from_millis(1));
        at.is_multiple_of(2).then_some(at + 1).into_iter().collect()
    };
    let move_count = |at| Some(u32::from(at % 2 == 1));
    let game = World::new(POSITIONS, |at| (at % 2 == 1).then(|| at - 1).into_iter().collect());
    World { origins: Arc::new(origins), move_count: Arc::new(move_count), ..game }
}

#[test]
fn a_worker_without_anything_to_send_notices_a_failure() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pairs");
    let listeners = Listeners::new(2);
    // What process 0 says, and the calls that it has needed, when process 1 has failed.
    let ends = together(&listeners, 1, |process, cluster| {
        let calls = if process == 0 { u64::MAX } else { 1_000 };
        let calls_left = Arc::new(AtomicU64::new(calls));
        let result = catch_unwind(AssertUnwindSafe(|| cluster.solve(&pairs(&calls_left), "pairs", &path)));
        (result, calls.wrapping_sub(calls_left.load(Ordering::Relaxed)))
    });
    assert!(ends[1].0.is_err());
    let (result, calls) = &ends[0];
    let result = result.as_ref().expect("no panic");
    let error = result.as_ref().expect_err("the other one has failed").to_string();
    let place = format!("process 1 at {}", listeners.addresses()[1]);
    assert_eq!(error, format!("{place} ended the run: a worker has panicked: as the test wants it"));
    // It would have gone on to 50,000.
    assert!(*calls < 40_000, "{calls}");
}
