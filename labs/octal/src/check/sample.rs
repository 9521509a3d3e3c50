//! Drawing heaps at random.

use std::collections::BTreeSet;

/// Heaps that were drawn.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DrawnHeaps {
    /// Different ones, in ascending order.
    pub(super) heaps: Vec<usize>,
    /// How many of them were drawn from all heaps, and not from the last ones.
    pub(super) from_all: usize,
    /// How many were drawn from the last ones.
    pub(super) from_recent: usize,
}

/// Draws different heaps of those from 0 to `count` - 1: a quarter of them from the last `recent` ones, or all these if
/// there are fewer of them, and the others from all heaps. All heaps, if there are no more than wanted.
///
/// The same numbers draw the same heaps, on every machine.
pub(super) fn draw(count: usize, wanted: usize, recent: usize, seed: u64) -> DrawnHeaps {
    let recent = recent.min(count);
    if count <= wanted {
        return DrawnHeaps { heaps: (0..count).collect(), from_all: count, from_recent: recent };
    }
    let mut random = Random(seed);
    let quarter = (wanted / 4).min(recent);
    let mut drawn = BTreeSet::new();
    while drawn.len() < quarter {
        drawn.insert(count - 1 - random.below(recent));
    }
    while drawn.len() < wanted {
        drawn.insert(random.below(count));
    }
    // If the last ones are all heaps, all are drawn from both.
    let (from_all, from_recent) = if recent == count { (wanted, wanted) } else { (wanted - quarter, quarter) };
    DrawnHeaps { heaps: drawn.into_iter().collect(), from_all, from_recent }
}

/// Random numbers (splitmix64, by Steele, Lea and Flood).
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`. No number is preferred by more than `bound` in 2^64.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let high = (u128::from(self.next()) * bound as u128) >> 64;
        usize::try_from(high).expect("it is below a usize")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers from the seed 1234567 that are published with the generator's code on Rosetta Code.
    #[test]
    fn the_numbers_agree_with_splitmix64() {
        let mut random = Random(1_234_567);
        let numbers = [0; 3].map(|_| random.next());
        assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn the_seed_decides_and_a_quarter_is_recent() {
        let sample = draw(1_000_000, 400, 1000, 1);
        assert_eq!(sample, draw(1_000_000, 400, 1000, 1));
        assert_ne!(sample, draw(1_000_000, 400, 1000, 2));
        let heaps = sample.heaps;
        assert!(heaps.len() == 400 && heaps.is_sorted_by(|one, other| one < other), "{heaps:?}");
        // Of the 300 others one in a thousand is recent too.
        let recent = heaps.iter().filter(|heap| **heap >= 999_000).count();
        assert!((100..110).contains(&recent), "{recent}");
        let there = |part: usize| heaps.iter().filter(|heap| **heap / 100_000 == part).count();
        assert!((0..10).all(|part| there(part) > 15), "they lie everywhere");
    }
}
