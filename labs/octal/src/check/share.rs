//! Sharing work among threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use crate::progress::Progress;

/// Does the work for each item on this number of threads, or on one if the system does not start them. Returns what came
/// of each, in order. The progress bar counts things of this name, `size` of them for an item.
pub(super) fn share<T: Sync, R: Send>(
    things: &str,
    items: &[T],
    size: impl Fn(&T) -> usize + Sync,
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let progress = Progress::new(things, items.iter().map(&size).sum(), 0);
    let done = AtomicUsize::new(0);
    let run = |item: &T| {
        let result = work(item);
        progress.set(done.fetch_add(size(item), Ordering::Relaxed) + size(item));
        result
    };
    let results = match ThreadPoolBuilder::new().num_threads(threads.min(items.len()).max(1)).build() {
        Ok(pool) => pool.install(|| items.par_iter().with_max_len(1).map(run).collect()),
        Err(_) => items.iter().map(run).collect(),
    };
    progress.finish();
    results
}
