//! The values of common heaps without the bit that their kind implies.

use crate::sparse::SparseSpace;

/// Numbers the values of one kind, common or rare: the *code* of a value is the value without the lowest bit of the
/// mask. The other bits and the kind imply that bit. Codes add up by xor as values do, and of two values of one kind
/// the larger has the larger code: if the highest bit that differs is the omitted one, no lower bit is in the mask, and
/// one of the values has the wrong parity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Codes {
    pub(super) space: SparseSpace,
    /// The bit that is omitted.
    pub(super) omitted: u16,
    /// The parity of the masked bits of a common value: for a heap of even size, and of odd size.
    odd_bits: [u16; 2],
}

/// The number of codes: each fits into a byte.
pub(super) const CODES: usize = 256;

/// Stands where a heap has no code. Adding a code to it never gives a code.
pub(super) const NONE: u16 = u16::MAX;

impl Codes {
    pub(super) fn new(space: SparseSpace) -> Self {
        let omitted = space.mask() & space.mask().wrapping_neg();
        // The value 0 has even parity.
        let odd_bits = [0, 1].map(|heap| u16::from(space.is_rare(heap, 0_u16)));
        Self { space, omitted, odd_bits }
    }

    /// Omits the bit. Of values that are too large for a code, the code is too large for a byte.
    pub(super) fn code(self, value: u16) -> usize {
        let low = value & (self.omitted - 1);
        usize::from((value & !(self.omitted | (self.omitted - 1))) / 2 + low)
    }

    /// The code of a common heap's value, if the heap is common and the code fits into a byte.
    pub(super) fn common_code(self, heap: usize, value: u16) -> Option<u8> {
        u8::try_from(self.code(value)).ok().filter(|_| !self.space.is_rare(heap, value))
    }

    /// The value of a common heap with this code.
    #[inline(always)]
    pub(super) fn value(self, heap: usize, code: u8) -> u16 {
        self.with_parity(code, self.odd_bits[heap % 2])
    }

    /// The values of common heaps with these codes, from `heap` on.
    #[inline(always)]
    pub(super) fn values<const COUNT: usize>(self, heap: usize, codes: &[u8; COUNT]) -> [u16; COUNT] {
        let [first, second] = [self.odd_bits[heap % 2], self.odd_bits[(heap + 1) % 2]];
        std::array::from_fn(|at| self.with_parity(codes[at], if at % 2 == 0 { first } else { second }))
    }

    /// The value with this code and parity of the masked bits.
    #[inline(always)]
    fn with_parity(self, code: u8, odd: u16) -> u16 {
        let code = u16::from(code);
        let value = code + (code & !(self.omitted - 1));
        let mut parity = value & self.space.mask();
        // Unlike `count_ones`, this is compiled for many values at once on every processor.
        parity ^= parity >> 8;
        parity ^= parity >> 4;
        parity ^= parity >> 2;
        parity ^= parity >> 1;
        value + ((parity ^ odd) & 1) * self.omitted
    }

    /// The smallest code of a common heap whose value is larger than the rare value with code `rare`.
    pub(super) fn first_above(self, heap: usize, rare: u8) -> usize {
        let rare = self.with_parity(rare, 1 ^ self.odd_bits[heap % 2]);
        (0..=u8::MAX).position(|code| self.value(heap, code) > rare).unwrap_or(CODES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_ascend_with_the_values_of_a_kind_and_add_up_like_these() {
        for (game, mask, size) in [(".007", 0b1011, false), (".007", 0b10100, false), (".106", 0b1100, true)] {
            let space = SparseSpace::new(&game.parse().unwrap(), mask, size).unwrap();
            let codes = Codes::new(space);
            for heap in [10, 11] {
                let values = |rare: bool| (0..512).filter(move |&value| space.is_rare(heap, value) == rare);
                for rare in [false, true] {
                    for (code, value) in (0..=u8::MAX).zip(values(rare)) {
                        let odd = codes.odd_bits[heap % 2] ^ u16::from(rare);
                        assert_eq!((codes.code(value), codes.with_parity(code, odd)), (code.into(), value));
                    }
                }
                for rare in values(true).filter(|&value| value < 256) {
                    let above = codes.first_above(heap, u8::try_from(codes.code(rare)).unwrap());
                    assert_eq!(Some(above), values(false).position(|value| value > rare));
                }
                let common: Vec<u16> = values(false).collect();
                assert_eq!(codes.common_code(heap, common[255]), Some(255));
                assert_eq!(common.get(256).and_then(|&value| codes.common_code(heap, value)), None);
                assert!(values(true).all(|value| codes.common_code(heap, value).is_none()));
            }
            for (one, other) in (0..512).map(|one| (one, one * 77 % 512)) {
                assert_eq!(codes.code(one ^ other), codes.code(one) ^ codes.code(other));
            }
        }
    }
}
