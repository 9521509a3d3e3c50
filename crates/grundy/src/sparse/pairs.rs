//! Searching many pairs of heaps for one sum: the only loop here that gains from wide registers. With the feature
//! `long` the widest that the processor has are chosen at run time; the code is the same.

/// Whether some pair adds up to `value`: the first of `smaller` and the last of `larger`, the second and the last but
/// one, …
pub(super) fn any_sum_is(smaller: &[u16], larger: &[u16], value: u16) -> bool {
    #[cfg(feature = "long")]
    return pulp::Arch::new().dispatch(|| search(smaller, larger, value));
    #[cfg(not(feature = "long"))]
    search(smaller, larger, value)
}

#[inline(always)]
fn search(smaller: &[u16], larger: &[u16], value: u16) -> bool {
    /// The number of pairs compared between two checks of whether one was found.
    const STEP: usize = 512;
    smaller.chunks(STEP).zip(larger.rchunks(STEP)).any(|(smaller, larger)| {
        let pairs = smaller.iter().zip(larger.iter().rev());
        // Without a branch per pair, so that the compiler can compare several at a time.
        pairs.fold(0, |found, (smaller, larger)| found | u16::from(smaller ^ larger == value)) != 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_found_wherever_it_is_and_only_if_it_is_there() {
        for count in [1, 2, 15, 16, 17, 255, 256, 257, 511, 513, 1000] {
            let mut larger = vec![0; count];
            for at in 0..count {
                let smaller: Vec<u16> = (0..count).map(|index| if index == at { 0x1234 } else { 1 }).collect();
                larger[count - at - 1] = 0x00ff;
                for find in [any_sum_is, search] {
                    assert!(find(&smaller, &larger, 0x12cb), "{at} of {count}");
                    assert!(!find(&smaller, &larger, 0x12ca), "{at} of {count}");
                }
                larger[count - at - 1] = 0;
            }
        }
        assert!(!any_sum_is(&[], &[], 0));
    }
}
