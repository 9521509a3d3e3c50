//! Work by several threads, with the results in the order of the items.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// More threads than this would not help.
const MAX_THREADS: usize = 512;

/// How many items for each thread may be started before the first of them is taken.
const AHEAD: usize = 64;

/// Does `work` on all `items` with this many threads, and passes the results to `take`, one after another, in the order
/// of the items. Once `take` breaks, no work is started, the results still to come are dropped, and its value is
/// returned.
///
/// Threads wait when they are [`AHEAD`] of the item whose turn it is, so that few results are kept, however slow that
/// one is. One thread is the caller's own. If the system cannot start so many, fewer do the work.
pub(crate) fn in_order<T: Send, R: Send, B>(
    threads: usize,
    mut items: impl Iterator<Item = T> + Send,
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(T, R) -> ControlFlow<B>,
) -> Option<B> {
    if threads <= 1 {
        return items.find_map(|item| {
            let result = work(&item);
            take(item, result).break_value()
        });
    }
    let threads = threads.min(MAX_THREADS);
    // Each item needs a permit. When its result has been taken, the permit is given back.
    let (permits, permitted) = mpsc::channel();
    for _ in 0..threads * AHEAD {
        let _ = permits.send(());
    }
    let source = Mutex::new((permitted, items.enumerate()));
    let stopped = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let mut started = 0;
        for _ in 0..threads {
            let sender = sender.clone();
            let (source, stopped, work) = (&source, &stopped, &work);
            let thread = thread::Builder::new().spawn_scoped(scope, move || {
                let next = || {
                    let (permitted, items) = &mut *source.lock().unwrap_or_else(PoisonError::into_inner);
                    permitted.recv().ok()?;
                    items.next().filter(|_| !stopped.load(Ordering::Relaxed))
                };
                while let Some((index, item)) = next() {
                    // A panic is a result too: the others would wait for one in vain.
                    let result = catch_unwind(AssertUnwindSafe(|| work(&item)));
                    if sender.send((index, item, result)).is_err() {
                        break;
                    }
                }
            });
            started += usize::from(thread.is_ok());
        }
        drop(sender);
        if started == 0 {
            // The system cannot start a thread.
            let (_, items) = &mut *source.lock().unwrap_or_else(PoisonError::into_inner);
            return items.find_map(|(_, item)| {
                let result = work(&item);
                take(item, result).break_value()
            });
        }
        // Dropped when this scope is left, so that no thread waits any longer.
        let permits = permits;
        // Results that arrived before their turn.
        let mut early = BTreeMap::new();
        let mut turn = 0;
        for (index, item, result) in receiver {
            early.insert(index, (item, result));
            while let Some((item, result)) = early.remove(&turn) {
                turn += 1;
                let result = result.unwrap_or_else(|panic| resume_unwind(panic));
                if let ControlFlow::Break(value) = take(item, result) {
                    stopped.store(true, Ordering::Relaxed);
                    return Some(value);
                }
                // An error means that there are no items left.
                let _ = permits.send(());
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    /// What is taken of endless work until `last`, as squares.
    fn squares(threads: usize, last: usize, work: impl Fn(usize) + Sync) -> Vec<usize> {
        let mut taken = Vec::new();
        let square = |&item: &usize| {
            work(item);
            item * item
        };
        let end = in_order(threads, 0.., square, |item, square| {
            taken.push(square);
            if item == last { ControlFlow::Break("end") } else { ControlFlow::Continue(()) }
        });
        assert_eq!(end, Some("end"));
        taken
    }

    #[test]
    fn results_come_in_the_order_of_the_items_and_threads_wait_for_a_slow_one() {
        const LAST: usize = 999;
        for threads in [0, 1, 2, 7] {
            let started = AtomicUsize::new(0);
            let window = threads * AHEAD;
            // The first item ends only when all have been started that do not have to wait for it.
            let work = |item| {
                let count = started.fetch_add(1, Ordering::Relaxed) + 1;
                while threads > 1 && item == 0 && started.load(Ordering::Relaxed) < window {
                    thread::yield_now();
                }
                assert!(count <= item + window.max(1), "{count} were started before item {item}");
            };
            assert!(squares(threads, LAST, work).into_iter().eq((0..=LAST).map(|item| item * item)));
        }
    }

    #[test]
    fn a_panic_ends_the_work_and_is_passed_on() {
        for threads in [1, 3] {
            let panic = catch_unwind(|| squares(threads, 9, |item| assert_ne!(item, 5, "not five"))).unwrap_err();
            assert!(panic.downcast_ref::<String>().is_some_and(|message| message.contains("not five")));
        }
    }
}
