//! Random numbers that are the same everywhere and always.

/// A generator that is fixed by its seed (xorshift64*, Marsaglia and Vigna).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// A generator whose throws are fixed by `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        // A state of zero would stay zero.
        Self(seed.wrapping_mul(2).wrapping_add(1))
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        usize::try_from(high).expect("32 bits fit") % bound
    }
}
