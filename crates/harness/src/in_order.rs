//! Work by several threads, with the results in the order of the items.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// More threads than this would not help, and each may have some files open, of which Linux allows 1,024 in all.
const MAX_THREADS: usize = 128;

/// How many items for each thread may be started before the first of them is taken.
const AHEAD: usize = 64;

/// Does `work` on all `items` with this many threads, and passes the results to `take`, one after another, in the order
/// of the items. Once `take` breaks, the results still to come are dropped, and its value is returned.
///
/// Threads wait when they are [`AHEAD`] of the item whose turn it is, so that few results are kept, however slow that
/// one is. One thread is the caller's own. If the system cannot start all of them, fewer do the work.
pub(crate) fn in_order<T: Send, R: Send, B>(
    threads: usize,
    items: impl Iterator<Item = T>,
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(T, R) -> ControlFlow<B>,
) -> Option<B> {
    if threads <= 1 {
        return one_by_one(items, work, take);
    }
    let threads = threads.min(MAX_THREADS);
    // Each item is queued with a place for its result.
    let (queue, queued) = mpsc::channel::<(T, mpsc::Sender<_>)>();
    let queued = Mutex::new(queued);
    thread::scope(|scope| {
        // These are dropped when this scope is left, so that every thread ends after the item on which it works.
        let (queue, mut pending) = (queue, VecDeque::new());
        let repeat = || loop {
            let next = queued.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((item, place)) = next else { return };
            let result = work(&item);
            if place.send((item, result)).is_err() {
                return;
            }
        };
        if (0..threads).filter(|_| thread::Builder::new().spawn_scoped(scope, repeat).is_ok()).count() == 0 {
            return one_by_one(items, &work, take);
        }
        let mut items = items.fuse();
        loop {
            let mut first = None;
            // To make an item may take long, so it is seen after each whether a result is there.
            while first.is_none()
                && pending.len() < threads * AHEAD
                && let Some(item) = items.next()
            {
                let (place, result) = mpsc::channel();
                let _ = queue.send((item, place));
                pending.push_back(result);
                first = pending.front().and_then(|first: &mpsc::Receiver<_>| first.try_recv().ok());
            }
            // After a panic there is no result, and this scope passes the panic on.
            let (item, result) = first.or_else(|| pending.front()?.recv().ok())?;
            pending.pop_front();
            if let ControlFlow::Break(value) = take(item, result) {
                return Some(value);
            }
        }
    })
}

/// The same in this thread alone.
fn one_by_one<T, R, B>(
    mut items: impl Iterator<Item = T>,
    work: impl Fn(&T) -> R,
    mut take: impl FnMut(T, R) -> ControlFlow<B>,
) -> Option<B> {
    items.find_map(|item| {
        let result = work(&item);
        take(item, result).break_value()
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items_and_threads_wait_for_a_slow_one() {
        const LAST: usize = 999;
        for threads in [0, 1, 2, 7] {
            let started = AtomicUsize::new(0);
            let window = threads * AHEAD;
            // The first item ends only when all have been started that do not have to wait for it.
            let square = |&item: &usize| {
                let count = started.fetch_add(1, Ordering::Relaxed) + 1;
                while threads > 1 && item == 0 && started.load(Ordering::Relaxed) < window {
                    thread::yield_now();
                }
                assert!(count <= item + window.max(1), "{count} were started before item {item}");
                item * item
            };
            let mut taken = Vec::new();
            let end = in_order(threads, 0.., square, |item, square| {
                taken.push(square);
                if item == LAST { ControlFlow::Break("end") } else { ControlFlow::Continue(()) }
            });
            assert_eq!(end, Some("end"));
            assert!(taken.into_iter().eq((0..=LAST).map(|item| item * item)));
        }
    }
}
