//! Rounds of work on several threads.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex, OnceLock, PoisonError, RwLock};
use std::thread;

/// Does rounds of work until `finish` breaks: in each round, `task` is called once with each number below `tasks`, on
/// up to `threads` threads in any order, and then `finish` on one thread alone, which may change the shared data.
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
        next_task: AtomicUsize::new(0),
        barrier: OnceLock::new(),
        panic: Mutex::new(None),
        is_over: AtomicBool::new(false),
    };
    let result = thread::scope(|scope| {
        // If the system has no more threads, those that could be started do the work.
        let helpers = (1..threads.min(tasks))
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, || team.help()).ok())
            .count();
        team.lead(team.barrier.get_or_init(|| Barrier::new(helpers + 1)), finish)
    });
    (team.shared.into_inner().unwrap_or_else(PoisonError::into_inner), result)
}

/// What the threads share. All wait for each other at the barrier twice in a round, so that the leader has the shared
/// data and the fields below for itself between the end of one round and the begin of the next.
struct Team<T, F> {
    shared: RwLock<T>,
    task: F,
    tasks: usize,
    /// The first task of the round that no thread has taken.
    next_task: AtomicUsize,
    /// There once it is known how many threads could be started.
    barrier: OnceLock<Barrier>,
    /// The first panic of a task.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    /// Whether the next round, which begins for the helpers as all others do, is none.
    is_over: AtomicBool,
}

impl<T, F: Fn(&T, usize)> Team<T, F> {
    fn lead<B>(&self, barrier: &Barrier, mut finish: impl FnMut(&mut T) -> ControlFlow<B>) -> B {
        let _release = ReleaseOnDrop(&self.is_over, barrier);
        loop {
            self.next_task.store(0, Ordering::Relaxed);
            barrier.wait();
            self.do_tasks();
            barrier.wait();
            if let Some(panic) = self.panic.lock().unwrap_or_else(PoisonError::into_inner).take() {
                resume_unwind(panic);
            }
            let mut shared = self.shared.write().unwrap_or_else(PoisonError::into_inner);
            if let ControlFlow::Break(result) = finish(&mut shared) {
                return result;
            }
        }
    }

    fn help(&self) {
        let barrier = self.barrier.wait();
        loop {
            barrier.wait();
            if self.is_over.load(Ordering::Relaxed) {
                return;
            }
            self.do_tasks();
            barrier.wait();
        }
    }

    /// Takes tasks of the round, one after another, until there are none left or one panics.
    fn do_tasks(&self) {
        let shared = self.shared.read().unwrap_or_else(PoisonError::into_inner);
        let tasks = || {
            loop {
                let number = self.next_task.fetch_add(1, Ordering::Relaxed);
                if number >= self.tasks {
                    return;
                }
                (self.task)(&shared, number);
            }
        };
        // A thread that did not reach the barrier would keep all others waiting there.
        if let Err(panic) = catch_unwind(AssertUnwindSafe(tasks)) {
            self.panic.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(panic);
        }
    }
}

/// Lets the helpers, which wait for the next round, end with the leader, also if it panics.
struct ReleaseOnDrop<'a>(&'a AtomicBool, &'a Barrier);

impl Drop for ReleaseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
        self.1.wait();
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
            let finish = |(): &mut ()| -> ControlFlow<()> { panic!("this panic is part of the test") };
            assert!(catch_unwind(|| run(threads, 4, (), |(), _| (), finish)).is_err());
        }
    }
}
