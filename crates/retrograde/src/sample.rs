//! Positions drawn at random.

use crate::checksum::mix;
use crate::game::Ranked;
use crate::region::Region;

/// A number of positions to look at instead of all, each drawn at random from all that have a rank, independently of
/// the others and each as likely as any other; the same ones for the same seed.
///
/// If a fraction `p` of all positions are wrong, a sample of `n` misses them with a probability of `(1 - p)^n`. Where
/// almost all ranks are holes, the sample is less uniform and takes long to draw: use a [`Subset`](crate::Subset).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The number of positions.
    pub size: u64,
    /// Which ones.
    pub seed: u64,
}

impl Sample {
    /// The number of positions that a thread looks at in one go.
    pub(crate) const PIECE: u64 = 64;

    /// The position of this number in the sample, with its rank; `None` if the region has no positions.
    pub(crate) fn draw<G: Ranked>(self, region: &Region<'_, G>, number: u64) -> Option<(u64, G::Position)> {
        let after = below(region.ranks(), mix(self.seed ^ number));
        let scan = || (after..region.ranks()).chain(0..after).find_map(|rank| Some((rank, region.unrank(rank)?)));
        self.try_to_draw(region, number).or_else(scan)
    }

    /// The same, but `None` also if almost all ranks have no position.
    pub(crate) fn try_to_draw<G: Ranked>(self, region: &Region<'_, G>, number: u64) -> Option<(u64, G::Position)> {
        const TRIES: u64 = 64;
        let (ranks, first) = (region.ranks(), number.wrapping_mul(TRIES));
        let random_rank = |attempt| below(ranks, mix(mix(self.seed) ^ first.wrapping_add(attempt)));
        let mut candidates = (0..TRIES).map(random_rank).filter(|rank| *rank < ranks);
        candidates.find_map(|rank| Some((rank, region.unrank(rank)?)))
    }
}

/// A number below `limit`, from one of 64 random bits.
pub(crate) fn below(limit: u64, random: u64) -> u64 {
    // The high half of the product is below the limit.
    let product = u128::from(limit) * u128::from(random);
    u64::try_from(product >> 64).expect("half of the bits")
}
