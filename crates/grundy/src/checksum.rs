//! A checksum for comparing long sequences.

use std::fmt;

/// The checksum that the public solver `ogsolve` prints, so that long sequences can be compared.
///
/// It consists of two sums modulo 2<sup>16</sup>: of the values, and of the first sum after each value. It is printed
/// as eight hexadecimal digits, the second sum first.
///
/// ```
/// use grundy::{HeapGame, Sequence};
///
/// let treblecross: HeapGame = ".007".parse()?;
/// let mut sequence = Sequence::new(treblecross);
/// sequence.extend_to(32_768)?;
/// assert_eq!(sequence.tally().checksum().to_string(), "5DA347A2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Checksum {
    pub(crate) sum: u16,
    pub(crate) sum_of_sums: u16,
}

impl Checksum {
    /// Adds the values of the next heaps.
    #[inline]
    pub(crate) fn add<const COUNT: usize>(&mut self, values: [u16; COUNT]) {
        #[expect(clippy::cast_possible_truncation, reason = "the sums are modulo 2^16")]
        let times = |at: usize| (COUNT - at) as u16;
        let sums = |sum: u16, at: usize| sum.wrapping_add(values[at].wrapping_mul(times(at)));
        self.sum_of_sums = (0..COUNT).fold(self.sum_of_sums.wrapping_add(self.sum.wrapping_mul(times(0))), sums);
        self.sum = values.iter().fold(self.sum, |sum, &value| sum.wrapping_add(value));
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:04X}{:04X}", self.sum_of_sums, self.sum)
    }
}
