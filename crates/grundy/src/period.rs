//! Proofs that a sequence repeats forever.

use crate::heap_game::HeapGame;

/// The period of a sequence that repeats forever: from heap `preperiod` on, the values of heaps `n` and `n + period`
/// are equal.
///
/// It is returned only where it is proven. For a game in which a move takes at most `t` tokens, Guy and Smith showed
/// that a sequence repeats forever if `G(n + period) = G(n)` holds for all `n` from `e` up to but not including
/// `2 * e + period + t`, where `e` is `preperiod`, or 1 if that is 0 (*The G-values of various games*, Proc. Cambridge
/// Philos. Soc. 52, 1956): of the two heaps that a move leaves of a larger heap, one is so large that it repeats
/// already. The argument also holds for codes with a 4 before the point, but not for Grundy's game, where the heap that
/// is a period smaller may be as large as the other one.
///
/// There is no saltus, an amount by which values grow from one period to the next: no octal game of finite length is
/// arithmetic periodic with a saltus other than 0 (Horrocks and Nowakowski, *Regularity in the G-sequences of octal
/// games with a pass*, Integers 3, 2003).
///
/// ```
/// use grundy::{HeapGame, Period, Sequence};
///
/// let kayles: HeapGame = ".77".parse()?;
/// let mut sequence = Sequence::new(kayles);
/// sequence.extend_to(166)?;
/// assert_eq!(sequence.period(), None); // the values repeat, but that they always will is not proven yet
/// sequence.extend_to(167)?;
/// assert_eq!(sequence.period(), Some(Period { preperiod: 71, period: 12 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    /// The number of values before those that repeat, heap 0 included.
    pub preperiod: usize,
    /// The smallest distance at which they repeat.
    pub period: usize,
}

/// A distance at which the values repeat, but not for long enough.
///
/// The last `until` values repeat at this distance, and the one before them does not. At a multiple of it, up to
/// `until`, the values repeat from the same place on, so for less long. Without this, values that nearly repeat would
/// be compared once for each multiple.
struct Failed {
    period: usize,
    until: usize,
}

impl Failed {
    fn rules_out(&self, period: usize) -> bool {
        period <= self.until && period.is_multiple_of(self.period)
    }
}

impl Period {
    /// Returns the period that the values of a game's heaps, from heap 0 on, prove.
    pub(crate) fn proven(game: &HeapGame, values: &[u16]) -> Option<Self> {
        /// The number of values that rule out most distances.
        const SUFFIX: usize = 16;
        if game.unequal() {
            return None;
        }
        let half = values.len() / 2;
        // What proves a period repeats in more than half of the values.
        let suffix = &values[values.len() - SUFFIX.min(half)..];
        let mut failed = Failed { period: 1, until: 0 };
        for period in 1..=half {
            if failed.rules_out(period) || !values[..values.len() - period].ends_with(suffix) {
                continue;
            }
            let pairs = values.iter().rev().zip(values[..values.len() - period].iter().rev());
            let repeating = pairs.take_while(|(later, earlier)| later == earlier).count();
            let found = Self { preperiod: values.len() - period - repeating, period };
            if values.len() >= found.proof_length(game) {
                return Some(found);
            }
            if repeating + period > failed.until {
                failed = Failed { period, until: repeating + period };
            }
        }
        None
    }

    /// The number of values that prove the period: `G(n + period)` must be known for all `n` below
    /// `2 * e + period + t`.
    fn proof_length(self, game: &HeapGame) -> usize {
        // The heap that is a period smaller must not be empty, as some moves may not leave an empty heap.
        2 * self.preperiod.max(1) + 2 * self.period + game.most_taken()
    }
}
