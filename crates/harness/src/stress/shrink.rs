//! Delta debugging: makes a failing list of cases as short as possible, and each case as simple as possible.

use std::ops::{ControlFlow, Range};
use std::time::Duration;

use crate::in_order::in_order;

/// The smallest failing list that a search has found.
#[derive(Debug, PartialEq)]
pub(super) struct Shrunk<C, F> {
    /// The list.
    pub(super) cases: Vec<C>,
    /// The failure that its test returned.
    pub(super) failure: F,
    /// How the search ended.
    pub(super) shrinking: Shrinking,
}

/// How far the search for a smaller input has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shrinking {
    /// It has not begun.
    NotBegun,
    /// There is no simpler input, as far as the search looks.
    Complete,
    /// It ran out of time.
    OutOfTime,
    /// This error ended it.
    Failed(String),
    /// An interrupt ended it. A program that hangs on a larger input may by then have been tried on this one only under
    /// a time limit that is shorter than its own: this one.
    Interrupted(Option<Duration>),
}

/// Shrinks a list of cases that fails: first drops cases, then simplifies each that is left.
///
/// `test` returns the failure of a list, or nothing if it passes; up to `threads` calls run at a time. `variants`
/// returns simpler variants of a case, the simplest first; the first that still fails is taken. The result depends only
/// on these two, not on `threads`, unless `early_end`, which is called between tests, ends the search.
///
/// The remaining cases keep their order. Of several cases that fail by themselves, the first remains. If the search was
/// completed, the list with any one case replaced by a variant passes.
///
/// # Errors
///
/// The first error of `test`, which ends the search, unless `early_end` then says that it was interrupted.
pub(super) fn shrink<C, F, E>(
    (cases, failure): (Vec<C>, F),
    threads: usize,
    test: impl Fn(&[C]) -> Result<Option<F>, E> + Sync,
    variants: impl Fn(&C) -> Vec<C>,
    early_end: impl Fn() -> Option<Shrinking>,
) -> Result<Shrunk<C, F>, E>
where
    C: Clone + Send + Sync,
    F: Send,
    E: Send,
{
    let smallest = Shrunk { cases, failure, shrinking: Shrinking::Complete };
    let mut search = Search { smallest, threads, test, early_end };
    match search.drop_cases().and_then(|()| search.simplify_cases(variants)) {
        Ok(()) => {}
        Err(Stop::Early(end)) => search.smallest.shrinking = end,
        Err(Stop::Error(error)) => return Err(error),
    }
    Ok(search.smallest)
}

struct Search<C, F, T, D> {
    smallest: Shrunk<C, F>,
    threads: usize,
    test: T,
    early_end: D,
}

/// Why a search ends early.
enum Stop<E> {
    Early(Shrinking),
    Error(E),
}

impl<C, F, E, T, D> Search<C, F, T, D>
where
    C: Clone + Send + Sync,
    F: Send,
    E: Send,
    T: Fn(&[C]) -> Result<Option<F>, E> + Sync,
    D: Fn() -> Option<Shrinking>,
{
    /// Drops chunks of cases: halves of the list, then ever smaller chunks, down to single cases.
    fn drop_cases(&mut self) -> Result<(), Stop<E>> {
        let mut chunk = self.smallest.cases.len() / 2;
        while chunk > 0 {
            // From the end to the start, so that the first of several failing cases remains.
            let mut end = self.smallest.cases.len();
            while end > 0 {
                let dropped = end.saturating_sub(chunk)..end;
                end = dropped.start;
                if dropped.len() < self.smallest.cases.len() {
                    self.take_first(1, |cases, _| without(cases, dropped.clone()))?;
                }
            }
            chunk /= 2;
        }
        Ok(())
    }

    /// Simplifies the cases in turn, until none can be simplified while the others stay as they are.
    fn simplify_cases(&mut self, variants: impl Fn(&C) -> Vec<C>) -> Result<(), Stop<E>> {
        loop {
            let mut is_simpler = false;
            for index in 0..self.smallest.cases.len() {
                is_simpler |= self.simplify_case(index, &variants)?;
            }
            if !is_simpler || self.smallest.cases.len() == 1 {
                return Ok(());
            }
        }
    }

    /// Simplifies one case until all of its variants pass. Returns whether it became simpler.
    fn simplify_case(&mut self, index: usize, variants: impl Fn(&C) -> Vec<C>) -> Result<bool, Stop<E>> {
        let mut is_simpler = false;
        while self.try_variants(index, &variants)? {
            is_simpler = true;
        }
        Ok(is_simpler)
    }

    /// Goes through the variants of a case once. When one is taken, it goes on at the same index among its variants:
    /// those before have just passed for a case that is hardly different. Returns whether one was taken.
    fn try_variants(&mut self, index: usize, variants: impl Fn(&C) -> Vec<C>) -> Result<bool, Stop<E>> {
        let mut passed = 0;
        let mut is_simpler = false;
        loop {
            let variants = variants(&self.smallest.cases[index]);
            let untried = variants.get(passed..).unwrap_or_default();
            let taken = self.take_first(untried.len(), |cases, number| {
                let mut cases = cases.to_vec();
                cases[index].clone_from(&untried[number]);
                cases
            })?;
            let Some(number) = taken else { return Ok(is_simpler) };
            passed += number;
            is_simpler = true;
        }
    }

    /// Tests lists 0 to `count`, which `make` makes from the smallest list so far, and takes the first that fails as
    /// the new smallest one. Returns its number.
    fn take_first(
        &mut self,
        count: usize,
        make: impl Fn(&[C], usize) -> Vec<C> + Sync,
    ) -> Result<Option<usize>, Stop<E>> {
        if count == 0 {
            return Ok(None);
        }
        if let Some(end) = (self.early_end)() {
            return Err(Stop::Early(end));
        }
        let (cases, test) = (&self.smallest.cases, &self.test);
        let failing = in_order(
            self.threads.min(count),
            0..count,
            |&number| {
                let smaller = make(cases, number);
                test(&smaller).map(|failure| failure.map(|failure| (smaller, failure)))
            },
            |number, result| match result {
                Ok(Some(failing)) => ControlFlow::Break(Ok((number, failing))),
                Ok(None) if number + 1 == count => ControlFlow::Continue(()),
                Ok(None) => match (self.early_end)() {
                    Some(end) => ControlFlow::Break(Err(Stop::Early(end))),
                    None => ControlFlow::Continue(()),
                },
                Err(error) => ControlFlow::Break(Err(match (self.early_end)() {
                    Some(end @ Shrinking::Interrupted(_)) => Stop::Early(end),
                    _ => Stop::Error(error),
                })),
            },
        );
        let Some((number, failing)) = failing.transpose()? else { return Ok(None) };
        (self.smallest.cases, self.smallest.failure) = failing;
        Ok(Some(number))
    }
}

fn without<C: Clone>(cases: &[C], dropped: Range<usize>) -> Vec<C> {
    [&cases[..dropped.start], &cases[dropped.end..]].concat()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::convert::Infallible;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    /// Halves a number, or subtracts one.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "`shrink` passes a reference")]
    fn smaller(&number: &u32) -> Vec<u32> {
        if number == 0 { Vec::new() } else { vec![number / 2, number - 1] }
    }

    /// A test that returns the list itself as its failure.
    fn failure(is_failing: impl Fn(&[u32]) -> bool) -> impl Fn(&[u32]) -> Result<Option<Vec<u32>>, Infallible> {
        move |cases| Ok(is_failing(cases).then(|| cases.to_vec()))
    }

    /// Asserts that a list of numbers shrinks to `smallest` with any number of threads.
    #[track_caller]
    fn check(
        cases: impl IntoIterator<Item = u32>,
        is_failing: impl Fn(&[u32]) -> bool + Sync,
        variants: fn(&u32) -> Vec<u32>,
        smallest: &[u32],
    ) {
        let cases: Vec<u32> = cases.into_iter().collect();
        for threads in [1, 2, 5] {
            let test = failure(&is_failing);
            let Ok(shrunk) = shrink((cases.clone(), cases.clone()), threads, test, variants, || None);
            assert_eq!(shrunk.cases, smallest, "{threads} threads");
            // The failure is the one of this list.
            assert_eq!(
                (shrunk.failure, shrunk.shrinking),
                (smallest.to_vec(), Shrinking::Complete),
                "{threads} threads"
            );
        }
    }

    #[test]
    fn cases_that_do_not_matter_are_dropped_and_the_rest_keep_their_order() {
        check(0..100, |cases| [13, 37, 90].iter().all(|case| cases.contains(case)), |_| Vec::new(), &[13, 37, 90]);
        let is_failing = |cases: &[u32]| {
            let place = |case| cases.iter().position(|&other| other == case);
            place(3).is_some_and(|three| place(1).is_some_and(|one| three < one))
        };
        check([5, 3, 2, 1, 4], is_failing, |_| Vec::new(), &[3, 1]);
    }

    #[test]
    fn the_first_of_several_failing_cases_remains() {
        check(1..=100, |cases| cases.iter().any(|case| case % 7 == 0), |_| Vec::new(), &[7]);
    }

    #[test]
    fn the_empty_list_is_never_tested() {
        for count in 1..20 {
            let is_failing = |cases: &[u32]| {
                assert!(!cases.is_empty());
                cases.contains(&0)
            };
            check(0..count, is_failing, |_| Vec::new(), &[0]);
        }
    }

    #[test]
    fn a_case_is_simplified_until_no_variant_fails() {
        check([1000], |cases| cases[0] >= 17, smaller, &[17]);
        check([1, 1000, 2], |cases| cases.iter().any(|&case| case >= 17), smaller, &[17]);
    }

    #[test]
    fn the_first_variant_that_fails_is_taken() {
        // Both variants of 40 fail, and none of theirs.
        check([40], |cases| [40, 20, 39].contains(&cases[0]), smaller, &[20]);
    }

    #[test]
    fn a_variant_that_passed_is_tried_again_on_the_simpler_case() {
        // 24 - 10 passes, and so does 15 - 1, but 15 - 10 fails.
        let variants = |&case: &u32| [10, 1].iter().filter_map(|&less| case.checked_sub(less)).collect();
        check([24], |cases| cases[0] == 5 || cases[0] >= 15, variants, &[5]);
    }

    #[test]
    fn cases_that_depend_on_each_other_are_simplified_in_turns() {
        // They may differ by at most one.
        let is_failing = |cases: &[u32]| cases.len() == 2 && cases.iter().all(|&case| case > 0);
        check([9, 9], |cases| is_failing(cases) && cases[0].abs_diff(cases[1]) <= 1, smaller, &[1, 1]);
    }

    #[test]
    fn the_deadline_stops_the_search_with_what_it_found() {
        let calls = Cell::new(0);
        // Numbers above 500 fail, and the first variant is 500.
        for (tests, expected) in [(0, 1000), (1, 1000), (2, 999), (5, 996)] {
            calls.set(0);
            let early_end = || (calls.replace(calls.get() + 1) >= tests).then_some(Shrinking::OutOfTime);
            let test = failure(|cases| cases[0] > 500);
            let Ok(shrunk) = shrink((vec![1000], vec![1000]), 1, test, smaller, early_end);
            assert_eq!(
                (shrunk.cases, shrunk.shrinking),
                (vec![expected], Shrinking::OutOfTime),
                "time for {tests} tests"
            );
        }
    }

    #[test]
    fn a_deadline_after_the_last_test_does_not_matter() {
        let test = failure(|_| true);
        let Ok(shrunk) = shrink((vec![0], vec![0]), 1, test, smaller, || Some(Shrinking::OutOfTime));
        assert_eq!((shrunk.cases, shrunk.shrinking), (vec![0], Shrinking::Complete));
        // Time is up while the second of two variants is tested, which passes as the first does.
        let tests = Cell::new(0);
        let early_end = || (tests.replace(tests.get() + 1) >= 2).then_some(Shrinking::OutOfTime);
        let Ok(shrunk) = shrink((vec![1], vec![1]), 1, failure(|_| false), smaller, early_end);
        assert_eq!((shrunk.cases, shrunk.shrinking), (vec![1], Shrinking::Complete));
    }

    #[test]
    fn nothing_is_tested_once_time_is_up() {
        let tested = Mutex::new(Vec::new());
        let test = |cases: &[u32]| {
            tested.lock().unwrap().push(cases.to_vec());
            Ok::<_, Infallible>(Some(()))
        };
        let Ok(shrunk) = shrink(((0..50).collect(), ()), 1, test, smaller, || {
            (!tested.lock().unwrap().is_empty()).then_some(Shrinking::OutOfTime)
        });
        assert_eq!((shrunk.cases, shrunk.shrinking), ((0..25).collect(), Shrinking::OutOfTime));
        assert_eq!(tested.into_inner().unwrap(), [(0..25).collect::<Vec<_>>()]);
    }

    #[test]
    fn an_error_of_the_test_ends_the_search() {
        for threads in [1, 2, 5] {
            let test = |cases: &[u32]| if cases.len() < 10 { Err(cases.len()) } else { Ok(Some(())) };
            let shrunk = shrink(((0..64).collect(), ()), threads, test, smaller, || None);
            assert_eq!(shrunk, Err(8), "{threads} threads");
        }
    }

    #[test]
    fn an_interrupt_ends_the_search_with_what_it_found_although_tests_fail_then() {
        for threads in [1, 2, 5] {
            let is_interrupted = AtomicBool::new(false);
            let test = |cases: &[u32]| {
                if cases.len() < 10 {
                    is_interrupted.store(true, Ordering::SeqCst);
                    return Err("stopped");
                }
                Ok(Some(()))
            };
            let early_end = || is_interrupted.load(Ordering::SeqCst).then_some(Shrinking::Interrupted(None));
            let shrunk = shrink(((0..64).collect(), ()), threads, test, smaller, early_end).unwrap();
            assert_eq!(
                (shrunk.cases, shrunk.shrinking),
                ((0..16).collect(), Shrinking::Interrupted(None)),
                "{threads} threads"
            );
        }
    }
}
