//! Take-and-break games on heaps, named by an octal code.

use std::fmt;
use std::str::FromStr;

/// An octal game: the digit in place `k` after the point says what may be done when `k` tokens are taken from a heap.
///
/// A digit is a sum of permissions for what is left of the heap: 1, nothing; 2, one heap; 4, two heaps. The place before
/// the point is for moves that take nothing, so only 0 and 4 make sense there: `4.` may split a heap without taking.
/// Who cannot move loses.
///
/// A code is read with or without the 0 before its point, and written without it and without trailing zeros:
///
/// ```
/// use grundy::Octal;
///
/// let kayles: Octal = "0.77".parse()?;
/// assert_eq!(kayles.to_string(), ".77");
/// assert_eq!("4.70".parse::<Octal>()?.to_string(), "4.7");
/// # Ok::<(), grundy::ParseOctalError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Octal {
    /// `digits[k]` rules the taking of `k` tokens: each at most 7, the first 0 or 4, the last not 0 unless it is the only one.
    digits: Vec<u8>,
}

impl Octal {
    /// A digit permits that the heap is taken whole.
    pub(crate) const WHOLE: u8 = 1;
    /// A digit permits that one heap is left.
    pub(crate) const ONE: u8 = 2;
    /// A digit permits that two heaps are left.
    pub(crate) const TWO: u8 = 4;

    /// The numbers of tokens that may be taken with this permission.
    pub(crate) fn taking(&self, permission: u8) -> impl Iterator<Item = usize> + Clone {
        (0..).zip(&self.digits).filter(move |(_, digit)| **digit & permission != 0).map(|(taken, _)| taken)
    }

    /// The most tokens that a move can take.
    pub(crate) fn most_taken(&self) -> usize {
        self.digits.len() - 1
    }
}

/// Writes the canonical code, which [`Octal::from_str`] reads back.
///
/// ```
/// use grundy::Octal;
/// assert_eq!("0.1370".parse::<Octal>()?.to_string(), ".137");
/// # Ok::<(), grundy::ParseOctalError>(())
/// ```
impl fmt::Display for Octal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.digits[0] != 0 {
            write!(out, "{}", self.digits[0])?;
        }
        out.write_str(".")?;
        self.digits[1..].iter().try_for_each(|digit| write!(out, "{digit}"))
    }
}

/// Why a text is no octal code. Places are counted in characters, from 1.
///
/// ```
/// use grundy::{Octal, ParseOctalError};
///
/// let error = ".78".parse::<Octal>().unwrap_err();
/// assert_eq!(error, ParseOctalError::NoOctalDigit { found: '8', place: 3 });
/// assert_eq!(error.to_string(), "'8' in place 3 is no octal digit; a code is made of 0 to 7 and one point, such as .77");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseOctalError {
    /// The text has no point, so it cannot be told which digit is for taking one token.
    NoPoint,
    /// More than one digit stands before the point.
    LongBeforePoint,
    /// Before the point stands a digit that lets a move change nothing.
    MoveWithoutChange {
        /// The digit: neither 0 nor 4.
        digit: u8,
    },
    /// A character that is not 0 to 7.
    NoOctalDigit {
        /// The character.
        found: char,
        /// Where it stands.
        place: usize,
    },
}

impl fmt::Display for ParseOctalError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPoint => {
                write!(out, "an octal code has a point, before the digit for taking one token, such as .77")
            }
            Self::LongBeforePoint => {
                write!(out, "the digit in place 2 is a second one before the point; there may be one, 0 or 4")
            }
            Self::MoveWithoutChange { digit } => write!(
                out,
                "{digit} before the point would let a move leave the heap as it was; only 0 and 4 may stand there"
            ),
            Self::NoOctalDigit { found, place } => write!(
                out,
                "{found:?} in place {place} is no octal digit; a code is made of 0 to 7 and one point, such as .77"
            ),
        }
    }
}

impl std::error::Error for ParseOctalError {}

impl FromStr for Octal {
    type Err = ParseOctalError;

    fn from_str(code: &str) -> Result<Self, ParseOctalError> {
        let point = code.chars().position(|c| c == '.');
        let mut digits = Vec::with_capacity(code.len());
        for (place, found) in (1..).zip(code.chars()).filter(|&(place, _)| Some(place - 1) != point) {
            match found.to_digit(8) {
                Some(digit) => digits.push(u8::try_from(digit).expect("an octal digit is below 8")),
                None => return Err(ParseOctalError::NoOctalDigit { found, place }),
            }
        }
        match point.ok_or(ParseOctalError::NoPoint)? {
            0 => digits.insert(0, 0),
            1 if digits[0] & (Octal::WHOLE | Octal::ONE) != 0 => {
                return Err(ParseOctalError::MoveWithoutChange { digit: digits[0] });
            }
            1 => {}
            _ => return Err(ParseOctalError::LongBeforePoint),
        }
        while digits.len() > 1 && digits.last() == Some(&0) {
            digits.pop();
        }
        Ok(Self { digits })
    }
}
