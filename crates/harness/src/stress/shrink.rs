//! Delta debugging: makes a failing list of cases as short as possible, and each case as simple as possible.

use std::ops::{ControlFlow, Range};
use std::time::Duration;

use crate::in_order::in_order;

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

/// Shrinks a list of cases that fails: takes the first smaller list that fails too, until none does. Returns the list,
/// its failure, and how the search ended.
///
/// Smaller are first the lists without a chunk of cases, from halves down to single cases, then those in which one case
/// is replaced by one of its `variants`. `test` returns the failure of a list, or nothing if it passes; up to `threads`
/// calls run at a time. The result depends only on these two, unless `early_end`, which is called between tests, ends
/// the search.
///
/// The remaining cases keep their order. Of several cases that fail by themselves, the first remains.
///
/// # Errors
///
/// The first error of `test`, which ends the search, unless `early_end` then says that it was interrupted.
pub(super) fn shrink<C: Clone + Send + Sync, F: Send, E: Send>(
    (mut cases, mut failure): (Vec<C>, F),
    threads: usize,
    test: impl Fn(&[C]) -> Result<Option<F>, E> + Sync,
    variants: impl Fn(&C) -> Vec<C> + Sync,
    early_end: impl Fn() -> Option<Shrinking>,
) -> Result<(Vec<C>, F, Shrinking), E> {
    // After a step has been taken, those before it have just passed for a list that is hardly different, so they are
    // tried again only at the end.
    let mut passed = 0;
    loop {
        if let Some(end) = early_end() {
            return Ok((cases, failure, end));
        }
        let smaller = steps(&cases, &variants)
            .skip(passed)
            .map(|(replaced, case)| [&cases[..replaced.start], case.as_slice(), &cases[replaced.end..]].concat());
        let found = in_order(
            threads,
            smaller.enumerate(),
            |(_, smaller)| test(smaller),
            |(number, smaller), result| match (result, early_end()) {
                (Ok(Some(failure)), _) => ControlFlow::Break(Ok((number, smaller, failure))),
                (Ok(None), None) => ControlFlow::Continue(()),
                (Err(error), None | Some(Shrinking::OutOfTime)) => ControlFlow::Break(Err(Err(error))),
                (_, Some(end)) => ControlFlow::Break(Err(Ok(end))),
            },
        );
        match found {
            Some(Ok((number, smaller, its_failure))) => {
                passed += number;
                (cases, failure) = (smaller, its_failure);
            }
            Some(Err(Ok(end))) => return Ok((cases, failure, end)),
            Some(Err(Err(error))) => return Err(error),
            None if passed > 0 => passed = 0,
            None => return Ok((cases, failure, Shrinking::Complete)),
        }
    }
}

/// The ways to make a list smaller: cases that are replaced by none, or by one.
fn steps<'a, C: Clone>(
    cases: &'a [C],
    variants: &'a impl Fn(&C) -> Vec<C>,
) -> impl Iterator<Item = (Range<usize>, Option<C>)> + 'a {
    let count = cases.len();
    let lengths = (1..usize::BITS).map(move |halvings| count >> halvings).take_while(|&length| length > 0);
    // From the end to the start, so that the first of several failing cases remains.
    let chunks = lengths.flat_map(move |length| {
        let ends = (1..=count).rev().step_by(length);
        ends.map(move |end| (end.saturating_sub(length)..end, None))
    });
    let simpler = cases.iter().enumerate().flat_map(move |(index, case)| {
        variants(case).into_iter().map(move |simpler| (Range { start: index, end: index + 1 }, Some(simpler)))
    });
    chunks.chain(simpler)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Halves a number, or subtracts one.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "`shrink` passes a reference")]
    fn smaller(&number: &u32) -> Vec<u32> {
        if number == 0 { Vec::new() } else { vec![number / 2, number - 1] }
    }

    /// What numbers shrink to with any number of threads. `ends` chooses an early end, given how often it was asked.
    fn shrunk(
        cases: &[u32],
        fails: impl Fn(&[u32]) -> Result<bool, String> + Sync,
        ends: impl Fn(usize) -> Option<Shrinking>,
    ) -> Result<(Vec<u32>, Shrinking), String> {
        let results = [1, 2, 5].map(|threads| {
            let asked = AtomicUsize::new(0);
            let test = |cases: &[u32]| {
                assert!(!cases.is_empty());
                fails(cases).map(|fails| fails.then(|| cases.to_vec()))
            };
            let end = || ends(asked.fetch_add(1, Ordering::Relaxed));
            let (cases, failure, shrinking) = shrink((cases.to_vec(), cases.to_vec()), threads, test, smaller, end)?;
            assert_eq!(failure, cases, "the failure is the one of this list");
            Ok((cases, shrinking))
        });
        assert!(results[1..].iter().all(|result| *result == results[0]), "{results:?}");
        results[0].clone()
    }

    #[track_caller]
    fn check(cases: &[u32], fails: impl Fn(&[u32]) -> bool + Sync, smallest: &[u32]) {
        assert_eq!(shrunk(cases, |cases| Ok(fails(cases)), |_| None), Ok((smallest.to_vec(), Shrinking::Complete)));
    }

    #[test]
    fn cases_are_dropped_and_simplified_as_far_as_possible() {
        let all: Vec<u32> = (0..100).collect();
        // Cases keep their order, and are dropped if they do not matter.
        check(&all, |cases| [13, 37].iter().all(|case| cases.contains(case)), &[13, 37]);
        // The first of several remains, and no variant of it fails.
        check(&all, |cases| cases.iter().any(|&case| case >= 17), &[17]);
        // Cases that depend on each other are simplified in turns.
        let close = |cases: &[u32]| cases.len() == 2 && !cases.contains(&0) && cases[0].abs_diff(cases[1]) <= 1;
        check(&[9, 9], close, &[1, 1]);
        // 7 passes until 14 has become 10, by a later step.
        check(&[14], |cases| matches!(cases[0], 5 | 10..), &[5]);
    }

    #[test]
    fn an_early_end_keeps_what_was_found_and_an_error_is_passed_on() {
        let end_after = |asked: usize, end: Shrinking| move |times| (times >= asked).then(|| end.clone());
        let found = shrunk(&[1000], |cases| Ok(cases[0] > 500), end_after(3, Shrinking::OutOfTime));
        assert_eq!(found, Ok((vec![999], Shrinking::OutOfTime)));
        let all: Vec<u32> = (0..64).collect();
        let fails_to_run = |cases: &[u32]| if cases.len() < 10 { Err("stopped".to_owned()) } else { Ok(true) };
        assert_eq!(shrunk(&all, fails_to_run, |_| None), Err("stopped".to_owned()));
        assert_eq!(shrunk(&all, fails_to_run, end_after(5, Shrinking::OutOfTime)), Err("stopped".to_owned()));
        let interrupted = shrunk(&all, fails_to_run, end_after(5, Shrinking::Interrupted(None)));
        assert_eq!(interrupted, Ok(((0..16).collect(), Shrinking::Interrupted(None))));
    }
}
