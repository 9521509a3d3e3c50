//! The minimum excluded value: the rule that gives a position its nimber.

use crate::nimber::Nimber;

/// Returns the minimum excluded value: the smallest nimber that is not among `values`.
///
/// A position is worth the mex of the values that its moves lead to.
///
/// ```
/// use grundy::{Nimber, mex};
///
/// assert_eq!(mex([0, 1, 3].map(Nimber::new)), Nimber::new(2));
/// assert_eq!(mex([u32::MAX].map(Nimber::new)), Nimber::ZERO);
/// assert_eq!(mex([]), Nimber::ZERO);
/// ```
///
/// # Complexity
///
/// One pass over the values, and five bytes of memory for each.
///
/// # Panics
///
/// If `values` contains every nimber, all 2<sup>32</sup> of them.
pub fn mex(values: impl IntoIterator<Item = Nimber>) -> Nimber {
    let values: Vec<Nimber> = values.into_iter().collect();
    // The mex of n values is at most n, so larger values do not matter.
    let mut seen = vec![false; values.len()];
    for value in &values {
        if let Some(seen) = seen.get_mut(value.value() as usize) {
            *seen = true;
        }
    }
    let missing = seen.iter().position(|seen| !seen).unwrap_or(values.len());
    Nimber::new(u32::try_from(missing).expect("all 2^32 nimbers are among the values"))
}

/// A set of nimbers that is cleared in constant time, for computing one mex after another.
#[derive(Clone)]
pub(crate) struct NimberSet {
    /// `stamps[v] == round` exactly when `v` is in the set; the length is a power of two.
    stamps: Vec<u32>,
    /// Never zero, which is the stamp of values that were never inserted.
    round: u32,
}

impl NimberSet {
    pub(crate) fn new() -> Self {
        Self { stamps: vec![0; 64], round: 1 }
    }

    pub(crate) fn clear(&mut self) {
        self.round = self.round.checked_add(1).unwrap_or_else(|| {
            self.stamps.fill(0);
            1
        });
    }

    #[inline]
    pub(crate) fn insert(&mut self, value: Nimber) {
        let index = value.value() as usize;
        if index >= self.stamps.len() {
            self.grow(index);
        }
        self.stamps[index] = self.round;
    }

    /// The smallest nimber that is not in the set.
    pub(crate) fn mex(&self) -> Nimber {
        let missing = self.stamps.iter().position(|&stamp| stamp != self.round);
        let missing = missing.unwrap_or(self.stamps.len());
        Nimber::new(u32::try_from(missing).expect("a set of all 2^32 nimbers would take 16 GiB"))
    }

    #[cold]
    fn grow(&mut self, index: usize) {
        self.stamps.resize((index + 1).next_power_of_two(), 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_empty_after_clear_even_when_the_round_counter_wraps() {
        let mut set = NimberSet::new();
        set.insert(Nimber::ZERO);
        set.round = u32::MAX;
        set.insert(Nimber::ZERO);
        assert_eq!(set.mex(), Nimber::new(1));
        set.clear();
        assert_eq!(set.mex(), Nimber::ZERO);
    }

    #[test]
    fn the_mex_of_the_first_numbers_is_the_next_number() {
        for count in [1, 63, 64, 65, 1000] {
            assert_eq!(mex((0..count).map(Nimber::new)), Nimber::new(count));
            let mut set = NimberSet::new();
            (0..count).for_each(|value| set.insert(Nimber::new(value)));
            assert_eq!(set.mex(), Nimber::new(count));
        }
    }
}
