//! The values of an octal game as an iterator.

use std::iter::FusedIterator;

use crate::nimber::{Nimber, Overflow};
use crate::octal::Octal;
use crate::sequence::Sequence;

/// An iterator over the values of a game's heaps, from heap 0 on. Created by [`Octal::nimbers`].
///
/// It does not end, unless a value does not fit into 16 bits: then its last item is the [`Overflow`].
///
/// ```
/// use grundy::{Nimber, Octal};
///
/// let treblecross: Octal = ".007".parse()?;
/// assert_eq!(treblecross.nimbers().nth(62), Some(Ok(Nimber::new(3))));
/// # Ok::<(), grundy::ParseOctalError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Nimbers {
    sequence: Sequence,
    next: usize,
    has_failed: bool,
}

impl Octal {
    /// Returns an iterator over the values of the heaps of 0, 1, 2, … tokens.
    ///
    /// A [`Sequence`] has more to offer: all values at once, the choice of an engine, and periods.
    ///
    /// ```
    /// use grundy::{Nimber, Octal, Overflow};
    ///
    /// let kayles: Octal = ".77".parse()?;
    /// let values: Vec<Nimber> = kayles.nimbers().take(12).collect::<Result<_, Overflow>>()?;
    /// assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6].map(Nimber::new));
    ///
    /// // The smallest heap that is not worth its own size.
    /// for (heap, value) in (0..).zip(kayles.nimbers()) {
    ///     if value?.value() != heap {
    ///         assert_eq!(heap, 4);
    ///         break;
    ///     }
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn nimbers(&self) -> Nimbers {
        Nimbers::of(Sequence::new(self.clone()))
    }
}

impl Nimbers {
    fn of(sequence: Sequence) -> Self {
        Self { sequence, next: 0, has_failed: false }
    }
}

impl Iterator for Nimbers {
    type Item = Result<Nimber, Overflow>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        if self.next >= self.sequence.len() {
            // How far ahead only affects speed: a quarter more costs little, and one value at a time would cost much.
            let ahead = self.next + self.next / 4 + 16;
            if let Err(overflow) = self.sequence.extend_to(ahead)
                && self.next >= self.sequence.len()
            {
                self.has_failed = true;
                return Some(Err(overflow));
            }
        }
        let value = self.sequence.nimber(self.next)?;
        self.next += 1;
        Some(Ok(value))
    }
}

impl FusedIterator for Nimbers {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_computed_many_at_a_time_but_not_many_in_vain() {
        const COUNT: usize = 1000;
        let mut nimbers = ".007".parse::<Octal>().unwrap().nimbers();
        let mut lengths = Vec::new();
        for taken in 1..=COUNT {
            nimbers.next();
            let length = nimbers.sequence.len();
            assert!(length < taken + taken / 2 + 32, "twice as many cost four times as much: {length} for {taken}");
            lengths.push(length);
        }
        lengths.dedup();
        assert!(lengths.len() < 50, "one at a time would cost much: {lengths:?}");
    }

    /// No known game overflows, so these are not the values of the game: 0 to 65,535, then zeros. Heap 131,071 cannot
    /// be split into two heaps of the same value, so it is worth 0, and heap 131,072 can be split into every value that
    /// fits.
    #[test]
    fn an_overflow_is_the_last_item() {
        let game: Octal = "4.".parse().unwrap();
        let packed: Vec<u16> = (0..=u16::MAX).chain(std::iter::repeat_n(0, 65_535)).collect();
        let mut nimbers = Nimbers::of(Sequence::resume(game, packed));
        nimbers.next = 131_070;
        assert_eq!(nimbers.next(), Some(Ok(Nimber::ZERO)));
        assert_eq!(nimbers.next(), Some(Ok(Nimber::ZERO)), "it is computed together with the one that overflows");
        assert_eq!(nimbers.next(), Some(Err(Overflow { heap: 131_072 })));
        assert_eq!([nimbers.next(), nimbers.next()], [None, None]);
    }
}
