//! The dialects of all programs, by number.

use kayles::Kayles;
use lgame::LGame;
use nomore_ttt::NoMore;
use problem::{Dialect, Problem};
use treblecross::Treblecross;

use crate::lines::{without_mark, words};

/// A check of one dialect.
pub(crate) trait Check {
    /// Checks this dialect.
    fn check<P: Problem>(self, dialect: &'static Dialect<P>);
}

/// Applies a check to the dialect that a byte of a case chooses: `0` is the first one. The order is that of the programs here,
/// and of the dialects in each.
pub(crate) fn check_dialect(chosen: u8, check: impl Check) {
    let counts = [Treblecross::DIALECTS.len(), NoMore::DIALECTS.len(), LGame::DIALECTS.len(), Kayles::DIALECTS.len()];
    let mut index = usize::from(chosen.wrapping_sub(b'0')) % counts.iter().sum::<usize>();
    let mut program = 0;
    while index >= counts[program] {
        index -= counts[program];
        program += 1;
    }
    match program {
        0 => check.check(&Treblecross::DIALECTS[index]),
        1 => check.check(&NoMore::DIALECTS[index]),
        2 => check.check(&LGame::DIALECTS[index]),
        _ => check.check(&Kayles::DIALECTS[index]),
    }
}

/// Returns whether a case would take long: a strip of Treblecross that is given by its length has a table
/// of all shorter ones.
pub(crate) fn takes_long<P: Problem>(dialect: &Dialect<P>, input: &[u8]) -> bool {
    const LONG: usize = 200;
    let is_long = |word: &[u8]| {
        let value = str::from_utf8(word).ok().and_then(|word| word.parse().ok());
        value.is_some_and(|cells| (LONG..=treblecross::LONGEST_STRIP).contains(&cells))
    };
    dialect.format.size_is_a_value() && words(without_mark(input)).any(|(_, word)| is_long(word))
}
