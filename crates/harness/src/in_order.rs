//! Work by several threads, with the results in the order of the items.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// More threads than this would not help.
const MAX_THREADS: usize = 512;

/// Does `work` on all `items` with this many threads, and passes the results to `take`, one after another, in the order of
/// the items. Once `take` breaks, no work is started, the results still to come are dropped, and its value is returned.
pub(crate) fn in_order<T: Send, R: Send, B>(
    threads: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(T, R) -> ControlFlow<B>,
) -> Option<B> {
    let items = Mutex::new(items.enumerate());
    let stopped = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, MAX_THREADS) {
            let sender = sender.clone();
            let (items, stopped, work) = (&items, &stopped, &work);
            scope.spawn(move || {
                while !stopped.load(Ordering::Relaxed) {
                    let next = items.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((index, item)) = next else { break };
                    let result = work(&item);
                    if sender.send((index, item, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // Results that arrived before their turn.
        let mut early = BTreeMap::new();
        let mut turn = 0;
        for (index, item, result) in receiver {
            early.insert(index, (item, result));
            while let Some((item, result)) = early.remove(&turn) {
                turn += 1;
                if let ControlFlow::Break(value) = take(item, result) {
                    stopped.store(true, Ordering::Relaxed);
                    return Some(value);
                }
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for threads in [0, 1, 2, 7] {
            let mut taken = Vec::new();
            let started = AtomicUsize::new(0);
            // Each even item waits for a later one, so that of two threads the other one has done the item between them.
            let work = |&item: &usize| {
                started.fetch_max(item, Ordering::Relaxed);
                let later = if threads > 1 && item % 2 == 0 { (item + 2).min(99) } else { 0 };
                while started.load(Ordering::Relaxed) < later {
                    thread::yield_now();
                }
                item * item
            };
            let end: Option<()> = in_order(threads, 0..100, work, |item, square| {
                taken.push((item, square));
                ControlFlow::Continue(())
            });
            assert_eq!(end, None);
            assert_eq!(taken, (0..100).map(|item| (item, item * item)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_break_ends_even_endless_work() {
        let end = in_order(
            3,
            0..,
            |_| (),
            |item, ()| if item == 50 { ControlFlow::Break(item) } else { ControlFlow::Continue(()) },
        );
        assert_eq!(end, Some(50));
    }
}
