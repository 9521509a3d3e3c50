//! Proofs that a sequence repeats forever.

use crate::heap_game::HeapGame;
use crate::nimber::Nimber;

/// The period of a sequence that repeats forever: from heap `preperiod` on, the values of heaps `n` and `n + period`
/// are equal.
///
/// [`Sequence::period`](crate::Sequence::period) returns it only where it is proven. Let a move take at most `t` tokens
/// and leave at most `h` heaps. The sequence repeats forever if `G(n + period) = G(n)` holds for all `n` from `e` up to
/// but not including `h * e + (h - 1) * period + t`, where `e` is `preperiod`, or 1 if that is 0. For any larger `n`,
/// one of the `h` heaps that a move leaves of `n + period` tokens has at least `e + period`, so a heap with a period
/// less has the same value, and is what a move from `n` leaves; and the other way round. For `h = 2`, octal games, this
/// is the theorem of Guy and Smith (*The G-values of various games*, Proc. Cambridge Philos. Soc. 52, 1956); for `h =
/// 1`, subtraction games, as many equal values are enough as the largest number that can be taken. It does not hold
/// for Grundy's game, where the heap that is a period smaller may be as large as the other one.
///
/// There is no saltus, an amount by which values grow from one period to the next: no octal game of finite length is
/// arithmetic periodic with a saltus other than 0 (Horrocks and Nowakowski, *Regularity in the G-sequences of octal
/// games with a pass*, Integers 3, 2003). Hexadecimal games may be: [`seen`](Self::seen) finds that, and proves nothing.
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

impl Period {
    /// Returns the period that the values of a game's heaps, from heap 0 on, prove.
    pub(crate) fn proven(game: &HeapGame, values: &[u16]) -> Option<Self> {
        if game.unequal {
            return None;
        }
        // Where a move splits heaps, what proves a period repeats in more than half of the values.
        let longest = if game.most_left() == 1 { values.len().saturating_sub(1) } else { values.len() / 2 };
        // Distances at which as many of the last values repeat as they are, and how many values repeat at them.
        let (mut runs, mut period) = (Vec::<(usize, usize)>::new(), 1);
        while period <= longest {
            if values.get(values.len() - 1 - period) != values.last() {
                period += 1;
                continue;
            }
            let repeating = repeating(values, period);
            let found = Self { preperiod: values.len() - period - repeating, period };
            if values.len() >= found.proof_length(game) {
                return Some(found);
            }
            if repeating >= period {
                runs.push((period, period + repeating));
            }
            // The last `repeating` values have a smallest period, if it is at most half of them. A distance that is
            // larger by that or a multiple meets the same exception. At any other one not as many values can repeat:
            // by the theorem of Fine and Wilf the period would be smaller.
            let run = runs.iter().find(|&&(period, end)| 2 * period <= repeating && repeating < end);
            period += run.map_or(1, |run| repeating - run.0 + 1);
        }
        None
    }

    /// The number of values that prove the period: `G(n + period)` must be known for all `n` below
    /// `h * e + (h - 1) * period + t`.
    fn proof_length(self, game: &HeapGame) -> usize {
        // The heap that is a period smaller must not be empty, as some moves may not leave an empty heap.
        game.most_left() * (self.preperiod.max(1) + self.period) + game.most_taken()
    }

    /// Returns the smallest distance at which most of these values of heaps, from heap 0 on, repeat, and the saltus, by
    /// which they grow from one period to the next. It may be chance: nothing is proven. `None` if they repeat in fewer
    /// than half of the heaps, or not three times.
    ///
    /// ```
    /// use grundy::{Nimber, Period, Table};
    ///
    /// // Nim repeats with a period of 1 and a saltus of 1.
    /// let mut heaps = Table::new(|heap: usize| (0..heap).map(|left| [left]));
    /// let values: Vec<Nimber> = (0..100).map(|heap| heaps.nimber(heap)).collect();
    /// assert_eq!(Period::seen(&values), Some((Period { preperiod: 0, period: 1 }, 1)));
    /// ```
    #[must_use]
    pub fn seen(values: &[Nimber]) -> Option<(Self, u32)> {
        let value = |heap: usize| i64::from(values[heap].value());
        // Values that grow by the same from period to period have differences that repeat.
        let steps: Vec<i64> = (1..values.len()).map(|heap| value(heap) - value(heap - 1)).collect();
        (1..steps.len()).find_map(|period| {
            let repeating = repeating(&steps, period);
            let preperiod = steps.len() - period - repeating;
            let saltus = value(values.len() - 1) - value(values.len() - 1 - period);
            let is_seen = 2 * preperiod <= values.len() && repeating >= 2 * period;
            Some((Self { preperiod, period }, u32::try_from(saltus).ok().filter(|_| is_seen)?))
        })
    }
}

/// How many of the last values are those at this distance before.
fn repeating<T: PartialEq>(values: &[T], distance: usize) -> usize {
    let pairs = values.iter().rev().zip(values[..values.len() - distance].iter().rev());
    pairs.take_while(|(later, earlier)| later == earlier).count()
}
