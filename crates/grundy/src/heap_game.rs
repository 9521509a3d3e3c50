//! Games on heaps of tokens: octal games and Grundy's game.

use std::fmt;
use std::str::FromStr;

use crate::octal::{Octal, ParseOctalError};

/// A game on heaps of tokens whose values a [`Sequence`](crate::Sequence) computes: an octal game, or Grundy's game, in
/// which a move splits a heap into two of different sizes.
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
    /// Whether a move must split a heap into two of different sizes.
    unequal: bool,
}

/// What stands for Grundy's game in place of an octal code.
const GRUNDY: &str = "grundy";

impl HeapGame {
    /// Returns Grundy's game: a move splits a heap into two of different sizes.
    ///
    /// ```
    /// use grundy::{HeapGame, Sequence};
    ///
    /// let mut sequence = Sequence::new(HeapGame::grundy());
    /// sequence.extend_to(12)?;
    /// assert_eq!(sequence.packed(), [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1]);
    /// # Ok::<(), grundy::Overflow>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Never: `4.` is a valid code.
    #[must_use]
    pub fn grundy() -> Self {
        Self { code: "4.".parse().expect("a valid code"), unequal: true }
    }

    /// The numbers of tokens that a move which leaves two heaps may take, ascending.
    pub(crate) fn splits(&self) -> impl Iterator<Item = usize> + Clone {
        self.code.taking(Octal::TWO)
    }

    /// Whether a move must split a heap into two of different sizes.
    pub(crate) fn unequal(&self) -> bool {
        self.unequal
    }

    /// The moves that leave at most one heap, each given by the size of that heap: 0 if all tokens are taken.
    pub(crate) fn single_options(&self, heap: usize) -> impl Iterator<Item = usize> {
        let whole = self.code.taking(Octal::WHOLE).filter(move |&taken| taken == heap);
        let one = self.code.taking(Octal::ONE).filter(move |&taken| taken < heap);
        whole.chain(one).map(move |taken| heap - taken)
    }

    /// The numbers of tokens that a move which leaves one heap may take, ascending.
    #[cfg(feature = "long")]
    pub(crate) fn single_taken(&self) -> impl Iterator<Item = usize> + Clone {
        self.code.taking(Octal::ONE)
    }

    /// The largest number of tokens that a move can take.
    pub(crate) fn most_taken(&self) -> usize {
        self.code.most_taken()
    }
}

impl From<Octal> for HeapGame {
    fn from(code: Octal) -> Self {
        Self { code, unequal: false }
    }
}

/// Prints the octal code, or `grundy`; [`HeapGame::from_str`] parses both.
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
