//! The parts of the game, by the numbers of cubes.

use std::fmt;

use anyhow::bail;

use crate::sets::number;

/// A part of the game: the positions with the same numbers of cubes of the two players, the greater number
/// first: `4-3` has 4 against 3 and 3 against 4. No move leads back to a part that it has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    most: u8,
    least: u8,
}

impl Part {
    /// The part with these numbers of cubes, in either order.
    #[must_use]
    pub fn new([one, other]: [u8; 2]) -> Self {
        Self { most: one.max(other), least: one.min(other) }
    }

    /// The numbers of cubes, the greater one first.
    #[must_use]
    pub fn cubes(self) -> [u8; 2] {
        [self.most, self.least]
    }

    /// The other parts that moves lead to, as far as the numbers of cubes tell, on a board with this number of places.
    pub(crate) fn next(self, points: usize) -> Vec<Self> {
        let Self { most, least } = self;
        if usize::from(most + least) == points {
            return Vec::new();
        }
        let mut next = vec![Self::new([most + 1, least]), Self::new([most, least + 1])];
        next.dedup();
        next
    }

    /// A number of its own.
    pub(crate) fn key(self) -> usize {
        usize::from(self.most) * 17 + usize::from(self.least)
    }

    /// Reads what [`Display`](fmt::Display) writes, with the numbers in either order.
    pub(crate) fn parse(text: &str) -> anyhow::Result<Self> {
        let numbers: Option<Vec<u8>> = text.split('-').map(number).collect();
        match numbers.as_deref() {
            Some(&[one, other]) => Ok(Self::new([one, other])),
            _ => bail!("invalid part {text:?}: expected one such as 4-3"),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.most, self.least)
    }
}
