//! Sequences that are known to repeat for ever.

use crate::heap_game::HeapGame;

/// That a sequence repeats for ever: from heap `prefix` on, each value comes again `period` heaps later, larger by `saltus`.
///
/// It is claimed only where it is proven. For a game in which a move takes at most `t` tokens, Guy and Smith showed that a
/// sequence repeats for ever if `G(n + period) = G(n)` holds for all `n` from `prefix`, or from 1 if that is 0, up to but
/// not including `2 * prefix + period + t` (*The G-values of various games*, Proc. Cambridge Philos. Soc. 52, 1956): of the two heaps that
/// a move leaves of a larger heap, one is so large that it repeats already. The argument also holds for codes with a 4
/// before the point, but not for Grundy's game, where the heap that is a period smaller may be as large as the other one.
///
/// The saltus is 0: no octal game of finite length is arithmetic periodic (Horrocks and Nowakowski, *Regularity in the
/// G-sequences of octal games with a pass*, Integers 3, 2003). It is here because those who compare results expect it.
///
/// ```
/// use grundy::{HeapGame, Period, Sequence};
///
/// let kayles: HeapGame = ".77".parse()?;
/// let mut sequence = Sequence::new(kayles);
/// sequence.extend_to(166)?;
/// assert_eq!(sequence.period(), None); // it looks like a period, but is not proven yet
/// sequence.extend_to(167)?;
/// assert_eq!(sequence.period(), Some(Period { prefix: 71, period: 12, saltus: 0 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// How many values come before those that repeat, heap 0 included.
    pub prefix: usize,
    /// The smallest distance at which they repeat.
    pub period: usize,
    /// By how much they grow from one period to the next.
    pub saltus: u16,
}

impl Period {
    /// The period that these values, from heap 0 on, prove for a game, if they prove one.
    pub(crate) fn proven(game: &HeapGame, values: &[u16]) -> Option<Self> {
        /// So many values are compared before it is looked how far back the same is true.
        const SUFFIX: usize = 16;
        if game.unequal() || values.len() < SUFFIX {
            return None;
        }
        let suffix = &values[values.len() - SUFFIX..];
        let candidates = 1..=(values.len() / 2).min(values.len() - SUFFIX);
        candidates
            .filter(|period| values[..values.len() - period].ends_with(suffix))
            .map(|period| {
                let pairs = values.iter().rev().zip(values[..values.len() - period].iter().rev());
                let repeating = pairs.take_while(|(later, earlier)| later == earlier).count();
                Self { prefix: values.len() - period - repeating, period, saltus: 0 }
            })
            .find(|found| values.len() >= found.proof_length(game))
    }

    /// How many values must be known for a proof. `G(n + period)` has to be looked at for all `n` below
    /// `2 * prefix + period + t`.
    fn proof_length(self, game: &HeapGame) -> usize {
        // A heap that is a period smaller must not be the empty one, which some moves may not leave.
        2 * self.prefix.max(1) + 2 * self.period + game.most_taken()
    }
}
