//! The parts of a game, each with the ranks of its positions after those of the parts before it.

use std::fmt::Display;

use retrograde as library;

/// The parts of a game in an order in which they can be solved.
#[derive(Debug)]
pub(crate) struct Parts<P> {
    order: Vec<P>,
    /// The first rank of each part, and at the end the number of all ranks.
    starts: Vec<u64>,
    /// The number of a part, by its key; `u16::MAX` for others.
    numbers: Vec<u16>,
    key: fn(P) -> usize,
}

impl<P: Copy + PartialEq + Display> Parts<P> {
    /// These parts, in their order, with the number of ranks of each. Every part of the game has another small `key`.
    pub(crate) fn new(parts: Vec<P>, ranks: impl Fn(P) -> u64, key: fn(P) -> usize) -> Self {
        let mut starts = vec![0];
        let mut numbers = vec![u16::MAX; parts.iter().map(|part| key(*part) + 1).max().unwrap_or(0)];
        for (number, part) in (0..).zip(&parts) {
            starts.push(starts[starts.len() - 1] + ranks(*part));
            numbers[key(*part)] = number;
        }
        Self { order: parts, starts, numbers, key }
    }

    /// The number of all ranks.
    pub(crate) fn ranks(&self) -> u64 {
        self.starts[self.order.len()]
    }

    /// The number of a part, if it is one of the game.
    #[inline]
    pub(crate) fn number(&self, part: P) -> Option<usize> {
        let number = usize::from(*self.numbers.get((self.key)(part))?);
        (number < self.order.len()).then_some(number)
    }

    /// The first rank of the part with this number.
    #[inline]
    pub(crate) fn start(&self, number: usize) -> u64 {
        self.starts[number]
    }

    /// The part that a rank belongs to, and the rank from its start.
    #[inline]
    pub(crate) fn place(&self, rank: u64) -> Option<(P, u64)> {
        let number = self.starts[1..].partition_point(|end| *end <= rank);
        Some((*self.order.get(number)?, rank - self.starts[number]))
    }

    /// The part with this number.
    pub(crate) fn part(&self, number: usize) -> P {
        self.order[number]
    }

    /// The list for the library, given the parts that the moves from each lead to.
    pub(crate) fn list(&self, next: impl Fn(P) -> Vec<P>) -> Vec<library::Part> {
        let part = |(number, part): (usize, &P)| library::Part {
            name: part.to_string(),
            ranks: self.starts[number]..self.starts[number + 1],
            next: next(*part).into_iter().filter_map(|next| self.number(next)).collect(),
        };
        self.order.iter().enumerate().map(part).collect()
    }
}
