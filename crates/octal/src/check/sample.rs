//! Drawing heaps at random.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, Hasher, RandomState};

/// Draws different heaps of those from 0 to `count` - 1, in ascending order: a quarter of them from the last `recent` ones, or all these if
/// they are not as many, and the others from all heaps. All heaps, if there are not more than wanted.
///
/// The same numbers draw the same heaps, on every machine.
pub(super) fn draw(count: usize, wanted: usize, recent: usize, seed: u64) -> Vec<usize> {
    if count <= wanted {
        return (0..count).collect();
    }
    let mut random = Random(seed);
    let recent = recent.min(count);
    let quarter = (wanted / 4).min(recent);
    let mut drawn = BTreeSet::new();
    while drawn.len() < quarter {
        drawn.insert(count - 1 - random.below(recent));
    }
    while drawn.len() < wanted {
        drawn.insert(random.below(count));
    }
    drawn.into_iter().collect()
}

/// A seed that is short enough to be typed again.
pub(super) fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}

/// Random numbers (splitmix64, by Steele, Lea and Flood).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`. No number is preferred by more than `bound` in 2^64.
    fn below(&mut self, bound: usize) -> usize {
        let high = (u128::from(self.next()) * bound as u128) >> 64;
        usize::try_from(high).expect("it is below a usize")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers from the seed 1234567 that are published with the generator's code on Rosetta Code.
    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut random = Random(1_234_567);
        let numbers = [0; 5].map(|_| random.next());
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821
            ]
        );
    }

    #[test]
    fn the_seed_decides_and_a_quarter_is_recent() {
        let heaps = draw(1_000_000, 400, 1000, 1);
        assert_eq!(heaps, draw(1_000_000, 400, 1000, 1));
        assert_ne!(heaps, draw(1_000_000, 400, 1000, 2));
        assert!(heaps.len() == 400 && heaps.is_sorted_by(|one, other| one < other), "{heaps:?}");
        // Of the 300 others one in a thousand is recent too.
        let recent = heaps.iter().filter(|heap| **heap >= 999_000).count();
        assert!((100..110).contains(&recent), "{recent}");
        // They lie everywhere.
        for part in 0..10 {
            let there = heaps.iter().filter(|heap| **heap / 100_000 == part).count();
            assert!(there > 15, "{there} in part {part}");
        }
        assert!(heaps[399] < 1_000_000);
    }

    #[test]
    fn few_heaps_are_drawn_as_they_are() {
        assert_eq!(draw(5, 5, 2, 1), [0, 1, 2, 3, 4]);
        assert_eq!(draw(0, 5, 2, 1), [0; 0]);
        // All of the recent ones, and the last but one of all.
        assert!(draw(9, 8, 1, 1).contains(&8));
        assert_eq!(draw(9, 8, 0, 1).len(), 8);
        assert_eq!(draw(9, 8, 100, 1).len(), 8);
    }
}
