//! Delta debugging: makes a failing list of cases as short as possible, and each case as simple as possible.

use std::ops::{ControlFlow, Range};

use problem::{Attempt, Inputs, chunks};

use super::Counterexample;
use crate::in_order::in_order;

/// Shrinks a list of cases that fails: takes the first smaller list that fails too, until none does. Returns it, and
/// the error that has ended the search early, if one has: of `test`, or of `may_continue`, as to make an attempt may
/// take long.
///
/// Smaller are first the lists without a chunk of cases, from halves down to single cases, then those in which one case
/// is replaced by a [smaller](Inputs::smaller) one. `test` returns the failure of a list, or nothing if it passes; up to
/// `threads` calls run at a time. The result depends only on these two.
///
/// The remaining cases keep their order. Of several cases that fail by themselves, the first remains.
pub(super) fn shrink<I: Inputs, E: Send>(
    inputs: &I,
    mut failing: Counterexample<I::Input>,
    threads: usize,
    may_continue: impl Fn() -> Result<(), E> + Sync,
    test: impl Fn(&[I::Input]) -> Result<Option<Counterexample<I::Input>>, E> + Sync,
) -> (Counterexample<I::Input>, Option<E>) {
    // After a step has been taken, those before it have just passed for a list that is hardly different, so they are
    // tried again only at the end. The two just before it are larger, and tried at once: small steps would never end.
    let mut passed = 0;
    loop {
        let found = in_order(
            threads,
            steps(inputs, &failing.cases).enumerate().skip(passed),
            |(_, (replaced, simpler))| {
                may_continue()?;
                let simpler = match simpler.as_ref().map(|attempt| attempt()) {
                    Some(None) => return Ok(None),
                    simpler => simpler.flatten(),
                };
                test(&[&failing.cases[..replaced.start], simpler.as_slice(), &failing.cases[replaced.end..]].concat())
            },
            |(number, _), result| match result {
                Ok(Some(smaller)) => ControlFlow::Break(Ok((number.saturating_sub(2), smaller))),
                Ok(None) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(Err(error)),
            },
        );
        match found {
            Some(Ok(found)) => (passed, failing) = found,
            Some(Err(error)) => return (failing, Some(error)),
            None if passed > 0 => passed = 0,
            None => return (failing, None),
        }
    }
}

/// The ways to make a list smaller: cases that are replaced by none, or by one.
fn steps<'a, I: Inputs>(
    inputs: &'a I,
    cases: &'a [I::Input],
) -> impl Iterator<Item = (Range<usize>, Option<Attempt<'a, I::Input>>)> + 'a {
    let fewer = chunks(cases.len()).map(|range| (range, None));
    let simpler = cases.iter().enumerate().flat_map(move |(index, case)| {
        inputs.smaller(case).map(move |simpler| (Range { start: index, end: index + 1 }, Some(simpler)))
    });
    fewer.chain(simpler)
}
