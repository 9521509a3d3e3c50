//! Sharing work among threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::progress::Progress;

/// Does the work for each item on this number of threads, or on fewer if the system does not start them. Returns what
/// came of each, in any order. The progress bar counts things of this name, `size` of them for an item.
pub(super) fn share<T: Sync, R: Send>(
    things: &str,
    items: &[T],
    size: impl Fn(&T) -> usize + Sync,
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let progress = Progress::new(things, items.iter().map(&size).sum(), 0);
    let (next, done) = (AtomicUsize::new(0), Mutex::new((0, Vec::new())));
    let run = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = work(item);
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.0 += size(item);
            done.1.push(result);
            progress.set(done.0);
        }
    };
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, run).ok();
        // If the system has no more threads, those that could be started do the work.
        (1..threads.min(items.len())).map_while(start).for_each(drop);
        run();
    });
    progress.finish();
    done.into_inner().unwrap_or_else(PoisonError::into_inner).1
}
