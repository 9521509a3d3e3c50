//! What is counted of a sequence, even if its values are not kept.

use crate::nimber::Nimber;

/// What a summary of a sequence needs of its values, from heap 0 on: a checksum, and for heaps of even and of odd size
/// how many have each value, and which first and last.
///
/// ```
/// use grundy::{Nimber, tally::Tally};
///
/// let tally: Tally = [0, 0, 2, 1, 2].into_iter().collect();
/// assert_eq!(tally.largest(), Some((Nimber::new(2), 2)));
/// let zeros = tally.heaps(|_, value| value.is_zero());
/// assert_eq!((zeros.count, zeros.last), (2, 1));
/// assert_eq!(tally.checksum(), "000A0005"); // 0 + 0 + 2 + 3 + 5, and 5
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The sum of the values modulo 2^16, and of this sum after each value.
    pub(crate) sums: [u16; 2],
    /// For each value the heaps of even and of odd size.
    pub(crate) entries: Vec<[Heaps; 2]>,
}

/// How many heaps have a property, and which first and last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Heaps {
    /// Their number.
    pub count: usize,
    /// The smallest of them; 0 if there is none.
    pub first: usize,
    /// The largest of them; 0 if there is none.
    pub last: usize,
}

impl FromIterator<u16> for Tally {
    fn from_iter<T: IntoIterator<Item = u16>>(values: T) -> Self {
        let mut tally = Self::default();
        for (heap, value) in values.into_iter().enumerate() {
            tally.add_to_sums([value]);
            tally.add(value, Heaps { count: 1, first: heap, last: heap });
        }
        tally
    }
}

impl Heaps {
    /// Adds other heaps.
    pub(crate) fn add(&mut self, other: Self) {
        if self.count == 0 {
            *self = other;
        } else if other.count > 0 {
            let (first, last) = (self.first.min(other.first), self.last.max(other.last));
            *self = Self { count: self.count + other.count, first, last };
        }
    }
}

impl Tally {
    /// Returns the checksum that the public solver `ogsolve` prints, so that long sequences can be compared: two sums
    /// modulo 2<sup>16</sup>, of the first sum after each value, and of the values, in four hexadecimal digits each.
    #[must_use]
    pub fn checksum(&self) -> String {
        format!("{:04X}{:04X}", self.sums[1], self.sums[0])
    }

    /// Adds the values of the next heaps to the checksum.
    #[inline]
    pub(crate) fn add_to_sums<const COUNT: usize>(&mut self, values: [u16; COUNT]) {
        #[expect(clippy::cast_possible_truncation, reason = "the sums are modulo 2^16")]
        let times = |at: usize| (COUNT - at) as u16;
        let [sum, sum_of_sums] = &mut self.sums;
        let add = |sums: u16, at: usize| sums.wrapping_add(values[at].wrapping_mul(times(at)));
        *sum_of_sums = (0..COUNT).fold(sum_of_sums.wrapping_add(sum.wrapping_mul(times(0))), add);
        *sum = values.iter().fold(*sum, |sum, &value| sum.wrapping_add(value));
    }

    /// Returns the number of heaps.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is nothing to ask of a tally without heaps")]
    pub fn len(&self) -> usize {
        self.entries.as_flattened().iter().map(|heaps| heaps.count).sum()
    }

    /// Returns the largest value and the first heap that has it.
    #[must_use]
    pub fn largest(&self) -> Option<(Nimber, usize)> {
        let value = self.entries.len().checked_sub(1)?;
        let value = Nimber::new(u32::try_from(value).ok()?);
        Some((value, self.heaps(|_, other| other == value).first))
    }

    /// Returns the heaps whose value, together with the parity of their size, has a property: of an even size it is
    /// asked as 0, of an odd one as 1.
    #[must_use]
    pub fn heaps(&self, has: impl Fn(usize, Nimber) -> bool) -> Heaps {
        let mut all = Heaps::default();
        for (value, heaps) in (0..).zip(&self.entries) {
            let chosen = [0, 1].into_iter().filter(|&parity| has(parity, Nimber::new(value)));
            chosen.for_each(|parity| all.add(heaps[parity]));
        }
        all
    }

    /// Adds heaps of one value and parity.
    pub(crate) fn add(&mut self, value: u16, heaps: Heaps) {
        let value = usize::from(value);
        if value >= self.entries.len() {
            self.entries.resize(value + 1, Default::default());
        }
        self.entries[value][heaps.first % 2].add(heaps);
    }
}
