//! A game in which nearly all moves stay within a share: a worker hears of a failure although it has nothing to send.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use retrograde::{Game, Ranked};
use testkit::Listeners;

use crate::together::together;

/// A move leads from each odd position to the one before. To find a predecessor takes a millisecond, until all at once
/// it panics.
struct Pairs {
    calls_left: AtomicU64,
}

const POSITIONS: u64 = 200_000;

impl Game for Pairs {
    type Position = u64;
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, position: &u64, visit: &mut impl FnMut(u64)) {
        (position % 2 == 1).then_some(position - 1).into_iter().for_each(visit);
    }

    fn move_count(&self, position: &u64) -> Option<u32> {
        Some(u32::from(position % 2 == 1))
    }

    fn predecessors(&self, position: &u64, visit: &mut impl FnMut(u64)) {
        assert!(self.calls_left.fetch_sub(1, Ordering::Relaxed) > 0, "as the test wants it");
        thread::sleep(Duration::from_millis(1));
        position.is_multiple_of(2).then_some(position + 1).into_iter().for_each(visit);
    }
}

impl Ranked for Pairs {
    fn ranks(&self) -> u64 {
        POSITIONS
    }

    fn rank(&self, position: &u64) -> Option<u64> {
        Some(*position)
    }

    fn unrank(&self, rank: u64) -> Option<u64> {
        Some(rank)
    }
}

#[test]
fn a_worker_without_anything_to_send_notices_a_failure() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pairs");
    // What process 0 says, and the calls that it has needed, when process 1 has failed.
    let ends = together(&Listeners::new(2), 1, |process, cluster| {
        let calls = if process == 0 { u64::MAX } else { 1_000 };
        let game = Pairs { calls_left: AtomicU64::new(calls) };
        let result = catch_unwind(AssertUnwindSafe(|| cluster.solve(&game, "pairs", &path)));
        (result, calls.wrapping_sub(game.calls_left.into_inner()))
    });
    assert!(ends[1].0.is_err());
    let (result, calls) = &ends[0];
    let result = result.as_ref().expect("no panic");
    let error = result.as_ref().expect_err("the other one has failed").to_string();
    assert!(error.contains("ended the run: a worker has panicked: as the test wants it"), "{error}");
    // It would have gone on to 50,000.
    assert!(*calls < 40_000, "{calls}");
}
