//! Games on heaps: what a move may take, and what it may leave.

use std::fmt;
use std::str::FromStr;

use crate::octal::{Octal, ParseOctalError};

/// A game on heaps of tokens, in the form that the engines of a [`Sequence`](crate::Sequence) work on: an octal game, or
/// Grundy's game, in which a move splits a heap into two that differ in size.
///
/// ```
/// use grundy::HeapGame;
///
/// let kayles: HeapGame = "0.77".parse()?;
/// assert_eq!(kayles.to_string(), ".77");
/// assert_eq!("grundy".parse::<HeapGame>()?, HeapGame::grundy());
/// # Ok::<(), grundy::ParseOctalError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapGame {
    code: Octal,
    /// Whether the two heaps of a split must differ in size.
    unequal: bool,
}

/// The name of Grundy's game among the codes.
const GRUNDY: &str = "grundy";

impl HeapGame {
    /// Grundy's game: split a heap into two that differ in size.
    ///
    /// ```
    /// use grundy::{HeapGame, Sequence};
    ///
    /// let mut sequence = Sequence::new(HeapGame::grundy());
    /// sequence.extend_to(12)?;
    /// assert_eq!(sequence.values(), [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1]);
    /// # Ok::<(), grundy::Overflow>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Never: `4.` is a code.
    #[must_use]
    pub fn grundy() -> Self {
        Self { code: "4.".parse().expect("a code"), unequal: true }
    }

    /// The numbers of tokens that may be taken if two heaps are left.
    pub(crate) fn splits(&self) -> impl Iterator<Item = usize> + Clone {
        self.code.taking(Octal::TWO)
    }

    /// Whether the two heaps of a split must differ in size.
    pub(crate) fn unequal(&self) -> bool {
        self.unequal
    }

    /// The moves that leave at most one heap: how many tokens the heap of `heap` tokens loses and what is left, which is
    /// the empty heap if all are taken.
    pub(crate) fn single_options(&self, heap: usize) -> impl Iterator<Item = usize> {
        let whole = self.code.taking(Octal::WHOLE).filter(move |&taken| taken == heap);
        let one = self.code.taking(Octal::ONE).filter(move |&taken| taken < heap);
        whole.chain(one).map(move |taken| heap - taken)
    }

    /// The most tokens that a move can take.
    pub(crate) fn most_taken(&self) -> usize {
        self.code.most_taken()
    }
}

impl From<Octal> for HeapGame {
    fn from(code: Octal) -> Self {
        Self { code, unequal: false }
    }
}

/// Writes the code, or `grundy`, which [`HeapGame::from_str`] reads back.
impl fmt::Display for HeapGame {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.unequal { out.write_str(GRUNDY) } else { self.code.fmt(out) }
    }
}

impl FromStr for HeapGame {
    type Err = ParseOctalError;

    fn from_str(code: &str) -> Result<Self, ParseOctalError> {
        if code == GRUNDY { Ok(Self::grundy()) } else { code.parse().map(|code: Octal| code.into()) }
    }
}
