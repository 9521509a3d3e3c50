//! Rounds of work on several threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock};
use std::thread;

/// Does rounds of work until `finish` breaks: in each round, `task` is called once with each number below `tasks`, on up to
/// `threads` threads in any order, and then `finish` on one thread alone, which may change the shared data.
///
/// Returns the shared data and what `finish` broke with. If a call panics, so does this.
pub(super) fn run<T: Send + Sync, B>(
    threads: usize,
    tasks: usize,
    shared: T,
    task: impl Fn(&T, usize) + Sync,
    finish: impl FnMut(&mut T) -> ControlFlow<B>,
) -> (T, B) {
    let team = Team {
        shared: RwLock::new(shared),
        task,
        tasks,
        next_task: AtomicUsize::new(tasks),
        round: AtomicUsize::new(0),
        done: AtomicUsize::new(0),
        stopped: AtomicBool::new(false),
    };
    let result = thread::scope(|scope| {
        let _stop = StopOnDrop(&team.stopped);
        // If the system has no more threads, those that could be started do the work.
        let helpers = (1..threads.min(tasks))
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, || team.help()).ok())
            .count();
        team.lead(helpers, finish)
    });
    (team.shared.into_inner().unwrap_or_else(PoisonError::into_inner), result)
}

/// What the threads share.
struct Team<T, F> {
    shared: RwLock<T>,
    task: F,
    tasks: usize,
    /// The first task of the round that no thread has taken.
    next_task: AtomicUsize,
    /// The number of rounds that have begun.
    round: AtomicUsize,
    /// The number of helpers that have finished the round.
    done: AtomicUsize,
    /// Set when any thread leaves, by the end of the work or by a panic.
    stopped: AtomicBool,
}

impl<T, F: Fn(&T, usize)> Team<T, F> {
    fn lead<B>(&self, helpers: usize, mut finish: impl FnMut(&mut T) -> ControlFlow<B>) -> B {
        loop {
            self.done.store(0, Ordering::Relaxed);
            self.next_task.store(0, Ordering::Relaxed);
            // Publishes the two stores above to the helpers, and starts them.
            self.round.fetch_add(1, Ordering::Release);
            self.do_tasks();
            wait_until(|| self.done.load(Ordering::Acquire) == helpers || self.has_stopped());
            assert!(!self.has_stopped(), "a thread that helped has panicked");
            let mut shared = self.shared.write().unwrap_or_else(PoisonError::into_inner);
            if let ControlFlow::Break(result) = finish(&mut shared) {
                return result;
            }
        }
    }

    fn help(&self) {
        let _stop = StopOnDrop(&self.stopped);
        for rounds in 0.. {
            wait_until(|| self.round.load(Ordering::Acquire) > rounds || self.has_stopped());
            if self.has_stopped() {
                return;
            }
            self.do_tasks();
            self.done.fetch_add(1, Ordering::Release);
        }
    }

    /// Takes tasks of the round, one after another, until there are none left.
    fn do_tasks(&self) {
        let shared = self.shared.read().unwrap_or_else(PoisonError::into_inner);
        loop {
            let number = self.next_task.fetch_add(1, Ordering::Relaxed);
            if number >= self.tasks {
                return;
            }
            (self.task)(&shared, number);
        }
    }

    fn has_stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }
}

/// Lets no thread wait forever for one that has panicked.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// Waits for something that another thread is about to do.
fn wait_until(condition: impl Fn() -> bool) {
    const SPINS: usize = 4096;
    let mut spins = 0;
    while !condition() {
        spins += 1;
        if spins < SPINS {
            std::hint::spin_loop();
        } else {
            thread::yield_now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::panic::catch_unwind;

    #[test]
    fn every_task_is_done_once_in_every_round() {
        for threads in [1, 2, 3, 16, 40] {
            let counts: Vec<AtomicUsize> = (0..16).map(|_| AtomicUsize::new(0)).collect();
            let (rounds, result) = run(
                threads,
                counts.len(),
                0,
                |_, number| {
                    counts[number].fetch_add(1, Ordering::Relaxed);
                },
                |rounds| {
                    *rounds += 1;
                    assert!(counts.iter().all(|count| count.load(Ordering::Relaxed) == *rounds));
                    if *rounds == 100 { ControlFlow::Break("done") } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!((rounds, result), (100, "done"));
        }
    }

    #[test]
    fn a_panic_on_any_thread_ends_all_of_them() {
        for threads in [1, 2, 3] {
            let task = |(): &(), number: usize| assert_ne!(number, 3, "this panic is part of the test");
            let endless = || run(threads, 4, (), task, |()| ControlFlow::<()>::Continue(()));
            assert!(catch_unwind(endless).is_err());
        }
    }
}
