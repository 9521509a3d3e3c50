//! The dialects of all programs, by number.

use lgame::LGame;
use nomore_ttt::NoMore;
use problem::{Dialect, Field, Problem};
use treblecross::Treblecross;

use crate::Held;
use crate::lines::{without_mark, words};

/// A check of one dialect.
pub(crate) trait DialectCheck {
    /// Checks this dialect.
    fn check<P: Problem>(self, dialect: &'static Dialect<P>) -> Held;
}

/// Applies a check to the dialect that a byte of a case chooses: `0` is the first one. The order is the order of the
/// programs here, and of the dialects in each.
pub(crate) fn check_dialect(chosen: u8, check: impl DialectCheck) -> Held {
    let [treblecross, nomore] = [Treblecross::DIALECTS.len(), NoMore::DIALECTS.len()];
    let index = usize::from(chosen.wrapping_sub(b'0')) % (treblecross + nomore + LGame::DIALECTS.len());
    match index {
        _ if index < treblecross => check.check(&Treblecross::DIALECTS[index]),
        _ if index < treblecross + nomore => check.check(&NoMore::DIALECTS[index - treblecross]),
        _ => check.check(&LGame::DIALECTS[index - treblecross - nomore]),
    }
}

/// The programs and judges that a case chooses, in the order of their digits from `0` on.
pub fn dialects() -> Vec<[&'static str; 2]> {
    fn all<P: Problem>() -> impl Iterator<Item = [&'static str; 2]> {
        P::DIALECTS.iter().map(|dialect| [P::NAME, dialect.name])
    }
    all::<Treblecross>().chain(all::<NoMore>()).chain(all::<LGame>()).collect()
}

/// How large a case may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// So that thousands are checked in a second.
    Usual,
    /// Beyond the limits of all judges.
    Long,
}

impl Size {
    /// One case in 64 may be long, whatever a fuzzer likes best.
    pub(crate) fn of(data: &[u8]) -> Self {
        if data.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte)) % 64 == 63 { Self::Long } else { Self::Usual }
    }

    /// The number of bytes after which an input is cut off.
    pub(crate) fn longest(self) -> usize {
        match self {
            Self::Usual => 160,
            Self::Long => 620,
        }
    }

    /// Whether an input would take too long: a strip of Treblecross that is given by its length has a table of all
    /// shorter ones.
    pub(crate) fn is_exceeded_by<P: Problem>(self, dialect: &Dialect<P>, input: &[u8]) -> bool {
        let least = match self {
            Self::Usual => 200,
            Self::Long => 2_100,
        };
        let is_long = |word: &[u8]| {
            let value = str::from_utf8(word).ok().and_then(|word| word.parse().ok());
            value.is_some_and(|cells| (least..=treblecross::LONGEST_STRIP).contains(&cells))
        };
        // The size of a case is the value of its only number, so large cases are as short as small ones.
        matches!(dialect.format.case, [[Field::Number { .. }]])
            && words(without_mark(input)).any(|(_, word)| is_long(word))
    }
}
