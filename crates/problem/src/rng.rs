//! Random numbers that are the same on every machine.

/// A generator of random numbers that depend on its seed alone (xorshift64*, Marsaglia and Vigna).
///
/// ```
/// use problem::Rng;
///
/// let mut rng = Rng::new(1);
/// assert_eq!([6, 6, 6, 6].map(|bound| rng.below(bound)), [4, 0, 2, 4]);
/// ```
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator for this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        // A state of zero would stay zero.
        Self(seed.wrapping_mul(2).wrapping_add(1))
    }

    /// A number below `bound`, which is at most 2^32.
    ///
    /// # Panics
    ///
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        usize::try_from(high).expect("32 bits fit") % bound
    }

    /// A number from `least` to `most`, both included.
    pub fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// `true` once in `times`, on average.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}
