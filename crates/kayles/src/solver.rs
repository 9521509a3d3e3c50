//! Finds the winner.

use grundy::{Nimber, Octal, Sequence};

use crate::rules::{Group, Row};

/// Solves rows, and keeps the values of groups from one row to the next.
#[derive(Debug)]
pub struct Solver {
    /// A group of `n` pins is the heap of `n` tokens in the octal game .77: a move takes one or two, and may split the rest.
    heaps: Sequence,
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The player to move.
    First,
    /// The opponent.
    Second,
}

impl Default for Solver {
    fn default() -> Self {
        let kayles: Octal = ".77".parse().expect("a valid code");
        Self { heaps: Sequence::new(kayles) }
    }
}

impl Solver {
    /// The winner if both play perfectly.
    ///
    /// # Complexity
    ///
    /// One pass over the pins. A group longer than any before also pays for the values up to its length.
    ///
    /// ```
    /// use kayles::{Player, Row, Solver};
    ///
    /// let mut solver = Solver::default();
    /// assert_eq!(Row::parse(b"II.II").map(|row| solver.winner(row)), Ok(Player::Second));
    /// ```
    pub fn winner(&mut self, row: Row<'_>) -> Player {
        if self.nim_sum(row).is_zero() { Player::Second } else { Player::First }
    }

    /// The sum of the values of all groups.
    pub(crate) fn nim_sum(&mut self, row: Row<'_>) -> Nimber {
        row.groups().map(|group| self.group(group)).sum()
    }

    pub(crate) fn group(&mut self, group: Group) -> Nimber {
        self.pins(group.len)
    }

    /// The value of a group of `count` pins.
    pub(crate) fn pins(&mut self, count: usize) -> Nimber {
        // No value of Kayles exceeds 9, as its sequence is periodic.
        self.heaps.extend_to(count).expect("the values are small");
        self.heaps.nimber(count).expect("it has just been computed")
    }
}
