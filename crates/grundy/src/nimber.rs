//! The value of an impartial position: 32 bits, as the value of a strip can be its length. A stored value of a
//! [`Sequence`](crate::Sequence), which is read again and again, has 16, and no known octal game needs more.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// The Sprague-Grundy value of an impartial position: the size of the nim heap that the position is equivalent to.
///
/// A position is worth zero exactly when the player to move loses. Positions played side by side add up, and the sum is
/// *xor*:
///
/// ```
/// use grundy::Nimber;
///
/// let (three, five) = (Nimber::new(3), Nimber::new(5));
/// assert_eq!(three + five, Nimber::new(6));
/// assert!((three + three).is_zero());
/// assert_eq!(five.value(), 5);
/// assert_eq!([three, five, Nimber::new(6)].into_iter().sum::<Nimber>(), Nimber::ZERO);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(u32);

impl Nimber {
    /// The value of a position that the player to move loses.
    pub const ZERO: Self = Self(0);

    /// Creates the value of a nim heap of `size` tokens.
    #[must_use]
    pub const fn new(size: u32) -> Self {
        Self(size)
    }

    /// Returns the size of the equivalent nim heap.
    #[must_use]
    pub const fn value(self) -> u32 {
        self.0
    }

    /// Returns whether the player to move loses.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

/// Prints the size of the equivalent nim heap.
impl fmt::Display for Nimber {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

/// Unpacks a value of a [packed](crate::Sequence::packed) sequence.
impl From<u16> for Nimber {
    fn from(size: u16) -> Self {
        Self(size.into())
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

/// Returns the minimum excluded value: the smallest nimber that is not among `values`.
///
/// A position is worth the mex of the values that its moves lead to.
///
/// ```
/// use grundy::{Nimber, mex};
///
/// assert_eq!(mex([0, 1, 3].map(Nimber::new)), Nimber::new(2));
/// ```
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

/// A value does not fit into 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Overflow {
    /// The first heap that is worth more than 65,535.
    pub heap: usize,
}

impl fmt::Display for Overflow {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the heap of {} tokens is worth more than {}, the largest value supported", self.heap, u16::MAX)
    }
}

impl std::error::Error for Overflow {}
