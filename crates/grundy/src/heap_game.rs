//! Games on heaps of tokens, in which a move takes some of a heap, and leaves what its code permits.

use std::fmt;
use std::str::FromStr;

use crate::game::Game;

/// A game on heaps of tokens whose values a [`Sequence`](crate::Sequence) computes: an octal or hexadecimal game, a
/// subtraction game, or Grundy's game. The player who cannot move loses.
///
/// Digit `k` after the point of a code says what a move may leave of a heap when it takes `k` tokens. It is a sum of
/// permissions: 1 to leave no heap, 2 to leave one heap, 4 to leave two heaps, and in hexadecimal codes 8 to leave
/// three. The digit before the point is for moves that take no token, so 1 and 2 make no sense there: `4.` splits a
/// heap without taking from it. It may be omitted if it is 0.
///
/// ```
/// use grundy::HeapGame;
///
/// let kayles: HeapGame = "0.770".parse()?;
/// assert_eq!(kayles.to_string(), ".77");
/// assert_eq!(kayles.digits(), [0, 7, 7]);
/// assert_eq!("0.000".parse::<HeapGame>()?.to_string(), ".0"); // the game without moves
/// assert_eq!(HeapGame::subtraction([1, 3, 4]).unwrap().to_string(), ".3033");
/// assert_eq!(HeapGame::hexadecimal("0.3f")?.to_string(), ".3F");
/// assert_eq!("grundy".parse::<HeapGame>()?.to_string(), "grundy"); // a move splits a heap into two of different sizes
/// # Ok::<(), grundy::ParseCodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HeapGame {
    /// `digits[k]` is the permissions for taking `k` tokens: each at most 15, the first 0, 4, 8 or 12, the last not 0
    /// unless it is the only one.
    digits: Vec<u8>,
    /// Whether a move must split a heap into two of different sizes.
    pub(crate) unequal: bool,
}

/// Permission to take the whole heap.
const WHOLE: u8 = 1;
/// Permission to leave one heap.
pub(crate) const ONE: u8 = 2;
/// Permission to leave two heaps.
pub(crate) const TWO: u8 = 4;
/// Permission to leave three heaps.
pub(crate) const THREE: u8 = 8;

impl HeapGame {
    /// Returns the game in which a move takes one of these numbers of tokens, and leaves the rest as one heap or takes
    /// all. It takes as many bytes as the largest of them is.
    ///
    /// # Errors
    ///
    /// If one of them is 0.
    pub fn subtraction(numbers: impl IntoIterator<Item = usize>) -> Result<Self, ParseCodeError> {
        let mut digits = vec![0];
        for taken in numbers {
            digits.resize(digits.len().max(taken + 1), 0);
            digits[taken] = WHOLE | ONE;
        }
        if digits[0] == 0 { Ok(Self { digits, unequal: false }) } else { Err(ParseCodeError::NothingTaken) }
    }

    /// Reads a code whose digits are hexadecimal, of upper or lower case.
    ///
    /// # Errors
    ///
    /// If it is not such a code.
    pub fn hexadecimal(code: &str) -> Result<Self, ParseCodeError> {
        Self::parse(code, 16)
    }

    /// The digit for taking no token, and those after the point without zeros at the end.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The numbers of tokens whose digit has this permission, ascending.
    pub(crate) fn taking(&self, permission: u8) -> impl Iterator<Item = usize> + Clone {
        (0..).zip(&self.digits).filter(move |(_, digit)| **digit & permission != 0).map(|(taken, _)| taken)
    }

    /// The most heaps that a move can leave, 1 at least.
    pub(crate) fn most_left(&self) -> usize {
        self.digits.iter().fold(ONE, |all, digit| all | digit).ilog2() as usize
    }

    /// The moves that leave at most one heap, each given by the size of that heap: 0 if all tokens are taken.
    pub(crate) fn single_options(&self, heap: usize) -> impl Iterator<Item = usize> {
        let whole = self.taking(WHOLE).filter(move |&taken| taken == heap);
        whole.chain(self.taking(ONE).filter(move |&taken| taken < heap)).map(move |taken| heap - taken)
    }

    /// The largest number of tokens that a move can take.
    pub(crate) fn most_taken(&self) -> usize {
        self.digits.len() - 1
    }

    fn parse(code: &str, radix: u32) -> Result<Self, ParseCodeError> {
        let (before, after) = code.split_once('.').ok_or(ParseCodeError::MissingPoint)?;
        let read = |(position, found): (usize, char)| match found.to_digit(radix) {
            Some(digit) => Ok(u8::try_from(digit).expect("a digit is below 16")),
            None => Err(ParseCodeError::InvalidDigit { found, position, radix }),
        };
        let first = (1..).zip(before.chars()).map(read).collect::<Result<Vec<u8>, _>>()?;
        let others = (before.chars().count() + 2..).zip(after.chars()).map(read).collect::<Result<Vec<u8>, _>>()?;
        let first = match first[..] {
            [] => 0,
            [digit] if digit & (WHOLE | ONE) == 0 => digit,
            _ => return Err(ParseCodeError::InvalidBeforePoint { radix }),
        };
        if first == 0 && others.is_empty() {
            return Err(ParseCodeError::MissingDigits);
        }
        let mut digits = [&[first], &others[..]].concat();
        while digits.len() > 1 && digits.last() == Some(&0) {
            digits.pop();
        }
        Ok(Self { digits, unequal: false })
    }
}

impl Game for HeapGame {
    type Part = usize;

    /// All moves, each once. Heaps that are left ascend.
    fn moves(&self, &heap: &usize) -> impl Iterator<Item: IntoIterator<Item = usize>> {
        let single = self.single_options(heap).map(|left| [0, 0, left]);
        let rests = move |taken: usize| heap.checked_sub(taken);
        let pairs = self.taking(TWO).filter_map(rests).flat_map(move |rest| {
            let pairs = (1..=rest / 2).map(move |least| [0, least, rest - least]);
            pairs.filter(move |[_, least, most]| !self.unequal || least != most)
        });
        let triples = self.taking(THREE).filter_map(rests).flat_map(|rest| {
            (1..=rest / 3).flat_map(move |least| {
                (least..=(rest - least) / 2).map(move |middle| [least, middle, rest - least - middle])
            })
        });
        single.chain(pairs).chain(triples).map(|heaps| heaps.into_iter().filter(|&heap| heap > 0))
    }
}

/// Prints the canonical code, or `grundy`.
impl fmt::Display for HeapGame {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.unequal {
            return out.write_str("grundy");
        }
        if self.digits[0] != 0 {
            write!(out, "{:X}", self.digits[0])?;
        }
        out.write_str(".")?;
        if self.digits == [0] {
            // A point alone is not a code.
            return out.write_str("0");
        }
        self.digits[1..].iter().try_for_each(|digit| write!(out, "{digit:X}"))
    }
}

/// Reads an octal code, or `grundy`.
impl FromStr for HeapGame {
    type Err = ParseCodeError;

    fn from_str(code: &str) -> Result<Self, ParseCodeError> {
        if code == "grundy" { Ok(Self { digits: vec![TWO], unequal: true }) } else { Self::parse(code, 8) }
    }
}

/// Why a string is not the code of a game, or numbers are not a subtraction game. Positions count characters, from 1;
/// the radix is 8 or 16.
///
/// ```
/// use grundy::{HeapGame, ParseCodeError};
///
/// let error = ".78".parse::<HeapGame>().unwrap_err();
/// assert_eq!(error, ParseCodeError::InvalidDigit { found: '8', position: 3, radix: 8 });
/// assert_eq!(error.to_string(), "invalid digit '8' at position 3: expected 0 to 7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are explained above")]
pub enum ParseCodeError {
    /// The point is missing: the digit after it is for taking one token.
    MissingPoint,
    /// The digits are missing, as in `.` or `0.`.
    MissingDigits,
    /// There are several digits before the point, or one that permits a move that leaves the heap as it was.
    InvalidBeforePoint { radix: u32 },
    /// A character is not a digit, nor the first point.
    InvalidDigit { found: char, position: usize, radix: u32 },
    /// One of the numbers of tokens that a move may take is 0.
    NothingTaken,
}

impl fmt::Display for ParseCodeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingPoint => {
                out.write_str("missing point: expected one before the digit for taking one token, as in .77, or grundy")
            }
            Self::MissingDigits => out.write_str("missing digits: expected at least one after the point, as in .77"),
            Self::InvalidBeforePoint { radix } => {
                let digits = if *radix == 8 { "0 or 4" } else { "0, 4, 8 or C" };
                write!(
                    out,
                    "invalid start: expected nothing, {digits} before the point, as a move must change the heap"
                )
            }
            Self::InvalidDigit { found, position, radix } => {
                let last = if *radix == 8 { '7' } else { 'F' };
                write!(out, "invalid digit {found:?} at position {position}: expected 0 to {last}")
            }
            Self::NothingTaken => out.write_str("invalid number 0: expected numbers from 1, as a move takes a token"),
        }
    }
}

impl std::error::Error for ParseCodeError {}
