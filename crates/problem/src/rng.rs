//! Random numbers that are the same on every machine.

/// A generator of random numbers that depend only on its seed (xorshift64*, by Marsaglia and Vigna).
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
    pub fn new(seed: u64) -> Self {
        // A state of zero would stay zero.
        Self(seed.wrapping_mul(2).wrapping_add(1))
    }

    /// A number below `bound`.
    ///
    /// # Panics
    ///
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let random = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D);
        let bound = bound as u64;
        // The high bits are the better ones, so the others are used only where there are too few of these.
        let number = if bound <= 1 << 32 { (random >> 32) % bound } else { random % bound };
        usize::try_from(number).expect("a number below a usize is one")
    }

    /// A number from `least` to `most`, both included.
    ///
    /// # Panics
    ///
    /// If `most` is less than `least`.
    pub fn between(&mut self, least: usize, most: usize) -> usize {
        assert!(least <= most, "there is no number from {least} to {most}");
        // No bound is larger than the largest number, which then does not come.
        least + self.below((most - least).saturating_add(1))
    }

    /// `true` once in `times`, on average.
    ///
    /// # Panics
    ///
    /// If `times` is 0.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}
