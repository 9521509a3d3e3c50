//! Searching many pairs of heaps for one sum, with the widest registers that the processor has.

/// Whether some pair has this sum: the first of `smaller` and the last of `larger`, the second and the last but one,
/// ...
pub(super) fn some_sum_is(smaller: &[u16], larger: &[u16], sum: u16) -> bool {
    pulp::Arch::new().dispatch(|| search(smaller, larger, sum))
}

#[expect(clippy::inline_always, reason = "only what is inlined is compiled for the registers that were chosen")]
#[inline(always)]
fn search(smaller: &[u16], larger: &[u16], sum: u16) -> bool {
    let pairs = smaller.iter().zip(larger.iter().rev());
    // Without a branch per pair, so that the compiler can compare several at a time.
    pairs.fold(0, |found, (smaller, larger)| found | u16::from(smaller ^ larger == sum)) != 0
}
