//! Comparing many pairs of heaps with one value: the only loop here that gains from wide registers. With the feature `simd`
//! the widest that the processor has are chosen when the program runs; the code is the same.

/// Whether a heap of `smaller`, from the first on, and one of `larger`, from the last on, are worth `value` together.
pub(super) fn any_makes(smaller: &[u16], larger: &[u16], value: u16) -> bool {
    #[cfg(feature = "simd")]
    return pulp::Arch::new().dispatch(|| any_makes_here(smaller, larger, value));
    #[cfg(not(feature = "simd"))]
    any_makes_here(smaller, larger, value)
}

#[inline(always)]
fn any_makes_here(smaller: &[u16], larger: &[u16], value: u16) -> bool {
    /// As many pairs as are compared before it is asked whether one was found.
    const STEP: usize = 512;
    smaller.chunks(STEP).zip(larger.rchunks(STEP)).any(|(smaller, larger)| {
        let pairs = smaller.iter().zip(larger.iter().rev());
        // Without a branch for each pair, so that a machine compares several at a time.
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
                for search in [any_makes, any_makes_here] {
                    assert!(search(&smaller, &larger, 0x12cb), "{at} of {count}");
                    assert!(!search(&smaller, &larger, 0x12ca), "{at} of {count}");
                }
                larger[count - at - 1] = 0;
            }
        }
        assert!(!any_makes(&[], &[], 0));
    }
}
