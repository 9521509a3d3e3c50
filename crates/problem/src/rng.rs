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
    #[must_use]
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

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;

    /// The first numbers of xorshift64* from the state 3, by the definition in S. Vigna's paper of 2016, computed apart
    /// from this code.
    #[test]
    fn the_numbers_are_those_of_xorshift64_star() {
        let mut rng = Rng::new(1);
        assert_eq!([0; 4].map(|_| rng.below(1 << 32)), [3_618_532_066, 57_603_066, 2_124_843_038, 4_089_025_246]);
        assert_eq!(
            [0; 4].map(|_| rng.below(usize::MAX)),
            [
                8_873_993_458_698_170_711,
                15_354_185_676_181_795_428,
                5_213_867_934_861_306_563,
                4_373_101_603_280_794_275
            ]
        );
    }

    #[test]
    fn one_in_so_many_is_true() {
        let mut rng = Rng::new(1);
        let count = |rng: &mut Rng, times| (0..1000).filter(|_| rng.one_in(times)).count();
        assert_eq!(count(&mut rng, 1), 1000);
        assert!((200..300).contains(&count(&mut rng, 4)));
    }

    #[test]
    fn numbers_of_more_than_32_bits_are_random_too() {
        let mut rng = Rng::new(1);
        let numbers: Vec<usize> = (0..100).map(|_| rng.between(1, 1_000_000_000_000_000_000)).collect();
        assert!(numbers.iter().all(|number| (1..=1_000_000_000_000_000_000).contains(number)));
        assert!(numbers.iter().filter(|&&number| number > 500_000_000_000_000_000).count() > 20);
        assert!(numbers.iter().filter(|&&number| number < 500_000_000_000_000_000).count() > 20);
    }
}
