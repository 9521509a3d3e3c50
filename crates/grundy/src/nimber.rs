//! The value of an impartial position, and the rule that computes it.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// The value of an impartial position: the size of the nim heap that it is worth.
///
/// Zero means that the player who has to move loses, anything else that they win. Positions played side by side add
/// up, and the sum is *xor*:
///
/// ```
/// use grundy::Nimber;
///
/// let (three, five) = (Nimber::new(3), Nimber::new(5));
/// assert_eq!(three + five, Nimber::new(6));
/// assert_eq!(three + three, Nimber::ZERO);
/// assert_eq!([three, five, Nimber::new(6)].into_iter().sum::<Nimber>(), Nimber::ZERO);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(u32);

impl Nimber {
    /// The value of a position whose mover loses.
    ///
    /// ```
    /// assert!(grundy::Nimber::ZERO.is_zero());
    /// ```
    pub const ZERO: Self = Self(0);

    /// The value of a nim heap of `size`.
    ///
    /// ```
    /// assert_eq!(grundy::Nimber::new(7).value(), 7);
    /// ```
    #[must_use]
    pub const fn new(size: u32) -> Self {
        Self(size)
    }

    /// The size of the nim heap that this is worth.
    ///
    /// ```
    /// assert_eq!(grundy::Nimber::new(7).value(), 7);
    /// ```
    #[must_use]
    pub const fn value(self) -> u32 {
        self.0
    }

    /// Whether the player to move loses.
    ///
    /// ```
    /// use grundy::Nimber;
    /// assert!((Nimber::new(4) + Nimber::new(4)).is_zero());
    /// ```
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

/// Writes the heap's size.
///
/// ```
/// assert_eq!(grundy::Nimber::new(12).to_string(), "12");
/// ```
impl fmt::Display for Nimber {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl Add for Nimber {
    type Output = Self;

    #[expect(clippy::suspicious_arithmetic_impl, reason = "nimbers add without carrying")]
    fn add(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl AddAssign for Nimber {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Add::add)
    }
}

/// The smallest nimber that is not among `values`: what a position is worth whose moves lead to `values`.
///
/// Costs one pass over the values, and a byte for each of them.
///
/// ```
/// use grundy::{Nimber, mex};
///
/// assert_eq!(mex([0, 1, 3].map(Nimber::new)), Nimber::new(2));
/// assert_eq!(mex([u32::MAX].map(Nimber::new)), Nimber::ZERO);
/// assert_eq!(mex([]), Nimber::ZERO);
/// ```
pub fn mex(values: impl IntoIterator<Item = Nimber>) -> Nimber {
    let values: Vec<Nimber> = values.into_iter().collect();
    // So many values cannot fill more than as many numbers; larger ones do not matter.
    let mut seen = vec![false; values.len()];
    for value in &values {
        if let Some(seen) = seen.get_mut(value.0 as usize) {
            *seen = true;
        }
    }
    let missing = seen.iter().position(|seen| !seen).unwrap_or(values.len());
    Nimber(u32::try_from(missing).unwrap_or(u32::MAX))
}

/// A set of nimbers that is emptied in no time, for one mex after another.
pub(crate) struct Seen {
    /// `stamps[v] == round` exactly when `v` is in the set; the length is a power of two.
    stamps: Vec<u32>,
    /// Never zero, which is what fresh stamps hold.
    round: u32,
}

impl Seen {
    pub(crate) fn new() -> Self {
        Self { stamps: vec![0; 64], round: 1 }
    }

    /// Empties the set.
    pub(crate) fn clear(&mut self) {
        self.round = self.round.checked_add(1).unwrap_or_else(|| {
            self.stamps.fill(0);
            1
        });
    }

    #[inline]
    pub(crate) fn insert(&mut self, value: Nimber) {
        let index = value.0 as usize;
        if index >= self.stamps.len() {
            self.make_room(index);
        }
        self.stamps[index] = self.round;
    }

    /// The smallest nimber that is not in the set.
    pub(crate) fn mex(&self) -> Nimber {
        let missing = self.stamps.iter().position(|&stamp| stamp != self.round);
        let missing = missing.unwrap_or(self.stamps.len());
        Nimber(u32::try_from(missing).expect("a set of 2^32 values would not have fitted into memory"))
    }

    #[cold]
    fn make_room(&mut self, index: usize) {
        self.stamps.resize((index + 1).next_power_of_two(), 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_empty_after_clear_even_when_the_rounds_run_out() {
        let mut seen = Seen::new();
        seen.insert(Nimber::ZERO);
        seen.round = u32::MAX;
        seen.insert(Nimber::ZERO);
        assert_eq!(seen.mex(), Nimber::new(1));
        seen.clear();
        assert_eq!(seen.mex(), Nimber::ZERO);
    }

    #[test]
    fn a_full_set_misses_the_number_after_its_last() {
        for full in [1, 63, 64, 65, 1000] {
            assert_eq!(mex((0..full).map(Nimber::new)), Nimber::new(full));
            let mut seen = Seen::new();
            (0..full).for_each(|value| seen.insert(Nimber::new(value)));
            assert_eq!(seen.mex(), Nimber::new(full));
        }
    }
}
