//! The parts of the game, by the numbers of stones.

use std::collections::BTreeSet;
use std::fmt;

use anyhow::bail;

use crate::sets::number;

/// A part of the game: the positions with the same numbers of stones. No move leads back to a part that it has left.
///
/// Once all stones are placed, a part is called by the numbers of stones on the board, the greater one first: `4-3` has
/// 4 against 3 and 3 against 4. Before that, each part has one number of stones in hand and, on the board, one of the
/// player to move and one of the opponent: `h5-3-4` with 5 in hand of both players together, 3 of the player to move
/// and 4 of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    in_hand: u8,
    own: u8,
    other: u8,
}

impl Part {
    /// The part with these numbers of stones: in hand, and on the board of the player to move and of the opponent.
    #[must_use]
    pub fn new(in_hand: u8, [own, other]: [u8; 2]) -> Self {
        let [own, other] = if in_hand == 0 { [own.max(other), own.min(other)] } else { [own, other] };
        Self { in_hand, own, other }
    }

    /// The number of stones in hand.
    #[must_use]
    pub fn in_hand(self) -> u8 {
        self.in_hand
    }

    /// The numbers of stones on the board: of the player to move and of the opponent, but the greater one first once
    /// all are placed.
    #[must_use]
    pub fn stones(self) -> [u8; 2] {
        [self.own, self.other]
    }

    /// Whether play continues: after placing, both players have three stones.
    #[must_use]
    pub fn is_open(self) -> bool {
        self.in_hand > 0 || self.other >= 3
    }

    /// The other parts that moves lead to, as far as the numbers of stones tell. A mill takes three stones.
    pub(crate) fn next(self) -> Vec<Self> {
        let Self { in_hand, own, other } = self;
        if !self.is_open() {
            return Vec::new();
        }
        let mut next = if in_hand == 0 {
            vec![Self::new(0, [other - 1, own]), Self::new(0, [own - 1, other])]
        } else {
            let captures = own >= 2 && other >= 1;
            let left = std::iter::once(other).chain(captures.then(|| other - 1));
            left.map(|other| Self::new(in_hand - 1, [other, own + 1])).collect()
        };
        next.dedup();
        next
    }

    /// This part and all that moves lead to from it, in order.
    pub(crate) fn all_from(self) -> Vec<Self> {
        let mut found = BTreeSet::from([self]);
        let mut left = vec![self];
        while let Some(part) = left.pop() {
            left.extend(part.next().into_iter().filter(|next| found.insert(*next)));
        }
        found.into_iter().collect()
    }

    /// A number of its own.
    pub(crate) fn key(self) -> usize {
        (usize::from(self.in_hand) * 10 + usize::from(self.own)) * 10 + usize::from(self.other)
    }

    /// Reads what [`Display`](fmt::Display) writes, in small or capital letters and with the numbers of stones of a
    /// part after placing in either order.
    pub(crate) fn parse(text: &str) -> anyhow::Result<Self> {
        let placing = text.strip_prefix(['h', 'H']);
        let numbers: Option<Vec<u8>> = placing.unwrap_or(text).split('-').map(number).collect();
        match (placing, numbers.as_deref()) {
            (Some(_), Some(&[in_hand, own, other])) if in_hand > 0 => Ok(Self::new(in_hand, [own, other])),
            (None, Some(&[own, other])) => Ok(Self::new(0, [own, other])),
            _ => bail!("invalid part {text:?}: expected one such as 4-3, or h5-4-3 with 5 stones in hand"),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.in_hand > 0 {
            write!(f, "h{}-", self.in_hand)?;
        }
        write!(f, "{}-{}", self.own, self.other)
    }
}
