//! Delta debugging: makes a failing list of cases as short as possible, and each case as simple as possible.

use std::ops::{ControlFlow, Range};

use problem::Inputs;

use crate::in_order::in_order;

/// Shrinks a list of cases that fails: takes the first smaller list that fails too, until none does. Returns the list,
/// its failure, and the error of `test` that has ended the search early, if one has.
///
/// Smaller are first the lists without a chunk of cases, from halves down to single cases, then those in which one case
/// is replaced by a [smaller](Inputs::smaller) one. `test` returns the failure of a list, or nothing if it passes; up to `threads`
/// calls run at a time. The result depends only on these two.
///
/// The remaining cases keep their order. Of several cases that fail by themselves, the first remains.
pub(super) fn shrink<I: Inputs, F: Send, E: Send>(
    inputs: &I,
    (mut cases, mut failure): (Vec<I::Input>, F),
    threads: usize,
    test: impl Fn(&[I::Input]) -> Result<Option<F>, E> + Sync,
) -> (Vec<I::Input>, F, Option<E>) {
    // After a step has been taken, those before it have just passed for a list that is hardly different, so they are
    // tried again only at the end. Chunks of a shorter list are other ones, unless they are as long as the one that was
    // left out.
    let mut passed = 0;
    loop {
        let smaller = steps(inputs, &cases)
            .skip(passed)
            .map(|(replaced, case)| [&cases[..replaced.start], case.as_slice(), &cases[replaced.end..]].concat());
        let found = in_order(
            threads,
            smaller.enumerate(),
            |(_, smaller)| test(smaller),
            |(number, smaller), result| match result {
                Ok(Some(failure)) => ControlFlow::Break(Ok((number, smaller, failure))),
                Ok(None) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(Err(error)),
            },
        );
        match found {
            Some(Ok((number, smaller, its_failure))) => {
                passed = match steps(inputs, &cases).nth(passed + number) {
                    Some((left_out, None)) => {
                        let is_passed = |(chunk, case): &(Range<usize>, Option<I::Input>)| {
                            case.is_none() && (chunk.len(), chunk.end) > (left_out.len(), left_out.start)
                        };
                        steps(inputs, &smaller).take_while(is_passed).count()
                    }
                    _ => passed + number,
                };
                (cases, failure) = (smaller, its_failure);
            }
            Some(Err(error)) => return (cases, failure, Some(error)),
            None if passed > 0 => passed = 0,
            None => return (cases, failure, None),
        }
    }
}

/// The ways to make a list smaller: cases that are replaced by none, or by one.
fn steps<'a, I: Inputs>(
    inputs: &'a I,
    cases: &'a [I::Input],
) -> impl Iterator<Item = (Range<usize>, Option<I::Input>)> + 'a {
    let count = cases.len();
    let lengths = (1..usize::BITS).map(move |halvings| count >> halvings).take_while(|&length| length > 0);
    // From the end to the start, so that the first of several failing cases remains.
    let chunks = lengths.flat_map(move |length| {
        let ends = (1..=count).rev().step_by(length);
        ends.map(move |end| (end.saturating_sub(length)..end, None))
    });
    let simpler = cases.iter().enumerate().flat_map(move |(index, case)| {
        inputs.smaller(case).map(move |simpler| (Range { start: index, end: index + 1 }, Some(simpler)))
    });
    chunks.chain(simpler)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers, which are halved, or made smaller by one.
    struct Numbers;

    impl Inputs for Numbers {
        type Input = u32;

        fn by_size(&self) -> Box<dyn Iterator<Item = (usize, u32)>> {
            unreachable!("nothing is searched")
        }

        fn random(&self, _: u64, _: usize, _: usize) -> Box<dyn Iterator<Item = u32>> {
            unreachable!("nothing is searched")
        }

        fn extremes(&self, _: u64) -> Box<dyn Iterator<Item = u32>> {
            unreachable!("nothing is searched")
        }

        fn smaller<'a>(&'a self, &number: &'a u32) -> Box<dyn Iterator<Item = u32> + 'a> {
            Box::new((number > 0).then(|| [number / 2, number - 1]).into_iter().flatten())
        }

        fn fits(&self, _: &[u32], _: &u32) -> bool {
            true
        }

        fn bytes(&self, _: &[u32]) -> Vec<u8> {
            unreachable!("nothing is written")
        }

        fn size_in_words(&self, size: usize) -> String {
            size.to_string()
        }
    }

    /// Checks what numbers shrink to with any number of threads, and which error ends that.
    #[track_caller]
    fn check(
        cases: &[u32],
        test: impl Fn(&[u32]) -> Result<bool, &'static str> + Sync,
        smallest: &[u32],
        error: Option<&'static str>,
    ) {
        for threads in [1, 2, 5] {
            let test = |cases: &[u32]| {
                assert!(!cases.is_empty());
                test(cases).map(|fails| fails.then(|| cases.to_vec()))
            };
            // The failure is the one of this list.
            let expected = (smallest.to_vec(), smallest.to_vec(), error);
            assert_eq!(shrink(&Numbers, (cases.to_vec(), cases.to_vec()), threads, test), expected);
        }
    }

    #[test]
    fn cases_are_dropped_and_simplified_as_far_as_possible() {
        let all: Vec<u32> = (0..100).collect();
        // Cases keep their order, and are dropped if they do not matter.
        check(&all, |cases| Ok([13, 37].iter().all(|case| cases.contains(case))), &[13, 37], None);
        // The first of several remains, and no variant of it fails.
        check(&all, |cases| Ok(cases.iter().any(|&case| case >= 17)), &[17], None);
        // Cases that depend on each other are simplified in turns.
        let close = |cases: &[u32]| cases.len() == 2 && !cases.contains(&0) && cases[0].abs_diff(cases[1]) <= 1;
        check(&[9, 9], |cases| Ok(close(cases)), &[1, 1], None);
        // 7 passes until 14 has become 10, by a later step.
        check(&[14], |cases| Ok(matches!(cases[0], 5 | 10..)), &[5], None);
    }

    #[test]
    fn an_error_ends_the_search_and_what_was_found_stays() {
        let all: Vec<u32> = (0..64).collect();
        let test = |cases: &[u32]| if cases.len() < 10 { Err("stopped") } else { Ok(true) };
        check(&all, test, &(0..16).collect::<Vec<_>>(), Some("stopped"));
        check(&[1000], |cases| if cases[0] < 900 { Err("stopped") } else { Ok(true) }, &[1000], Some("stopped"));
    }
}
