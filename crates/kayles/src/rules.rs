//! The rules of the game: what a row is, and which moves it has.

use std::fmt;

/// A position: a row of pins that are standing (`I`) or down (`.`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// Only `I` and `.`.
    pins: &'a [u8],
}

/// The error for a character of a row that is neither `I` nor `.`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidPin {
    /// Its index, counted from 0.
    pub index: usize,
}

impl fmt::Display for InvalidPin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "pin {} is neither 'I' nor '.'", self.index + 1)
    }
}

impl std::error::Error for InvalidPin {}

/// A maximal run of standing pins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// The index of the first pin, counted from 0.
    pub(crate) first: usize,
    /// The number of pins.
    pub(crate) len: usize,
}

/// A move on a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// The index in the group of the first pin that falls, counted from 0.
    pub(crate) at: usize,
    /// The number of pins that fall: 1 or 2.
    pub(crate) count: usize,
}

impl<'a> Row<'a> {
    /// Reads a row.
    ///
    /// ```
    /// use kayles::{InvalidPin, Row};
    ///
    /// assert!(Row::parse(b"II.I").is_ok());
    /// assert_eq!(Row::parse(b"Ii"), Err(InvalidPin { index: 1 }));
    /// ```
    pub fn parse(pins: &'a [u8]) -> Result<Self, InvalidPin> {
        match pins.iter().position(|pin| !matches!(pin, b'I' | b'.')) {
            None => Ok(Self { pins }),
            Some(index) => Err(InvalidPin { index }),
        }
    }

    /// The pins, `I` or `.`.
    #[must_use]
    pub fn pins(self) -> &'a [u8] {
        self.pins
    }

    /// The groups, from left to right.
    pub(crate) fn groups(self) -> impl Iterator<Item = Group> + use<'a> {
        let mut first = 0;
        self.pins
            .split(|&pin| pin == b'.')
            .map(move |run| {
                let group = Group { first, len: run.len() };
                first += run.len() + 1;
                group
            })
            .filter(|group| group.len > 0)
    }
}

impl Group {
    /// The moves on this group.
    pub(crate) fn moves(self) -> impl Iterator<Item = Move> {
        (0..self.len).flat_map(move |at| {
            [1, 2].into_iter().filter(move |count| at + count <= self.len).map(move |count| Move { at, count })
        })
    }

    /// The lengths of the two groups that a move leaves; either may be 0.
    pub(crate) fn after(self, Move { at, count }: Move) -> [usize; 2] {
        [at, self.len - at - count]
    }
}
