//! Take-and-break games on heaps, named by an octal code.

use std::fmt;
use std::str::FromStr;

/// The code of an octal game; [`HeapGame`](crate::HeapGame) is the game, whose heaps have values. Digit `k` after the
/// point says what a move may leave of a heap when it takes `k` tokens.
///
/// A digit is a sum of permissions: 1 to leave no heap, 2 to leave one heap, 4 to leave two heaps. The digit before the
/// point is for moves that take no token, so only 0 and 4 make sense there: `4.` splits a heap without taking from it.
/// The player who cannot move loses.
///
/// A code has a digit after its point or a 4 before it, and may omit a 0 before its point; [`Display`](fmt::Display)
/// omits that and trailing zeros:
///
/// ```
/// use grundy::Octal;
///
/// let kayles: Octal = "0.77".parse()?;
/// assert_eq!(kayles.to_string(), ".77");
/// assert_eq!("4.70".parse::<Octal>()?.to_string(), "4.7");
/// assert_eq!("0.000".parse::<Octal>()?.to_string(), ".0"); // the game without moves
/// # Ok::<(), grundy::ParseOctalError>(())
/// ```
///
/// Codes with equally many digits are ordered as they are written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Octal {
    /// `digits[k]` is the permissions for taking `k` tokens: each at most 7, the first 0 or 4, the last not 0 unless it
    /// is the only one.
    digits: Vec<u8>,
}

impl Octal {
    /// Permission to take the whole heap.
    pub(crate) const WHOLE: u8 = 1;
    /// Permission to leave one heap.
    pub(crate) const ONE: u8 = 2;
    /// Permission to leave two heaps.
    pub(crate) const TWO: u8 = 4;

    /// The digit for taking no token, and those after the point without zeros at the end.
    ///
    /// ```
    /// let kayles: grundy::Octal = ".770".parse()?;
    /// assert_eq!(kayles.digits(), [0, 7, 7]);
    /// # Ok::<(), grundy::ParseOctalError>(())
    /// ```
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The numbers of tokens whose digit has this permission, ascending.
    pub(crate) fn taking(&self, permission: u8) -> impl Iterator<Item = usize> + Clone {
        (0..).zip(&self.digits).filter(move |(_, digit)| **digit & permission != 0).map(|(taken, _)| taken)
    }

    /// The largest number of tokens that a move can take.
    pub(crate) fn most_taken(&self) -> usize {
        self.digits.len() - 1
    }
}

/// Prints the canonical code, which [`Octal::from_str`] parses back.
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
        if self.digits == [0] {
            // A point alone is not a code.
            return out.write_str("0");
        }
        self.digits[1..].iter().try_for_each(|digit| write!(out, "{digit}"))
    }
}

/// Why a string is not an octal code. Positions count characters, from 1.
///
/// ```
/// use grundy::{Octal, ParseOctalError};
///
/// let error = ".78".parse::<Octal>().unwrap_err();
/// assert_eq!(error, ParseOctalError::InvalidDigit { found: '8', position: 3 });
/// assert_eq!(error.to_string(), "invalid digit '8' at position 3: expected 0 to 7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseOctalError {
    /// There is no point, so it is not known which digit is for taking one token.
    MissingPoint,
    /// There is no digit after the point, and no 4 before it: `.` or `0.`.
    MissingDigits,
    /// There is more than one digit before the point.
    TooManyDigitsBeforePoint,
    /// The digit before the point permits a move that leaves the heap as it was.
    InvalidFirstDigit {
        /// The digit: neither 0 nor 4.
        digit: u8,
    },
    /// A character is not a digit from 0 to 7, nor the first point.
    InvalidDigit {
        /// The character.
        found: char,
        /// Its position.
        position: usize,
    },
}

impl fmt::Display for ParseOctalError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingPoint => {
                out.write_str("missing point: expected one before the digit for taking one token, as in .77")
            }
            Self::MissingDigits => {
                out.write_str("missing digits: expected at least one octal digit after the point, as in .77")
            }
            Self::TooManyDigitsBeforePoint => {
                out.write_str("unexpected digit at position 2: expected at most one digit before the point, 0 or 4")
            }
            Self::InvalidFirstDigit { digit } => write!(
                out,
                "invalid digit '{digit}' at position 1: expected 0 or 4 before the point, as a move must change the \
                 heap"
            ),
            Self::InvalidDigit { found: '.', position } => {
                write!(out, "second point at position {position}: expected a digit from 0 to 7")
            }
            Self::InvalidDigit { found, position } => {
                write!(out, "invalid digit {found:?} at position {position}: expected 0 to 7")
            }
        }
    }
}

impl std::error::Error for ParseOctalError {}

impl FromStr for Octal {
    type Err = ParseOctalError;

    fn from_str(code: &str) -> Result<Self, ParseOctalError> {
        let point = code.chars().position(|c| c == '.');
        let mut digits = Vec::with_capacity(code.len());
        for (position, found) in (1..).zip(code.chars()).filter(|&(position, _)| Some(position - 1) != point) {
            match found.to_digit(8) {
                Some(digit) => digits.push(u8::try_from(digit).expect("an octal digit is below 8")),
                None => return Err(ParseOctalError::InvalidDigit { found, position }),
            }
        }
        match point.ok_or(ParseOctalError::MissingPoint)? {
            0 => digits.insert(0, 0),
            1 if digits[0] & (Octal::WHOLE | Octal::ONE) != 0 => {
                return Err(ParseOctalError::InvalidFirstDigit { digit: digits[0] });
            }
            1 => {}
            _ => return Err(ParseOctalError::TooManyDigitsBeforePoint),
        }
        if digits == [0] {
            return Err(ParseOctalError::MissingDigits);
        }
        while digits.len() > 1 && digits.last() == Some(&0) {
            digits.pop();
        }
        Ok(Self { digits })
    }
}
