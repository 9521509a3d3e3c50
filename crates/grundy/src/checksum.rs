//! A checksum to compare long sequences by.

use std::fmt;

/// The checksum that the public solver `ogsolve` prints: two running sums of the values, both modulo 2^16, the second one of
/// what the first one was after each value. It is written as eight hexadecimal digits.
///
/// ```
/// use grundy::{Checksum, Octal, Sequence};
///
/// let treblecross: Octal = ".007".parse()?;
/// let mut sequence = Sequence::new(treblecross);
/// sequence.extend_to(32_768)?;
/// assert_eq!(Checksum::of(sequence.values()).to_string(), "5DA347A2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Checksum {
    sum: u16,
    sum_of_sums: u16,
}

impl Checksum {
    /// The checksum of some values, from heap 0 on.
    #[must_use]
    pub fn of(values: &[u16]) -> Self {
        let mut checksum = Self::default();
        for &value in values {
            checksum.sum = checksum.sum.wrapping_add(value);
            checksum.sum_of_sums = checksum.sum_of_sums.wrapping_add(checksum.sum);
        }
        checksum
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:04X}{:04X}", self.sum_of_sums, self.sum)
    }
}
