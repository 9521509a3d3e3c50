//! The values of common heaps without the bit that their kind implies.

use crate::sparse::SparseSpace;

/// The number of codes: each fits into a byte.
pub(super) const CODES: usize = 256;

/// Stands where a heap has no code. Adding a code to it never gives a code.
pub(super) const NONE: u16 = u16::MAX;

/// Numbers the values of one kind, common or rare: the *code* of a value is the value without the lowest bit of the
/// mask. The other bits and the kind imply that bit. Codes add up by xor as values do, and of two values of one kind
/// the larger has the larger code: if the highest bit that differs is the omitted one, no lower bit is in the mask, and
/// one of the values has the wrong parity.
impl SparseSpace {
    /// The bit that codes omit.
    pub(super) fn omitted(self) -> u16 {
        self.mask() & self.mask().wrapping_neg()
    }

    /// Omits the bit. Of values that are too large for a code, the code is too large for a byte.
    pub(super) fn code(self, value: u16) -> usize {
        let (omitted, lower) = (self.omitted(), self.omitted() - 1);
        usize::from((value & !(omitted | lower)) / 2 + (value & lower))
    }

    /// The value of a common heap with this code.
    #[inline(always)]
    pub(super) fn value(self, heap: usize, code: u8) -> u16 {
        self.with_parity(code, self.odd_bits(heap))
    }

    /// The values of common heaps with these codes, from `heap` on.
    #[inline(always)]
    pub(super) fn values<const COUNT: usize>(self, heap: usize, codes: &[u8; COUNT]) -> [u16; COUNT] {
        let [first, second] = [self.odd_bits(heap), self.odd_bits(heap + 1)];
        std::array::from_fn(|at| self.with_parity(codes[at], if at % 2 == 0 { first } else { second }))
    }

    /// The parity of the masked bits of the value of a common heap; the value 0 has even parity.
    #[inline(always)]
    fn odd_bits(self, heap: usize) -> u16 {
        u16::from(self.is_rare(heap, 0_u16))
    }

    /// The value with this code and parity of the masked bits.
    #[inline(always)]
    fn with_parity(self, code: u8, odd: u16) -> u16 {
        let code = u16::from(code);
        let value = code + (code & !(self.omitted() - 1));
        let mut parity = value & self.mask();
        // Unlike `count_ones`, this is compiled for many values at once on every processor.
        parity ^= parity >> 8;
        parity ^= parity >> 4;
        parity ^= parity >> 2;
        parity ^= parity >> 1;
        value + ((parity ^ odd) & 1) * self.omitted()
    }

    /// The smallest code of a common heap whose value is larger than the rare value with code `rare`.
    pub(super) fn first_above(self, heap: usize, rare: u8) -> usize {
        let rare = self.with_parity(rare, 1 ^ self.odd_bits(heap));
        (0..=u8::MAX).position(|code| self.value(heap, code) > rare).unwrap_or(CODES)
    }
}
